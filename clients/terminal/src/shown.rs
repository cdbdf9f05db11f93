//! Escapes untrusted texts for the terminal: characters that move the cursor, change colors or reorder text are written
//! as escapes.

use std::borrow::Cow;
use std::fmt::Write as _;

use kernel::unseen::{is_unseen, joins};

/// Returns true if a character affects its display, or is invisible.
fn acts(c: char) -> bool {
    c.is_control() || is_unseen(c) && !joins(c)
}

fn escape_controls(text: &str, stays: fn(char) -> bool) -> Cow<'_, str> {
    let acts = |c: char| acts(c) && !stays(c);
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if !acts(c) {
            out.push(c);
            continue;
        }
        // Writing to a string cannot fail.
        let _ = match u32::from(c) {
            0x09 => write!(out, "\\t"),
            0x0a => write!(out, "\\n"),
            0x0d => write!(out, "\\r"),
            code @ ..0x100 => write!(out, "\\x{code:02x}"),
            code => write!(out, "\\u{{{code:x}}}"),
        };
    }
    Cow::Owned(out)
}

/// Escapes a text for one line, including line breaks.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    escape_controls(text, |_| false)
}

/// Escapes a text, but keeps its line breaks.
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    escape_controls(text, |c| matches!(c, '\n' | '\t'))
}

/// Escapes control characters in JSON as `\u`, which does not change its meaning: in JSON they only occur in strings.
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    let acts = |c: char| acts(c) && !matches!(c, '\n' | '\r' | '\t');
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut units = [0; 2];
    for c in text.chars() {
        if acts(c) {
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_written_out() {
        for (text, on_a_line, on_lines) in [
            ("plain äß漢字 👩‍💻", "plain äß漢字 👩‍💻", "plain äß漢字 👩‍💻"),
            ("a\tb\nc\rd", "a\\tb\\nc\\rd", "a\tb\nc\\rd"),
            ("\u{1b}[31mred", "\\x1b[31mred", "\\x1b[31mred"),
            (
                "\u{1b}]0;title\u{7}",
                "\\x1b]0;title\\x07",
                "\\x1b]0;title\\x07",
            ),
            (
                "\u{9b}2J\u{7f}\u{0}",
                "\\x9b2J\\x7f\\x00",
                "\\x9b2J\\x7f\\x00",
            ),
            (
                "\u{202e}gro\u{2069}",
                "\\u{202e}gro\\u{2069}",
                "\\u{202e}gro\\u{2069}",
            ),
            (
                "\u{2028}\u{feff}\u{e0049}",
                "\\u{2028}\\u{feff}\\u{e0049}",
                "\\u{2028}\\u{feff}\\u{e0049}",
            ),
        ] {
            assert_eq!(line(text), on_a_line);
            assert_eq!(lines(text), on_lines);
        }
    }

    #[test]
    fn nothing_that_acts_is_left_of_any_character() {
        let all: String = (0..=0x0010_ffff).filter_map(char::from_u32).collect();
        assert!(!line(&all).contains(acts));
        assert!(!lines(&all).replace(['\n', '\t'], "").contains(acts));
    }

    #[test]
    fn json_says_the_same() {
        let text = "a\u{9b}b\u{202e}c\u{e0049}d\u{7f}e\u{1b}\n漢";
        let json = serde_json::to_string(&[text]).expect("JSON");
        let shown = self::json(&json);
        assert!(!shown.contains(acts));
        let read: Vec<String> = serde_json::from_str(&shown).expect("JSON");
        assert_eq!(read, [text]);
    }
}
