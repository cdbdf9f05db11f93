//! Parses the JSON of facts, states and answers.

use serde::de::DeserializeOwned;

/// Parses a value from the whole of `text`.
///
/// # Errors
/// Returns an error if the text is not JSON, or not a `T`.
pub fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text)
}
