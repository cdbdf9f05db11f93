//! Finds secrets (API keys, tokens, private keys, passwords in addresses) in what is about to be stored.

use std::borrow::Cow;

use crate::error::{Error, Result};

/// How every text that takes the place of a secret begins.
const REPLACED: &str = "[redacted:";

/// A detector of secrets.
pub trait Secrets: Send + Sync {
    /// `text` with every secret replaced by `[redacted:kind]`, and how many there were. Must be fast
    /// on texts without secrets, and must work on raw JSON as well as on plain text: a replacement
    /// never contains a quote or a backslash.
    fn redact<'a>(&self, text: &'a str) -> (Cow<'a, str>, u32);
}

/// Refuses a name in which a secret was found: with it taken out, different names would be the same.
///
/// # Errors
/// `invalid`, with `pointer` as the field.
pub fn must_name(pointer: &str, name: &str) -> Result<()> {
    if name.contains(REPLACED) {
        let detail =
            "looks like a secret, and a name is shown to everybody: take another, or a hash of it";
        return Err(Error::field(pointer, detail));
    }
    Ok(())
}
