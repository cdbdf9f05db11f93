//! Reads the JSON of facts, states and answers. A server reads it in one pass. A browser reads it into a tree
//! first and the types from that: each type then costs it about half the code, and it has hundreds of them.

#[cfg(any(test, not(feature = "host")))]
mod tree;

use serde::de::DeserializeOwned;

/// Reads a value of which the text is all.
///
/// # Errors
/// What is no JSON, or no such value.
#[cfg(feature = "host")]
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text)
}

/// Reads a value of which the text is all.
///
/// # Errors
/// What is no JSON, or no such value.
#[cfg(not(feature = "host"))]
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    tree::read(text)
}
