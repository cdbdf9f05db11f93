//! What stands around a place in a text that may be raw JSON, or JSON within JSON: where words begin, what is
//! quoted by what. Knows no secret.

use std::ops::Range;

/// The most backslashes before a quote: JSON within JSON within JSON.
const DEPTH: usize = 7;
/// About the most white space that is stepped over at once.
const GAP: usize = 64;

/// A letter, a digit or an underscore.
pub(super) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// What a token is made of, as most issuers make them.
pub(super) const fn is_token(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

/// Whether a word may begin at `at`: at the begin, after what is no part of a word, and after an escape (`\n`,
/// `\u0026`, `%3D`), whose last letter is one only by its looks.
pub(super) fn begins(text: &[u8], at: usize) -> bool {
    match at.checked_sub(1).and_then(|before| text.get(before)) {
        Some(before) if is_word(*before) => after_escape(text, at),
        _ => true,
    }
}

/// Whether an escape ends right before `at`.
pub(super) fn after_escape(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    let hex = |count: usize| {
        before.len() > count
            && before[before.len() - count..]
                .iter()
                .all(u8::is_ascii_hexdigit)
    };
    match before {
        [.., b'\\', b'n' | b'r' | b't' | b'b' | b'f'] => true,
        [.., b'%', _, _] => hex(2),
        [.., b'\\', b'u', _, _, _, _] => hex(4),
        _ => false,
    }
}

/// Where the bytes from `from` on cease to be `part`, at most `most` further.
pub(super) fn run(text: &[u8], from: usize, most: usize, part: impl Fn(u8) -> bool) -> usize {
    let bytes = text.iter().skip(from).take(most);
    from + bytes.take_while(|byte| part(**byte)).count()
}

/// Where the bytes before `to` begin to be `part`, at most `most` before it.
pub(super) fn run_back(text: &[u8], to: usize, most: usize, part: impl Fn(u8) -> bool) -> usize {
    let bytes = text[..to].iter().rev().take(most);
    to - bytes.take_while(|byte| part(**byte)).count()
}

/// A quote with the backslashes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quote {
    mark: u8,
    depth: usize,
}

/// The quote that stands at `at`, and where it ends.
pub(super) fn quote(text: &[u8], at: usize) -> Option<(Quote, usize)> {
    let end = run(text, at, DEPTH, |byte| byte == b'\\');
    let mark = *text.get(end)?;
    matches!(mark, b'"' | b'\'' | b'`').then(|| {
        let depth = end - at;
        (Quote { mark, depth }, end + 1)
    })
}

/// What is between a quote that ended at `from` and its counterpart, at most `most` bytes.
pub(super) fn quoted(text: &[u8], quote: Quote, from: usize, most: usize) -> Option<Range<usize>> {
    let mut slashes = 0;
    for (at, byte) in text.iter().enumerate().skip(from).take(most) {
        match *byte {
            b'\\' => slashes += 1,
            mark if mark == quote.mark && slashes == quote.depth => {
                return Some(from..at - slashes);
            }
            // The text ends that this quote was opened in.
            mark if mark == quote.mark && slashes < quote.depth => return None,
            b'\n' | b'\r' => return None,
            _ => slashes = 0,
        }
    }
    None
}

/// The text from `from` on, at most `most` bytes of it.
pub(super) fn window(text: &str, from: usize, most: usize) -> &str {
    let mut end = text.len().min(from.saturating_add(most));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(from..end).unwrap_or("")
}

/// Whether the text goes on at `at` with `word`, in whatever case.
pub(super) fn follows(text: &[u8], at: usize, word: &str) -> bool {
    text.get(at..at + word.len())
        .is_some_and(|there| there.eq_ignore_ascii_case(word.as_bytes()))
}

/// Where the run of `part` ends that `from` is in. The last one is remembered: what begins in it ends where it does.
pub(super) fn run_in(
    text: &[u8],
    last: &mut Range<usize>,
    from: usize,
    part: impl Fn(u8) -> bool,
) -> usize {
    if !last.contains(&from) {
        *last = from..run(text, from, usize::MAX, part);
    }
    last.end.max(from)
}

/// Where the white space ends that begins at `from`, line breaks with it, real ones and escaped ones.
pub(super) fn gap(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < from + GAP {
        let space = run(text, at, GAP, |byte| byte.is_ascii_whitespace());
        let escape = run(text, space, 2 * DEPTH, |byte| byte == b'\\');
        if escape == space || !matches!(text.get(escape), Some(b'n' | b'r' | b't')) {
            return space;
        }
        at = escape + 1;
    }
    at
}
