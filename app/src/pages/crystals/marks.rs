//! Positions of the search terms in a text, so that a reader sees why it was found. Approximates the index: finds
//! the same word, another form of it, and part of a word of a script without spaces.

use std::ops::Range;

use kernel::unicode::{fold, is_mark_or_format};

/// Minimum number of letters that two forms of a word share.
const FORM: usize = 4;
/// Maximum number of letters at the end in which two forms of a word differ.
const END: usize = 3;
/// Stop words, which are ignored in queries.
const SMALL: [&str; 40] = [
    "a", "about", "an", "and", "are", "as", "at", "be", "by", "did", "do", "does", "for", "from",
    "had", "has", "have", "how", "i", "in", "is", "it", "my", "of", "on", "or", "our", "that",
    "the", "this", "to", "was", "we", "were", "what", "when", "where", "which", "who", "why",
];

/// Returns the words of a query without stop words, or all of them if there are no others.
#[must_use]
pub fn search_terms(query: &str) -> Vec<String> {
    let all: Vec<String> = runs(query).map(|at| fold(&query[at])).collect();
    let telling: Vec<String> = all
        .iter()
        .filter(|word| !SMALL.contains(&word.as_str()))
        .cloned()
        .collect();
    if telling.is_empty() { all } else { telling }
}

/// Returns the positions of the wanted words in a text, in order.
#[must_use]
pub fn marks(text: &str, wanted: &[String]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    if wanted.is_empty() {
        return found;
    }
    for run in runs(text) {
        let word = fold(&text[run.clone()]);
        if wanted.iter().any(|wanted| is_form(wanted, &word)) {
            found.push(run);
        } else if !word.is_ascii() {
            found.extend(within(&text[run.clone()], wanted, run.start));
        }
    }
    found
}

/// Returns the runs of consecutive letters and digits.
fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut letters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, _) = letters.find(|(_, letter)| letter.is_alphanumeric())?;
        let mut end = text.len();
        while let Some((at, letter)) = letters.peek().copied() {
            if !letter.is_alphanumeric() && !is_mark_or_format(letter) {
                end = at;
                break;
            }
            letters.next();
        }
        Some(start..end)
    })
}

/// Returns true if one word is a form of the other: "callbacks" of "callback".
fn is_form(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let same = one.chars().zip(other.chars());
    let same = same.take_while(|(one, other)| one == other).count();
    let longest = one.chars().count().max(other.chars().count());
    same >= FORM && longest - same <= END
}

/// Finds wanted words inside other words, for scripts without spaces.
fn within(run: &str, wanted: &[String], from: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for word in wanted.iter().filter(|word| !word.is_ascii()) {
        let places = run.match_indices(word.as_str());
        found.extend(places.map(|(at, word)| from + at..from + at + word.len()));
    }
    found.sort_by_key(|at| at.start);
    let mut end = 0;
    found.retain(|at| {
        let is_apart = at.start >= end;
        if is_apart {
            end = at.end;
        }
        is_apart
    });
    found
}

#[cfg(test)]
mod tests {
    use super::{marks, search_terms};

    fn marked<'a>(text: &'a str, query: &str) -> Vec<&'a str> {
        let found = marks(text, &search_terms(query));
        found.into_iter().map(|at| &text[at]).collect()
    }

    #[test]
    fn words_are_marked_in_all_their_forms() {
        for (text, query, expected) in [
            (
                "The CORS failure on the callback route.",
                "cors Callbacks",
                vec!["CORS", "callback"],
            ),
            (
                "What is the deadline?",
                "what is the deadline",
                vec!["deadline"],
            ),
            ("To be or not", "to be", vec!["To", "be"]),
            ("Tokens expire", "token's expiry", vec!["Tokens", "expire"]),
            ("a cat, a car", "can", vec![]),
            (
                "Überprüfung der Schlüssel",
                "überprüfungen",
                vec!["Überprüfung"],
            ),
            ("認証は東京のサーバー", "東京", vec!["東京"]),
            ("東京東京", "東京", vec!["東京", "東京"]),
            ("दान की रसीद", "दान", vec!["दान"]),
            ("दिन में", "दान", vec![]),
            ("Die STRASSE", "straße", vec!["STRASSE"]),
            ("anything", "", vec![]),
            (
                "\"quoted\" AND (NEAR*",
                "NEAR( \"quoted",
                vec!["quoted", "NEAR"],
            ),
        ] {
            assert_eq!(marked(text, query), expected, "{query}");
        }
    }
}
