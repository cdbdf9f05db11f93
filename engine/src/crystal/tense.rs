//! Whether a question is about the present, "where do I live now", or about the past, "where did I live before".

use crate::crystal::when::{parse_span, words};
use kernel::time::Time;

/// Words of a question about the present.
const NOW: [&str; 9] = [
    "current",
    "currently",
    "latest",
    "newest",
    "now",
    "nowadays",
    "presently",
    "recent",
    "recently",
];
/// Phrases of a question about the present.
const NOW_IN_WORDS: [&[&str]; 3] = [
    &["at", "the", "moment"],
    &["these", "days"],
    &["right", "now"],
];

/// Words of a question about the past, some of them also with `ly` at the end.
const PAST: [&str; 24] = [
    "before", "did", "didn", "earlier", "earliest", "ever", "first", "former", "had", "history",
    "initial", "old", "older", "oldest", "once", "original", "past", "previous", "since", "until",
    "used", "was", "wasn", "were",
];

/// Returns true if a question is about the present.
#[must_use]
pub fn is_about_now(question: &str) -> bool {
    let words = words(question);
    words.iter().any(|word| NOW.contains(&word.as_str()))
        || NOW_IN_WORDS.iter().any(|phrase| {
            words.windows(phrase.len()).any(|window| {
                window
                    .iter()
                    .zip(*phrase)
                    .all(|(word, asked)| word == asked)
            })
        })
}

/// Returns true if a question is about the past or names a time.
#[must_use]
pub fn is_about_then(question: &str, now: Time) -> bool {
    words(question)
        .iter()
        .any(|word| PAST.contains(&word.strip_suffix("ly").unwrap_or(word)))
        || parse_span(question, now).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_are_about_then() {
        for (question, is) in [
            ("where was Alice living", true),
            ("Where did Alice live?", true),
            ("the first address", true),
            ("who lived there previously", true),
            ("where Alice lived before Tokyo", true),
            ("what happened on 29 March 2026", true),
            ("the rent last year", true),
            ("where does Alice live", false),
            ("how much is the rent", false),
            ("firsthand", false),
        ] {
            let now = Time::parse("2026-04-15T10:00:00Z").unwrap();
            assert_eq!(is_about_then(question, now), is, "{question}");
        }
    }

    #[test]
    fn some_are_about_now() {
        for (question, is) in [
            ("Where do I live now?", true),
            ("the latest plan", true),
            ("what am I up to at the moment", true),
            ("what do you know", false),
            ("snow", false),
        ] {
            assert_eq!(is_about_now(question), is, "{question}");
        }
    }
}
