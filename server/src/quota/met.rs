//! Record of exceeded quotas by caller. Bounded; not persisted.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::kind::Kind;

/// Maximum number of callers counted separately; further ones share a counter.
const TOLD: usize = 50;
/// Name of the shared counter.
const OTHERS: &str = "others";

/// Counts by quota and caller.
#[derive(Debug, Default)]
pub struct Met(Mutex<BTreeMap<(Kind, String), u64>>);

impl Met {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<(Kind, String), u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a rejection, and logs the first one.
    pub fn note(&self, kind: Kind, who: &str) {
        let mut met = self.lock();
        let mut key = (kind, who.to_owned());
        if met.len() >= TOLD && !met.contains_key(&key) {
            OTHERS.clone_into(&mut key.1);
        }
        let times = met.entry(key).or_default();
        *times += 1;
        if *times == 1 {
            tracing::warn!(quota = kind.name(), who, "a quota is met");
        }
    }

    /// Returns the number of rejections by a quota.
    pub fn times(&self, kind: Kind) -> u64 {
        let met = self.lock();
        let of_kind = met.iter().filter(|((its, _), _)| *its == kind);
        of_kind.map(|(_, times)| times).sum()
    }

    /// Returns a warning for each caller.
    pub fn warnings(&self) -> Vec<String> {
        let met = self.lock();
        let lines = met.iter().map(|((kind, who), times)| {
            let word = if *times == 1 { "time" } else { "times" };
            format!(
                "The quota {} was met by {who}, {times} {word} since the server started.",
                kind.name()
            )
        });
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_met_what_is_told_and_bounded() {
        let met = Met::default();
        met.note(Kind::Feeds, "ada");
        met.note(Kind::Feeds, "ada");
        assert_eq!(
            met.warnings(),
            ["The quota live_feeds was met by ada, 2 times since the server started."]
        );
        for i in 0..3 * TOLD {
            met.note(Kind::Requests, &i.to_string());
        }
        assert_eq!(met.times(Kind::Requests), 3 * TOLD as u64);
        assert!(met.warnings().len() <= TOLD + Kind::ALL.len());
    }
}
