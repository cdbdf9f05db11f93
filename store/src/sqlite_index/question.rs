//! Tokens that FTS5 stores for a text, and FTS5 queries. Any text becomes a valid query, never a syntax error. Both use
//! the tokenizer of [`recall`](crate::recall::words).

use std::collections::HashSet;

use kernel::unicode::is_mark_or_format;

use crate::recall::grams::Form;
use crate::recall::numbers::find_grouped;
use crate::recall::words::{MAX_LETTERS, Word, cut, each, is_stop_word};

/// Maximum number of words in a query. Further words are ignored.
const MAX_WORDS: usize = 32;
/// Minimum length of a stem, in bytes.
const MIN_STEM: usize = 4;

/// Endings that English words change, longest first.
const ENDINGS: [&str; 14] = [
    "ations", "ation", "ences", "ence", "ments", "ment", "ings", "ing", "ies", "ed", "es", "ly",
    "s", "y",
];

/// A query for any of several words.
pub(super) struct AnyOf {
    /// One FTS5 query for each word.
    pub terms: Vec<String>,
}

impl AnyOf {
    /// Parses the words of `text` without stop words, or with them if there are no others. `None` if it has no word.
    pub(super) fn new(text: &str) -> Option<Self> {
        let (mut words, mut small) = (Vec::new(), Vec::new());
        let mut known: HashSet<String> = HashSet::new();
        each(text, Form::Asked, &mut |word| {
            let (Word::Spaced(text) | Word::Gram(text)) = word;
            let kept: &mut Vec<String> = if is_stop_word(text) {
                &mut small
            } else {
                &mut words
            };
            if kept.len() < MAX_WORDS && known.insert(text.to_owned()) {
                kept.push(match word {
                    Word::Spaced(word) => forms(word),
                    Word::Gram(letters) => phrase(&letters_of(letters)),
                });
            }
        });
        let terms = if words.is_empty() { small } else { words };
        (!terms.is_empty()).then_some(Self { terms })
    }

    /// Returns the query that matches any of the words.
    pub(super) fn question(&self) -> String {
        self.terms.join(" OR ")
    }

    /// Returns the number of words that make up that share, at least one.
    pub(super) fn least(&self, share: f64) -> usize {
        let of = self.terms.len();
        // A little lower, so that rounding does not require one word too many.
        (1..of)
            .find(|n| ratio(*n, of) + 1e-9 >= share)
            .unwrap_or(of)
    }
}

/// Returns `part` divided by `of`, both small.
fn ratio(part: usize, of: usize) -> f64 {
    let small = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    small(part) / small(of).max(1.0)
}

/// Returns the query for a word and everything that begins with its stem.
fn forms(word: &str) -> String {
    match stem(word) {
        Some(stem) => format!("(\"{word}\" OR \"{stem}\"*)"),
        None => format!("\"{word}\""),
    }
}

/// Returns the prefix that an English word shares with its other forms. Lighter than Porter's algorithm, and suitable
/// for queries only, because the index stores words unstemmed.
fn stem(word: &str) -> Option<&str> {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) || word.len() < MIN_STEM {
        return None;
    }
    let cut = ENDINGS
        .iter()
        .filter(|ending| **ending != "s" || !word.ends_with("ss"))
        .filter_map(|ending| word.strip_suffix(ending))
        .find(|rest| rest.len() >= MIN_STEM)
        .unwrap_or(word);
    // Undoubles "preferred" and "planning", but not "classes", "calling" and "buzzed".
    let is_doubled = |last: char| {
        !matches!(last, 's' | 'l' | 'z') && cut.ends_with(&[last, last].iter().collect::<String>())
    };
    match cut.chars().next_back() {
        Some(last) if cut.len() > MIN_STEM && cut.len() < word.len() && is_doubled(last) => {
            Some(&cut[..cut.len() - 1])
        }
        _ => Some(cut),
    }
}

/// Returns the query for all words of `text`; the last one may be incomplete. `None` if it has no word.
pub(super) fn all_words(text: &str) -> Option<String> {
    let ends = |c: char| c.is_alphanumeric() || is_mark_or_format(c);
    let is_unfinished = text.chars().next_back().is_some_and(ends);
    let mut words = words_of(text);
    if is_unfinished && let Some(last) = words.last_mut() {
        for phrase in last {
            phrase.push('*');
        }
    }
    let words: Vec<_> = words.iter().map(|word| any_of(word)).collect();
    (!words.is_empty()).then(|| words.join(" AND "))
}

/// Returns the query for any word of `text`. `None` if it has fewer than two words.
pub(super) fn any_word(text: &str) -> Option<String> {
    let words = words_of(text);
    let words: Vec<_> = words.iter().map(|word| any_of(word)).collect();
    (words.len() > 1).then(|| words.join(" OR "))
}

/// Returns the words of `text` between spaces, each as alternative phrases: its tokens in order, or a number in it
/// without the separators.
fn words_of(text: &str) -> Vec<Vec<String>> {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let phrases = words.filter_map(|word| {
        let word: String = word.chars().take(4 * MAX_LETTERS).collect();
        let tokens = letters_of(&word);
        let numbers = find_grouped(&word).into_iter();
        let whole = numbers.map(|number| phrase(&[number.whole]));
        (!tokens.is_empty()).then(|| std::iter::once(phrase(&tokens)).chain(whole).collect())
    });
    phrases.take(MAX_WORDS).collect()
}

fn any_of(phrases: &[String]) -> String {
    match phrases {
        [one] => one.clone(),
        several => format!("({})", several.join(" OR ")),
    }
}

/// Returns tokens as a quoted FTS5 string, in which nothing is syntax.
fn phrase(tokens: &[String]) -> String {
    format!("\"{}\"", tokens.join(" "))
}

/// Returns the tokens of a text in its order.
fn letters_of(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    cut(text, Form::Letters, &mut |word| {
        let (Word::Spaced(token) | Word::Gram(token)) = word;
        tokens.push(token.to_owned());
    });
    tokens
}

/// Returns the tokens of a text for FTS5, separated by spaces. `None` if FTS5 splits the text itself into the same
/// ones.
pub(super) fn tokens_to_store(text: &str) -> Option<String> {
    let is_long = |word: &str| word.len() > MAX_LETTERS;
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
    if text.is_ascii() && !words.any(is_long) && find_grouped(text).is_empty() {
        return None;
    }
    let mut tokens = String::with_capacity(2 * text.len());
    each(text, Form::Letters, &mut |word| {
        let (Word::Spaced(token) | Word::Gram(token)) = word;
        if !tokens.is_empty() {
            tokens.push(' ');
        }
        tokens.push_str(token);
    });
    Some(tokens)
}

#[cfg(test)]
mod tests {
    use super::{AnyOf, all_words, stem, tokens_to_store};

    #[test]
    fn a_stem_is_what_forms_of_a_word_share() {
        for (word, expected) in [
            ("preferences", Some("prefer")),
            ("preferred", Some("prefer")),
            ("prefers", Some("prefer")),
            ("meetings", Some("meet")),
            ("planning", Some("plan")),
            ("allergies", Some("allerg")),
            ("allergy", Some("allerg")),
            ("likes", Some("like")),
            ("like", Some("like")),
            ("press", Some("press")),
            ("classes", Some("class")),
            ("calling", Some("call")),
            ("cat", None),
            ("naïve", None),
            ("2026", None),
        ] {
            assert_eq!(stem(word), expected, "{word}");
        }
    }

    #[test]
    fn small_words_count_only_alone() {
        let terms = |text| AnyOf::new(text).map(|any| any.terms);
        assert_eq!(
            terms("What does the CAT eat?"),
            Some(vec!["\"cat\"".into(), "\"eat\"".into()])
        );
        assert_eq!(terms("to be"), Some(vec!["\"to\"".into(), "\"be\"".into()]));
        assert_eq!(terms("?! \u{0}"), None);
        assert_eq!(terms("绿茶"), Some(vec!["\"绿 茶\"".into()]));
    }

    #[test]
    fn words_are_phrases_of_their_tokens() {
        for (text, expected) in [
            ("task_claim", Some("\"task claim\"*")),
            ("数据库 检", Some("\"数 据 库\" AND \"检\"*")),
            (
                "$100,821 now!",
                Some("(\"100 821\" OR \"100821\") AND \"now\""),
            ),
            ("\" OR *", Some("\"or\"")),
            ("?!", None),
        ] {
            assert_eq!(all_words(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn only_what_fts5_cuts_otherwise_is_stored_as_tokens() {
        for (text, expected) in [
            ("Plain text, task_claim: 1.5", None),
            ("100,821 files", Some("100 821 files 100821")),
            ("Straße 検索", Some("strasse 検 索")),
            (&"x".repeat(65), Some(&*"x".repeat(64))),
            (&"x".repeat(64), None),
        ] {
            assert_eq!(tokens_to_store(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_share_is_a_number_of_words() {
        let any = AnyOf::new("red green blue gray pink").unwrap();
        for (share, least) in [
            (0.0, 1),
            (0.2, 1),
            (0.3, 2),
            (0.6, 3),
            (1.0, 5),
            (7.0, 5),
            (-1.0, 1),
        ] {
            assert_eq!(any.least(share), least, "{share}");
        }
    }
}
