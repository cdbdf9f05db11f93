//! Tests that secrets are found in plain text and in raw JSON, that ids and hashes are unchanged, and that the work is
//! linear.

#![expect(clippy::unwrap_used, reason = "what is odd ends the test")]

mod harmless;
mod kinds;
mod linear;
mod named;
mod random;

use std::sync::LazyLock;

use kernel::ports::secrets::Secrets;
use tools::PatternSecrets;

/// Rules, built once.
static SECRETS: LazyLock<PatternSecrets> = LazyLock::new(|| PatternSecrets::new().unwrap());

/// Redacts with the server's rules.
fn redact(text: &str) -> (String, u32) {
    let (clean, count) = SECRETS.redact(text);
    (clean.into_owned(), count)
}

/// Reports all failures together.
fn none(wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
