//! Secrets of HTTP and of addresses: who signs in, with what, and the cookies by which a browser is known again.

use std::ops::Range;

use super::{Sight, around, value};

/// What a secret of this header is called in the text that replaces it.
pub(super) const AUTHORIZATION: &str = "authorization";
/// What a cookie is called there.
pub(super) const COOKIE: &str = "cookie";

/// The words that may stand before the secret of an `Authorization`.
const SCHEMES: [&str; 9] = [
    "bearer",
    "basic",
    "token",
    "apikey",
    "api-key",
    "bot",
    "ssws",
    "key",
    "negotiate",
];
/// What a cookie says about itself.
const ATTRIBUTES: [&str; 6] = [
    "path", "expires", "max-age", "domain", "samesite", "priority",
];
/// The longest name, user or scheme.
const NAME: usize = 256;

/// Where the value begins that follows a name: behind a quote, a colon, spaces and a quote.
fn follows(bytes: &[u8], end: usize) -> Option<usize> {
    let spaces = |at| around::run(bytes, at, 8, |byte| byte == b' ' || byte == b'\t');
    let behind = |at| around::quote(bytes, at).map_or(at, |(_, end)| end);
    let at = spaces(behind(end));
    let sign = around::run(bytes, at, 2, |byte| {
        matches!(byte, b':' | b'=' | b'>' | b',')
    });
    (sign > at).then(|| behind(spaces(sign)))
}

/// `Authorization: Bearer …`, or `Bearer …` alone.
pub(super) fn authorization(sight: &mut Sight<'_>, word: Range<usize>) {
    let bytes = sight.bytes();
    let alone = around::follows(bytes, word.start, "bearer ");
    let mut from = if alone {
        if !around::begins(bytes, word.start) {
            return;
        }
        word.end
    } else {
        let Some(mut at) = follows(bytes, word.end) else {
            return;
        };
        let end = around::run(bytes, at, 12, around::is_token);
        let scheme = &sight.text[at..end];
        if SCHEMES.iter().any(|one| scheme.eq_ignore_ascii_case(one)) {
            at = end;
        }
        at
    };
    from = around::run(bytes, from, 8, |byte| byte == b' ' || byte == b'\t');
    let part = |byte: u8| around::is_token(byte) || b"._~+/=:".contains(&byte);
    let end = around::run_in(bytes, &mut sight.seen.credentials, from, part);
    if end - from > value::LONGEST {
        return;
    }
    let all = sight.text[from..end].trim_end_matches(['.', ':']);
    let secret = around::window(all, 0, value::JUDGED);
    let basic = sight.text[word.end..from]
        .to_ascii_lowercase()
        .contains("basic");
    let is_secret = if basic {
        secret.len() >= 8 && value::classes(secret) >= 2 && !value::is_wordy(secret)
            || is_pair(secret)
    } else {
        let letters =
            value::has_digit(secret) && value::has_letter(secret) && !value::is_wordy(secret);
        secret.len() >= 16 && letters && value::bits(secret) >= 3.0
    };
    if is_secret {
        sight.add(from..from + all.len(), AUTHORIZATION);
    }
}

/// Whether this is base64 of `user:password`.
fn is_pair(text: &str) -> bool {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let text = text.trim_end_matches('=');
    let Some(digits) = text.bytes().map(digit).collect::<Option<Vec<u8>>>() else {
        return false;
    };
    let bytes: Vec<u8> = digits
        .chunks(4)
        .flat_map(|four| {
            let bits = four
                .iter()
                .fold(0_u32, |bits, digit| bits << 6 | u32::from(*digit));
            let bits = bits << (6 * (4 - four.len()));
            bits.to_be_bytes()[1..four.len()].to_vec()
        })
        .collect();
    text.len() >= 6 && bytes.contains(&b':') && bytes.iter().all(|byte| (0x20..0x7f).contains(byte))
}

/// `Cookie: a=b; c=d`, `Set-Cookie: a=b; Path=/`: the values that tell a browser from others.
pub(super) fn cookies(sight: &mut Sight<'_>, word: Range<usize>) {
    let bytes = sight.bytes();
    if word.start < sight.seen.cookies {
        return;
    }
    let option = around::follows(bytes, word.end, " ").then_some(word.end + 1);
    let option = option.filter(|_| sight.text[..word.start].ends_with("--"));
    let behind = |at| around::quote(bytes, at).map_or(at, |(_, end)| end);
    let Some(mut at) = option.map(behind).or_else(|| follows(bytes, word.end)) else {
        return;
    };
    loop {
        let name = at..around::run(bytes, at, NAME, |byte| {
            around::is_token(byte) || byte == b'.'
        });
        if name.is_empty() || bytes.get(name.end) != Some(&b'=') {
            break;
        }
        let stops = |byte: u8| byte.is_ascii_whitespace() || b"\"'`\\;,<>".contains(&byte);
        let from = name.end + 1;
        let end = around::run(bytes, from, value::LONGEST, |byte| !stops(byte));
        if sight.text.is_char_boundary(end) && is_cookie(&sight.text[name], &sight.text[from..end])
        {
            sight.add(from..end, COOKIE);
        }
        at = around::run(bytes, end, 4, |byte| byte == b';' || byte == b' ');
        // Attributes without a value, such as `HttpOnly`.
        while bytes.get(end) == Some(&b';') {
            let word = around::run(bytes, at, 16, |byte| byte.is_ascii_alphabetic());
            if word == at || bytes.get(word) != Some(&b';') {
                break;
            }
            at = around::run(bytes, word, 4, |byte| byte == b';' || byte == b' ');
        }
        sight.seen.cookies = at;
        if at == end {
            break;
        }
    }
}

fn is_cookie(name: &str, given: &str) -> bool {
    let named = ATTRIBUTES.iter().any(|one| name.eq_ignore_ascii_case(one));
    let other = value::is_stand_in(given)
        || value::is_number(given)
        || value::is_code(given)
        || value::is_wordy(given);
    !named && !other && given.len() >= 8 && value::has_digit(given) && value::has_letter(given)
}

/// The cookie by which Loci knows a person's browser again, wherever it stands.
pub(super) fn own_session(sight: &mut Sight<'_>, word: Range<usize>) {
    let bytes = sight.bytes();
    let Some(from) = follows(bytes, word.end) else {
        return;
    };
    let end = around::run(bytes, from, NAME, around::is_token);
    let secret = &sight.text[from..end];
    if secret.len() >= 16 && !value::is_wordy(secret) {
        sight.add(from..end, "loci_session");
    }
}

/// Remembers that a program was named which signs in by an option.
pub(super) fn client(sight: &mut Sight<'_>, word: Range<usize>) {
    sight.seen.client = Some(word.start);
}

/// `curl -u user:password`, and its likes.
pub(super) fn sign_in(sight: &mut Sight<'_>, word: Range<usize>) {
    let bytes = sight.bytes();
    let mut before = word.start.saturating_sub(NAME);
    while !sight.text.is_char_boundary(before) {
        before += 1;
    }
    let before = &sight.text[before..word.start];
    if !["curl", "http", "wget", "lynx"]
        .iter()
        .any(|name| before.contains(name))
    {
        return;
    }
    let at = around::run(bytes, word.end, 4, |byte| byte == b' ' || byte == b'=');
    let from = around::quote(bytes, at).map_or(at, |(_, end)| end);
    let stops = |byte: u8| byte.is_ascii_whitespace() || b"\"'`\\|<>".contains(&byte);
    let user = around::run(bytes, from, NAME, |byte| !stops(byte) && byte != b':');
    if user == from || bytes.get(user) != Some(&b':') {
        return;
    }
    let secret = user + 1..around::run(bytes, user + 1, NAME, |byte| !stops(byte));
    if sight.text.is_char_boundary(secret.end) && is_password(&sight.text[secret.clone()]) {
        sight.add(secret, "basic_auth");
    }
}

/// A password in an address: `postgres://user:password@host`.
pub(super) fn address(sight: &mut Sight<'_>, word: Range<usize>) {
    let bytes = sight.bytes();
    let scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte);
    if around::run_back(bytes, word.start, 2, scheme) + 1 >= word.start {
        return;
    }
    let stops = |byte: u8| byte.is_ascii_whitespace() || b"/?#@\"'\\<>`".contains(&byte);
    let user = around::run(bytes, word.end, NAME, |byte| !stops(byte) && byte != b':');
    if bytes.get(user) != Some(&b':') {
        return;
    }
    let secret = user + 1..around::run(bytes, user + 1, 2 * NAME, |byte| !stops(byte));
    let is_there = bytes.get(secret.end) == Some(&b'@') && !secret.is_empty();
    if is_there && is_password(&sight.text[secret.clone()]) {
        sight.add(secret, "url_password");
    }
}

fn is_password(given: &str) -> bool {
    let digits = given.bytes().all(|byte| byte.is_ascii_digit());
    !(value::is_stand_in(given) || digits && given.len() < 6)
}
