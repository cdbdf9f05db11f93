//! Life in a page: the facts that happen while somebody looks, folded by the engine's own `apply`.
//! One connection for each tab, opened where the page's state ends, closed while the tab is hidden.
//!
//! On the server all of this is there and does nothing. Knows nothing of what pages show.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::memory::Memory;
use engine::stream::{StreamId, Version};
use engine::{Fact, Time};
use leptos::prelude::*;

use crate::context::moment;
use crate::parts::Live;

#[cfg(feature = "hydrate")]
mod source;

/// How many facts are kept for parts of the page that begin to listen a moment late.
const KEPT: usize = 512;

type Listener = (u64, Callback<Arc<Fact>>);

/// The page's ear.
#[derive(Clone, Copy)]
pub struct Feed {
    /// The connection, as the foot of the page shows it.
    pub live: RwSignal<Live>,
    /// The position up to which facts have come.
    pub position: RwSignal<u64>,
    /// The server's time, as far as the page knows it; goes on once a second in the browser.
    pub now: RwSignal<Time>,
    listeners: StoredValue<Vec<Listener>>,
    kept: StoredValue<VecDeque<Arc<Fact>>>,
    next: StoredValue<u64>,
}

/// Makes the feed available and, in the browser, opens the connection once the page has hydrated.
pub fn provide() {
    let moment = moment();
    let feed = Feed {
        live: RwSignal::new(Live::Still),
        position: RwSignal::new(moment.position),
        now: RwSignal::new(moment.now),
        listeners: StoredValue::new(Vec::new()),
        kept: StoredValue::new(VecDeque::new()),
        next: StoredValue::new(0),
    };
    provide_context(feed);
    #[cfg(feature = "hydrate")]
    if crate::context::viewer().is_some() {
        source::open(feed, moment);
    }
}

/// The page's ear.
///
/// # Panics
/// Outside of the application; every page is inside of it.
#[must_use]
pub fn feed() -> Feed {
    expect_context()
}

impl Feed {
    /// The server's time in milliseconds since 1970, for the parts that show ages.
    #[must_use]
    pub fn clock(self) -> Signal<i64> {
        Signal::derive(move || self.now.get().0)
    }

    /// Calls `hear` with every fact that happens from when the page was made until the owner is
    /// gone, those already heard by others first.
    pub fn listen(self, hear: impl Fn(Arc<Fact>) + Send + Sync + 'static) {
        let id = self.next.get_value();
        self.next.set_value(id + 1);
        let hear = Callback::new(hear);
        for fact in self.kept.get_value() {
            hear.run(fact);
        }
        self.listeners.update_value(|all| all.push((id, hear)));
        on_cleanup(move || {
            self.listeners
                .try_update_value(|all| all.retain(|(other, _)| *other != id));
        });
    }

    /// Hands a fact that arrived to everyone who listens.
    #[cfg_attr(
        not(feature = "hydrate"),
        expect(dead_code, reason = "only browsers hear")
    )]
    pub(crate) fn hear(self, fact: Fact) {
        if fact.position <= self.position.get_untracked() {
            return;
        }
        self.position.set(fact.position);
        self.pass(fact.at);
        let fact = Arc::new(fact);
        self.kept.update_value(|kept| {
            kept.push_back(fact.clone());
            if kept.len() > KEPT {
                kept.pop_front();
            }
        });
        for (_, listener) in self.listeners.get_value() {
            listener.run(fact.clone());
        }
    }

    /// Lets the time go on, never back: what has just happened is not in the future.
    pub(crate) fn pass(self, now: Time) {
        if now > self.now.get_untracked() {
            self.now.set(now);
        }
    }

    /// A state that lives: it begins as `state`, which has the facts up to `version`, and folds
    /// what follows. When a fact was missed `again` is called; it is expected to load the state anew
    /// and to write it into the signal together with its version.
    pub fn fold<M: Memory + Sync>(
        self,
        stream: StreamId,
        state: M,
        version: Version,
        again: Callback<()>,
    ) -> Folded<M> {
        let folded = Folded {
            state: RwSignal::new(state),
            version: RwSignal::new(version),
        };
        self.listen(move |fact| {
            if fact.stream != stream {
                return;
            }
            let version = folded.version.get_untracked();
            if fact.version == version + 1 {
                folded.state.update(|state| state.apply_fact(&fact));
                folded.version.set(fact.version);
            } else if fact.version > version {
                again.run(());
            }
        });
        folded
    }
}

/// A state that lives, and how many facts are in it.
pub struct Folded<M: Send + Sync + 'static> {
    /// The state.
    pub state: RwSignal<M>,
    /// The facts folded into it.
    pub version: RwSignal<Version>,
}

impl<M: Send + Sync + 'static> Clone for Folded<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Send + Sync + 'static> Copy for Folded<M> {}
