//! Finds the first reference in a phrase: a pronoun, or a determiner with a noun. Knows the words of
//! the language and no entity.

use crate::entity::words;

/// Determiners of one thing.
const ONE: [&str; 5] = ["this", "that", "the", "my", "our"];
/// Determiners of several.
const MANY: [&str; 5] = ["these", "those", "all", "both", "every"];
/// Pronouns of several; what demonstratives of several mean when nothing follows them.
const THEM: [&str; 3] = ["them", "they", "these"];
/// Determiners of something new: no reference.
const NEW: [&str; 8] = ["a", "an", "another", "new", "some", "any", "no", "which"];
/// What may stand between a determiner and its noun without describing it.
const PLAIN: [&str; 8] = [
    "same",
    "of",
    "the",
    "current",
    "very",
    "above",
    "said",
    "mentioned",
];
/// After these words, and at the end, a demonstrative stands for itself.
const ENDS: [&str; 44] = [
    "to", "from", "in", "into", "on", "onto", "with", "without", "for", "by", "at", "as", "of",
    "and", "or", "but", "then", "so", "if", "because", "is", "was", "are", "were", "be", "has",
    "should", "must", "can", "could", "will", "would", "please", "now", "again", "too", "instead",
    "first", "later", "up", "down", "out", "back", "away",
];
/// The numbers that ordinals stand for, counted from the newest.
const ORDINALS: [(&str, usize); 26] = [
    ("first", 1),
    ("1st", 1),
    ("latest", 1),
    ("newest", 1),
    ("last", 1),
    ("recent", 1),
    ("second", 2),
    ("2nd", 2),
    ("previous", 2),
    ("other", 2),
    ("third", 3),
    ("3rd", 3),
    ("fourth", 4),
    ("4th", 4),
    ("fifth", 5),
    ("5th", 5),
    ("sixth", 6),
    ("6th", 6),
    ("seventh", 7),
    ("7th", 7),
    ("eighth", 8),
    ("8th", 8),
    ("ninth", 9),
    ("9th", 9),
    ("tenth", 10),
    ("10th", 10),
];
/// Words that count from the other end.
const OLDEST: [&str; 3] = ["oldest", "earliest", "original"];
/// Counts.
const NUMBERS: [(&str, usize); 9] = [
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
];
/// How many words a determiner may be away from its noun.
const REACH: usize = 6;

/// What is referred to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// Something of that type.
    Kind(String),
    /// Something of any type.
    Any,
    /// Several of the type that was touched last.
    Them,
    /// A noun that names no type.
    Unknown(String),
}

/// Which of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    /// The one that is meant.
    One,
    /// The nth from the newest.
    Nth(usize),
    /// The one touched longest ago.
    Oldest,
    /// The newest n.
    Newest(usize),
    /// All.
    All,
}

/// A reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    pub what: What,
    pub count: Count,
    /// Words between determiner and noun that are part of a name, as in "the contact page".
    pub described: Vec<String>,
}

impl Reference {
    fn to(what: What, count: Count) -> Self {
        Self {
            what,
            count,
            described: Vec::new(),
        }
    }
}

/// Whether a word belongs to the language of references rather than to a name.
pub(super) fn is_grammar(word: &str, kinds: &[&str]) -> bool {
    let sets: [&[&str]; 7] = [&ONE, &MANY, &THEM, &NEW, &PLAIN, &ENDS, &OLDEST];
    sets.iter().any(|set| set.contains(&word))
        || matches!(word, "it" | "its" | "one" | "ones" | "most" | "everything")
        || number(word, &ORDINALS).is_some()
        || number(word, &NUMBERS).is_some()
        || kinds.iter().any(|kind| words::is(word, kind))
}

/// The first reference.
pub(super) fn read(said: &[String], kinds: &[&str]) -> Option<Reference> {
    let mut at = 0;
    while at < said.len() {
        match step(said, at, kinds) {
            Step::Reference(found, _) => return Some(found),
            Step::Past(next) => at = next,
        }
    }
    bare(said, kinds)
}

/// What is found at a word.
pub(super) enum Step {
    /// A reference, and the word after it.
    Reference(Reference, usize),
    /// None; the word at which to look on.
    Past(usize),
}

/// Whether a reference begins at the word `at`.
pub(super) fn step(said: &[String], at: usize, kinds: &[&str]) -> Step {
    let (word, rest) = (said[at].as_str(), &said[at + 1..]);
    let here = |what, count| Step::Reference(Reference::to(what, count), at + 1);
    match word {
        "it" | "its" => here(What::Any, Count::One),
        "everything" => here(What::Any, Count::All),
        // "A hero section" is about to be made: pass over its noun.
        word if NEW.contains(&word) => {
            Step::Past(at + 1 + noun(rest, kinds).map_or(0, |noun| noun.at + noun.words))
        }
        "them" | "they" => here(What::Them, Count::All),
        word if MANY.contains(&word) || ONE.contains(&word) => {
            match determined(word, rest, kinds) {
                Some((found, words)) => Step::Reference(found, at + 1 + words),
                None => Step::Past(at + 1),
            }
        }
        _ => Step::Past(at + 1),
    }
}

struct Noun {
    /// How many words before it.
    at: usize,
    /// Of how many words it is.
    words: usize,
    kind: String,
    plural: bool,
}

/// The type that the next words name, before anything ends them.
fn noun(rest: &[String], kinds: &[&str]) -> Option<Noun> {
    for (at, word) in rest.iter().take(REACH).enumerate() {
        let ordinal = number(word, &ORDINALS).is_some();
        if !ordinal && !PLAIN.contains(&word.as_str()) && ENDS.contains(&word.as_str()) {
            return None;
        }
        // A type of two words (blog_post) is said as two.
        let two = rest.get(at + 1).map(|next| format!("{word}_{next}"));
        if let Some((kind, plural)) = two.and_then(|two| kind(&two, kinds)) {
            return Some(Noun {
                at,
                words: 2,
                kind,
                plural,
            });
        }
        if let Some((kind, plural)) = kind(word, kinds) {
            // In "the page section" the section is meant: the last noun of a row counts.
            let next = rest.get(at + 1).map(std::slice::from_ref);
            if let Some(next) = next.and_then(|next| noun(next, kinds)) {
                return Some(Noun {
                    at: at + 1 + next.at,
                    ..next
                });
            }
            return Some(Noun {
                at,
                words: 1,
                kind,
                plural,
            });
        }
    }
    None
}

/// The type that a word names, and whether it names several.
fn kind(word: &str, kinds: &[&str]) -> Option<(String, bool)> {
    let word = word.replace('-', "_");
    kinds.iter().find_map(|kind| {
        let plain = kind.replace('-', "_");
        words::is(&word, &plain).then(|| ((*kind).to_owned(), words::is_plural(&word, &plain)))
    })
}

/// The reference that a determiner begins, and how many words of `rest` belong to it.
fn determined(determiner: &str, rest: &[String], kinds: &[&str]) -> Option<(Reference, usize)> {
    let many = MANY.contains(&determiner);
    if let Some(noun) = noun(rest, kinds) {
        let between = &rest[..noun.at];
        let count = counted(determiner, between, noun.plural || many);
        let described = between
            .iter()
            .filter(|word| !is_grammar(word, kinds))
            .cloned()
            .collect();
        let found = Reference {
            what: What::Kind(noun.kind),
            count,
            described,
        };
        return Some((found, noun.at + noun.words));
    }
    let mut left = rest
        .iter()
        .skip_while(|word| {
            number(word, &ORDINALS).is_some() || PLAIN.contains(&word.as_str()) || *word == "most"
        })
        .peekable();
    let before = rest.len() - left.clone().count();
    let next = left.peek().map(|word| word.as_str());
    let is_of = rest[..before].last().is_some_and(|word| word == "of");
    let count = counted(determiner, &rest[..before], many);
    let to = |what, count, words| Some((Reference::to(what, count), words));
    let alone = |words| Some((stands_alone(determiner, before, count)?, words));
    match next {
        // "The last one", "that one".
        Some("one" | "ones") => to(What::Any, count, before + 1),
        Some(word) if number(word, &NUMBERS).is_some() => {
            let count = counted(determiner, &rest[..=before], true);
            to(What::Any, count, before + 1)
        }
        None => alone(before),
        Some(word) if ENDS.contains(&word) => alone(before),
        // "All of them", "the second of those", "all of it"; but not "that it must be ready".
        Some("them" | "these" | "those") if is_of || many => to(What::Them, count, before + 1),
        Some("it") if is_of => to(What::Any, Count::One, before + 1),
        // A noun that nobody tracks.
        Some(word) if determiner != "the" || rest.len() == 1 + before => {
            to(What::Unknown(word.to_owned()), count, before + 1)
        }
        Some(_) => None,
    }
}

/// A demonstrative without a noun: "delete that", "move these up", "the second".
fn stands_alone(determiner: &str, before: usize, count: Count) -> Option<Reference> {
    match determiner {
        "these" | "those" | "both" => Some(Reference::to(What::Them, count)),
        "the" if before == 0 => None,
        "this" | "that" | "the" | "all" => Some(Reference::to(What::Any, count)),
        _ => None,
    }
}

/// A noun without a determiner, when that is all there is: "page", "second image", "pages".
fn bare(said: &[String], kinds: &[&str]) -> Option<Reference> {
    if said
        .iter()
        .any(|word| !is_grammar(word, kinds) || NEW.contains(&word.as_str()))
    {
        return None;
    }
    let found = noun(said, kinds);
    let (what, before, plural) = match found {
        Some(noun) => (What::Kind(noun.kind), noun.at, noun.plural),
        None => (What::Any, said.len(), false),
    };
    let count = counted("", &said[..before], plural);
    // Words like "to" alone refer to nothing.
    let refers = what != What::Any || count != Count::One;
    refers.then(|| Reference::to(what, count))
}

fn counted(determiner: &str, between: &[String], plural: bool) -> Count {
    let nth = between.iter().find_map(|word| number(word, &ORDINALS));
    let many = between.iter().find_map(|word| number(word, &NUMBERS));
    if between.iter().any(|word| OLDEST.contains(&word.as_str())) {
        return Count::Oldest;
    }
    match (many, nth, plural) {
        (Some(n), _, _) => Count::Newest(n),
        (None, Some(n), false) => Count::Nth(n),
        (None, _, true) if determiner == "both" => Count::Newest(2),
        (None, _, true) => Count::All,
        (None, None, false) => Count::One,
    }
}

fn number(word: &str, table: &[(&str, usize)]) -> Option<usize> {
    table
        .iter()
        .find(|(name, _)| *name == word)
        .map(|(_, number)| *number)
}
