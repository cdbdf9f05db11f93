//! What a sentence is worth: where it stands, how rare and how shared its words are, and whether it
//! says a date, a name, a number or a decision. Knows no budget.

use std::collections::{BTreeSet, HashMap};

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
}

/// Words that decide, promise, want or forbid.
const DECIDES: [&str; 46] = [
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
    "deadline",
    "due",
    "budget",
    "goal",
    "because",
    "instead",
    "allergic",
    "important",
    "remember",
    "promise",
    "promised",
    "cancel",
    "cancelled",
    "blocked",
    "fixed",
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
const EMPTY: [&str; 72] = [
    "the", "a", "an", "and", "or", "but", "if", "then", "so", "of", "to", "in", "on", "at", "by",
    "for", "from", "with", "as", "is", "are", "was", "were", "be", "been", "being", "it", "its",
    "this", "that", "these", "those", "there", "here", "i", "you", "he", "she", "we", "they", "me",
    "my", "your", "our", "us", "them", "their", "his", "her", "do", "does", "did", "have", "has",
    "had", "can", "could", "would", "may", "not", "just", "very", "also", "about", "into", "what",
    "which", "who", "how", "when", "i'm", "it's",
];

/// The words of a sentence that say something.
pub(super) fn words(sentence: &str) -> BTreeSet<String> {
    sentence
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .map(|word| word.trim_matches('\'').to_lowercase())
        .filter(|word| !word.is_empty() && !EMPTY.contains(&word.as_str()))
        .collect()
}

/// What each sentence is worth, in their order; more is better.
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
            full * (rarity / count + 1.5 * overlap / count)
                + place(at, sentence)
                + signals(sentence)
        })
        .collect()
}

/// Openings tell the topic; what was kept before was kept for a reason.
fn place(at: usize, sentence: &Sentence) -> f64 {
    let opens = if at == 0 { 0.6 } else { 0.0 };
    let first = if sentence.place == 0 { 0.2 } else { 0.0 };
    let known = if sentence.known { 0.5 } else { 0.0 };
    let user = if sentence.role == "user" { 0.15 } else { 0.0 };
    opens + first + known + user
}

fn signals(sentence: &Sentence) -> f64 {
    let has = |set: &[&str]| {
        sentence
            .words
            .iter()
            .any(|word| set.contains(&word.as_str()))
    };
    let number = sentence.text.chars().any(|c| c.is_ascii_digit());
    let mut score = 0.0;
    for (holds, worth) in [
        (has(&DECIDES), 0.5),
        (has(&TIMES), 0.35),
        (number, 0.4),
        (names(sentence.text), 0.3),
        (has(&POLITE), -0.5),
        (sentence.text.ends_with('?'), -0.25),
        (is_code(sentence.text), -0.6),
    ] {
        if holds {
            score += worth;
        }
    }
    score
}

/// Whether a name stands in the sentence: a capital where no sentence begins.
fn names(text: &str) -> bool {
    text.split_whitespace().skip(1).any(|word| {
        let mut letters = word.chars().filter(|c| c.is_alphanumeric());
        letters.next().is_some_and(char::is_uppercase)
            && letters.next().is_some_and(char::is_lowercase)
    })
}

/// Whether more of it is marks than words.
fn is_code(text: &str) -> bool {
    let all = text.chars().filter(|c| !c.is_whitespace()).count();
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
    letters * 4 < all * 3
}
