//! Titles in one line.

use serde_json::{Map, Value};

/// Maximum length of a title, in characters.
pub const TITLE: usize = 300;

/// Converts a text to one line of at most [`TITLE`] characters.
pub(super) fn one_line(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if is_break(c) { ' ' } else { c })
        .collect();
    let line = line.trim();
    if line.chars().count() <= TITLE {
        return line.into();
    }
    let cut = line.chars().take(TITLE - 1);
    cut.chain(['…']).collect()
}

/// Returns true for characters that a title must not contain.
fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Returns true if a title is the shortened form of the title in the record.
pub(crate) fn is_cut(record: &Map<String, Value>, title: &str) -> bool {
    let whole = record.get("title").and_then(Value::as_str);
    whole.is_some_and(|whole| one_line(whole) == title)
}
