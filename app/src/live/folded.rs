//! Live state: a state into which the facts of its stream are folded as they arrive.

use std::sync::Arc;
use std::time::Duration;

use kernel::Time;
use kernel::memory::Memory;
use kernel::stream::{StreamId, Version};
use leptos::prelude::*;

use super::{Feed, News};

/// Minimum time between two reloads of a state that misses facts, in milliseconds.
const PATIENCE: i64 = 1_000;

/// A live state with its version.
pub struct Folded<M: Send + Sync + 'static> {
    /// Current state.
    pub state: RwSignal<M>,
    /// Number of facts folded into the state.
    pub version: RwSignal<Version>,
    feed: Feed,
    stream: StoredValue<StreamId>,
    again: Callback<Self>,
    asked: StoredValue<Option<Time>>,
}

impl<M: Send + Sync + 'static> Clone for Folded<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Send + Sync + 'static> Copy for Folded<M> {}

impl Feed {
    /// Creates a live state that begins as `state` at `version` and folds the facts that follow. If a fact was
    /// missed, calls `again`, which is expected to reload the state and pass it to [`Folded::renew`].
    pub fn fold<M: Memory + Sync>(
        self,
        stream: StreamId,
        state: M,
        version: Version,
        again: Callback<Folded<M>>,
    ) -> Folded<M> {
        let folded = Folded {
            state: RwSignal::new(state),
            version: RwSignal::new(version),
            feed: self,
            stream: StoredValue::new(stream),
            again,
            asked: StoredValue::new(None),
        };
        self.listen(move |facts| folded.take(facts));
        folded
    }
}

impl<M: Memory + Sync> Folded<M> {
    fn take(self, facts: &[Arc<News>]) {
        let version = self.version.get_untracked();
        let next = self
            .stream
            .with_value(|stream| following(facts, stream, version));
        if let Some(last) = next.facts.last() {
            self.version.set(last.version);
            self.state.update(|state| {
                for fact in &next.facts {
                    state.apply_fact(fact);
                }
            });
        }
        if next.misses {
            self.ask();
        }
    }

    /// Requests a reload of the state, unless one was requested a moment ago.
    fn ask(self) {
        let now = self.feed.now.get_untracked();
        let is_new = |asked: &Option<Time>| asked.is_none_or(|asked| now.since(asked) >= PATIENCE);
        if self.asked.with_value(is_new) {
            self.asked.set_value(Some(now));
            self.again.run(self);
        }
    }

    /// Replaces the state with a reloaded one and folds the facts that arrived meanwhile. Ignores a reload that is
    /// older than the current state, and one whose state was disposed.
    pub fn renew(self, state: M, version: Version) {
        if self
            .version
            .try_get_untracked()
            .is_none_or(|known| known > version)
        {
            return;
        }
        self.version.set(version);
        self.state.set(state);
        let kept: Vec<_> = self
            .feed
            .kept
            .with_value(|kept| kept.iter().map(Arc::clone).collect());
        self.take(&kept);
        // More facts may have arrived than are kept.
        let version = self.version.get_untracked();
        let misses = self
            .stream
            .with_value(|stream| following(&kept, stream, version).misses);
        if misses {
            let later = move || {
                if self.version.try_get_untracked() == Some(version) {
                    self.again.run(self);
                }
            };
            set_timeout(later, Duration::from_secs(1));
        }
    }
}

/// Facts that can be folded into a state next.
struct Following<'a> {
    facts: Vec<&'a Arc<News>>,
    /// True if there are later facts that cannot be folded, because one before them is missing.
    misses: bool,
}

/// Returns the facts of a stream that follow `version` without a gap.
fn following<'a>(facts: &'a [Arc<News>], stream: &StreamId, mut version: Version) -> Following<'a> {
    let mut next = Following {
        facts: Vec::new(),
        misses: false,
    };
    for fact in facts.iter().filter(|fact| fact.stream == *stream) {
        if fact.version == version + 1 {
            version = fact.version;
            next.facts.push(fact);
        } else if fact.version > version {
            next.misses = true;
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kernel::Time;
    use kernel::stream::{StreamId, Version};
    use serde_json::json;

    use super::{News, following};

    fn fact(stream: &str, version: Version) -> Arc<News> {
        let fact = json!({
            "workspace": "main", "stream": stream, "version": version, "position": version, "at": Time(1),
            "actor": {"id": "ada", "role": "worker"}, "door": "http", "request": "r",
            "kind": "k", "schema": 1, "body": {}, "summary": "",
        });
        Arc::new(News::read(&fact.to_string()).unwrap())
    }

    #[test]
    fn what_follows_is_taken_and_a_gap_is_seen() {
        let (own, other) = ("session:a", "session:b");
        for (facts, version, taken, misses) in [
            (vec![], 3, vec![], false),
            (vec![(own, 4), (other, 9), (own, 5)], 3, vec![4, 5], false),
            // Already in the state.
            (vec![(own, 2), (own, 3), (own, 4)], 3, vec![4], false),
            (vec![(own, 1)], 3, vec![], false),
            (vec![(own, 4), (own, 6)], 3, vec![4], true),
            (vec![(own, 5)], 3, vec![], true),
            (vec![(other, 5)], 3, vec![], false),
        ] {
            let stream: StreamId = serde_json::from_value(json!(own)).unwrap();
            let facts: Vec<_> = facts.into_iter().map(|(of, no)| fact(of, no)).collect();
            let next = following(&facts, &stream, version);
            let found: Vec<_> = next.facts.iter().map(|fact| fact.version).collect();
            assert_eq!((found, next.misses), (taken, misses));
        }
    }
}
