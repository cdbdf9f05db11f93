//! Judges by its name whether a value is a secret: `OPENAI_API_KEY` is one, `session_key` is not.

use super::value;

/// Words in the names of secrets.
pub(super) const WORDS: [&str; 15] = [
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "credential",
    "_pat",
    "sig",
    "signature",
    "sessid",
    "sessionid",
    ".sid",
    "_session",
    "__host-",
    "__secure-",
];

/// Certainty of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Promise {
    /// Either a secret or an ordinary value: `token`.
    Perhaps,
    /// A secret, also if it looks like an id.
    Secret,
    /// A password: people choose these, so they are short.
    Password,
}

const PASSWORDS: [&str; 6] = [
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "passwort",
    "passcode",
];
/// Words before `key` for a key that grants access.
const OF_KEYS: [&str; 31] = [
    "api",
    "access",
    "secret",
    "private",
    "signing",
    "signature",
    "encryption",
    "encrypt",
    "crypto",
    "master",
    "account",
    "storage",
    "admin",
    "auth",
    "subscription",
    "webhook",
    "hmac",
    "jwt",
    "aes",
    "license",
    "server",
    "service",
    "shared",
    "app",
    "application",
    "client",
    "rest",
    "write",
    "ingest",
    "functions",
    "authentication",
];
/// Words before `key` for a key that is only a name, also in capitals.
const OF_NAMES: [&str; 34] = [
    "public",
    "publishable",
    "primary",
    "foreign",
    "sort",
    "partition",
    "cache",
    "session",
    "idempotency",
    "hash",
    "row",
    "group",
    "lookup",
    "unique",
    "index",
    "object",
    "config",
    "map",
    "registry",
    "node",
    "routing",
    "entity",
    "composite",
    "sharding",
    "shard",
    "store",
    "translation",
    "message",
    "issue",
    "project",
    "item",
    "memory",
    "dedup",
    "query",
];
/// Words before `token` for a token that grants access.
const OF_TOKENS: [&str; 24] = [
    "access",
    "auth",
    "api",
    "refresh",
    "bearer",
    "bot",
    "personal",
    "private",
    "oauth",
    "oauth2",
    "security",
    "deploy",
    "webhook",
    "service",
    "admin",
    "server",
    "authentication",
    "authorization",
    "integration",
    "vault",
    "user",
    "app",
    "id",
    "account",
];
/// Words before `token` for a token that is only a position, also in capitals.
const OF_PLACES: [&str; 24] = [
    "page",
    "next",
    "previous",
    "prev",
    "cancel",
    "cancellation",
    "continuation",
    "continue",
    "sync",
    "claim",
    "lease",
    "resume",
    "stop",
    "end",
    "start",
    "starting",
    "marker",
    "eos",
    "bos",
    "pad",
    "special",
    "unknown",
    "mask",
    "max",
];
/// Words written together: `apikey`, `authtoken`.
const JOINED: [&str; 14] = [
    "apikey",
    "secretkey",
    "accesskey",
    "privatekey",
    "accountkey",
    "authkey",
    "authtoken",
    "accesstoken",
    "apitoken",
    "bottoken",
    "refreshtoken",
    "clientsecret",
    "appsecret",
    "apisecret",
];
/// Suffixes that distinguish several values of a kind.
const WHICH: [&str; 25] = [
    "prod",
    "production",
    "dev",
    "development",
    "staging",
    "test",
    "testing",
    "live",
    "old",
    "new",
    "current",
    "default",
    "value",
    "raw",
    "b64",
    "base64",
    "secondary",
    "backup",
    "main",
    "env",
    "plain",
    "text",
    "local",
    "ci",
    "sandbox",
];
/// Suffixes of values that describe a secret and are not one.
const ABOUT: [&str; 44] = [
    "id",
    "ids",
    "name",
    "names",
    "hash",
    "hashes",
    "type",
    "types",
    "count",
    "counts",
    "length",
    "len",
    "url",
    "uri",
    "path",
    "file",
    "field",
    "prefix",
    "suffix",
    "index",
    "version",
    "expires",
    "expiry",
    "expiration",
    "ttl",
    "limit",
    "limits",
    "usage",
    "budget",
    "policy",
    "hint",
    "status",
    "scope",
    "scopes",
    "ref",
    "sha256",
    "digest",
    "fingerprint",
    "algorithm",
    "format",
    "size",
    "header",
    "column",
    "rotation",
];

/// Returns the certainty that a value with this name is a secret; `None` if it is not.
pub(super) fn promise(name: &str) -> Option<Promise> {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    // A random id may end with such a word by chance; nothing is named like an id.
    if parts.into_iter().any(is_drawn) {
        return None;
    }
    let words = words(name);
    let (at, promise) = words
        .iter()
        .enumerate()
        .rev()
        .find_map(|(at, word)| Some((at, of(&words, at, word, is_shouted(name))?)))?;
    let behind = &words[at + 1..];
    if behind.iter().any(|word| ABOUT.contains(&word.as_str())) {
        return None;
    }
    let is_which = |word: &String| {
        let number = word.trim_start_matches('v');
        WHICH.contains(&word.as_str()) || number.bytes().all(|byte| byte.is_ascii_digit())
    };
    // `TOKEN_GITHUB` in capitals is as certain as `GITHUB_TOKEN`.
    let sure = is_shouted(name) || behind.iter().all(is_which);
    Some(if sure { promise } else { Promise::Perhaps })
}

/// Returns true if two words of prose name a secret: `API key`, `access token`.
pub(super) fn is_spoken(before: &str, word: &str) -> bool {
    let before = before.to_ascii_lowercase();
    match word.to_ascii_lowercase().as_str() {
        "key" => OF_KEYS.contains(&before.as_str()),
        "token" => OF_TOKENS.contains(&before.as_str()),
        _ => false,
    }
}

/// Returns true if a token of this name is only a position: `--page-token`.
pub(super) fn marks_a_place(name: &str) -> bool {
    let marks = |word: &String| OF_PLACES.contains(&word.as_str());
    words(name).iter().any(marks)
}

/// Returns true for the name of a session cookie, in any context.
pub(super) fn is_session(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let known = [
        "phpsessid",
        "jsessionid",
        "connect.sid",
        "asp.net_sessionid",
    ];
    let guarded = ["__host-", "__secure-"];
    known.iter().any(|end| lower.ends_with(end))
        || lower.starts_with("aspsessionid")
        || guarded.iter().any(|begin| lower.starts_with(begin))
}

/// Returns true for a name that session cookies share with other values: `sessionid`, `user_session`.
pub(super) fn is_session_perhaps(name: &str) -> bool {
    name == "sessionid" || name.ends_with("_session")
}

/// Returns true if letters and digits alternate as in a random id.
fn is_drawn(part: &str) -> bool {
    let bytes = part.as_bytes();
    let turns = bytes
        .windows(2)
        .filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit());
    part.len() >= 12 && (turns.count() >= 5 || value::is_ulid(part) && value::has_digit(part))
}

/// Returns true for the name of an environment variable.
pub(super) fn is_shouted(name: &str) -> bool {
    let is_one = name == "PGPASSWORD";
    is_one || name.contains('_') && !name.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// Returns the certainty of the word at `at`, given the word before it.
fn of(words: &[String], at: usize, word: &str, shouted: bool) -> Option<Promise> {
    let before = at
        .checked_sub(1)
        .map_or("", |before| words[before].as_str());
    let sure = |sure: bool| {
        Some(if sure {
            Promise::Secret
        } else {
            Promise::Perhaps
        })
    };
    let in_capitals = shouted && words.len() > 1;
    match word.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "key" if OF_KEYS.contains(&before) => Some(Promise::Secret),
        "key" if in_capitals && !before.is_empty() && !OF_NAMES.contains(&before) => {
            Some(Promise::Secret)
        }
        "token" if OF_PLACES.contains(&before) => Some(Promise::Perhaps),
        "token" => sure(OF_TOKENS.contains(&before) || in_capitals),
        "secret" => Some(Promise::Secret),
        "pass" if words.len() > 1 || shouted => Some(Promise::Password),
        "pat" if in_capitals => Some(Promise::Secret),
        "credential" | "credentials" | "tokens" | "secrets" | "keys" | "passwords" => {
            (!word.starts_with("keys") || before == "api").then_some(Promise::Perhaps)
        }
        word if PASSWORDS.iter().any(|end| word.ends_with(end)) => Some(Promise::Password),
        word if JOINED.iter().any(|end| word.ends_with(end)) => Some(Promise::Secret),
        word if word.len() > 6 && (word.ends_with("token") || word.ends_with("secret")) => {
            sure(shouted)
        }
        _ => None,
    }
}

/// Splits a name into lower-case words, at marks and before capitals.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = b'_';
    let bytes = name.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        if byte.is_ascii_alphanumeric() {
            let next_is_small = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            let begins = byte.is_ascii_uppercase()
                && (before.is_ascii_lowercase() || before.is_ascii_uppercase() && next_is_small);
            if begins {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.push(char::from(byte.to_ascii_lowercase()));
            }
        } else {
            words.push(String::new());
        }
        before = *byte;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::{Promise, promise};

    #[test]
    fn names_promise_what_people_mean_by_them() {
        use Promise::{Password, Perhaps, Secret};
        for (name, expected) in [
            ("OPENAI_API_KEY", Some(Secret)),
            ("api_key", Some(Secret)),
            ("apiKey", Some(Secret)),
            ("x-api-key", Some(Secret)),
            ("APIKEY", Some(Secret)),
            ("AccountKey", Some(Secret)),
            ("aws_secret_access_key", Some(Secret)),
            ("AWS_SECRET_ACCESS_KEY_PROD", Some(Secret)),
            ("clientSecret", Some(Secret)),
            ("SECRET_KEY", Some(Secret)),
            ("secret", Some(Secret)),
            ("TWILIO_AUTH_TOKEN", Some(Secret)),
            ("NETLIFY_TOKEN", Some(Secret)),
            ("accessToken", Some(Secret)),
            ("PRIVATE-TOKEN", Some(Secret)),
            ("GITHUB_PAT", Some(Secret)),
            ("token", Some(Perhaps)),
            ("npmToken", Some(Perhaps)),
            ("credentials", Some(Perhaps)),
            ("DB_PASSWORD", Some(Password)),
            ("DB_PASS", Some(Password)),
            ("dbPassword2", Some(Password)),
            ("userpassword", Some(Password)),
            ("password_hash", None),
            ("session_key", None),
            ("SESSION_KEY", None),
            ("idempotency_key", None),
            ("IDEMPOTENCY_KEY", None),
            ("public_key", None),
            ("key", None),
            ("keyboard", None),
            ("private_key_id", None),
            ("AWS_ACCESS_KEY_ID", None),
            ("token_count", None),
            ("pass", None),
            ("01M83RNK9JEZV4X48S9FJNSPWD", None),
            ("V1StGXR8Z5jdHi6Bpwd", None),
            ("AWS4HMACSHA256SECRET", Some(Perhaps)),
            ("passenger", None),
            ("secret_name", None),
            ("primaryKey", None),
        ] {
            assert_eq!(promise(name), expected, "{name}");
        }
        assert_eq!(promise("page_token"), Some(Perhaps));
        assert_eq!(promise("NEXT_PAGE_TOKEN"), Some(Perhaps));
    }
}
