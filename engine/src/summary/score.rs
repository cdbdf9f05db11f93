//! What a sentence is worth: above all whether it says a decision, a date, a number or a name, then how
//! rare and how shared its words are, and where it stands. Knows no budget.

use std::collections::{BTreeSet, HashMap};

/// The least that a decision, a date, a number or a name is worth.
const LEAST: f64 = 1.0;
/// By what the spread of words is divided, so that it stays below half of [`LEAST`].
const SPREAD: f64 = 6.0;

/// A sentence with what is known of it.
pub(super) struct Sentence<'a> {
    /// The sentence as it was written.
    pub text: &'a str,
    /// Who said it; empty for prose.
    pub role: &'a str,
    /// Its words, in lower case, without those that say nothing.
    pub words: BTreeSet<String>,
    /// Whether it stands in the summary so far.
    pub known: bool,
    /// Its place in its message, from 0.
    pub place: usize,
    /// Those of its words that tell it from a sentence that is otherwise the same: numbers, times,
    /// names, what was decided, and "not".
    pub details: BTreeSet<String>,
    /// What it says of decisions, dates, numbers and names, from 0.
    tells: f64,
    /// Whether more of it is marks than words.
    is_code: bool,
}

impl<'a> Sentence<'a> {
    /// The sentence `text` in the place `place` of what `role` says.
    pub fn new(text: &'a str, role: &'a str, known: bool, place: usize) -> Self {
        let words = words(text);
        let names = names(text);
        let details = words
            .iter()
            .filter(|word| {
                let word = word.as_str();
                word == "not"
                    || word.contains(|c: char| c.is_ascii_digit())
                    || [DECIDES.as_slice(), &WANTS, &TIMES]
                        .iter()
                        .any(|set| set.contains(&word))
                    || names.contains(word)
            })
            .cloned()
            .collect();
        let tells = tells(text, &words, !names.is_empty());
        Self {
            text,
            role,
            words,
            known,
            place,
            details,
            tells,
            is_code: is_code(text),
        }
    }
}

impl Sentence<'_> {
    /// The sentence as what a document says: much of it tells something, and little of that matters later.
    pub fn of_data(mut self) -> Self {
        self.tells *= 0.3;
        self.is_code = true;
        self
    }

    /// Whether it cannot be understood without knowing who says it.
    pub fn needs_speaker(&self) -> bool {
        let mut words = self.text.split(|c: char| !c.is_alphanumeric());
        !self.is_code && words.any(|word| PERSONS.contains(&word.to_lowercase().as_str()))
    }
}

/// Words for who speaks and who is spoken to; "we" are all who talk.
const PERSONS: [&str; 8] = ["i", "me", "my", "mine", "myself", "you", "your", "yours"];
/// Words that decide.
const DECIDES: [&str; 20] = [
    "decided",
    "decide",
    "decision",
    "agreed",
    "agree",
    "choose",
    "chose",
    "chosen",
    "confirmed",
    "approved",
    "rejected",
    "settled",
    "deadline",
    "due",
    "budget",
    "goal",
    "promised",
    "cancelled",
    "blocked",
    "fixed",
];
/// Words that want, plan, forbid or give a reason.
const WANTS: [&str; 26] = [
    "plan",
    "planning",
    "will",
    "must",
    "shall",
    "should",
    "need",
    "needs",
    "want",
    "wants",
    "prefer",
    "prefers",
    "like",
    "likes",
    "love",
    "hate",
    "always",
    "never",
    "avoid",
    "because",
    "instead",
    "allergic",
    "important",
    "remember",
    "promise",
    "cancel",
];
/// Words that only keep a conversation going.
const POLITE: [&str; 22] = [
    "thanks", "thank", "hello", "hi", "hey", "ok", "okay", "sure", "great", "welcome", "bye",
    "nice", "cool", "perfect", "awesome", "sorry", "yes", "no", "yep", "please", "glad", "happy",
];
/// Months and days; other dates are known by their digits.
const TIMES: [&str; 26] = [
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "today",
    "tomorrow",
    "yesterday",
    "tonight",
    "week",
    "month",
    "year",
    "noon",
];
/// Words that say nothing by themselves.
const EMPTY: [&str; 71] = [
    "the", "a", "an", "and", "or", "but", "if", "then", "so", "of", "to", "in", "on", "at", "by",
    "for", "from", "with", "as", "is", "are", "was", "were", "be", "been", "being", "it", "its",
    "this", "that", "these", "those", "there", "here", "i", "you", "he", "she", "we", "they", "me",
    "my", "your", "our", "us", "them", "their", "his", "her", "do", "does", "did", "have", "has",
    "had", "can", "could", "would", "may", "just", "very", "also", "about", "into", "what",
    "which", "who", "how", "when", "i'm", "it's",
];

/// The words of a sentence that say something.
fn words(sentence: &str) -> BTreeSet<String> {
    sentence
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .map(|word| word.trim_matches('\'').to_lowercase())
        .filter(|word| !word.is_empty() && !EMPTY.contains(&word.as_str()))
        .collect()
}

/// What each sentence is worth, in their order; more is better. What a sentence tells counts for at
/// least [`LEAST`]; how its words are spread and where it stands for less, but for the opening.
pub(super) fn worths(sentences: &[Sentence]) -> Vec<f64> {
    let mut uses: HashMap<&str, u32> = HashMap::new();
    for word in sentences.iter().flat_map(|sentence| &sentence.words) {
        *uses.entry(word).or_default() += 1;
    }
    let all = f64::from(u32::try_from(sentences.len()).unwrap_or(u32::MAX));
    sentences
        .iter()
        .enumerate()
        .map(|(at, sentence)| {
            let (mut rarity, mut overlap) = (0.0, 0.0);
            for word in &sentence.words {
                let count = f64::from(uses.get(word.as_str()).copied().unwrap_or(1));
                // A word that many share tells what it is all about; one that few share, what is new.
                rarity += (1.0 + all / count).ln() / (1.0 + all).ln();
                overlap += (count - 1.0).min(6.0) / 6.0;
            }
            let count = f64::from(u32::try_from(sentence.words.len()).unwrap_or(u32::MAX)).max(1.0);
            // A bare word is rare and says little: short sentences weigh less.
            let full = (count / 6.0).min(1.0);
            full * (rarity / count + 1.5 * overlap / count) / SPREAD
                + place(at, sentence)
                + sentence.tells
                + manner(sentence)
        })
        .collect()
}

/// Openings tell the topic; what was kept before was kept for a reason.
fn place(at: usize, sentence: &Sentence) -> f64 {
    let opens = if at == 0 { 0.5 } else { 0.0 };
    let first = if sentence.place == 0 { 0.05 } else { 0.0 };
    let known = if sentence.known { 0.1 } else { 0.0 };
    let user = if sentence.role == "user" { 0.05 } else { 0.0 };
    opens + first + known + user
}

/// Politeness and code say little, whatever words they use.
fn manner(sentence: &Sentence) -> f64 {
    let polite = if has(&sentence.words, &POLITE) {
        -0.5
    } else {
        0.0
    };
    let code = if sentence.is_code { -0.6 } else { 0.0 };
    polite + code
}

fn has(words: &BTreeSet<String>, set: &[&str]) -> bool {
    words.iter().any(|word| set.contains(&word.as_str()))
}

/// What the sentence says of decisions, dates, numbers and names. A date with a number and a name
/// weighs more than a bare decision, no two of them do.
fn tells(text: &str, words: &BTreeSet<String>, named: bool) -> f64 {
    // "See you on Monday, Ada!" tells nothing.
    let serious = !has(words, &POLITE);
    let mut worth = 0.0;
    for (holds, weight) in [
        (has(words, &DECIDES), 3.0),
        (has(words, &WANTS) && serious, LEAST),
        (has(words, &TIMES) && serious, 1.5),
        (body(text).contains(|c: char| c.is_ascii_digit()), LEAST),
        (named && serious, LEAST),
    ] {
        if holds {
            worth += weight;
        }
    }
    if text.ends_with('?') || is_code(text) {
        worth *= 0.3;
    }
    let count = f64::from(u32::try_from(words.len()).unwrap_or(u32::MAX));
    worth * ((count + 1.0) / 4.0).min(1.0)
}

/// The text after the number that a list gives it.
fn body(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.strip_prefix(['.', ')'])
        .filter(|rest| rest.len() + 1 < text.len() && rest.starts_with(' '))
        .unwrap_or(text)
}

/// The names in the sentence, in lower case: what has a capital where no sentence begins.
fn names(text: &str) -> BTreeSet<String> {
    text.split_whitespace()
        .skip(1)
        .filter(|word| {
            let mut letters = word.chars().filter(|c| c.is_alphanumeric());
            letters.next().is_some_and(char::is_uppercase)
                && letters.next().is_some_and(char::is_lowercase)
        })
        .flat_map(words)
        .collect()
}

/// Whether more of it is marks than words.
fn is_code(text: &str) -> bool {
    let all = text.chars().filter(|c| !c.is_whitespace()).count();
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    letters * 4 < all * 3
}
