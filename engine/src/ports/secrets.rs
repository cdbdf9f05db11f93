//! Finds secrets (API keys, tokens, private keys, passwords in addresses) in what is about to be stored.

use std::borrow::Cow;

/// A detector of secrets.
pub trait Secrets: Send + Sync {
    /// `text` with every secret replaced by `[redacted:kind]`, and how many there were. Must be fast
    /// on texts without secrets, and must work on raw JSON as well as on plain text: a replacement
    /// never contains a quote or a backslash.
    fn redact<'a>(&self, text: &'a str) -> (Cow<'a, str>, u32);
}
