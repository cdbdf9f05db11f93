//! Phrases: consecutive words, compared in folded form.

use super::grams::Form;
use super::numbers::{find_grouped, without_separators};
use super::words::{Word, cut, each, stem};

/// A phrase.
pub(crate) struct Phrase {
    tokens: Vec<String>,
    /// Terms of every text that contains the phrase.
    pub terms: Vec<Box<str>>,
}

impl Phrase {
    /// Parses a text; `None` if it has no word.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let tokens = tokens(text);
        let mut terms = Vec::new();
        each(text, Form::Asked, &mut |word| {
            terms.push(match word {
                Word::Spaced(word) => stem(word),
                Word::Gram(gram) => gram.into(),
            });
        });
        (!tokens.is_empty()).then_some(Self { tokens, terms })
    }

    /// Returns true if a text contains it.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        let tokens = tokens(text);
        let mut places = tokens.windows(self.tokens.len());
        places.any(|place| place == self.tokens)
    }
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let text = without_separators(text, &find_grouped(text));
    cut(&text, Form::Letters, &mut |word| {
        let (Word::Spaced(token) | Word::Gram(token)) = word;
        tokens.push(token.to_owned());
    });
    tokens
}

#[cfg(test)]
mod tests {
    use super::Phrase;

    #[test]
    fn a_phrase_is_the_same_words_in_their_order() {
        for (text, phrase, is) in [
            ("The red bridge.", "red bridge", true),
            ("The RED — bridge", "Red Bridge", true),
            ("The bridge is red", "red bridge", false),
            ("redder bridges", "red", false),
            ("数据库检索", "库检", true),
            ("数据库检索", "库索", false),
            ("Die Straße", "strasse", true),
            ("it has 100,821 files", "has 100821", true),
            ("version 1.5", "15", false),
        ] {
            let phrase = Phrase::of(phrase).unwrap();
            assert_eq!(phrase.is_in(text), is, "{text}");
        }
        assert!(Phrase::of("?!").is_none());
    }
}
