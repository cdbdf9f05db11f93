//! Estimates the memory that a JSON text takes once it is parsed, so that one which takes too much is rejected before.

/// Maximum memory that a text may take once it is parsed, in bytes.
pub const MAX_PARSED_BYTES: usize = 512 * 1024 * 1024;

/// Memory of an object with one member, in bytes: members are allocated eleven at a time.
const OBJECT: usize = 640;
/// Memory of a list with one item, in bytes.
const LIST: usize = 128;
/// Memory of a further item or member, in bytes.
const ITEM: usize = 96;

/// Estimates the maximum memory of the values in a text, in bytes. A text that is not JSON takes its own length.
#[must_use]
pub fn estimate_bytes(text: &str) -> usize {
    let bytes = text.trim_start_matches('\u{feff}').trim_start().as_bytes();
    if !matches!(bytes.first(), Some(b'{' | b'[')) {
        return text.len();
    }
    let (mut weight, mut in_text, mut is_escaped) = (text.len(), false, false);
    for byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_text,
            b'"' => in_text = !in_text,
            // No JSON string spans lines, so an unclosed string ends here.
            b'\n' => in_text = false,
            _ if in_text => {}
            b'{' => weight += OBJECT,
            b'[' => weight += LIST,
            b',' => weight += ITEM,
            _ => {}
        }
    }
    weight
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_texts_weighs_what_it_is_long() {
        for (text, weight) in [
            ("", 0),
            ("# {{{ [,,,", 10),
            ("[1,2]", 5 + 128 + 96),
            (r#"{"a":"{[,\"{"}"#, 14 + 640),
            ("\u{feff} {}", 6 + 640),
            ("{\"a\n{},{}", 9 + 3 * 640 + 96),
        ] {
            assert_eq!(estimate_bytes(text), weight, "{text}");
        }
    }
}
