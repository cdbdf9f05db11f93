//! Report of an import, for a dry run and for the result.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum length of a quarantined record in a report, in characters; it is stored whole.
pub const SHOWN: usize = 400;

/// Maximum size of a message or a memory as JSON that is sent in parts, in bytes: far larger than any that can be
/// imported.
pub const LONGEST: usize = 2 * 1024 * 1024;
/// Maximum size of a piece of a quarantined record, in bytes.
pub const PIECE: usize = 512 * 1024;

/// Quarantined record: cannot be imported, but is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odd {
    /// Place in the text: `line 12`, `tasks/3/subtasks/1`.
    pub at: String,
    /// Reason.
    pub why: String,
    /// Original text.
    pub text: String,
}

impl Odd {
    /// Splits the text into numbered pieces of at most `most` bytes.
    #[must_use]
    pub fn pieces(self, most: usize) -> Vec<Self> {
        if self.text.len() <= most {
            return vec![self];
        }
        let mut texts = Vec::new();
        let mut rest = self.text.as_str();
        while !rest.is_empty() {
            let end = (0..=most.min(rest.len()))
                .rev()
                .find(|at| rest.is_char_boundary(*at));
            // A piece has at least one character.
            let one = rest.chars().next().map_or(0, char::len_utf8);
            let (piece, left) = rest.split_at(end.unwrap_or(0).max(one));
            texts.push(piece);
            rest = left;
        }
        let many = texts.len();
        let pieces = texts.iter().enumerate().map(|(n, text)| Self {
            at: format!("{}, piece {} of {many}", self.at, n + 1),
            why: self.why.clone(),
            text: (*text).to_owned(),
        });
        pieces.collect()
    }
}

/// Result of parsing a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read<T> {
    /// Data that can be imported.
    pub found: T,
    /// Quarantined records.
    pub odd: Vec<Odd>,
    /// Notes for people about the data: `3 fields that Loci has no place for are kept as they are`.
    pub notes: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::Odd;

    #[test]
    fn pieces_together_are_the_whole() {
        for (text, most, many) in [("abc", 3, 1), ("abcd", 3, 2), ("äöü", 3, 3), ("ä", 1, 1)] {
            let odd = Odd {
                at: "line 1".into(),
                why: "is long".into(),
                text: text.into(),
            };
            let pieces = odd.pieces(most);
            let whole: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
            assert_eq!((whole.as_str(), pieces.len()), (text, many));
        }
    }
}
