//! Port for secret detection (API keys, tokens, private keys, passwords in addresses) in texts to be stored.

use std::borrow::Cow;

use crate::error::{Error, Result};

/// Prefix of every text that replaces a secret.
const REPLACED: &str = "[redacted:";

/// A detector of secrets.
pub trait Secrets: Send + Sync {
    /// Returns `text` with every secret replaced by `[redacted:kind]`, and the number of replacements. Must be fast on
    /// texts without secrets, and must work on raw JSON as well as on plain text: a replacement never contains a quote
    /// or a backslash.
    fn redact<'a>(&self, text: &'a str) -> (Cow<'a, str>, u32);
}

/// Rejects a name in which a secret was redacted: different names could become identical.
///
/// # Errors
/// Returns `invalid` for the field `pointer`.
pub fn must_name(pointer: &str, name: &str) -> Result<()> {
    if name.contains(REPLACED) {
        let detail =
            "looks like a secret, and a name is shown to everybody: take another, or a hash of it";
        return Err(Error::field(pointer, detail));
    }
    Ok(())
}
