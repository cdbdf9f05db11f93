//! A question as what is looked for: its words that say something, each once. Any text is a question. Knows
//! nothing of what there is to be found.

use std::collections::HashSet;

use kernel::day::{DayParts, Named, named};
use kernel::unicode::is_pictograph;

use super::grams::Form;
use super::words::{Days, Word, days, each, is_stop_word, stem};

/// Different words of a question that are looked at; what follows is ignored.
const MAX_WORDS: usize = 16_384;
/// Different days, months and years of a question that are looked at.
const MAX_DAYS: usize = 64;
/// Bytes of a question that are looked at.
const MAX_BYTES: usize = 256 * 1024;

/// Words by which somebody speaks of themselves.
const FIRST_PERSON: [&str; 5] = ["i", "me", "mine", "my", "myself"];

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Question {
    /// The words that say something; all words when none does.
    pub words: Vec<Asked>,
    /// All its words as they stand, in small letters: names are among them.
    pub said: HashSet<String>,
    /// Whether somebody asks about themselves.
    pub is_first_person: bool,
}

/// A word that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked {
    /// As it stands in the question.
    pub word: String,
    /// As texts have it.
    pub term: Box<str>,
    /// Whether it may be a slip of the pen: a word of letters, not a number, a day or a pair of letters.
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
        let named = first(named(text), MAX_DAYS);
        // A day says more than its parts: many a text has the year.
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

/// The first `most` different ones.
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
        // Each with its year, and the day of any year.
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
