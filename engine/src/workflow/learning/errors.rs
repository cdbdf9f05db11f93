//! Compares error texts: two errors have the same reason if their significant words agree. Times, line numbers and ids,
//! which differ between attempts, are ignored.

use std::collections::BTreeSet;

/// Maximum length of an error that is compared, in bytes.
const LOOKED_AT: usize = 2_000;
/// Stop words.
const EMPTY: &[&str] = &[
    "a", "after", "an", "and", "are", "as", "at", "attempt", "be", "because", "been", "but", "by",
    "did", "do", "for", "from", "had", "has", "have", "i", "in", "is", "it", "its", "line", "my",
    "of", "on", "or", "so", "still", "that", "the", "then", "there", "this", "to", "try", "was",
    "we", "were", "when", "while", "with",
];
/// Words after which a short number is a code that distinguishes reasons.
const CODES: &[&str] = &[
    "code", "errno", "error", "exit", "exited", "http", "rc", "returned", "signal", "status",
    "with",
];
/// Minimum share of common words for the same reason.
const ALIKE: f64 = 0.6;

/// Returns the distinct significant words of an error.
fn words(error: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut before = String::new();
    let line = telling_line(beginning(error));
    for word in line.split(|c: char| !c.is_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        let word = word.to_lowercase();
        if says_something(&word, &before) {
            words.insert(stem(&word).to_owned());
        }
        before = word;
    }
    words
}

/// Returns a key that errors with the same significant words share.
#[must_use]
pub(super) fn key(error: &str) -> String {
    let words: Vec<String> = words(error).into_iter().collect();
    if words.is_empty() {
        return beginning(error).trim().to_lowercase();
    }
    words.join(" ")
}

/// Returns true if both errors have the same reason, also in slightly different words.
#[must_use]
pub(super) fn is_same_reason(one: &str, other: &str) -> bool {
    let (own, others) = (words(one), words(other));
    if own.is_empty() || others.is_empty() {
        return key(one) == key(other);
    }
    let common = own.intersection(&others).count();
    let all = own.len() + others.len() - common;
    own == others || (common > 1 && ratio(common, all) >= ALIKE)
}

#[expect(clippy::cast_precision_loss, reason = "an error has few words")]
fn ratio(part: usize, whole: usize) -> f64 {
    part as f64 / whole as f64
}

fn beginning(error: &str) -> &str {
    let mut end = error.len().min(LOOKED_AT);
    while !error.is_char_boundary(end) {
        end -= 1;
    }
    &error[..end]
}

/// Returns the line with the reason: the last line of a Python traceback, otherwise the first line.
fn telling_line(error: &str) -> &str {
    let mut lines = error.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    if first.starts_with("Traceback") {
        return lines.next_back().unwrap_or(first);
    }
    first
}

fn says_something(word: &str, before: &str) -> bool {
    if EMPTY.contains(&word) {
        return false;
    }
    let digits = word.chars().filter(char::is_ascii_digit).count();
    if digits == word.chars().count() {
        return digits <= 3 && CODES.contains(&before);
    }
    // Ids, hashes, durations, counts with a unit.
    let is_id = digits > 0 && word.len() >= 8;
    let is_measure = word.starts_with(|c: char| c.is_ascii_digit());
    !is_id && !is_measure
}

/// Returns the word without its most common endings: "failed", "fails" and "failing" are equal.
fn stem(word: &str) -> &str {
    for ending in ["ing", "ed", "es", "s"] {
        if let Some(stem) = word.strip_suffix(ending)
            && stem.chars().count() >= 3
            && !stem.ends_with('s')
        {
            return stem;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::is_same_reason;

    #[test]
    fn the_same_reason_in_other_words_is_the_same() {
        for (one, other) in [
            ("timeout after 30 s", "Timeout after 31 s"),
            (
                "timed out at 10:33:07 (attempt 1)",
                "timed out at 11:02:59 (attempt 2)",
            ),
            (
                "Tests fail: the clock drifts",
                "The clock drifts, so the tests failed",
            ),
            (
                "src/auth.rs:33:5: no such column refresh_token",
                "src/auth.rs:41:9: no such column refresh_token",
            ),
            (
                "lease 01JABCDEFGHJKMNPQRSTVWXYZ0 is lost",
                "lease 01JZYXWVTSRQPNMKJHGFEDCBA1 is lost",
            ),
            (
                "Traceback (most recent call last):\n File \"a.py\", line 3\nKeyError: 'user'",
                "Traceback (most recent call last):\n File \"b.py\", line 8\nKeyError: 'user'",
            ),
            ("exit code 137", "exit code 137"),
            ("???", "???"),
            ("没有权限", "没有权限"),
            (
                "the migration of the user table locks writes",
                "migration of the users table locked all writes",
            ),
        ] {
            assert!(is_same_reason(one, other), "{one} / {other}");
            assert!(is_same_reason(other, one), "{other} / {one}");
        }
    }

    #[test]
    fn another_reason_is_another() {
        for (one, other) in [
            ("HTTP 401", "HTTP 503"),
            ("exit code 1", "exit code 137"),
            ("no such column refresh_token", "no such table tokens"),
            ("timeout after 30 s", "out of memory"),
            ("???", "!!!"),
            ("", "x"),
            (
                "Traceback (most recent call last):\n File \"a.py\"\nKeyError: 'user'",
                "Traceback (most recent call last):\n File \"a.py\"\nValueError: 'user'",
            ),
        ] {
            assert!(!is_same_reason(one, other), "{one} / {other}");
        }
    }
}
