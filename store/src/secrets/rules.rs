//! The rules, one a kind of secret. Patterns follow the issuers' documented forms.

use regex::Regex;

/// A kind of secret.
#[derive(Debug)]
pub(super) struct Rule {
    /// What it is called in the text that replaces it.
    pub kind: &'static str,
    /// A pattern that is fast and matches whenever the real one may.
    pub hint: &'static str,
    /// The pattern; the group `secret` is what is replaced, `key` the name it was given.
    pub pattern: Regex,
    /// Whether what was captured (key, secret) is one after all.
    pub holds: fn(&str, &str) -> bool,
}

/// A secret begins at a word, also behind an escaped line break in raw JSON (`\nghp_…`), where the `n`
/// would hide it.
const START: &str = r"(?:(?-u:\b)|\\[nrt])";

/// Kind, hint, pattern behind [`START`].
type Row = (
    &'static str,
    &'static str,
    &'static str,
    fn(&str, &str) -> bool,
);

const TABLE: [Row; 21] = [
    (
        "private_key",
        "-----BEGIN",
        // The key's lines, with real or escaped breaks, to the end line; or, cut off, as long as the
        // lines are base64. Never past what a JSON string may hold.
        r"(?<secret>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[A-Za-z0-9+/=:,. \t\r\n-]|\\+[rnt])*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:(?:[ \t\r\n]|\\+[rnt])*[A-Za-z0-9+/=]{40,80})*))",
        always,
    ),
    (
        "loci_token",
        "loci_",
        r"(?<secret>loci_[0-9a-f]{64})\b",
        always,
    ),
    (
        "aws_access_key",
        "AKIA|ASIA|ABIA|ACCA",
        r"(?<secret>A(?:KIA|SIA|BIA|CCA)[A-Z2-7]{16})\b",
        always,
    ),
    (
        "github_token",
        "gh[pousr]_|github_pat_",
        r"(?<secret>gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\b",
        always,
    ),
    (
        "gitlab_token",
        "gl(?:pat|ptt|dt|rt|cbt|ft|soat)-",
        r"(?<secret>gl(?:pat|ptt|dt|rt|cbt|ft|soat)-[A-Za-z0-9_.-]{20,255})",
        always,
    ),
    (
        "slack_token",
        "xox[abeoprs]-|xapp-",
        r"(?<secret>(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,255})",
        has_digit,
    ),
    (
        "slack_webhook",
        r"hooks\.slack\.com",
        r"https://hooks\.slack\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/]{24,})",
        always,
    ),
    (
        "anthropic_key",
        "sk-ant-",
        r"(?<secret>sk-ant-[A-Za-z0-9_-]{24,255})",
        has_digit,
    ),
    (
        "openai_key",
        "sk-",
        r"(?<secret>sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,255})",
        random,
    ),
    (
        "google_api_key",
        "AIza",
        r"(?<secret>AIza[0-9A-Za-z_-]{35})",
        always,
    ),
    (
        "google_oauth_token",
        r"ya29\.",
        r"(?<secret>ya29\.[0-9A-Za-z_-]{20,512})",
        always,
    ),
    (
        "stripe_key",
        "[sr]k_(?:live|test)_|whsec_",
        r"(?<secret>[sr]k_(?:live|test)_[0-9A-Za-z]{16,255}|whsec_[0-9A-Za-z+/]{24,255})",
        always,
    ),
    (
        "npm_token",
        "npm_",
        r"(?<secret>npm_[A-Za-z0-9]{36})\b",
        always,
    ),
    (
        "pypi_token",
        "pypi-",
        r"(?<secret>pypi-[A-Za-z0-9_-]{50,512})",
        always,
    ),
    (
        "huggingface_token",
        "hf_",
        r"(?<secret>hf_[A-Za-z0-9]{34,64})\b",
        random,
    ),
    (
        "sendgrid_key",
        r"SG\.",
        r"(?<secret>SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})",
        always,
    ),
    (
        "digitalocean_token",
        "do[opr]_v1_",
        r"(?<secret>do[opr]_v1_[a-f0-9]{64})\b",
        always,
    ),
    (
        "jwt",
        "eyJ",
        r"(?<secret>eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,})",
        always,
    ),
    (
        "url_password",
        "://",
        r#"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^ \t\r\n/?#:@"'\\<>`]*:(?<secret>[^ \t\r\n/?#@"'\\<>`]+)@"#,
        no_placeholder,
    ),
    (
        "authorization",
        "(?i)authorization",
        r#"(?i)authorization\\*["']?[ \t]*[:=][ \t]*\\*["']?(?:bearer|basic|token)[ \t]+(?<secret>[A-Za-z0-9._~+/=-]{16,2048})"#,
        random,
    ),
    (
        "assigned_secret",
        r#"(?i)(?:passw|passphrase|pwd|secret|token|key|credential)[a-z0-9_-]{0,20}\\*["']?[ \t]*[:=]"#,
        r#"(?i)(?<key>[a-z0-9_.-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|credentials?)[a-z0-9_-]{0,20})\\*["']?[ \t]*(?::=|=>|=|:)[ \t]*\\*["'`]?(?<secret>[^ \t\r\n"'`\\,;<>]{8,512})"#,
        assigned,
    ),
];

/// Compiles the table.
pub(super) fn all() -> Result<Vec<Rule>, regex::Error> {
    TABLE
        .into_iter()
        .map(|(kind, hint, pattern, holds)| {
            // The end line of a key begins with dashes, at which no word begins.
            let start = if pattern.starts_with("(?<secret>-") {
                ""
            } else {
                START
            };
            let pattern = pattern.replace(r"\b", r"(?-u:\b)");
            Ok(Rule {
                kind,
                hint,
                pattern: Regex::new(&format!("{start}{pattern}"))?,
                holds,
            })
        })
        .collect()
}

fn always(_: &str, _: &str) -> bool {
    true
}

fn has_digit(_: &str, secret: &str) -> bool {
    secret.bytes().any(|b| b.is_ascii_digit())
}

/// Letters and digits, and in no order a word has: what follows a prefix that also occurs in prose.
fn random(_: &str, secret: &str) -> bool {
    has_digit("", secret)
        && secret.bytes().any(|b| b.is_ascii_alphabetic())
        && bits_per_character(secret) >= 3.5
}

/// Whether this is more than a stand-in for a password, such as `$PASSWORD` or `***`.
fn no_placeholder(_: &str, secret: &str) -> bool {
    let stands_in = secret.starts_with(['$', '{', '<', '[', '%', '(', '*', '.', '…']);
    let one_character = secret.chars().all(|c| secret.starts_with(c));
    let lower = secret.to_ascii_lowercase();
    !stands_in && !one_character && !["password", "pass", "passwd", "secret"].contains(&&*lower)
}

/// Whether the value given to a name that promises a secret is one.
fn assigned(key: &str, value: &str) -> bool {
    // `[`, `(` and `{` make it code, `://` an address that other rules look at.
    let code = value.contains(['(', '[', '{']) || value.contains("://");
    if code || !no_placeholder(key, value) || is_id(value) {
        return false;
    }
    let classes = [
        value.bytes().any(|b| b.is_ascii_lowercase()),
        value.bytes().any(|b| b.is_ascii_uppercase()),
        value.bytes().any(|b| b.is_ascii_digit()),
        value.bytes().any(|b| !b.is_ascii_alphanumeric()),
    ];
    let classes = classes.into_iter().filter(|class| *class).count();
    let key = key.to_ascii_lowercase();
    if ["password", "passwd", "passphrase", "pwd"]
        .iter()
        .any(|word| key.contains(word))
    {
        // People choose these, so they are short.
        return has_digit("", value) && (classes >= 3 || (classes == 2 && value.len() >= 10));
    }
    value.len() >= 16 && random("", value)
}

/// Whether this is a name that others give and nobody hides: a hash, a UUID, a ULID, a number.
fn is_id(value: &str) -> bool {
    let value = value.rsplit([':', '/']).next().unwrap_or(value);
    let hex = value.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    let ulid = value.len() == 26
        && value
            .bytes()
            .all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
    let number = value
        .bytes()
        .all(|b| b.is_ascii_digit() || b"._-+:TZ".contains(&b));
    hex || ulid || number
}

/// Shannon's entropy of the characters, in bits for each.
fn bits_per_character(text: &str) -> f64 {
    let mut counts = [0_u32; 256];
    for byte in text.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let length = f64::from(u32::try_from(text.len()).unwrap_or(u32::MAX));
    counts
        .into_iter()
        .filter(|count| *count > 0)
        .map(|count| f64::from(count) / length)
        .map(|share| -share * share.log2())
        .sum()
}
