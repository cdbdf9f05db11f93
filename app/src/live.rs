//! Live updates of a page: facts that arrive while it is open, folded by the engine's own `apply`. Each tab has one
//! connection, which continues at the page's position and is closed while the tab is hidden. Facts are delivered in
//! batches, at most one batch per frame.
//!
//! The server has the same functions, which do nothing there.

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

/// Maximum number of recent facts that are kept for listeners that subscribe late and for a state that was reloaded
/// while they arrived.
const KEPT: usize = 4_096;

/// Listener for the facts that arrived together, oldest first.
type Hear = Arc<dyn Fn(&[Arc<News>]) + Send + Sync>;

/// The page's subscription to the live feed.
#[derive(Clone, Copy)]
pub struct Feed {
    /// Connection status, as the foot of the page shows it.
    pub live: RwSignal<Live>,
    /// Position up to which facts have arrived.
    pub position: RwSignal<Position>,
    /// True while facts arrive faster than anyone can read. Lists that follow them pause meanwhile.
    pub floods: RwSignal<bool>,
    /// Server time as estimated by the page; advances once a second in the browser.
    pub now: RwSignal<Time>,
    listeners: StoredValue<Vec<(u64, Hear)>>,
    kept: StoredValue<VecDeque<Arc<News>>>,
    next: StoredValue<u64>,
}

/// Provides the feed and, in the browser, opens the connection once the page has hydrated.
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

/// Returns the page's feed.
///
/// # Panics
/// Panics outside of the application; every page is inside of it.
#[must_use]
pub fn feed() -> Feed {
    expect_context()
}

impl Feed {
    /// Returns the server time in milliseconds since 1970, for components that show ages.
    #[must_use]
    pub fn clock(self) -> Signal<i64> {
        Signal::derive(move || self.now.get().0)
    }

    /// Calls `hear` with every batch of facts, oldest first, from the rendering of the page until the owner is
    /// disposed. Facts that were delivered before are replayed first.
    pub fn listen(self, hear: impl Fn(&[Arc<News>]) + Send + Sync + 'static) {
        // The server receives no facts, and it renders the components of a page concurrently: they share no list.
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

    /// Delivers the facts that arrived to all listeners, so that the page changes once for all of them.
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

    /// Advances the clock, never back: a fact that just arrived is not in the future.
    pub(crate) fn pass(self, now: Time) {
        if now > self.now.get_untracked() {
            self.now.set(now);
        }
    }
}
