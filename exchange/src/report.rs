//! What an import found, told before and after it is done. Knows no format.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much of an odd thing a report shows, in characters; it is kept whole.
pub const SHOWN: usize = 400;

/// How long a message or a memory is at most as JSON, in bytes, to go in parts: far longer than any that is taken in.
pub const LONGEST: usize = 2 * 1024 * 1024;
/// How long a piece of something odd is at most, in bytes.
pub const PIECE: usize = 512 * 1024;

/// Something in a text that cannot be taken in. It is set aside, never dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odd {
    /// Where it is: `line 12`, `tasks/3/subtasks/1`.
    pub at: String,
    /// Why it cannot be taken in.
    pub why: String,
    /// The thing itself, as it was written.
    pub text: String,
}

impl Odd {
    /// The thing in pieces of so many bytes at most, each with which one it is.
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
            // A character is a piece at least.
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

/// What was read of a text, and what of it was odd.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read<T> {
    /// What can be taken in.
    pub found: T,
    /// What cannot.
    pub odd: Vec<Odd>,
    /// What a person should know of what can: `3 fields that Loci has no place for are kept as they are`.
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
