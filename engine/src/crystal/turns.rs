//! Words that change the meaning of otherwise similar texts: numbers, names, identifiers and negations.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Negations.
const DENIALS: [&str; 15] = [
    "not", "no", "never", "none", "without", "cannot", "nobody", "nothing", "unless", "nicht",
    "kein", "keine", "keinen", "nie", "ohne",
];
/// Words with opposite meanings, one line per topic.
const CONTRARIES: [&[&str]; 21] = [
    &["before", "after", "vor", "nach"],
    &["since", "until", "seit", "bis"],
    &["on", "off"],
    &["up", "down"],
    &["in", "out"],
    &["over", "under", "über", "unter"],
    &["above", "below"],
    &["only", "except"],
    &["always", "sometimes", "immer", "manchmal"],
    &["all", "some", "alle", "einige"],
    &["more", "less", "mehr", "weniger"],
    &["most", "least"],
    &["first", "last", "zuerst", "zuletzt"],
    &["left", "right", "links", "rechts"],
    &["true", "false"],
    &["yes", "ja", "nein"],
    &["open", "closed"],
    &["enable", "disable"],
    &["enabled", "disabled"],
    &["allow", "forbid"],
    &["allowed", "forbidden", "erlaubt", "verboten"],
];
/// Number words.
const NUMBERS: [&str; 30] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "twenty", "thirty", "fifty", "hundred", "thousand", "million", "zwei", "drei", "vier", "fünf",
    "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "hundert", "tausend",
];
/// Characters around a word that do not belong to it.
const QUOTES: &str = "\"'()[]{}«»„“”‘’*_`";
/// Characters that end a clause.
const STOPS: &str = ".,;:!?…";

/// Words of a text that change its meaning.
pub(crate) struct Turns {
    /// Numbers as written, in order, each with the sign before it and the word after it.
    numbers: Vec<String>,
    /// Words with digits, sorted.
    figures: Vec<String>,
    /// Names of things in code, such as `userId`, `-v` and `/data/x`, as written: case matters in them.
    identifiers: BTreeSet<String>,
    denials: Vec<String>,
    /// Words from lines of [`CONTRARIES`].
    contraries: BTreeMap<usize, BTreeSet<&'static str>>,
    /// Words with a capital letter, and all words.
    names: BTreeSet<u64>,
    words: BTreeSet<u64>,
}

impl Turns {
    /// Collects the words of a text.
    pub(crate) fn of(text: &str) -> Self {
        let (mut denials, mut contraries) = (Vec::new(), BTreeMap::<_, BTreeSet<_>>::new());
        let mut figures = Vec::new();
        let (mut names, mut words) = (BTreeSet::new(), BTreeSet::new());
        for written in split_words(text) {
            let word = written.to_lowercase();
            for (at, line) in CONTRARIES.iter().enumerate() {
                let known = line.iter().filter(|known| **known == word);
                known.for_each(|known| {
                    contraries.entry(at).or_default().insert(*known);
                });
            }
            let hashed = hash(0, word.as_str());
            words.insert(hashed);
            if written.chars().any(char::is_uppercase) {
                names.insert(hashed);
            }
            if word.contains(char::is_numeric) {
                figures.push(word.clone());
            }
            if DENIALS.contains(&word.as_str()) || word.ends_with("n't") || word.ends_with("n’t")
            {
                denials.push(word);
            }
        }
        denials.sort();
        figures.sort();
        Self {
            numbers: numbers(text),
            figures,
            identifiers: tokens(text)
                .filter(|token| is_identifier(token))
                .map(str::to_owned)
                .collect(),
            denials,
            contraries,
            names,
            words,
        }
    }

    /// Returns a hash that is the same for all texts that may agree with this one.
    pub(super) fn key(&self) -> u64 {
        hash(0, &(&self.numbers, &self.denials, &self.identifiers))
    }

    /// Mixes a hash with that of the names.
    pub(super) fn hash_with_names(&self, mixed: u64) -> u64 {
        hash(mixed, &self.names)
    }

    /// Returns true if two texts have the same numbers, names and identifiers, and neither contradicts the other.
    pub(crate) fn agree(&self, other: &Self) -> bool {
        self.numbers == other.numbers
            && self.identifiers == other.identifiers
            && !self.is_contrary(other)
            && self.names.is_subset(&other.words)
            && other.names.is_subset(&self.words)
    }

    /// Returns true if both have figures and these differ.
    pub(crate) fn is_of_other_figures(&self, other: &Self) -> bool {
        !self.figures.is_empty() && !other.figures.is_empty() && self.figures != other.figures
    }

    /// Returns true if it has all the figures and identifiers of another.
    pub(crate) fn has_figures_of(&self, other: &Self) -> bool {
        let mut theirs = other.figures.iter();
        theirs.all(|figure| self.figures.contains(figure))
            && other.identifiers.is_subset(&self.identifiers)
    }

    /// Returns true if the negations differ, or one has the opposite of a word in the other.
    pub(crate) fn is_contrary(&self, other: &Self) -> bool {
        let mut lines = self.contraries.iter();
        let differ = |(line, one): (&usize, &BTreeSet<&str>)| {
            other.contraries.get(line).is_some_and(|two| one != two)
        };
        self.denials != other.denials || lines.any(differ)
    }
}

/// Returns the words of a text in lower case.
pub(super) fn words(text: &str) -> Vec<String> {
    split_words(text).map(str::to_lowercase).collect()
}

fn split_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| !word.is_empty())
}

/// Splits at white space and trims quotation marks and trailing punctuation.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(|token| {
        let token = token.trim_start_matches(|c| QUOTES.contains(c));
        token.trim_end_matches(|c| QUOTES.contains(c) || STOPS.contains(c))
    })
}

/// Returns true for names in code: tokens with a sign or a capital inside, or with a leading dash.
fn is_identifier(token: &str) -> bool {
    let mut inner = token.chars();
    inner.next();
    let has_capital = inner.clone().any(char::is_uppercase) && token.contains(char::is_lowercase);
    let is_sign = |c: char| {
        matches!(
            c,
            '_' | '/' | '\\' | ':' | '.' | '=' | '@' | '#' | '+' | '$'
        )
    };
    let has_letter = token.contains(char::is_alphabetic);
    has_letter && (has_capital || token.contains(is_sign) || token.starts_with('-'))
}

fn numbers(text: &str) -> Vec<String> {
    let tokens: Vec<&str> = tokens(text).collect();
    let is_number = |token: &str| {
        token.contains(char::is_numeric) || NUMBERS.contains(&token.to_lowercase().as_str())
    };
    let is_sign = |token: &&str| !token.contains(char::is_alphanumeric);
    let mut numbers = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if is_number(token) {
            let at_most = |at: Option<usize>| at.and_then(|at| tokens.get(at)).copied();
            let sign = at_most(at.checked_sub(1)).filter(is_sign);
            let unit = at_most(at.checked_add(1));
            let (sign, unit) = (sign.unwrap_or_default(), unit.unwrap_or_default());
            numbers.push(format!("{sign}{token} {unit}"));
        }
    }
    numbers
}

/// Hashes a value with a seed.
pub(super) fn hash<T: std::hash::Hash + ?Sized>(seed: u64, what: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    seed.hash(&mut hasher);
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::Turns;

    #[test]
    fn another_number_sign_unit_or_name_is_another_thing() {
        let agree = |one: &str, other: &str| {
            let (one, other) = (Turns::of(one), Turns::of(other));
            let same = one.agree(&other);
            assert_eq!(same, other.agree(&one));
            assert!(!same || one.key() == other.key());
            same
        };
        for (one, other) in [
            ("The limit is 10 items.", "the limit is 10 items"),
            ("It is (10) items", "It is 10 items!"),
            ("LIKES GREEN TEA", "likes green tea"),
            ("Alice told Bob", "Alice told Bob of it"),
        ] {
            assert!(agree(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("The limit is 10 items", "The limit is -10 items"),
            ("The limit is 10 items", "The limit is - 10 items"),
            ("The limit is 10 items", "The limit is 10% items"),
            ("The limit is 10 items", "The limit is 10 % items"),
            ("The limit is 10 MB", "The limit is 10 GB"),
            ("The limit is 10 mb.", "The limit is 10 gb."),
            ("It costs $10", "It costs €10"),
            ("The share is 1.5", "The share is 5.1"),
            ("The share is .5", "The share is 5"),
            ("from 10 to 20", "from 20 to 10"),
            ("after two days", "after three days"),
            ("Alice told Bob", "Alice told Eve"),
            ("told Bob and Eve", "told Bob and her"),
            ("uses macOS there", "uses iOS there"),
            ("The limit is 10 MB", "The limit is 10 Mb"),
            ("the flag -v is on", "the flag -V is on"),
            ("call it userid", "call it userId"),
            ("a power of mW", "a power of MW"),
            ("it is in /Data/x", "it is in /data/x"),
            ("run git checkout -b", "run git checkout -B"),
            ("set max_size there", "set max_count there"),
        ] {
            assert!(!agree(one, other), "{one} {other}");
        }
    }
}
