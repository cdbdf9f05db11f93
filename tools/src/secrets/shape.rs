//! Finds tokens by their fixed prefixes.

use std::ops::Range;
use std::sync::OnceLock;

use regex::Regex;

use super::{Scan, around, value};

/// Maximum bytes of a token that a pattern needs to see.
const WINDOW: usize = 1024;

/// Part of a token before its keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Nothing: the token begins with the keyword.
    Nothing,
    /// This many characters.
    Exactly(usize),
    /// A number.
    Digits,
}

/// Additional condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// None: no other texts have this shape.
    Shape,
    /// Enough entropy to exclude repetitions.
    Varied,
    /// A digit, and enough entropy to exclude repetitions.
    Digit,
    /// Random: otherwise words may have the same shape.
    Random,
    /// Random, with digits and letters in both cases: otherwise hashes and ids may have the same shape.
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

/// Shape of a kind of token.
#[derive(Debug)]
pub(super) struct Shape {
    pub kind: &'static str,
    /// Keywords, separated by bars.
    pub known_by: &'static str,
    pub before: Before,
    /// Pattern of the whole token; the group `secret`, if there is one, is the part that is replaced.
    pub pattern: &'static str,
    pub check: Check,
    pub compiled: OnceLock<Option<Regex>>,
}

impl Shape {
    /// Returns the keywords.
    pub fn words(&self) -> std::str::Split<'static, char> {
        self.known_by.split('|')
    }

    /// Returns the pattern, compiled on first use: most texts need few.
    pub fn regex(&self) -> Option<&Regex> {
        let compile = || {
            let pattern = self.pattern.replace(r"\b", r"(?-u:\b)");
            Regex::new(&format!("^(?:{pattern})")).ok()
        };
        self.compiled.get_or_init(compile).as_ref()
    }

    /// Finds the token whose keyword begins at `word`. Text before `tried` is not examined again for the same shape.
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
        // A token longer than the window continues in the same characters.
        let mut end = begin + secret.end;
        if secret.end == window.len() {
            end = around::run(bytes, end, usize::MAX, around::is_token);
        }
        *tried = (*tried).max(end);
        Some((begin + secret.start..end, self.kind))
    }
}

/// Finds a JSON web token: two parts that are JSON, and a signature.
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
    // All keywords in this part lead to the same end.
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
