//! Invisible characters, and those that make a text read differently from its content. Text for people is shown with
//! them written out.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns true for invisible characters: Unicode's default ignorable code points, line and paragraph separators,
/// annotation marks and the blank Braille pattern. Excludes control characters.
#[must_use]
pub const fn is_unseen(c: char) -> bool {
    turns(c)
        || joins(c)
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Returns true for characters that change the display direction of the following text.
#[must_use]
pub const fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns true for characters that join their neighbours or select the form of the previous one. Letters of some
/// scripts and emoji use them.
#[must_use]
pub const fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Writes out characters that change the display direction. Keeps other invisible characters, which emoji and some
/// languages need.
#[must_use]
pub fn escape_direction(text: &str) -> Cow<'_, str> {
    escape_chars(text, turns)
}

/// Writes out all invisible characters, for text that must be shown exactly, such as code. The emoji variation selector
/// is kept.
#[must_use]
pub fn escape_invisible(text: &str) -> Cow<'_, str> {
    escape_chars(text, |c| is_unseen(c) && c != '\u{fe0f}')
}

/// Returns true for characters that a reader may take for the end of a line.
#[must_use]
pub const fn ends_line(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Joins the lines of a text with spaces and drops other control characters.
#[must_use]
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let parts = text.split(|c: char| c.is_control() || ends_line(c));
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(part);
    }
    line
}

/// Drops tag characters and selectors, which can hide text that only a model reads.
#[must_use]
pub fn without_hidden(text: &str) -> Cow<'_, str> {
    const fn is_hidden(c: char) -> bool {
        matches!(c, '\u{e0000}'..='\u{e0fff}')
    }
    // The check for ASCII is fast, and most texts of a prompt pass it.
    if !text.is_ascii() && text.contains(is_hidden) {
        Cow::Owned(text.replace(is_hidden, ""))
    } else {
        Cow::Borrowed(text)
    }
}

/// Formats a text as a JSON string on one line, with invisible characters escaped.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || is_unseen(c) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to a string never fails.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn escape_chars(text: &str, is_odd: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_odd(c) {
            // Writing to a string never fails.
            let _ = write!(out, "[U+{:04X}]", u32::from(c));
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
    fn what_nobody_sees_is_told_from_what_is_there() {
        for c in "a \n\u{1b}ü漢\u{5d0}\u{301}\u{1f469}-".chars() {
            assert!(!is_unseen(c), "{c:?}");
        }
        for c in "\u{ad}\u{200b}\u{2028}\u{2800}\u{3164}\u{feff}\u{e0041}".chars() {
            assert!(is_unseen(c) && !turns(c) && !joins(c), "{c:?}");
        }
        assert!(is_unseen('\u{202e}') && turns('\u{202e}'));
        assert!(is_unseen('\u{200d}') && joins('\u{200d}'));
    }

    #[test]
    fn a_text_is_one_line_whatever_ends_lines_in_it() {
        let text = "a\u{2028}- b\u{2029}c\u{85}d\r\ne\u{b}f";
        assert_eq!(one_line(text), "a - b c d e f");
        assert_eq!(quote(text), r#""a\u2028- b\u2029c\u0085d\r\ne\u000bf""#);
        assert_eq!(
            without_hidden("a\u{e0041}b\u{e0100}c 👩\u{200d}💻"),
            "abc 👩\u{200d}💻"
        );
        assert_eq!(quote("a\u{e0041}"), r#""a\udb40\udc41""#);
    }

    #[test]
    fn what_reads_otherwise_than_it_is_stands_written_out() {
        for (text, in_prose, in_code) in [
            ("plain, ünï, 漢, \u{5d0}\u{5d1}", None, None),
            (
                "a\u{202e}b\u{2069}",
                Some("a[U+202E]b[U+2069]"),
                Some("a[U+202E]b[U+2069]"),
            ),
            ("is\u{200b}Admin", None, Some("is[U+200B]Admin")),
            (
                "\u{1f469}\u{200d}\u{1f4bb}",
                None,
                Some("\u{1f469}[U+200D]\u{1f4bb}"),
            ),
            ("x\u{e0041}", None, Some("x[U+E0041]")),
        ] {
            assert_eq!(escape_direction(text), in_prose.unwrap_or(text), "{text:?}");
            assert_eq!(escape_invisible(text), in_code.unwrap_or(text), "{text:?}");
        }
    }
}
