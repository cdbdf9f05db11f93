//! References in languages other than English: determiners with a noun, and adjectives next to it, are read as the
//! English words of the same meaning. Each language is a file of words in `languages/`. Pronouns are not included: on
//! their own they do not identify their language.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::entity::resolve::said::Word;

/// Word lists of the languages.
const FILES: [&str; 3] = [
    include_str!("languages/de.txt"),
    include_str!("languages/es.txt"),
    include_str!("languages/fr.txt"),
];
/// Maximum number of determiners in a row: "all the pages".
const DETERMINERS: usize = 2;
/// Maximum number of adjectives on one side of a noun.
const ADJECTIVES: usize = 2;

static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| FILES.into_iter().map(Language::read).collect());

/// Words of a language with their English translations.
#[derive(Default)]
struct Language {
    determiners: Words,
    adjectives: Words,
    nouns: Words,
}

type Words = HashMap<&'static str, &'static str>;

impl Language {
    fn read(file: &'static str) -> Self {
        let mut language = Self::default();
        let mut part = &mut language.nouns;
        for line in file.lines() {
            match line {
                "[determiners]" => part = &mut language.determiners,
                "[adjectives]" => part = &mut language.adjectives,
                "[nouns]" => part = &mut language.nouns,
                _ => {
                    let (english, words) = line.split_once(": ").unwrap_or_default();
                    part.extend(words.split_whitespace().map(|word| (word, english)));
                }
            }
        }
        language
    }

    /// Returns the English words for the phrase that these words begin with.
    fn phrase(&self, words: &[Word]) -> Option<Vec<&'static str>> {
        let run = |from: usize, known: &Words, most: usize| -> Vec<&'static str> {
            let rest = words.iter().skip(from).take(most);
            rest.map_while(|word| known.get(&*word.low).copied())
                .collect()
        };
        let mut english = run(0, &self.determiners, DETERMINERS);
        let determiners = english.len();
        if determiners == 0 {
            return None;
        }
        english.extend(run(determiners, &self.adjectives, ADJECTIVES));
        let noun = *self.nouns.get(&*words.get(english.len())?.low)?;
        english.extend(run(english.len() + 1, &self.adjectives, ADJECTIVES));
        english.push(noun);
        if noun.ends_with('s') {
            for determiner in &mut english[..determiners] {
                *determiner = match *determiner {
                    "this" => "these",
                    "that" => "those",
                    other => other,
                };
            }
        }
        Some(english)
    }
}

/// Returns the English determiner that a word of another language is read as.
pub(super) fn determiner(word: &str) -> Option<&'static str> {
    let mut languages = LANGUAGES.iter();
    languages.find_map(|language| language.determiners.get(word).copied())
}

/// Translates the phrases of other languages in a clause into English. The words keep their positions.
pub(super) fn read(clause: &mut [Word]) {
    let mut at = 0;
    while at < clause.len() {
        let rest = &clause[at..];
        let mut languages = LANGUAGES.iter();
        let english = languages.find_map(|language| language.phrase(rest));
        let words = english.as_ref().map_or(1, Vec::len);
        for (word, english) in clause[at..].iter_mut().zip(english.into_iter().flatten()) {
            word.low = english.into();
        }
        at += words;
    }
}
