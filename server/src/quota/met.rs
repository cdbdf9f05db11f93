//! Which quotas were met, by whom and how often. Bounded; forgotten with the process.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::kind::Kind;

/// How many callers are told apart; further ones are together.
const TOLD: usize = 50;
/// Who comes after them.
const OTHERS: &str = "others";

/// What was met.
#[derive(Debug, Default)]
pub struct Met(Mutex<BTreeMap<(Kind, String), u64>>);

impl Met {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<(Kind, String), u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts it; the first time it is logged too.
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

    /// How often one was met.
    pub fn times(&self, kind: Kind) -> u64 {
        let met = self.lock();
        let of_kind = met.iter().filter(|((its, _), _)| *its == kind);
        of_kind.map(|(_, times)| times).sum()
    }

    /// The same in words, for each caller.
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
