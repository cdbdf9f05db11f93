//! Redaction of any text: it is idempotent, and JSON stays JSON.

use std::sync::LazyLock;

use kernel::ports::secrets::Secrets;
use serde_json::Value;
use tools::PatternSecrets;

static SECRETS: LazyLock<PatternSecrets> =
    LazyLock::new(|| PatternSecrets::new().expect("the table of words can be made"));

/// Redacts an input and checks the result.
pub fn check(text: &str) {
    let (clean, found) = SECRETS.redact(text);
    assert_eq!(
        found == 0,
        clean == text,
        "what is counted is what was replaced"
    );
    let marks = clean.matches("[redacted:").count();
    assert!(marks >= found as usize, "each secret leaves its mark");
    if serde_json::from_str::<Value>(text).is_ok() {
        let still = serde_json::from_str::<Value>(&clean);
        assert!(still.is_ok(), "JSON stays JSON: {clean}");
    }
}
