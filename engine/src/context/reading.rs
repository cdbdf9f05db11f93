//! Records the previous prompt of an agent, to measure the common beginning with the next one. Only the hash and the
//! token count of each piece are kept.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::context::part::Speaker;

/// A piece of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    hash: u64,
    tokens: u32,
}

impl Unit {
    /// Creates the record of a piece.
    pub fn of(text: &str, speaker: Speaker, tokens: u32) -> Self {
        let mut hasher = DefaultHasher::new();
        (text, speaker.role()).hash(&mut hasher);
        let hash = hasher.finish();
        Self { hash, tokens }
    }
}

/// A previous prompt: its blocks by name, each with its pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading(pub Vec<(&'static str, Vec<Unit>)>);

impl Reading {
    fn units(&self) -> impl Iterator<Item = &Unit> {
        self.0.iter().flat_map(|(_, units)| units)
    }

    /// Returns the number of leading tokens that both have in common.
    pub fn same_tokens(&self, last: &Self) -> u32 {
        let both = self.units().zip(last.units());
        let same = both.take_while(|(now, then)| now == then);
        same.map(|(now, _)| now.tokens).sum()
    }

    /// Returns the pieces of each block by its name.
    pub fn blocks(&self) -> HashMap<&'static str, &[Unit]> {
        let blocks = self.0.iter();
        blocks
            .map(|(name, units)| (*name, units.as_slice()))
            .collect()
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let units: usize = self.0.iter().map(|(_, units)| units.len()).sum();
        units * size_of::<Unit>() + self.0.len() * 64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_same_ends_at_the_first_difference() {
        let reading = |texts: &[&str]| {
            let units = texts.iter().map(|text| Unit::of(text, Speaker::Loci, 10));
            Reading(vec![("goal", units.collect())])
        };
        let before = reading(&["a", "b", "c"]);
        for (now, same) in [
            (vec!["a", "b", "c"], 30),
            (vec!["a", "b", "c", "d"], 30),
            (vec!["a", "x", "c"], 10),
            (vec!["x", "a", "b"], 0),
            (vec![], 0),
        ] {
            assert_eq!(reading(&now).same_tokens(&before), same, "{now:?}");
        }
    }
}
