//! Parses the JSON of facts, states and answers. The server parses it in one pass. The browser parses it to a tree
//! first and the types from that, which halves the code of each of its hundreds of types.

#[cfg(any(test, not(feature = "host")))]
mod tree;

use serde::de::DeserializeOwned;

/// Parses a value from the whole of `text`.
///
/// # Errors
/// Returns an error if the text is not JSON, or not a `T`.
#[cfg(feature = "host")]
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text)
}

/// Parses a value from the whole of `text`.
///
/// # Errors
/// Returns an error if the text is not JSON, or not a `T`.
#[cfg(not(feature = "host"))]
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    tree::read(text)
}
