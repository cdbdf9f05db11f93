//! What an import found, told before and after it is done. Knows no format.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much of an odd thing a report shows, in characters; it is kept whole.
pub const SHOWN: usize = 400;

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
