//! Tokens of texts, counted before a decision that needs them: counting takes longer than a decision may.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What texts have, by their hash.
#[derive(Clone, Debug, Default)]
pub struct Counts(HashMap<u64, u32>);

impl Counts {
    /// Keeps what a text has.
    pub fn keep(&mut self, text: &str, tokens: u32) {
        self.0.insert(hash(text), tokens);
    }

    /// What a text has. One that was not counted, because somebody was faster, is taken to have as many as
    /// a dense one.
    #[must_use]
    pub fn of(&self, text: &str) -> u32 {
        let known = self.0.get(&hash(text)).copied();
        known.unwrap_or_else(|| u32::try_from(text.len().div_ceil(2)).unwrap_or(u32::MAX))
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
