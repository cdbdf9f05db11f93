//! Replays the kept inputs of every fuzz target, without instrumentation.

use std::fs;
use std::path::Path;

/// Passes every kept input of `target` to `check`; returns their number.
fn replay(target: &str, check: impl Fn(&str)) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target);
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the corpus can be listed") {
        let path = entry.expect("the corpus can be listed").path();
        let input = fs::read(&path).expect("an input can be read");
        // libFuzzer skips inputs that are not text, too.
        if let Ok(text) = str::from_utf8(&input) {
            println!("{}", path.display());
            check(text);
            count += 1;
        }
    }
    count
}

#[test]
fn kept_facts_are_folded() {
    assert!(replay("facts", fuzz::facts::check) > 0);
}

#[test]
fn kept_markdown_is_read() {
    assert!(replay("markdown", fuzz::markdown::check) > 0);
}

#[test]
fn kept_texts_are_redacted() {
    assert!(replay("redaction", fuzz::redaction::check) > 0);
}

#[test]
fn kept_requests_are_answered() {
    assert!(replay("operations", |script| fuzz::requests::play(script, "/api/")) > 0);
    assert!(replay("compat", |script| fuzz::requests::play(script, "/v1/")) > 0);
}
