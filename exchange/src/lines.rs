//! Splits a text into lines that end with a line feed, a carriage return, or both.

use std::iter::from_fn;

/// Returns the lines of a text without their line endings.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, ending) = match rest.find(['\n', '\r']) {
            Some(end) if rest[end..].starts_with("\r\n") => (&rest[..end], 2),
            Some(end) => (&rest[..end], 1),
            None => (rest, 0),
        };
        rest = &rest[line.len() + ending..];
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn every_ending_ends_a_line() {
        for (text, expected) in [
            ("", vec![]),
            ("a", vec!["a"]),
            ("a\nb\rc\r\nd\n", vec!["a", "b", "c", "d"]),
            ("\n\r\r\n\n", vec!["", "", "", ""]),
            ("a\n\rb", vec!["a", "", "b"]),
        ] {
            assert_eq!(lines(text).collect::<Vec<_>>(), expected, "{text:?}");
        }
    }
}
