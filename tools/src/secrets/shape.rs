//! Tokens that are known by how they begin. Knows no issuer.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::{Scan, around, value};

/// No pattern needs to see more of a token than this to know it.
const WINDOW: usize = 1024;

/// What of a token stands before the word by which it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing: it begins with the word.
    Nothing,
    /// So many characters.
    Exactly(usize),
    /// A number.
    Digits,
}

/// What else has to be so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// Nothing: nobody else makes texts of this shape.
    Shape,
    /// It does not repeat itself.
    Varied,
    /// It has a digit and does not repeat itself.
    Digit,
    /// It is random: words may look the same otherwise.
    Random,
    /// It is random, with digits and letters in both cases: hashes and ids may look the same otherwise.
    Mixed,
}

impl Check {
    fn holds(self, token: &str) -> bool {
        match self {
            Self::Shape => true,
            Self::Varied => value::bits(token) >= 2.5,
            Self::Digit => value::has_digit(token) && value::bits(token) >= 2.5,
            Self::Random => value::is_random(token),
            Self::Mixed => {
                let has = |kind: fn(&u8) -> bool| token.as_bytes().iter().any(kind);
                has(u8::is_ascii_digit)
                    && has(u8::is_ascii_lowercase)
                    && has(u8::is_ascii_uppercase)
                    && value::bits(token) >= 3.5
            }
        }
    }
}

/// A token's shape.
#[derive(Debug)]
pub(super) struct Shape {
    pub kind: &'static str,
    /// The words by which it is known, with bars between them.
    pub known_by: &'static str,
    pub before: Before,
    /// The whole token; the group `secret` is what is replaced when something of it may stay.
    pub pattern: &'static str,
    pub check: Check,
    pub compiled: OnceLock<Option<Regex>>,
}

impl Shape {
    /// The words by which it is known.
    pub fn words(&self) -> std::str::Split<'static, char> {
        self.known_by.split('|')
    }

    /// The pattern, compiled when it is first needed: most texts need few.
    pub fn regex(&self) -> Option<&Regex> {
        let compile = || {
            let pattern = self.pattern.replace(r"\b", r"(?-u:\b)");
            Regex::new(&format!("^(?:{pattern})")).ok()
        };
        self.compiled.get_or_init(compile).as_ref()
    }

    /// The token whose word stands at `word`. What was looked through once (up to `tried`) is not looked through
    /// for the same shape again.
    pub fn find(
        &self,
        text: &str,
        word: usize,
        tried: &mut usize,
    ) -> Option<(Range<usize>, &'static str)> {
        let bytes = text.as_bytes();
        let begin = match self.before {
            Before::Nothing => word,
            Before::Exactly(count) => word.checked_sub(count)?,
            Before::Digits => around::run_back(bytes, word, 16, |byte| byte.is_ascii_digit()),
        };
        let stands_alone = !bytes.get(begin).is_some_and(u8::is_ascii_alphanumeric)
            || around::begins(bytes, begin);
        if begin < *tried || !text.is_char_boundary(begin) || !stands_alone {
            return None;
        }
        let window = around::window(text, begin, WINDOW);
        let regex = self.regex()?;
        let whole = regex.find(window)?.range();
        *tried = begin + whole.end;
        let secret = if self.pattern.contains("(?<secret>") {
            regex.captures(window)?.name("secret")?.range()
        } else {
            whole
        };
        if !self.check.holds(&window[secret.clone()]) {
            return None;
        }
        // A token longer than the window goes on as it was.
        let mut end = begin + secret.end;
        if secret.end == window.len() {
            end = around::run(bytes, end, usize::MAX, around::is_token);
        }
        *tried = (*tried).max(end);
        Some((begin + secret.start..end, self.kind))
    }
}

/// A JSON web token: two parts that are JSON, and a signature.
pub(super) fn jwt(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
    let part = |from| around::run(bytes, from, usize::MAX, around::is_token);
    let is_json = |from| {
        bytes
            .get(from..from + 3)
            .is_some_and(|begin| begin == b"eyJ")
    };
    let begin = word.start;
    if begin < scan.seen.jwt || !around::begins(bytes, begin) || !is_json(begin) {
        return;
    }
    // All words in this part lead to the same end.
    let head = part(begin);
    scan.seen.jwt = head;
    if bytes.get(head) != Some(&b'.') || !is_json(head + 1) {
        return;
    }
    let body = part(head + 1);
    scan.seen.jwt = body;
    if bytes.get(body) != Some(&b'.') {
        return;
    }
    let end = part(body + 1);
    let parts = [begin..head, head + 1..body, body + 1..end];
    if parts.iter().all(|part| part.len() >= 8) {
        scan.seen.jwt = end;
        scan.add(begin..end, "jwt");
    }
}
