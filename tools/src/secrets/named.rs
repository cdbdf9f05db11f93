//! Finds secrets by the name of a value: `DB_PASSWORD=…`, `"apiKey": "…"`, `--token …`, `| API_KEY | … |`, `&sig=…`.

mod sign;

use std::ops::Range;

use super::header::COOKIE;
use super::name::{self, Promise};
use super::{Scan, around, value};
use sign::{Place, Sign};

/// Kind of such a secret, in the text that replaces it.
pub(super) const KIND: &str = "assigned_secret";

/// Maximum length of a name on either side of its word.
const NAME: usize = 64;
/// Minimum length of a secret, in bytes.
const SHORTEST: usize = 8;

/// Meaning of a value, according to its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meant {
    /// Secret with this certainty.
    Promised(Promise),
    /// Two words of a sentence that name a secret: `API key`.
    Spoken,
    /// Session cookie.
    Session,
    /// Session cookie, or the id of something else.
    SessionPerhaps,
}

/// Examines the name around a word.
pub(super) fn look(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
    if word.start < scan.seen.names {
        return;
    }
    let part = |byte: u8| around::is_token(byte) || byte == b'.';
    let end = around::run(bytes, word.end, NAME, part);
    let mut begin = around::run_back(bytes, word.start, NAME, part);
    if begin > 0 && bytes[begin - 1] == b'\\' && around::after_escape(bytes, begin + 1) {
        begin += 1;
    }
    scan.seen.names = end;
    if begin > 1 && bytes[begin - 1] == b'%' {
        begin = (begin + 2).min(word.start);
    }
    let name = scan.text[begin..end].trim_end_matches(['.', '-']);
    let Some(place) = Place::of(bytes, begin, name) else {
        return;
    };
    if place == Place::Parameter && is_signature(name) {
        return signature(scan, end);
    }
    let Some(meant) = meaning(scan.text, begin, name) else {
        return;
    };
    let Some((sign, from)) = sign::after(bytes, begin..begin + name.len(), place) else {
        return;
    };
    let is_cookie = matches!(meant, Meant::Session | Meant::SessionPerhaps);
    let is_parameter = place == Place::Parameter || is_cookie;
    let Some(at) = find_value(scan, from, sign, is_parameter) else {
        return;
    };
    let given = around::window(scan.text, at.start, at.len().min(value::JUDGED));
    let is_secret = match meant {
        Meant::Promised(Promise::Password) if is_word(bytes, place, sign, from, &at) => {
            is_kept(Promise::Password, name, place, sign, given) || value::is_plain_password(given)
        }
        Meant::Promised(promise) => is_kept(promise, name, place, sign, given),
        Meant::Spoken => is_told(given),
        Meant::Session => is_session(given),
        Meant::SessionPerhaps => {
            let is_direct = from == begin + name.len() + 1 && bytes[from - 1] == b'=';
            is_direct && is_session_perhaps(name, given)
        }
    };
    if is_secret && (sign != Sign::Cell || sign::fills_cell(bytes, at.end)) {
        scan.add(at, if is_cookie { COOKIE } else { KIND });
    }
}

/// Returns true if a single word is a password, and not a part of a sentence: `--password=…`, before another option, or
/// in quotes after an option or an `is`.
fn is_word(bytes: &[u8], place: Place, sign: Sign, from: usize, at: &Range<usize>) -> bool {
    let is_quoted = at.start > from;
    let is_before_option = around::follows(bytes, at.end, " -");
    match (place, sign) {
        (Place::Option, Sign::Given) => true,
        (Place::Option, Sign::Option) => is_quoted || is_before_option,
        (_, Sign::Told) => is_quoted && bytes[..from].ends_with(b"is "),
        _ => false,
    }
}

/// Returns the meaning of the name that begins at `begin`, possibly together with the word before it.
fn meaning(text: &str, begin: usize, name: &str) -> Option<Meant> {
    let bytes = text.as_bytes();
    let name = name.trim_start_matches('-');
    if name::is_session(name) {
        return Some(Meant::Session);
    }
    if name::is_session_perhaps(name) {
        return Some(Meant::SessionPerhaps);
    }
    let space = begin.checked_sub(1).filter(|at| bytes[*at] == b' ');
    let before = space.map(|space| {
        let at = around::run_back(bytes, space, 16, around::is_word);
        let escaped = at > 0 && bytes[at - 1] == b'\\' && around::after_escape(bytes, at + 1);
        &text[at + usize::from(escaped && at < space)..space]
    });
    if before.is_some_and(|before| name::is_spoken(before, name)) {
        return Some(Meant::Spoken);
    }
    name::promise(name).map(Meant::Promised)
}

/// Returns true if a value is a secret, given the certainty of its name.
fn is_kept(promise: Promise, name: &str, place: Place, sign: Sign, given: &str) -> bool {
    let is_option = place == Place::Option;
    let told = matches!(sign, Sign::Told | Sign::Cell);
    let shouted = name::is_shouted(name) && !told;
    match promise {
        Promise::Perhaps if told || sign == Sign::Pair && !is_option => false,
        Promise::Perhaps => {
            is_perhaps(given) || is_option && !name::marks_a_place(name) && is_told(given)
        }
        Promise::Secret if told => is_told(given),
        Promise::Secret => is_secret(given),
        Promise::Password if told => {
            let is_one = is_password(given, false, false) || value::joins_words(given);
            is_one && !value::is_prose(given) && !value::says_how(given)
        }
        // `set password to something`.
        Promise::Password if place == Place::Command && !value::has_digit(given) => false,
        Promise::Password => is_password(given, shouted, is_option),
    }
}

fn is_signature(name: &str) -> bool {
    ["sig", "signature", "x-amz-signature", "x-goog-signature"]
        .iter()
        .any(|one| name.eq_ignore_ascii_case(one))
}

/// Marks the signature in an address, which grants access to it.
fn signature(scan: &mut Scan<'_>, name: usize) {
    let bytes = scan.bytes();
    let part = |byte: u8| around::is_token(byte) || b"%.+/=".contains(&byte);
    if bytes.get(name) == Some(&b'=') {
        let at = name + 1..around::run(bytes, name + 1, value::LONGEST, part);
        if at.len() >= 32 && value::bits(&scan.text[at.clone()]) >= 3.0 {
            scan.add(at, "url_signature");
        }
    }
}

/// Returns the range of the value that begins at `from`.
fn find_value(
    scan: &mut Scan<'_>,
    from: usize,
    sign: Sign,
    parameter: bool,
) -> Option<Range<usize>> {
    let (text, bytes) = (scan.text, scan.bytes());
    let quote = around::quote(bytes, from);
    let from = quote.map_or(from, |(_, end)| end);
    if let Some((quote, _)) = quote
        && let Some(at) = around::find_quoted(bytes, quote, from, value::LONGEST)
        && is_whole(&text[at.clone()])
    {
        return (at.len() >= SHORTEST).then_some(at);
    }
    if quote.is_none() && sign == Sign::Pair {
        return None;
    }
    let stops = |byte: u8| byte.is_ascii_whitespace() || b"\"'`\\,;<>".contains(&byte);
    let mut end = if parameter {
        let last = &mut scan.seen.parameter;
        around::run_in(bytes, last, from, |byte| {
            !stops(byte) && !b"&#".contains(&byte)
        })
    } else {
        around::run_in(bytes, &mut scan.seen.given, from, |byte| !stops(byte))
    };
    if end - from > value::LONGEST || !text.is_char_boundary(from) {
        return None;
    }
    if sign == Sign::Cell {
        end = around::run(bytes, from, end - from, |byte| {
            byte != b'|' && byte.is_ascii()
        });
    }
    // Another parameter of a form begins.
    let next = |at: &usize| {
        let name = around::run(bytes, at + 1, NAME, around::is_token);
        bytes[*at] == b'&' && name > at + 1 && bytes.get(name) == Some(&b'=')
    };
    let near = end.min(from + value::JUDGED);
    end = (from..near).find(next).unwrap_or(end);
    // Closing punctuation is no part of the value.
    while end > from && b").]}:".contains(&bytes[end - 1]) {
        end -= 1;
    }
    (end - from >= SHORTEST).then_some(from..end)
}

/// Returns true if the text between two quotes may be one secret: one word, without a line break.
fn is_whole(value: &str) -> bool {
    let broken = ["\\n", "\\r", "\\t"]
        .iter()
        .any(|escape| value.contains(escape));
    !broken && !value.contains(|c: char| c.is_whitespace() || "<>;,".contains(c))
}

/// Returns true if the value of a certain name is a secret. It may look like an id.
fn is_secret(given: &str) -> bool {
    if is_something_else(given) || !value::has_digit(given) || !value::has_letter(given) {
        return false;
    }
    match given.len() {
        // Too short for entropy: passwords that people make up have more than letters and digits.
        ..16 => value::classes(given) >= 3,
        _ => value::bits(given) >= 2.75,
    }
}

/// Returns true if the value of an uncertain name is a secret.
fn is_perhaps(given: &str) -> bool {
    given.len() >= 16
        && !is_something_else(given)
        && !value::is_id(given)
        && value::is_random(given)
}

/// Returns true if a value in a sentence or a table is a secret; stricter, because many other values occur there.
fn is_told(given: &str) -> bool {
    given.len() >= 16 && is_secret(given) && value::is_drawn(given) && !value::says_how(given)
}

/// Returns true if the value of a password's name is a password. `shouted`: of an environment variable, which has no
/// other values. `typed`: entered to sign in, not a stored hash.
fn is_password(given: &str, shouted: bool, typed: bool) -> bool {
    let is_member = given.contains('.') && value::is_wordy(given);
    if is_member || value::is_code(given) || value::is_stand_in(given) || value::is_number(given) {
        return false;
    }
    let plain = value::classes(given);
    if value::has_digit(given) {
        let hashed = given.len() >= 32 && value::is_hex(given) && !shouted && !typed;
        let is_given = shouted || typed && !value::says_stand_in(given);
        return !hashed && (plain >= 3 || (plain == 2 && (given.len() >= 10 || is_given)));
    }
    // Names of arguments do not mix cases, and no name changes case at random.
    let is_given = shouted || typed && value::mixes_letters(given) || value::mixes_cases(given);
    is_given && !value::says_stand_in(given) && !given.contains('.')
}

/// Returns true if the value of a session cookie's name is one.
fn is_session(given: &str) -> bool {
    let mixed = value::has_digit(given) && value::has_letter(given);
    given.len() >= 16 && mixed && !is_something_else(given)
}

/// Returns true if the value is a session cookie, under a name that other values have, too.
fn is_session_perhaps(name: &str, given: &str) -> bool {
    let is_uuid = value::is_hex(given) && given.contains('-');
    let is_id = is_uuid || value::is_id(given) && name.contains('_');
    given.len() >= 24 && is_session(given) && value::is_drawn(given) && !is_id
}

fn is_something_else(given: &str) -> bool {
    value::is_code(given)
        || value::is_stand_in(given)
        || value::is_number(given)
        || value::is_wordy(given)
}
