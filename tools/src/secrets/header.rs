//! Finds secrets of HTTP and of addresses: credentials, and cookies that identify a browser.

mod command;

use std::ops::Range;

use super::{Scan, around, value};
pub(super) use command::{client, password_option, sign_in};

/// Kind of a secret in an `Authorization` header, in the text that replaces it.
pub(super) const AUTHORIZATION: &str = "authorization";
/// Kind of a cookie, in the text that replaces it.
pub(super) const COOKIE: &str = "cookie";

/// Schemes that may precede the secret of an `Authorization`.
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
/// Attributes of a cookie.
const ATTRIBUTES: [&str; 6] = [
    "path", "expires", "max-age", "domain", "samesite", "priority",
];
/// Maximum length of a name, user or scheme.
const NAME: usize = 256;

/// Returns the start of the value that follows a name: after a quote, a colon, spaces, an optional bracket of a list,
/// and a quote.
fn follows(bytes: &[u8], end: usize) -> Option<usize> {
    let spaces = |at| around::run(bytes, at, 8, |byte| byte == b' ' || byte == b'\t');
    let behind = |at| around::quote(bytes, at).map_or(at, |(_, end)| end);
    let at = spaces(behind(end));
    let sign = around::run(bytes, at, 2, |byte| {
        matches!(byte, b':' | b'=' | b'>' | b',')
    });
    let from = spaces(sign);
    let in_list = |at| around::run(bytes, at, 64, |byte| byte.is_ascii_whitespace());
    let from = match bytes.get(from) {
        Some(b'[') => in_list(from + 1),
        _ => from,
    };
    (sign > at).then(|| behind(from))
}

/// Finds `Authorization: Bearer …`, or `Bearer …` alone.
pub(super) fn authorization(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
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
        let scheme = &scan.text[at..end];
        if SCHEMES.iter().any(|one| scheme.eq_ignore_ascii_case(one)) {
            at = end;
        }
        at
    };
    from = around::run(bytes, from, 8, |byte| byte == b' ' || byte == b'\t');
    let basic = scan.text[word.end..from]
        .to_ascii_lowercase()
        .contains("basic");
    credentials(scan, from, basic);
}

/// Marks the credentials that begin at `from`.
fn credentials(scan: &mut Scan<'_>, from: usize, basic: bool) {
    let bytes = scan.bytes();
    let part = |byte: u8| around::is_token(byte) || b"._~+/=:".contains(&byte);
    let end = around::run_in(bytes, &mut scan.seen.credentials, from, part);
    if end - from > value::LONGEST {
        return;
    }
    let all = scan.text[from..end].trim_end_matches(['.', ':']);
    let secret = around::window(all, 0, value::JUDGED);
    let is_secret = if basic {
        secret.len() >= 8 && value::classes(secret) >= 2 && !value::is_wordy(secret)
            || is_pair(secret)
    } else {
        let letters =
            value::has_digit(secret) && value::has_letter(secret) && !value::is_wordy(secret);
        secret.len() >= 16 && letters && value::bits(secret) >= 3.0
    };
    if is_secret {
        scan.add(from..from + all.len(), AUTHORIZATION);
    }
}

/// Finds a registry's login in a Docker configuration: `"auth": "…"`, base64 of `user:password`.
pub(super) fn registry_login(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
    let is_quoted = word.start > 0
        && b"\"'".contains(&bytes[word.start - 1])
        && around::quote(bytes, word.end).is_some();
    let Some(from) = follows(bytes, word.end).filter(|_| is_quoted) else {
        return;
    };
    let part = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    let end = around::run(bytes, from, value::LONGEST, part);
    let login = &scan.text[from..end];
    if login.len() >= 8 && login.len().is_multiple_of(4) && is_pair(login) {
        scan.add(from..end, AUTHORIZATION);
    }
}

/// Returns true if this is base64 of `user:password`.
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

/// Finds `Cookie: a=b; c=d`, `Set-Cookie: a=b; Path=/`: the values that identify a browser.
pub(super) fn cookies(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
    if word.start < scan.seen.cookies {
        return;
    }
    let option = around::follows(bytes, word.end, " ").then_some(word.end + 1);
    let option = option.filter(|_| scan.text[..word.start].ends_with("--"));
    let behind = |at| around::quote(bytes, at).map_or(at, |(_, end)| end);
    if let Some(at) = option.map(behind).or_else(|| follows(bytes, word.end)) {
        cookie_list(scan, at);
    }
}

/// Marks the cookies from `at` on: names with values and semicolons between them, in one or several lists.
fn cookie_list(scan: &mut Scan<'_>, mut at: usize) {
    let bytes = scan.bytes();
    if at < scan.seen.cookies {
        return;
    }
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
        if scan.text.is_char_boundary(end) && is_cookie(&scan.text[name], &scan.text[from..end]) {
            scan.add(from..end, COOKIE);
        }
        at = after_cookie(bytes, end);
        scan.seen.cookies = at;
        if at == end {
            break;
        }
    }
}

/// Returns the start of the next cookie after one that ends at `end`: after its attributes, and in a list also after
/// the quotes between the cookies.
fn after_cookie(bytes: &[u8], end: usize) -> usize {
    let part = |at| around::run(bytes, at, 4, |byte| byte == b';' || byte == b' ');
    let mut at = part(end);
    // Attributes without a value, such as `HttpOnly`.
    loop {
        let word = around::run(bytes, at, 16, |byte| byte.is_ascii_alphabetic());
        if word == at || bytes[end] != b';' {
            break;
        }
        match bytes.get(word) {
            Some(b';') => at = part(word),
            Some(b'"' | b'\'' | b'\\') => {
                at = word;
                break;
            }
            _ => break,
        }
    }
    let Some((_, quote)) = around::quote(bytes, at) else {
        return at;
    };
    let comma = around::run(bytes, quote, 64, |byte| {
        byte == b',' || byte.is_ascii_whitespace()
    });
    match around::quote(bytes, comma) {
        Some((_, next)) if bytes[quote..comma].contains(&b',') => next,
        _ => at,
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

/// Finds Loci's own session cookie anywhere.
pub(super) fn own_session(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
    let Some(from) = follows(bytes, word.end) else {
        return;
    };
    let end = around::run(bytes, from, NAME, around::is_token);
    let secret = &scan.text[from..end];
    if secret.len() >= 16 && !value::is_wordy(secret) {
        scan.add(from..end, "loci_session");
    }
}

/// Finds a password in an address: `postgres://user:password@host`.
pub(super) fn address(scan: &mut Scan<'_>, word: Range<usize>) {
    let bytes = scan.bytes();
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
    if bytes.get(secret.end) == Some(&b'@')
        && let Some(secret) = of_pair(scan.text, word.end..user, secret)
    {
        scan.add(secret, "url_password");
    }
}

/// Returns the secret part of `user:password`: some services take a key as the user and a word, or nothing, as the
/// password.
fn of_pair(text: &str, user: Range<usize>, password: Range<usize>) -> Option<Range<usize>> {
    let (name, given) = (text.get(user.clone())?, text.get(password.clone())?);
    // One of them was redacted before.
    if name.contains('[') || given.starts_with('[') {
        return None;
    }
    let is_key = name.len() >= 16 && value::is_drawn(name) && !name.contains('@');
    let says_nothing = given.len() < 2 || value::is_stand_in(given) || is_blank(given);
    match (is_key, says_nothing) {
        (true, true) => Some(user),
        // Either may be the secret, so both are redacted.
        (true, false) if value::is_wordy(given) => Some(user.start..password.end),
        _ => (!given.is_empty() && is_password(given)).then_some(password),
    }
}

fn is_password(given: &str) -> bool {
    let digits = given.bytes().all(|byte| byte.is_ascii_digit());
    !(value::is_stand_in(given) || is_blank(given) || digits && given.len() < 6)
}

/// Returns true for a placeholder (`YOUR_API_KEY`, `your-password`), or a word for a missing password.
fn is_blank(given: &str) -> bool {
    let parted = given.contains(['_', '-']) && value::is_wordy(given);
    let is_blank = parted && !value::has_digit(given) && value::says_stand_in(given);
    is_blank || given == "x-oauth-basic"
}
