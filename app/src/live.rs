//! Life in a page: the facts that happen while somebody looks, folded by the engine's own `apply`.
//! One connection for each tab, opened where the page's state ends, closed while the tab is hidden.
//! However many facts arrive, the page is told of them together, once in a frame at most.
//!
//! On the server all of this is there and does nothing. Knows nothing of what pages show.

use std::collections::VecDeque;
use std::sync::Arc;

use kernel::Time;
use kernel::stream::Position;
use leptos::prelude::*;

use crate::context::moment;
use crate::parts::Live;

mod folded;
mod news;
#[cfg(any(test, feature = "hydrate"))]
mod pace;
#[cfg(feature = "hydrate")]
mod source;

pub use folded::Folded;
pub use news::News;

/// How many facts are kept for parts of the page that begin to listen a moment late, and for a state
/// that was loaded anew while they arrived.
const KEPT: usize = 4_096;

/// What is called with the facts that arrived together, oldest first.
type Hear = Arc<dyn Fn(&[Arc<News>]) + Send + Sync>;

/// The page's ear.
#[derive(Clone, Copy)]
pub struct Feed {
    /// The connection, as the foot of the page shows it.
    pub live: RwSignal<Live>,
    /// The position up to which facts have come.
    pub position: RwSignal<Position>,
    /// Whether facts arrive faster than anybody reads. Lists that follow them stand still meanwhile.
    pub floods: RwSignal<bool>,
    /// The server's time, as far as the page knows it; goes on once a second in the browser.
    pub now: RwSignal<Time>,
    listeners: StoredValue<Vec<(u64, Hear)>>,
    kept: StoredValue<VecDeque<Arc<News>>>,
    next: StoredValue<u64>,
}

/// Makes the feed available and, in the browser, opens the connection once the page has hydrated.
pub fn provide() {
    let moment = moment();
    let feed = Feed {
        live: RwSignal::new(Live::Still),
        position: RwSignal::new(moment.position),
        floods: RwSignal::new(false),
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

    /// Calls `hear` with the facts that happen from when the page was made until the owner is gone, as
    /// many at a time as arrived together, oldest first; those already heard by others first.
    pub fn listen(self, hear: impl Fn(&[Arc<News>]) + Send + Sync + 'static) {
        // A server hears nothing, and there the parts of a page are made side by side: they share no list.
        if cfg!(feature = "ssr") {
            return;
        }
        let id = self.next.get_value();
        self.next.set_value(id + 1);
        let kept: Vec<_> = self
            .kept
            .with_value(|kept| kept.iter().map(Arc::clone).collect());
        if !kept.is_empty() {
            hear(&kept);
        }
        self.listeners
            .update_value(|all| all.push((id, Arc::new(hear))));
        on_cleanup(move || {
            self.listeners
                .try_update_value(|all| all.retain(|(other, _)| *other != id));
        });
    }

    /// Hands the facts that arrived to everyone who listens: the page changes once for all of them.
    #[cfg_attr(
        not(feature = "hydrate"),
        expect(dead_code, reason = "only browsers hear")
    )]
    pub(crate) fn hear(self, facts: Vec<News>) {
        let known = self.position.get_untracked();
        let news = facts.into_iter().filter(|fact| fact.position > known);
        let facts: Vec<Arc<News>> = news.map(Arc::new).collect();
        let Some(last) = facts.last() else {
            return;
        };
        self.position.set(last.position);
        self.pass(last.at);
        self.kept.update_value(|kept| {
            kept.extend(facts.iter().map(Arc::clone));
            kept.drain(..kept.len().saturating_sub(KEPT));
        });
        for (_, hear) in self.listeners.get_value() {
            hear(&facts);
        }
    }

    /// Lets the time go on, never back: what has just happened is not in the future.
    pub(crate) fn pass(self, now: Time) {
        if now > self.now.get_untracked() {
            self.now.set(now);
        }
    }
}
