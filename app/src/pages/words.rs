//! Small English for pages: numbers in words, plurals, lengths of time in full. Knows no page.

use crate::parts::length;

const SMALL: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// A count inside a sentence: a word up to twelve, then digits.
#[must_use]
pub fn count(n: usize) -> String {
    SMALL
        .get(n)
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A text with its first letter large, as a sentence begins.
#[must_use]
pub fn begin(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// A count in digits with its noun: "1 task", "3 tasks".
#[must_use]
pub fn many(n: usize, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        _ => format!("{n} {one}s"),
    }
}

/// A length of time in full, in its largest unit: "44 minutes".
#[must_use]
pub fn long(ms: i64) -> String {
    const UNITS: [(i64, &str); 4] = [
        (86_400_000, "day"),
        (3_600_000, "hour"),
        (60_000, "minute"),
        (1_000, "second"),
    ];
    let ms = ms.max(0);
    UNITS.into_iter().find(|(unit, _)| ms >= *unit).map_or_else(
        || "a moment".into(),
        |(unit, noun)| many(usize::try_from(ms / unit).unwrap_or(usize::MAX), noun),
    )
}

/// How long something lasts, in seconds: in full where one unit says all of it.
#[must_use]
pub fn lasting(seconds: u64) -> String {
    let ms = i64::try_from(seconds)
        .unwrap_or(i64::MAX)
        .saturating_mul(1_000);
    let unit = if seconds < 86_400 { 3_600 } else { 86_400 };
    if seconds.is_multiple_of(unit) {
        long(ms)
    } else {
        length(ms)
    }
}

#[cfg(test)]
mod tests {
    use super::{begin, count, lasting, long, many};

    #[test]
    fn what_lasts_is_said_whole() {
        for (seconds, text) in [
            (3_600, "1 hour"),
            (5_400, "1 h 30"),
            (86_400, "1 day"),
            (90_000, "1 d 1 h"),
            (2_592_000, "30 days"),
        ] {
            assert_eq!(lasting(seconds), text);
        }
    }

    #[test]
    fn counts_and_lengths_read_as_english() {
        assert_eq!(begin(&count(6)), "Six");
        assert_eq!(count(0), "no");
        assert_eq!(count(13), "13");
        assert_eq!(many(1, "task"), "1 task");
        assert_eq!(many(0, "task"), "0 tasks");
        for (ms, text) in [
            (400, "a moment"),
            (1_500, "1 second"),
            (44 * 60_000, "44 minutes"),
            (50 * 3_600_000, "2 days"),
            (-5, "a moment"),
        ] {
            assert_eq!(long(ms), text);
        }
    }
}
