//! Context of a place in a text that may be raw JSON, or JSON within JSON: boundaries of words and quotes.

use std::ops::Range;

/// Maximum number of backslashes before a quote: JSON within JSON within JSON.
const DEPTH: usize = 7;
/// Approximate maximum of white space that is skipped, in bytes.
const GAP: usize = 64;

/// Returns true for a letter, a digit or an underscore.
pub(super) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns true for the characters of most issuers' tokens.
pub(super) const fn is_token(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

/// Returns true if a word may begin at `at`: at the beginning, after a character that is no part of a word, or after an
/// escape (`\n`, `\u0026`, `%3D`), whose last letter is no part of a word.
pub(super) fn begins(text: &[u8], at: usize) -> bool {
    match at.checked_sub(1).and_then(|before| text.get(before)) {
        Some(before) if is_word(*before) => after_escape(text, at),
        _ => true,
    }
}

/// Returns true if an escape ends right before `at`.
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

/// Returns the end of the run of `part` that begins at `from`, at most `most` bytes long.
pub(super) fn run(text: &[u8], from: usize, most: usize, part: impl Fn(u8) -> bool) -> usize {
    let bytes = text.iter().skip(from).take(most);
    from + bytes.take_while(|byte| part(**byte)).count()
}

/// Returns the beginning of the run of `part` that ends at `to`, at most `most` bytes long.
pub(super) fn run_back(text: &[u8], to: usize, most: usize, part: impl Fn(u8) -> bool) -> usize {
    let bytes = text[..to].iter().rev().take(most);
    to - bytes.take_while(|byte| part(**byte)).count()
}

/// Quote with the backslashes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quote {
    mark: u8,
    depth: usize,
}

/// Returns the quote at `at`, and its end.
pub(super) fn quote(text: &[u8], at: usize) -> Option<(Quote, usize)> {
    let end = run(text, at, DEPTH, |byte| byte == b'\\');
    let mark = *text.get(end)?;
    matches!(mark, b'"' | b'\'' | b'`').then(|| {
        let depth = end - at;
        (Quote { mark, depth }, end + 1)
    })
}

/// Returns the text between a quote that ended at `from` and its counterpart, if it has at most `most` bytes.
pub(super) fn find_quoted(
    text: &[u8],
    quote: Quote,
    from: usize,
    most: usize,
) -> Option<Range<usize>> {
    let mut slashes = 0;
    for (at, byte) in text.iter().enumerate().skip(from).take(most) {
        match *byte {
            b'\\' => slashes += 1,
            mark if mark == quote.mark && slashes == quote.depth => {
                return Some(from..at - slashes);
            }
            // The outer string, which contains this quote, ends.
            mark if mark == quote.mark && slashes < quote.depth => return None,
            b'\n' | b'\r' => return None,
            _ => slashes = 0,
        }
    }
    None
}

/// Returns at most `most` bytes of the text from `from` on.
pub(super) fn window(text: &str, from: usize, most: usize) -> &str {
    let mut end = text.len().min(from.saturating_add(most));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(from..end).unwrap_or("")
}

/// Returns true if the text continues at `at` with `word`, in any case.
pub(super) fn follows(text: &[u8], at: usize, word: &str) -> bool {
    text.get(at..at + word.len())
        .is_some_and(|there| there.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns the end of the run of `part` that contains `from`. The last run is cached: positions in it have the same
/// end.
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

/// Returns the end of the white space that begins at `from`, including real and escaped line breaks.
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
