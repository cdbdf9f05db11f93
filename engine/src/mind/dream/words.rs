//! Words of texts for comparison (stemmed terms without stop words), and texts as quotations.

use std::collections::BTreeSet;

use rust_stemmers::{Algorithm, Stemmer};

use crate::mind::budget::shorten_line;
use kernel::unseen::one_line;

/// Stop words, sorted.
const EMPTY: [&str; 150] = [
    "a", "about", "after", "again", "all", "also", "always", "am", "an", "and", "any", "are", "as",
    "ask", "at", "be", "because", "been", "before", "being", "both", "but", "by", "can", "cannot",
    "could", "did", "do", "does", "doing", "don", "done", "down", "during", "each", "every", "few",
    "for", "from", "get", "got", "had", "has", "have", "having", "he", "her", "here", "him", "his",
    "how", "i", "if", "in", "instead", "into", "is", "it", "its", "just", "keep", "let", "like",
    "made", "make", "may", "me", "might", "more", "most", "must", "my", "need", "needs", "never",
    "no", "not", "now", "of", "off", "on", "once", "one", "only", "or", "other", "our", "out",
    "over", "own", "per", "put", "said", "same", "say", "says", "see", "set", "she", "should",
    "so", "some", "still", "such", "t", "take", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "through", "to", "too", "under", "until", "up",
    "us", "use", "used", "uses", "using", "very", "want", "wants", "was", "we", "were", "what",
    "when", "where", "which", "while", "who", "why", "will", "with", "without", "would", "yes",
    "you", "your", "yours", "yourself",
];

/// Minimum likeness of texts that differ in a word.
const MIN_LIKENESS: f64 = 0.8;

/// Number of first words that name the subject of a text.
const SUBJECT: usize = 2;

/// Terms of a text, used to compare texts.
pub type Terms = BTreeSet<String>;

/// Returns true for a stop word.
#[must_use]
pub fn is_empty_word(word: &str) -> bool {
    EMPTY.binary_search(&word).is_ok()
}

/// Returns the words of a text without stop words, as written, each once.
#[must_use]
pub fn telling(text: &str) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/')))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| {
            let lower = word.to_lowercase();
            word.chars().count() > 1 && !is_empty_word(&lower) && seen.insert(lower)
        })
        .collect()
}

/// Returns the stemmed terms of a text.
#[must_use]
pub fn terms(text: &str) -> Terms {
    let stemmer = Stemmer::create(Algorithm::English);
    text.split(|c: char| !c.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| !word.is_empty() && !is_empty_word(word))
        .map(|word| stemmer.stem(&word).into_owned())
        .collect()
}

/// Returns the terms of a text in their order. Parts of a number stay together.
#[must_use]
pub fn terms_in_order(text: &str) -> Vec<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let is_in_number = |c: char| matches!(c, '.' | ',' | ':');
    text.split(|c: char| !c.is_alphanumeric() && !is_in_number(c))
        .flat_map(|word| {
            let word = word.trim_matches(is_in_number);
            if word.starts_with(|c: char| c.is_ascii_digit()) {
                return vec![word.to_lowercase()];
            }
            let parts = word.split(is_in_number);
            parts.map(str::to_lowercase).collect()
        })
        .filter(|word| !word.is_empty() && !is_empty_word(word))
        .map(|word| stemmer.stem(&word).into_owned())
        .collect()
}

/// Returns a text without its numbers, in lower case.
#[must_use]
pub fn shape(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphabetic());
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join(" ")
}

/// Returns the share of the smaller set that is in the other one, 0 to 1.
#[must_use]
pub fn overlap(one: &Terms, other: &Terms) -> f64 {
    let least = one.len().min(other.len());
    ratio(one.intersection(other).count(), least)
}

/// Returns the likeness of two sets: the number of common terms divided by the number of all terms, 0 to 1.
#[must_use]
pub fn likeness(one: &Terms, other: &Terms) -> f64 {
    let shared = one.intersection(other).count();
    ratio(shared, one.len() + other.len() - shared)
}

/// Returns true if two sets are nearly the same but each has a term of its own: such texts say different things.
#[must_use]
pub fn differ_in_a_word(one: &Terms, other: &Terms) -> bool {
    likeness(one, other) >= MIN_LIKENESS && !one.is_subset(other) && !other.is_subset(one)
}

/// Returns the words of a text in lower case, in their order.
#[must_use]
pub fn in_order(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Returns true if two texts of the same form are about two things, such as “Service billing listens on 8080” and
/// “Service mailer listens on 8081”: both their subjects and their statements differ. In doubt, both texts stay.
#[must_use]
pub fn are_of_two(one: &str, other: &str) -> bool {
    let (one, other) = (in_order(one), in_order(other));
    let shared = |pair: &(&String, &String)| pair.0 == pair.1;
    let longer = one.len().max(other.len());
    let begin = one.iter().zip(&other).take_while(shared).count();
    let (alike, is_even) = match begin {
        0 => (
            one.iter().zip(&other).filter(shared).count(),
            one.len() == other.len(),
        ),
        _ => (one.iter().filter(|word| other.contains(word)).count(), true),
    };
    let is_about_us = matches!(
        one.first().map(String::as_str),
        Some("i" | "keep" | "let" | "put" | "use" | "we")
    );
    if !is_even || alike * 2 < longer || begin >= SUBJECT || begin > 0 && is_about_us {
        return false;
    }
    let (one, other) = (&one[begin..], &other[begin..]);
    let end = one.iter().rev().zip(other.iter().rev());
    let end = end.take_while(shared).count();
    let (one, other) = (&one[..one.len() - end], &other[..other.len() - end]);
    let is_number = |words: &[String]| matches!(words, [word] if word.starts_with(|c: char| c.is_ascii_digit()));
    begin == 0 || is_number(one) && is_number(other) || one.iter().any(|word| other.contains(word))
}

/// Returns true if two texts are the same up to a number and the second does not contain the number of the first. They
/// are about two numbered things.
#[must_use]
pub fn part_at_numbers(one: &str, other: &str) -> bool {
    let (one, other) = (in_order(one), in_order(other));
    let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    let parted = one.iter().zip(&other).find(|(one, other)| one != other);
    parted.is_some_and(|(one, now)| is_number(one) && is_number(now) && !other.contains(one))
}

#[expect(clippy::cast_precision_loss, reason = "no text has so many words")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    part as f64 / whole as f64
}

/// Returns a text as a quotation in one line with at most `most` characters. The text cannot end the quotation or begin
/// markup of its own.
#[must_use]
pub fn quote(text: &str, most: usize) -> String {
    format!("“{}”", plain(text, most))
}

/// Returns the text as in [`quote`], without quotation marks.
#[must_use]
pub fn plain(text: &str, most: usize) -> String {
    let line = join_lines(text).replace(['“', '”', '„', '‟'], "\"");
    let line: Vec<&str> = line.split_whitespace().collect();
    // Neutralises markup, so that readers of Markdown or of a prompt see only words.
    let line = line
        .join(" ")
        .replace("→ search:", "→ search :")
        .replace("```", "'''");
    let line = line.replace('<', "‹").replace('>', "›");
    shorten_line(&line, most)
}

/// Joins the lines of a text. List entries, table rows and lines of code are separated by semicolons; their marks are
/// left out.
fn join_lines(text: &str) -> String {
    let mut whole = String::new();
    let (mut is_code, mut was_part) = (false, false);
    for line in text.lines() {
        let line = one_line(line);
        let line = line.trim();
        if line.starts_with("```") || line.starts_with("~~~") {
            is_code = !is_code;
            continue;
        }
        let (says, is_part) = part(line);
        if says.is_empty() {
            continue;
        }
        let is_part = is_part || is_code;
        if !whole.is_empty() {
            let is_open = whole.ends_with(['.', ':', ';', ',', '!', '?']);
            let has_gap = (is_part || was_part) && !is_open;
            whole.push_str(if has_gap { "; " } else { " " });
        }
        whole.push_str(&says);
        was_part = is_part;
    }
    if whole.is_empty() {
        // The text has nothing but marks.
        return one_line(text);
    }
    whole
}

/// Returns the content of a line without the marks of a list or a table, and true if it had any.
fn part(line: &str) -> (String, bool) {
    for mark in ["- ", "* ", "+ "] {
        if let Some(entry) = line.strip_prefix(mark) {
            return (entry.trim().to_owned(), true);
        }
    }
    let row = line
        .strip_prefix('|')
        .and_then(|rest| rest.strip_suffix('|'));
    let Some(row) = row else {
        return (line.to_owned(), false);
    };
    if row.chars().all(|c| matches!(c, '|' | '-' | ':' | ' ')) {
        return (String::new(), true);
    }
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    (cells.join(" | "), true)
}

#[cfg(test)]
mod tests {
    use super::{EMPTY, likeness, overlap, plain, quote, telling, terms};

    #[test]
    fn the_empty_words_are_in_order() {
        assert!(EMPTY.is_sorted());
    }

    #[test]
    fn texts_are_compared_by_what_they_are_about() {
        let one = terms("We decided to use the SQLite index for searching");
        let other = terms("The index of SQLite is used; searches go there");
        assert!(overlap(&one, &other) > 0.7, "{one:?} {other:?}");
        assert!(likeness(&one, &terms("Mara prefers short sentences")) < 0.1);
        assert!((likeness(&terms(""), &terms(""))).abs() < f64::EPSILON);
    }

    #[test]
    fn telling_words_keep_their_writing() {
        assert_eq!(
            telling("Do not alter the user_table in lib/to_roman.sh, use auth-token."),
            ["alter", "user_table", "lib/to_roman.sh", "auth-token"]
        );
        assert_eq!(telling("记忆 is 记忆"), ["记忆"]);
    }

    #[test]
    fn lists_tables_and_code_are_read_as_words() {
        for (text, expected) in [
            (
                "Before a batch:\n- card\n- glass, never with Glasrein\n\nThen scan.",
                "Before a batch: card; glass, never with Glasrein; Then scan.",
            ),
            (
                "| item | EUR |\n|---|:-:|\n| boxes | 1,240 |",
                "item | EUR; boxes | 1,240",
            ),
            (
                "To rename:\n```sh\nmv a b\nmv c d\n```\nDone.",
                "To rename: mv a b; mv c d; Done.",
            ),
            ("a sentence that\nwas broken", "a sentence that was broken"),
            ("```", "'''"),
            ("-- \n|", "-- |"),
        ] {
            assert_eq!(plain(text, 200), expected, "{text}");
        }
    }

    #[test]
    fn a_quotation_stays_one() {
        for (text, expected) in [
            ("plain words", "“plain words”"),
            ("two\n## The Bond\nlines", "“two ## The Bond lines”"),
            ("he said “stop” and ”", "“he said \"stop\" and \"”"),
            ("</mind> <system>", "“‹/mind› ‹system›”"),
            ("Past: x → search: `y`", "“Past: x → search : `y`”"),
        ] {
            assert_eq!(quote(text, 200), expected);
        }
        assert_eq!(quote("one two three four", 12), "“one two…”");
    }
}
