//! Values that were given a name which promises a secret: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`,
//! `&sig=…`. Knows no issuer.

use std::ops::Range;

use super::name::{self, Promise};
use super::{Sight, around, value};

/// What such a secret is called in the text that replaces it.
pub(super) const KIND: &str = "assigned_secret";

/// The longest part of a name on either side of its word.
const NAME: usize = 64;
/// The shortest secret, in bytes.
const SHORTEST: usize = 8;
/// The most spaces around a sign.
const SPACES: usize = 8;

/// How a value follows its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// `=`, `:`, `:=`, `=>`, `==`.
    Given,
    /// `", "`: a pair in a list, or the name and the value of something.
    Pair,
    /// A space after an option.
    Option,
    /// `is`, in a sentence.
    Said,
    /// `>` of an element.
    Element,
}

/// Looks at the name around a word.
pub(super) fn look(sight: &mut Sight<'_>, word: Range<usize>) {
    let bytes = sight.bytes();
    if word.start < sight.seen.names {
        return;
    }
    let part = |byte: u8| around::is_token(byte) || byte == b'.';
    let end = around::run(bytes, word.end, NAME, part);
    let mut begin = around::run_back(bytes, word.start, NAME, part);
    if begin > 0 && bytes[begin - 1] == b'\\' && around::after_escape(bytes, begin + 1) {
        begin += 1;
    }
    sight.seen.names = end;
    if begin > 1 && bytes[begin - 1] == b'%' {
        begin = (begin + 2).min(word.start);
    }
    let name = sight.text[begin..end].trim_end_matches(['.', '-']);
    // A part of a longer name (`a:secret:b`) is given no value.
    if begin > 0 && bytes[begin - 1] == b':' {
        return;
    }
    let is_option = name.starts_with('-');
    let parameter = matches!(begin.checked_sub(1).map(|at| bytes[at]), Some(b'?' | b'&'));
    if parameter && is_signature(name) {
        return signature(sight, end);
    }
    let Some(promise) = name::promise(name) else {
        return;
    };
    let is_element = begin > 0 && bytes[begin - 1] == b'<';
    let Some((sign, from)) = sign(bytes, begin + name.len(), is_option, is_element) else {
        return;
    };
    let Some(at) = given(sight, from, sign, parameter) else {
        return;
    };
    let given = around::window(sight.text, at.start, at.len().min(value::JUDGED));
    let shouted = name::is_shouted(name) && sign != Sign::Said;
    let is_secret = match (promise, sign) {
        (Promise::Perhaps, Sign::Said | Sign::Pair) => false,
        (Promise::Perhaps, _) | (Promise::Secret, Sign::Said) => is_perhaps(given),
        (Promise::Secret, _) => is_secret(given),
        (Promise::Password, _) => is_password(given, shouted),
    };
    if is_secret {
        sight.add(at, KIND);
    }
}

fn is_signature(name: &str) -> bool {
    ["sig", "signature", "x-amz-signature", "x-goog-signature"]
        .iter()
        .any(|one| name.eq_ignore_ascii_case(one))
}

/// The signature in an address, which opens it.
fn signature(sight: &mut Sight<'_>, name: usize) {
    let bytes = sight.bytes();
    let part = |byte: u8| around::is_token(byte) || b"%.+/=".contains(&byte);
    if bytes.get(name) == Some(&b'=') {
        let at = name + 1..around::run(bytes, name + 1, value::LONGEST, part);
        if at.len() >= 32 && value::bits(&sight.text[at.clone()]) >= 3.0 {
            sight.add(at, "url_signature");
        }
    }
}

/// The sign after a name that ends at `end`, and where what follows it begins.
fn sign(bytes: &[u8], end: usize, is_option: bool, is_element: bool) -> Option<(Sign, usize)> {
    let spaces = |at| around::run(bytes, at, SPACES, |byte| byte == b' ' || byte == b'\t');
    let byte = |at: usize| bytes.get(at).copied();
    let is_quoted = around::quote(bytes, end);
    let mut at = is_quoted.map_or(end, |(_, end)| end);
    if byte(at) == Some(b']') {
        at += 1;
    }
    at = spaces(at);
    match byte(at)? {
        b'=' | b':' => {
            let end = around::run(bytes, at, 3, |byte| matches!(byte, b'=' | b':' | b'>'));
            Some((Sign::Given, spaces(end)))
        }
        b',' if is_quoted.is_some() => {
            let at = spaces(at + 1);
            let (_, from) = around::quote(bytes, at)?;
            let named = around::follows(bytes, from, "value");
            let colon = named.then(|| around::quote(bytes, from + 5)).flatten();
            match colon.map(|(_, at)| spaces(at)) {
                Some(colon) if byte(colon) == Some(b':') => Some((Sign::Pair, spaces(colon + 1))),
                _ => Some((Sign::Pair, at)),
            }
        }
        b'>' if is_element => Some((Sign::Element, at + 1)),
        b'i' if at > end && around::follows(bytes, at, "is ") => Some((Sign::Said, spaces(at + 3))),
        _ if is_option && at > end => Some((Sign::Option, at)),
        _ => None,
    }
}

/// The value that begins at `from`.
fn given(sight: &mut Sight<'_>, from: usize, sign: Sign, parameter: bool) -> Option<Range<usize>> {
    let (text, bytes) = (sight.text, sight.bytes());
    let quote = around::quote(bytes, from);
    let from = quote.map_or(from, |(_, end)| end);
    if let Some((quote, _)) = quote
        && let Some(at) = around::quoted(bytes, quote, from, value::LONGEST)
        && is_whole(&text[at.clone()])
    {
        return (at.len() >= SHORTEST).then_some(at);
    }
    if quote.is_none() && sign == Sign::Pair {
        return None;
    }
    let stops = |byte: u8| byte.is_ascii_whitespace() || b"\"'`\\,;<>".contains(&byte);
    let mut end = if parameter {
        let last = &mut sight.seen.parameter;
        around::run_in(bytes, last, from, |byte| {
            !stops(byte) && !b"&#".contains(&byte)
        })
    } else {
        around::run_in(bytes, &mut sight.seen.given, from, |byte| !stops(byte))
    };
    if end - from > value::LONGEST || !text.is_char_boundary(from) {
        return None;
    }
    // Another parameter of a form begins.
    let next = |at: &usize| {
        let name = around::run(bytes, at + 1, NAME, around::is_token);
        bytes[*at] == b'&' && name > at + 1 && bytes.get(name) == Some(&b'=')
    };
    let near = end.min(from + value::JUDGED);
    end = (from..near).find(next).unwrap_or(end);
    // What closes a sentence or a bracket is no part of the value.
    while end > from && b").]}:".contains(&bytes[end - 1]) {
        end -= 1;
    }
    (end - from >= SHORTEST).then_some(from..end)
}

/// Whether all that stands between two quotes may be one secret: one word, without a line break.
fn is_whole(value: &str) -> bool {
    let broken = ["\\n", "\\r", "\\t"]
        .iter()
        .any(|escape| value.contains(escape));
    !broken && !value.contains(|c: char| c.is_whitespace() || "<>;,".contains(c))
}

/// Whether the value of a name that promises much is a secret. It may look like an id.
fn is_secret(given: &str) -> bool {
    if is_something_else(given) || !value::has_digit(given) || !value::has_letter(given) {
        return false;
    }
    match given.len() {
        // Too short to be told by chance: what people make up has more than letters and digits.
        ..16 => value::classes(given) >= 3,
        _ => value::bits(given) >= 2.75,
    }
}

/// Whether the value of a name that promises little is a secret.
fn is_perhaps(given: &str) -> bool {
    given.len() >= 16
        && !is_something_else(given)
        && !value::is_id(given)
        && value::is_random(given)
}

/// Whether the value of a name that promises a password is one. `shouted`: of a variable of the environment, which
/// is given nothing else.
fn is_password(given: &str, shouted: bool) -> bool {
    let is_member = given.contains('.') && value::is_wordy(given);
    if is_member || value::is_code(given) || value::is_stand_in(given) || value::is_number(given) {
        return false;
    }
    let plain = value::classes(given);
    if value::has_digit(given) {
        let hashed = given.len() >= 32 && value::is_hex(given) && !shouted;
        return !hashed && (plain >= 3 || (plain == 2 && (given.len() >= 10 || shouted)));
    }
    shouted && !value::says_stand_in(given) && !given.contains('.')
}

fn is_something_else(given: &str) -> bool {
    value::is_code(given)
        || value::is_stand_in(given)
        || value::is_number(given)
        || value::is_wordy(given)
}
