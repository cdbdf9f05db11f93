//! Judges by its characters whether a value is a secret, a placeholder, or an ordinary name.

/// Maximum length of a secret value; longer values are documents.
pub(super) const LONGEST: usize = 4096;
/// Number of bytes of a value that are examined; more bytes would not change the result.
pub(super) const JUDGED: usize = 128;

/// Words in placeholders.
const STAND_INS: [&str; 29] = [
    "your",
    "example",
    "placeholder",
    "changeme",
    "change-me",
    "change_me",
    "replace",
    "redacted",
    "dummy",
    "xxxx",
    "insert",
    "enter",
    "todo",
    "none",
    "null",
    "undefined",
    "true",
    "false",
    "required",
    "optional",
    "hidden",
    "here",
    "string",
    "secret",
    "password",
    "passwd",
    "token",
    "api-key",
    "api_key",
];
/// Words that are placeholders if they are the whole value.
const PLAIN: [&str; 12] = [
    "password",
    "passwd",
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "value",
    "user",
    "username",
    "apikey",
    "credential",
];

/// States of passwords, in words long enough to look like one.
const STATES: [&str; 28] = [
    "accepted",
    "anything",
    "approved",
    "compromised",
    "confirmed",
    "disabled",
    "encrypted",
    "expected",
    "forgotten",
    "generated",
    "incorrect",
    "interactive",
    "interactively",
    "mandatory",
    "mismatched",
    "plaintext",
    "protected",
    "provided",
    "rejected",
    "something",
    "supplied",
    "temporary",
    "unchanged",
    "unencrypted",
    "unprotected",
    "unspecified",
    "verified",
    "whatever",
];

/// Words for methods of storing and creating secrets.
const METHODS: [&str; 13] = [
    "argon2", "pbkdf2", "bcrypt", "scrypt", "sha", "md5", "hmac", "base64", "ed25519", "x25519",
    "aes", "rsa", "utf",
];

pub(super) fn has_digit(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit())
}

pub(super) fn has_letter(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Returns true if letters and digits have no order of a word.
pub(super) fn is_random(value: &str) -> bool {
    has_letter(value) && bits(value) >= 3.5 && (has_digit(value) || mixes_cases(value))
}

/// Returns true if lower-case letters and capitals alternate at random, and not as in `SomeNameOfAType`: repeatedly one
/// lower-case letter between two capitals, or several capitals in a row.
pub(super) fn mixes_cases(value: &str) -> bool {
    let cases: Vec<bool> = value
        .bytes()
        .filter(u8::is_ascii_alphabetic)
        .map(|byte| byte.is_ascii_uppercase())
        .collect();
    let odd = cases
        .chunk_by(|one, next| one == next)
        .filter(|run| run[0] == (run.len() > 1));
    odd.count() >= 4
}

/// Returns true if there are both capitals and lower-case letters after the first letter.
pub(super) fn mixes_letters(value: &str) -> bool {
    let rest = value.as_bytes().get(1..).unwrap_or_default();
    rest.iter().any(u8::is_ascii_uppercase) && rest.iter().any(u8::is_ascii_lowercase)
}

/// Returns true if a value without a digit is an ordinary word, in a place where only a password or a word about
/// passwords occurs. Words in capitals alone are names of arguments.
pub(super) fn is_plain_password(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let is_about = is_code(value) || is_stand_in(value) || says_stand_in(value) || says_how(value);
    value.bytes().any(|byte| byte.is_ascii_lowercase())
        && !has_digit(value)
        && !value.contains('.')
        && !is_about
        && !STATES.contains(&lower.as_str())
}

/// Returns true if a value joins letters of both cases with a mark that joins no words of prose: `Sword!Fish`.
pub(super) fn joins_words(value: &str) -> bool {
    let inner = value.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_mark = |byte: u8| b"!@#$%^&*+=?~".contains(&byte);
    let has = |kind: fn(&u8) -> bool| inner.as_bytes().iter().any(kind);
    let is_about = is_code(value) || is_stand_in(value) || says_stand_in(value);
    inner.len() >= 8
        && inner.is_ascii()
        && inner.bytes().any(is_mark)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && !value.contains('.')
        && !is_about
}

/// Counts the classes of characters in a value: lower-case letters, capitals, digits, others.
pub(super) fn classes(value: &str) -> usize {
    let kinds = [
        u8::is_ascii_lowercase as fn(&u8) -> bool,
        u8::is_ascii_uppercase,
        u8::is_ascii_digit,
        |byte| !byte.is_ascii_alphanumeric(),
    ];
    let has = |kind: &&fn(&u8) -> bool| value.as_bytes().iter().any(kind);
    kinds.iter().filter(has).count()
}

/// Returns true for a placeholder: `$PASSWORD`, `<key>`, `***`, `xxxxxxxx`.
pub(super) fn is_stand_in(value: &str) -> bool {
    let marked = value.starts_with(['$', '{', '<', '[', '%', '(', '*', '.', '…', '@', '#', '|']);
    let one_character = value.chars().all(|c| value.starts_with(c));
    let lower = value.to_ascii_lowercase();
    marked || one_character || PLAIN.contains(&&*lower)
}

/// Returns true if a value contains a word of placeholders.
pub(super) fn says_stand_in(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    STAND_INS.iter().any(|word| lower.contains(word))
}

/// Returns true if a value is program code, an address or a path.
pub(super) fn is_code(value: &str) -> bool {
    value.contains(['(', '[', '{'])
        || value.contains("://")
        || value.contains("::")
        || is_path(value)
}

fn is_path(value: &str) -> bool {
    let rooted = ["/", "./", "../", "~/"]
        .iter()
        .any(|root| value.starts_with(root));
    rooted && !value.contains(['+', '=']) && bits(value) < 4.5
}

/// Returns true if all parts of a value are words, possibly numbered: `process.env.API_KEY_2`, `my-secret-name`.
pub(super) fn is_wordy(value: &str) -> bool {
    let parts = value.split(|c: char| !c.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).all(|part| {
        let word = part.trim_end_matches(|c: char| c.is_ascii_digit());
        let numbered = part.len() - word.len();
        word.chars().all(char::is_alphabetic) && (numbered <= 3 || word.is_empty() && numbered <= 4)
    })
}

/// Returns true if a long part of a value is random, and the value is not an id of Loci: in a sentence or a table such
/// a value is written only to tell it.
pub(super) fn is_drawn(value: &str) -> bool {
    let parts = || value.split(|c: char| !c.is_alphanumeric() && !"+/=".contains(c));
    let long = |part: &str| part.len() >= 12 && !is_wordy(part) && !is_number(part);
    let is_uuid = is_hex(value) && value.len() >= 32;
    bits(value) >= 2.75 && !parts().any(is_ulid) && (is_uuid || parts().any(long))
}

/// Returns true if a value names a storage method: `SHA256-hashed`, `argon2id`.
pub(super) fn says_how(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let named = |part: &str| {
        let mut rest = METHODS
            .iter()
            .filter_map(|method| part.strip_prefix(method));
        rest.any(|rest| rest.len() <= 3)
    };
    lower.split(|c: char| !c.is_alphanumeric()).any(named)
}

/// Returns true if a value consists of words joined as in prose: `12-characters`, but not `hunter2!x`.
pub(super) fn is_prose(value: &str) -> bool {
    is_wordy(value)
        && value
            .chars()
            .all(|c| c.is_alphanumeric() || "-_./'’".contains(c))
}

/// Returns true for a number, a date or a version.
pub(super) fn is_number(value: &str) -> bool {
    let mark = |byte: u8| byte.is_ascii_digit() || b"._-+:TZeE".contains(&byte);
    value.bytes().all(mark)
}

/// Returns true for a public identifier: a hash, a UUID, a ULID, a number.
pub(super) fn is_id(value: &str) -> bool {
    let value = value.rsplit([':', '/']).next().unwrap_or(value);
    is_hex(value) || is_ulid(value) || is_number(value)
}

/// Returns true if a value looks like a hash or a UUID.
pub(super) fn is_hex(value: &str) -> bool {
    value
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Returns true if a value looks like a ULID.
pub(super) fn is_ulid(value: &str) -> bool {
    let part = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase();
    value.len() == 26 && value.bytes().all(part)
}

/// Returns the Shannon entropy of the characters, in bits per character.
pub(super) fn bits(value: &str) -> f64 {
    let bytes = &value.as_bytes()[..value.len().min(2 * JUDGED)];
    let mut counts = [0_u32; 256];
    for byte in bytes {
        counts[usize::from(*byte)] += 1;
    }
    let length = f64::from(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    counts
        .into_iter()
        .filter(|count| *count > 0)
        .map(|count| f64::from(count) / length)
        .map(|share| -share * share.log2())
        .sum()
}
