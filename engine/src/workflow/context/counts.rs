//! Token counts that are computed before a decision that needs them: counting takes longer than a decision may.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Token counts of texts, by the hash of the text.
#[derive(Clone, Debug, Default)]
pub struct Counts(HashMap<u64, u32>);

impl Counts {
    /// Stores the token count of a text.
    pub fn keep(&mut self, text: &str, tokens: u32) {
        self.0.insert(hash(text), tokens);
    }

    /// Returns the token count of a text. A text that was not counted because of a concurrent change gets the estimate
    /// for dense text: one token for two bytes.
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
