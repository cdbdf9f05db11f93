//! Parses priorities as people and tools write them: numbers, `P1`, words.

use serde_json::Value;

/// Words for priorities, by number.
const WORDS: [(&str, u8); 11] = [
    ("critical", 0),
    ("urgent", 0),
    ("highest", 0),
    ("high", 1),
    ("medium", 2),
    ("normal", 2),
    ("low", 3),
    ("lowest", 4),
    ("minor", 4),
    ("trivial", 4),
    ("backlog", 4),
];

/// Parses a priority from 0 (most urgent) to 4; `None` if it is invalid.
pub(crate) fn priority(value: &Value) -> Option<u8> {
    let text = match value {
        Value::Number(number) => number.to_string().trim_end_matches(".0").to_owned(),
        Value::String(text) => text.trim().to_lowercase(),
        _ => return None,
    };
    if let Some((_, number)) = WORDS.iter().find(|(word, _)| *word == text) {
        return Some(*number);
    }
    match text.strip_prefix('p').unwrap_or(&text).as_bytes() {
        [digit @ b'0'..=b'4'] => Some(digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::priority;

    #[test]
    fn numbers_and_words_are_priorities() {
        for (value, expected) in [
            (json!(0), Some(0)),
            (json!(4), Some(4)),
            (json!(1.0), Some(1)),
            (json!("P1"), Some(1)),
            (json!("p0"), Some(0)),
            (json!("3"), Some(3)),
            (json!(" High "), Some(1)),
            (json!("URGENT"), Some(0)),
            (json!("lowest"), Some(4)),
            (json!(5), None),
            (json!(-1), None),
            (json!(1.5), None),
            (json!("P5"), None),
            (json!("+1"), None),
            (json!("soon"), None),
            (json!(""), None),
            (json!(true), None),
            (json!([1]), None),
        ] {
            assert_eq!(priority(&value), expected, "{value}");
        }
    }
}
