//! Secrets are found in plain text and in raw JSON, ids and hashes are left alone, and the work grows with the text.

#![expect(clippy::unwrap_used, reason = "what is odd ends the test")]

mod harmless;
mod kinds;
mod linear;
mod named;
mod random;

use std::sync::LazyLock;

use kernel::ports::secrets::Secrets;
use tools::PatternSecrets;

/// The rules, made once.
static SECRETS: LazyLock<PatternSecrets> = LazyLock::new(|| PatternSecrets::new().unwrap());

/// Redacts with the rules as the server has them.
fn redact(text: &str) -> (String, u32) {
    let (clean, count) = SECRETS.redact(text);
    (clean.into_owned(), count)
}

/// Says all that went wrong at once.
fn none(wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
