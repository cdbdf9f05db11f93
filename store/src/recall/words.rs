//! The tokenizer of search. It splits texts and questions into words in the folded form in which they are compared:
//! English words by their stems, scripts without spaces by pairs of letters, days by their dates.

use std::cell::RefCell;
use std::collections::HashMap;

use kernel::day::{Named, find_dates};
use kernel::unicode::{fold, is_mark_or_format, is_pictograph};
use rust_stemmers::{Algorithm, Stemmer};

use super::grams::{Form, grams, is_spaceless};
use super::numbers::{find_grouped, without_separators};

/// Maximum number of letters of a word. Further letters are ignored.
pub(crate) const MAX_LETTERS: usize = 64;
/// Minimum length of a word that is stemmed, in bytes.
const STEMMED: usize = 3;
/// Maximum number of cached stems per thread.
const REMEMBERED: usize = 65_536;

/// Stop words: they do not tell what a text is about. Sorted.
const STOP_WORDS: [&str; 136] = [
    "a",
    "about",
    "after",
    "again",
    "all",
    "also",
    "am",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "be",
    "because",
    "been",
    "before",
    "being",
    "between",
    "both",
    "but",
    "by",
    "can",
    "could",
    "d",
    "did",
    "didn",
    "do",
    "does",
    "doesn",
    "doing",
    "don",
    "during",
    "each",
    "few",
    "for",
    "from",
    "further",
    "had",
    "has",
    "have",
    "having",
    "he",
    "her",
    "here",
    "hers",
    "herself",
    "him",
    "himself",
    "his",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "isn",
    "it",
    "its",
    "itself",
    "just",
    "ll",
    "m",
    "may",
    "me",
    "might",
    "more",
    "most",
    "must",
    "my",
    "myself",
    "no",
    "nor",
    "not",
    "of",
    "off",
    "on",
    "once",
    "only",
    "or",
    "other",
    "our",
    "ours",
    "ourselves",
    "out",
    "over",
    "own",
    "re",
    "s",
    "same",
    "shall",
    "she",
    "should",
    "so",
    "some",
    "such",
    "t",
    "than",
    "that",
    "the",
    "their",
    "theirs",
    "them",
    "themselves",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "through",
    "to",
    "too",
    "under",
    "up",
    "us",
    "ve",
    "very",
    "was",
    "we",
    "were",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "would",
    "you",
    "your",
    "yours",
];

/// Returns true if a lowercase word is a stop word.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Passes the words of a text to `take`. A number with separators is also passed as a whole, in a question only as a
/// whole.
pub(crate) fn each(text: &str, form: Form, take: &mut dyn FnMut(Word<'_>)) {
    let numbers = find_grouped(text);
    let is_asked = form == Form::Asked;
    let cuttable = if is_asked {
        without_separators(text, &numbers)
    } else {
        text.into()
    };
    cut(&cuttable, form, take);
    let others = numbers
        .iter()
        .filter(|number| !is_asked || !number.is_certain);
    for number in others {
        take(Word::Spaced(&number.whole));
    }
}

/// Passes the words of a text to `take` as [`each`] does, but with numbers split at their separators.
pub(crate) fn cut(text: &str, form: Form, take: &mut dyn FnMut(Word<'_>)) {
    let (mut word, mut run) = (String::new(), String::new());
    let mut letters = 0;
    for c in fold(text).chars() {
        let is_run = is_spaceless(c);
        let is_letter =
            !is_run && (c.is_alphanumeric() || (!word.is_empty() && is_mark_or_format(c)));
        if !is_letter && !word.is_empty() {
            take(Word::Spaced(&word));
            word.clear();
            letters = 0;
        }
        if !is_run && !run.is_empty() {
            grams(&run, form, &mut |gram| take(Word::Gram(gram)));
            run.clear();
        }
        if is_run {
            run.push(c);
        } else if is_letter {
            if letters < MAX_LETTERS {
                word.push(c);
                letters += 1;
            }
        } else if is_pictograph(c) {
            take(Word::Spaced(c.encode_utf8(&mut [0; 4])));
        }
    }
    if !word.is_empty() {
        take(Word::Spaced(&word));
    }
    if !run.is_empty() {
        grams(&run, form, &mut |gram| take(Word::Gram(gram)));
    }
}

/// Returns the words of a name, in lowercase.
pub(super) fn words_of(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    each(name, Form::Asked, &mut |word| {
        let (Word::Spaced(word) | Word::Gram(word)) = word;
        words.push(word.to_owned());
    });
    words
}

/// A word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word<'a> {
    /// A word between spaces and punctuation.
    Spaced(&'a str),
    /// A pair of letters, or a letter, of a script without spaces.
    Gram(&'a str),
}

thread_local! {
    static STEMMER: Stemmer = Stemmer::create(Algorithm::English);
    static STEMS: RefCell<HashMap<Box<str>, Box<str>>> = RefCell::default();
}

/// Returns the stem of a word, which its forms share.
pub(super) fn stem(word: &str) -> Box<str> {
    let has_stem = word.len() >= STEMMED && word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !has_stem {
        return word.into();
    }
    STEMS.with_borrow_mut(|stems| {
        if let Some(stem) = stems.get(word) {
            return stem.clone();
        }
        let stem: Box<str> = STEMMER.with(|stemmer| stemmer.stem(word).into());
        if stems.len() >= REMEMBERED {
            stems.clear();
        }
        stems.insert(word.into(), stem.clone());
        stem
    })
}

/// Returns the terms of a text with the number of times that each occurs, at most 255, and the number of words.
pub(super) fn terms(texts: &[&str]) -> (HashMap<Box<str>, u8>, u32) {
    let mut counts: HashMap<Box<str>, u8> = HashMap::new();
    let mut length = 0;
    let mut add = |term: Box<str>| {
        let count = counts.entry(term).or_default();
        *count = count.saturating_add(1);
    };
    for text in texts {
        each(text, Form::Stored, &mut |word| {
            length += 1;
            match word {
                Word::Spaced(word) => add(stem(word)),
                Word::Gram(gram) => add(gram.into()),
            }
        });
        // A day always has a digit, and most texts have none.
        if text.bytes().any(|byte| byte.is_ascii_digit()) {
            for day in find_dates(text) {
                days(day, Days::All, &mut add);
            }
        }
    }
    (counts, length)
}

/// Forms under which a day is indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Days {
    /// All forms that a question may ask for.
    All,
    /// Only the form in which it is named.
    Exact,
}

/// Passes a day to `add` as terms that differ from every word.
pub(super) fn days(day: Named, which: Days, add: &mut dyn FnMut(Box<str>)) {
    match day {
        Named::Day { year, month, day } => {
            if let Some(year) = year {
                add(format!("{year:04}-{month:02}-{day:02}").into());
                if which == Days::All {
                    add(format!("{year:04}-{month:02}").into());
                }
            }
            // Texts often omit the year.
            add(format!("-{month:02}-{day:02}").into());
        }
        Named::Month {
            year: Some(year),
            month,
        } => add(format!("{year:04}-{month:02}").into()),
        // Its name and its number are words.
        Named::Month { year: None, .. } | Named::Year(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_are_in_order() {
        assert!(STOP_WORDS.is_sorted());
    }

    fn of(text: &str) -> Vec<String> {
        let (counts, _) = terms(&[text]);
        let mut terms: Vec<String> = counts.into_keys().map(Into::into).collect();
        terms.sort();
        terms
    }

    #[test]
    fn words_are_compared_by_what_their_forms_share() {
        for (text, expected) in [
            ("Hiking, hiked; HIKES!", vec!["hike"]),
            ("Café naïve Ångström", vec!["angstrom", "cafe", "naiv"]),
            ("wi\u{301}ndow", vec!["window"]),
            ("task_claim C++", vec!["c", "claim", "task"]),
            (
                "喜欢绿茶",
                vec!["喜", "喜欢", "欢", "欢绿", "绿", "绿茶", "茶"],
            ),
            ("win\u{0}dow", vec!["dow", "win"]),
            ("?! \u{0}", vec![]),
            ("🦊🍕 ok", vec!["ok", "🍕", "🦊"]),
            ("", vec![]),
            ("２０２６ ١٢٣٤٥", vec!["12345", "2026"]),
            ("STRASSE Straße", vec!["strass"]),
            ("दिन दान", vec!["दान", "दिन"]),
            ("हिन्दी", vec!["हिन्दी"]),
            ("서울", vec!["서", "서울", "울"]),
            (
                "\u{1109}\u{1165}\u{110B}\u{116E}\u{11AF}",
                vec!["서", "서울", "울"],
            ),
            ("ｶﾞｽ", vec!["ガ", "ガス", "ス"]),
            (
                "100,821 of 1.5",
                vec!["1", "100", "100821", "5", "821", "of"],
            ),
            ("1 234 567", vec!["1", "1234567", "234", "567"]),
            ("Łódź cœur", vec!["coeur", "lodz"]),
        ] {
            assert_eq!(of(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_day_is_one_term_however_it_is_written() {
        for text in [
            "2026-03-29",
            "29 March 2026",
            "March 29th, 2026",
            "29.03.2026",
        ] {
            for term in ["2026-03-29", "2026-03", "-03-29"] {
                assert!(of(text).contains(&term.into()), "{text}: {term}");
            }
        }
    }

    #[test]
    fn a_long_text_is_read_in_pieces_of_any_kind() {
        let long = "x".repeat(10_000);
        assert_eq!(of(&long), ["x".repeat(MAX_LETTERS)]);
        let (counts, length) = terms(&[&"tea ".repeat(1000)]);
        assert_eq!((counts["tea"], length), (u8::MAX, 1000));
    }
}
