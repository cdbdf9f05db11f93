//! Parses a question into its distinct words. Any text is a valid question.

use std::collections::HashSet;

use kernel::day::{DayParts, Named, find_dates};
use kernel::unicode::is_pictograph;

use super::grams::Form;
use super::words::{Days, Word, days, each, is_stop_word, stem};

/// Maximum number of distinct words in a question. Further words are ignored.
const MAX_WORDS: usize = 16_384;
/// Maximum number of distinct days, months and years in a question.
const MAX_DAYS: usize = 64;
/// Maximum number of bytes of a question that are read.
const MAX_BYTES: usize = 256 * 1024;

/// Words by which authors refer to themselves.
const FIRST_PERSON: [&str; 5] = ["i", "me", "mine", "my", "myself"];

/// A parsed question.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Question {
    /// Words without stop words, or the stop words if there are no others.
    pub words: Vec<Asked>,
    /// All words in folded form but unstemmed, to recognize names.
    pub said: HashSet<String>,
    /// True if the question has a word of the first person.
    pub is_first_person: bool,
}

/// A word of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// The word as written in the question, folded.
    pub word: String,
    /// Term under which shelves index it.
    pub term: Box<str>,
    /// True if it may be misspelled: a word of letters, not a number, a day or a pair of letters.
    pub is_word: bool,
}

impl Question {
    pub(crate) fn read(text: &str) -> Self {
        let text = &text[..text.floor_char_boundary(MAX_BYTES)];
        let (mut words, mut small) = (Vec::new(), Vec::new());
        let mut known: HashSet<Box<str>> = HashSet::new();
        let mut question = Self::default();
        each(text, Form::Asked, &mut |word| {
            if known.len() >= MAX_WORDS {
                return;
            }
            let (text, term, is_word) = match word {
                Word::Spaced(word) => {
                    question.said.insert(word.into());
                    let is_other = |c: char| c.is_numeric() || is_pictograph(c);
                    let is_word = !word.contains(is_other);
                    (word, stem(word), is_word)
                }
                Word::Gram(gram) => (gram, gram.into(), false),
            };
            question.is_first_person |= FIRST_PERSON.contains(&text);
            let is_small = is_stop_word(text);
            if known.insert(term.clone()) {
                let asked = Asked {
                    word: text.into(),
                    term,
                    is_word,
                };
                if is_small { &mut small } else { &mut words }.push(asked);
            }
        });
        let named = first(find_dates(text), MAX_DAYS);
        // A day is more specific than its parts: many texts contain the year.
        let parts = DayParts::of(&named);
        words.retain(|asked: &Asked| !parts.has(&asked.word));
        for day in named {
            days(day, Days::Exact, &mut |term| {
                if known.insert(term.clone()) {
                    words.push(Asked {
                        word: term.trim_start_matches('-').into(),
                        term,
                        is_word: false,
                    });
                }
            });
        }
        question.words = if words.is_empty() { small } else { words };
        question
    }
}

/// Returns the first `most` distinct ones.
fn first(named: Vec<Named>, most: usize) -> Vec<Named> {
    let mut known = HashSet::new();
    let new = named.into_iter().filter(|one| known.insert(*one));
    new.take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::Question;

    fn words(text: &str) -> Vec<String> {
        let question = Question::read(text);
        question.words.into_iter().map(|asked| asked.word).collect()
    }

    #[test]
    fn words_that_say_nothing_count_only_alone() {
        for (text, expected) in [
            ("What does the CAT eat?", vec!["cat", "eat"]),
            ("to be", vec!["to", "be"]),
            ("hike, hiking", vec!["hike"]),
            ("绿茶", vec!["绿茶"]),
            ("茶", vec!["茶"]),
            ("on 29 March 2026", vec!["2026-03-29", "03-29"]),
            ("in March 2026", vec!["march", "2026", "2026-03"]),
            ("?! \u{0}", vec![]),
            ("🦊", vec!["🦊"]),
            ("100,821 cats", vec!["100821", "cats"]),
            ("दान", vec!["दान"]),
            ("\" OR NEAR(a* ^b", vec!["near", "b"]),
        ] {
            assert_eq!(words(text), expected, "{text:?}");
        }
        assert_eq!(words(&"a.".repeat(50_000)), ["a"]);
        let many = (0..30_000)
            .map(|n| format!("w{n}"))
            .collect::<Vec<_>>()
            .join(" ");
        assert_eq!(words(&many).len(), super::MAX_WORDS);
    }

    #[test]
    fn a_question_of_many_days_is_one_of_its_first_ones() {
        let joined = |words: Vec<String>| words.join(" ");
        let others = joined((0..13_000).map(|n| format!("w{n}")).collect());
        let once = words(&format!("{others} 1.1.2000"));
        assert_eq!(once.len(), 13_002);
        let again = format!("{others} {}", "1.1.2000 ".repeat(10_000));
        assert_eq!(words(&again), once);
        let days = joined((1900..2200).map(|year| format!("1.1.{year}")).collect());
        // Each date with its year, and one day without a year.
        assert_eq!(
            words(&days).iter().filter(|word| word.len() > 4).count(),
            super::MAX_DAYS + 1
        );
    }

    #[test]
    fn whoever_asks_about_themselves_says_i() {
        for (text, is) in [
            ("Where do I live?", true),
            ("my cat", true),
            ("Iran", false),
        ] {
            assert_eq!(Question::read(text).is_first_person, is, "{text}");
        }
    }
}
