//! Words of a text with their positions, marks and clauses. Code and addresses are not part of the words.

use std::ops::Range;

use kernel::unicode::is_mark_or_format;

use crate::entity::resolve::languages;

/// Characters that end a clause if a space or the end follows.
const STOPS: [char; 7] = ['.', ',', ';', ':', '!', '?', '…'];
/// Characters that always end a clause.
const BREAKS: [char; 5] = ['\n', '(', ')', '—', '–'];
/// Characters that end a sentence.
const ENDS: [char; 5] = ['.', '!', '?', '…', '\n'];
/// Pronouns before an apostrophe, which separates two words: "it's" is "it is".
const PRONOUNS: [&str; 13] = [
    "it", "that", "this", "what", "there", "here", "he", "she", "who", "how", "where", "when",
    "why",
];
/// Quotation marks around a name.
const QUOTES: [char; 12] = ['"', '\'', '“', '”', '„', '‘', '’', '«', '»', '‹', '›', '`'];

/// A word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Byte range in the text.
    pub at: Range<usize>,
    /// Lower case, without a possessive 's.
    pub low: String,
    /// True if it has a possessive 's: what follows belongs to it.
    pub owns: bool,
    /// True if it begins a sentence.
    pub begins: bool,
}

/// Splits a text into clauses of words.
pub(super) fn clauses(text: &str) -> Vec<Vec<Word>> {
    let mut clauses = vec![Vec::new()];
    let mut begins = true;
    let mut word: Option<usize> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let joins =
            matches!(c, '\'' | '’') && word.is_some() && next.is_some_and(char::is_alphanumeric);
        let is_marked = word.is_some() && is_mark_or_format(c);
        if c.is_alphanumeric() || joins || is_marked {
            word.get_or_insert(at);
            continue;
        }
        let clause = clauses.len() - 1;
        if let Some(from) = word.take() {
            push(&mut clauses[clause], text, from..at, begins);
            begins = false;
        }
        let ends = next.is_none_or(char::is_whitespace);
        if BREAKS.contains(&c) || (STOPS.contains(&c) && ends) {
            begins |= ENDS.contains(&c);
            if !clauses[clause].is_empty() {
                clauses.push(Vec::new());
            }
        }
    }
    if let (Some(from), Some(clause)) = (word, clauses.last_mut()) {
        push(clause, text, from..text.len(), begins);
    }
    for clause in &mut clauses {
        languages::read(clause);
    }
    clauses
}

fn push(words: &mut Vec<Word>, text: &str, at: Range<usize>, begins: bool) {
    let low = text[at.clone()].to_lowercase().replace('’', "'");
    let word = |at: Range<usize>, low: &str, owns, begins| Word {
        at,
        low: low.to_owned(),
        owns,
        begins,
    };
    let cut = text[at.clone()].find(['\'', '’']).map(|cut| at.start + cut);
    let (Some((stem, end)), Some(cut)) = (low.split_once('\''), cut) else {
        words.push(word(at, &low, false, begins));
        return;
    };
    let verb = match end {
        "s" => Some("is"),
        "ll" => Some("will"),
        "d" => Some("would"),
        _ => None,
    };
    match verb.filter(|_| PRONOUNS.contains(&stem)) {
        Some(verb) => {
            words.push(word(at.start..cut, stem, false, begins));
            words.push(word(cut..at.end, verb, false, false));
        }
        // A French article without its vowel.
        None if stem == "l" && !end.is_empty() => {
            let behind = cut + text[cut..].chars().next().map_or(0, char::len_utf8);
            words.push(word(at.start..behind, "l'", false, begins));
            words.push(word(behind..at.end, end, false, false));
        }
        None if end == "s" => words.push(word(at.start..cut, stem, true, begins)),
        None => words.push(word(at, &low, false, begins)),
    }
}

/// Returns the words of a name, or of a short phrase.
pub(super) fn words(text: &str) -> Vec<String> {
    let clauses = clauses(text).into_iter().flatten();
    clauses.map(|word| word.low).collect()
}

/// Returns true if this range of a text is in quotes.
pub(super) fn is_quoted(text: &str, at: &Range<usize>) -> bool {
    let before = text[..at.start].chars().next_back();
    let after = text[at.end..].chars().next();
    let is_quote = |c: Option<char>| c.is_some_and(|c| QUOTES.contains(&c));
    is_quote(before) && is_quote(after)
}

/// Returns true if a text has no lower-case letter, so that capitals mean nothing.
pub(super) fn is_shouted(text: &str) -> bool {
    text.split_whitespace().count() > 1 && !text.chars().any(char::is_lowercase)
}

/// Replaces code and addresses in a text by spaces. Keeps code that `is_name` recognises: people write names as code.
pub(super) fn blank_code(text: &str, is_name: impl Fn(&str) -> bool) -> String {
    let mut spoken = text.to_owned();
    let mut blank = |at: Range<usize>| {
        let spaces = " ".repeat(at.len());
        spoken.replace_range(at, &spaces);
    };
    let mut at = 0;
    while let Some(from) = text[at..].find('`').map(|from| at + from) {
        let ticks = text[from..].len() - text[from..].trim_start_matches('`').len();
        let begin = from + ticks;
        let fence = if ticks >= 3 { "```" } else { "`" };
        // An opening mark without an end is no code, and there is no code after it.
        let Some(end) = text[begin..].find(fence).map(|end| begin + end) else {
            break;
        };
        if !is_name(text[begin..end].trim()) {
            blank(begin..end);
        }
        at = end + fence.len();
    }
    let mut at = 0;
    while let Some(found) = text[at..].find("://").map(|found| at + found) {
        let end = text[found..]
            .find(char::is_whitespace)
            .map_or(text.len(), |end| found + end);
        let scheme = text[at..found]
            .rfind(|c: char| !c.is_ascii_alphanumeric())
            .map_or(at, |before| {
                let wide = text[at + before..].chars().next().map_or(1, char::len_utf8);
                at + before + wide
            });
        blank(scheme..end);
        at = end;
    }
    spoken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_places_and_clauses_their_ends() {
        let text = "It's dark. Über-image's title, ok? Don't open lake.jpg";
        let all = clauses(text);
        let lows: Vec<Vec<&str>> = all
            .iter()
            .map(|clause| clause.iter().map(|word| word.low.as_str()).collect())
            .collect();
        assert_eq!(lows[0], ["it", "is", "dark"]);
        assert_eq!(lows[1], ["über", "image", "title"]);
        assert_eq!(lows[2], ["ok"]);
        assert_eq!(lows[3], ["don't", "open", "lake", "jpg"]);
        let begins: Vec<&str> = all
            .iter()
            .flatten()
            .filter(|word| word.begins)
            .map(|word| &text[word.at.clone()])
            .collect();
        assert_eq!(begins, ["It", "Über", "Don't"]);
        assert!(all[1][1].owns && !all[1][0].owns);
    }

    #[test]
    fn code_and_addresses_are_not_said() {
        let spoken = |text: &str| {
            let spoken = super::blank_code(text, |code| code == "Hero");
            assert_eq!(spoken.len(), text.len());
            spoken.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        for (text, expected) in [
            ("run `rm it` now", "run ` ` now"),
            ("open `Hero` now", "open `Hero` now"),
            ("a ```\nit\n``` b", "a ``` ``` b"),
            ("an ` it", "an ` it"),
            ("see https://x.y/it, then go", "see then go"),
            ("é(http://it) it", "é( it"),
        ] {
            assert_eq!(spoken(text), expected, "{text}");
        }
    }
}
