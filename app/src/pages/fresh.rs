//! Refreshes parts of a page without polling: facts signal changes, and each listener is called at most once a
//! second.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use engine::activity::is_receipt;
use kernel::actor::Role;
use kernel::{Fact, Id};
use leptos::prelude::*;

use crate::live::feed;

/// Delay in which facts are collected before the first call: the facts of one operation arrive together.
const GATHER: Duration = Duration::from_millis(80);
/// Minimum time between two calls for the same key.
const PAUSE: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    /// A call is scheduled.
    Soon,
    /// A call was made a moment ago; nothing has happened since.
    Now,
    /// A call was made a moment ago, and something has happened since.
    Again,
}

struct Teller<K: Ord + Send + Sync + 'static> {
    told: StoredValue<BTreeMap<K, Told>>,
    tell: Callback<K>,
}

impl<K: Ord + Send + Sync + 'static> Clone for Teller<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Ord + Send + Sync + 'static> Copy for Teller<K> {}

/// Calls `tell` with the key of facts that have one: soon after the first fact, then at most once a second, and
/// once after the last.
pub fn fresh<K: Ord + Clone + Send + Sync + 'static>(
    key: impl Fn(&Fact) -> Option<K> + Send + Sync + 'static,
    tell: impl Fn(K) + Send + Sync + 'static,
) {
    let teller = Teller {
        told: StoredValue::new(BTreeMap::new()),
        tell: Callback::new(tell),
    };
    feed().listen(move |facts| {
        let keys: BTreeSet<K> = facts.iter().filter_map(|fact| key(fact)).collect();
        for key in keys {
            teller.hear(key);
        }
    });
}

impl<K: Ord + Clone + Send + Sync + 'static> Teller<K> {
    fn hear(self, key: K) {
        let is_first = self.told.try_update_value(|told| match told.get_mut(&key) {
            None => {
                told.insert(key.clone(), Told::Soon);
                true
            }
            Some(state) => {
                if *state == Told::Now {
                    *state = Told::Again;
                }
                false
            }
        });
        if is_first == Some(true) {
            set_timeout(move || self.due(key.clone()), GATHER);
        }
    }

    fn due(self, key: K) {
        let is_due = self.told.try_update_value(|told| {
            if let Some(state @ (Told::Soon | Told::Again)) = told.get_mut(&key) {
                *state = Told::Now;
                true
            } else {
                told.remove(&key);
                false
            }
        });
        if is_due == Some(true) {
            self.tell.run(key.clone());
            set_timeout(move || self.due(key.clone()), PAUSE);
        }
    }
}

/// Returns the workflow that a fact belongs to.
#[must_use]
pub fn workflow_of(fact: &Fact) -> Option<Id> {
    if fact.stream.kind() == "workflow" {
        fact.stream.id().parse().ok()
    } else {
        None
    }
}

/// Facts that only show that an agent is alive or has received notices.
const ROUTINE: [&str; 4] = [
    "lease_renewed",
    "lead_renewed",
    "notices_delivered",
    "usage_reported",
];

/// Returns true if a fact is worth a line: it says more than that an agent is alive.
#[must_use]
pub fn is_news(kind: &str) -> bool {
    !ROUTINE.contains(&kind)
}

/// Facts that Loci records as housekeeping.
const HOUSEKEEPING: [&str; 9] = [
    "lead_ended",
    "note_written",
    "mood_consolidated",
    "niche_reported",
    "pointers_checked",
    "dream_asked",
    "job_failed",
    "job_resumed",
    "messages_indexed",
];

/// Returns true if a fact is activity for people: neither a receipt nor housekeeping of Loci itself. A lead that an
/// agent gave back is activity, one that expired is not.
#[must_use]
pub fn is_activity(kind: &str, by: Role) -> bool {
    let is_housekeeping = by == Role::System && HOUSEKEEPING.contains(&kind);
    is_news(kind) && !is_receipt(kind) && !is_housekeeping
}

/// Facts that never change which items need a person.
const ASKS_NOBODY: [&str; 7] = [
    "discovery_recorded",
    "nudge_sent",
    "nudge_acknowledged",
    "task_linked",
    "task_unlinked",
    "agent_paused",
    "agent_resumed",
];

/// Returns the workflow in which a fact may have changed the items that need a person.
#[must_use]
pub fn asks_in(fact: &Fact) -> Option<Id> {
    workflow_of(fact).filter(|_| is_news(&fact.kind) && !ASKS_NOBODY.contains(&fact.kind.as_str()))
}

#[cfg(test)]
mod tests {
    use kernel::actor::Role;

    use super::is_activity;

    #[test]
    fn housekeeping_is_no_activity() {
        for (kind, by, expected) in [
            ("task_completed", Role::Worker, true),
            ("lead_ended", Role::Orchestrator, true),
            ("lead_ended", Role::System, false),
            ("note_written", Role::Worker, true),
            ("note_written", Role::System, false),
            ("lease_expired", Role::System, true),
            ("question_answered", Role::System, true),
            ("mood_signalled", Role::System, false),
            ("mood_consolidated", Role::System, false),
            ("notices_delivered", Role::Worker, false),
            ("agent_told", Role::System, false),
            ("crystals_recalled", Role::Worker, false),
            ("usage_reported", Role::Worker, false),
        ] {
            assert_eq!(is_activity(kind, by), expected, "{kind} by {by:?}");
        }
    }
}
