//! Finds references in a clause: a pronoun, or a determiner with a noun.

use crate::entity::resolve::counts::{Count, Start, is_to_last, number, parse_count, place};
use crate::entity::resolve::expletive;
use crate::entity::{Entities, Rules, words};

/// Determiners of one thing.
const ONE: [&str; 5] = ["this", "that", "the", "my", "our"];
/// Determiners of several things.
const MANY: [&str; 6] = ["these", "those", "all", "both", "every", "each"];
/// Pronouns of several things; also the meaning of plural demonstratives without a noun.
const THEM: [&str; 3] = ["them", "they", "these"];
/// Determiners of something new: no reference.
const NEW: [&str; 9] = [
    "a", "an", "another", "new", "some", "any", "no", "which", "what",
];
/// Words after a "that" that begins a clause or refers to what was said: "that we stop", "that is fine".
const TELLS: [&str; 30] = [
    "the",
    "a",
    "an",
    "it",
    "we",
    "you",
    "i",
    "they",
    "he",
    "she",
    "there",
    "nobody",
    "everybody",
    "my",
    "our",
    "your",
    "this",
    "these",
    "those",
    "all",
    "every",
    "each",
    "is",
    "was",
    "isn't",
    "would",
    "will",
    "means",
    "said",
    "makes",
];
/// Words of "the page that you have just made".
const MADE: [&str; 10] = [
    "that", "which", "you", "we", "i", "they", "have", "has", "had", "was",
];
/// Words between a determiner and its noun that do not describe it.
const PLAIN: [&str; 9] = [
    "web",
    "same",
    "of",
    "the",
    "current",
    "very",
    "above",
    "said",
    "mentioned",
];
/// Words after which a demonstrative has no noun; the same holds at the end of a clause.
const ENDS: [&str; 44] = [
    "to", "from", "in", "into", "on", "onto", "with", "without", "for", "by", "at", "as", "of",
    "and", "or", "but", "then", "so", "if", "because", "is", "was", "are", "were", "be", "has",
    "should", "must", "can", "could", "will", "would", "please", "now", "again", "too", "instead",
    "first", "later", "up", "down", "out", "back", "away",
];
/// Nouns for media, unless a type of that name is tracked. Tools of these names may be about anything.
const FILES: [&str; 2] = ["file", "asset"];
/// Maximum distance of a determiner from its noun, in words.
const REACH: usize = 6;

/// Target of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// An entity of that type.
    Kind(String),
    /// An entity of any type.
    Any,
    /// Same as [`What::Any`], said as "one": of the type mentioned before.
    One,
    /// Several entities of the type that was touched last.
    Them,
    /// A noun that names no type.
    Unknown(String),
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

/// Nouns of the types, each with its type.
pub(super) struct Nouns<'a>(Vec<(String, &'a str)>);

/// A type that a word names.
pub(super) struct Typed<'a> {
    /// The type.
    pub kind: &'a str,
    /// True if the word is a plural.
    pub plural: bool,
    /// Description in the word: a homepage is a page whose name contains "home".
    described: Option<String>,
}

impl<'a> Nouns<'a> {
    /// Collects the nouns of the table and the tracked types.
    pub fn new(entities: &'a Entities, rules: &'a Rules) -> Self {
        let tracked = entities.iter();
        let tracked = tracked.map(|entity| (entity.kind.replace('-', "_"), &*entity.kind));
        let files = FILES.map(|word| (word.to_owned(), "media"));
        Self(rules.nouns().chain(tracked).chain(files).collect())
    }

    /// Returns the type that a word names.
    pub fn kind(&self, word: &str) -> Option<Typed<'a>> {
        let word = word.replace('-', "_");
        let (noun, kind) = self.0.iter().find(|(noun, _)| words::is(&word, noun))?;
        let described = noun
            .strip_suffix(kind)
            .filter(|rest| !rest.is_empty() && !rest.ends_with('_') && !PLAIN.contains(rest));
        Some(Typed {
            kind,
            plural: words::is_plural(&word, noun),
            described: described.map(ToOwned::to_owned),
        })
    }
}

/// Returns true if a word belongs to the grammar of references, not to a name.
pub(super) fn is_grammar(word: &str, nouns: &Nouns) -> bool {
    let sets: [&[&str]; 6] = [&ONE, &MANY, &THEM, &NEW, &PLAIN, &ENDS];
    sets.iter().any(|set| set.contains(&word))
        || matches!(word, "it" | "its" | "one" | "ones" | "most" | "everything")
        || place(word).is_some()
        || number(word).is_some()
        || nouns
            .kind(word)
            .is_some_and(|noun| noun.described.is_none())
}

/// Returns true if a name ends before this word.
pub(super) fn ends_name(word: &str) -> bool {
    ENDS.contains(&word)
}

/// Result of reading a word.
pub(super) enum Step {
    /// A reference, and the index after it.
    Reference(Reference, usize),
    /// No reference; the index at which to continue.
    Past(usize),
}

/// Reads the reference at the word `at` of a clause, if there is one.
pub(super) fn step(said: &[String], at: usize, nouns: &Nouns) -> Step {
    let word = said[at].as_str();
    let rest = &said[at + 1..said.len().min(at + 2 * REACH)];
    let here = |what, count| Step::Reference(Reference::to(what, count), at + 1);
    match word {
        "it" if expletive::is_empty(said, at) => Step::Past(at + 1),
        "it" | "its" => here(What::Any, Count::One),
        "everything" => here(What::Any, Count::All),
        // "On the same page" means agreement.
        "the" if rest.starts_with(&["same".into(), "page".into()]) && at > 0 => Step::Past(at + 3),
        "that" if expletive::begins_clause(said, at) => Step::Past(at + 1),
        "this" | "that"
            if rest
                .first()
                .is_some_and(|next| TELLS.contains(&next.as_str())) =>
        {
            Step::Past(at + 1)
        }
        // "A hero section" does not exist yet: skip its noun. "Which of the pages" and "what the page says" refer to
        // existing ones.
        word if NEW.contains(&word) => {
            let is_there = |next: &str| next == "of" || begins_phrase(next);
            let made = noun(rest, nouns).filter(|_| !is_there(&rest[0]));
            Step::Past(at + 1 + made.map_or(0, |noun| noun.at + noun.words))
        }
        "them" | "they" => here(What::Them, Count::All),
        word if MANY.contains(&word) || ONE.contains(&word) => {
            match parse_determiner(word, rest, nouns) {
                Some((mut found, words)) => {
                    let end = at + 1 + words;
                    if found.count == Count::One
                        && is_just_made(&said[end..said.len().min(end + REACH)])
                    {
                        found.count = Count::At(Start::Newest, 0);
                    }
                    Step::Reference(found, end)
                }
                None => Step::Past(at + 1),
            }
        }
        _ => Step::Past(at + 1),
    }
}

/// Returns true if the next words mean the newest: "that you have just made".
fn is_just_made(rest: &[String]) -> bool {
    let mut after = rest.iter().skip_while(|word| MADE.contains(&word.as_str()));
    after.next().is_some_and(|word| word == "just")
}

/// Returns true if a word begins a phrase about something that exists.
fn begins_phrase(word: &str) -> bool {
    ONE.contains(&word) || MANY.contains(&word)
}

struct Noun {
    /// Number of words before it.
    at: usize,
    /// Number of its words.
    words: usize,
    kind: String,
    plural: bool,
    described: Option<String>,
}

/// Returns the noun for a type in the next words, before anything ends them.
fn noun(rest: &[String], nouns: &Nouns) -> Option<Noun> {
    for (at, word) in rest.iter().take(REACH).enumerate() {
        let word = word.as_str();
        let counts = place(word).is_some() || is_to_last(rest, at);
        if !counts && !PLAIN.contains(&word) && ENDS.contains(&word) {
            return None;
        }
        // "The second paragraph of the page" is about the paragraph, "news about that page" about news.
        let is_plain = |word: &String| is_grammar(word, nouns);
        if (word == "of" || begins_phrase(word)) && !rest[..at].iter().all(is_plain) {
            return None;
        }
        // A type of two words (blog_post) may be said as two words.
        let two = rest.get(at + 1).map(|next| format!("{word}_{next}"));
        let found = two.and_then(|two| Some((nouns.kind(&two)?, 2)));
        let Some((kind, words)) = found.or_else(|| Some((nouns.kind(word)?, 1))) else {
            continue;
        };
        // In "the page section" the section is meant: the last noun of a row counts.
        let next = rest.get(at + words).map(std::slice::from_ref);
        if let Some(next) = next
            .filter(|_| words == 1)
            .and_then(|next| noun(next, nouns))
        {
            return Some(Noun {
                at: at + 1 + next.at,
                ..next
            });
        }
        return Some(Noun {
            at,
            words,
            kind: kind.kind.to_owned(),
            plural: kind.plural,
            described: kind.described,
        });
    }
    None
}

/// Returns the reference that a determiner begins, and the number of words of `rest` that belong to it.
fn parse_determiner(
    determiner: &str,
    rest: &[String],
    nouns: &Nouns,
) -> Option<(Reference, usize)> {
    let many = MANY.contains(&determiner);
    if let Some(noun) = noun(rest, nouns) {
        let between = &rest[..noun.at];
        let count = parse_count(determiner, between, noun.plural || many);
        let described = between
            .iter()
            .filter(|word| !is_grammar(word, nouns))
            .cloned()
            .chain(noun.described)
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
            place(word).is_some() || PLAIN.contains(&word.as_str()) || *word == "most"
        })
        .peekable();
    let before = rest.len() - left.clone().count();
    let next = left.peek().map(|word| word.as_str());
    let is_of = rest[..before].last().is_some_and(|word| word == "of");
    let count = parse_count(determiner, &rest[..before], many);
    let to = |what, count, words| Some((Reference::to(what, count), words));
    // "The first and the last page".
    if let Some("and" | "or") = next
        && let Some(noun) = second_noun(&rest[before + 1..], nouns)
    {
        return to(What::Kind(noun.kind), count, before);
    }
    let alone = |words| Some((stands_alone(determiner, count)?, words));
    match next {
        // "The last one", "that one".
        Some("one" | "ones") => to(What::One, count, before + 1),
        Some(word) if number(word).is_some() => {
            let count = parse_count(determiner, &rest[..=before], true);
            to(What::Any, count, before + 1)
        }
        None => alone(before),
        Some(word) if ENDS.contains(&word) => alone(before),
        // "All of them", "the second of those", "all of it"; but not "that it must be ready".
        Some("them" | "these" | "those") if is_of || many => to(What::Them, count, before + 1),
        Some("it") if is_of => to(What::Any, Count::One, before + 1),
        // A noun for something untracked.
        Some(word) if determiner != "the" || rest.len() == 1 + before => {
            to(What::Unknown(word.to_owned()), count, before + 1)
        }
        Some(_) => None,
    }
}

/// Returns the noun of a second ordinal, which also belongs to the ordinal before.
fn second_noun(rest: &[String], nouns: &Nouns) -> Option<Noun> {
    let noun = noun(rest, nouns)?;
    let between = &rest[..noun.at];
    let are_places = between
        .iter()
        .all(|word| word == "the" || place(word).is_some());
    (are_places && between.iter().any(|word| place(word).is_some())).then_some(noun)
}

/// Returns the reference of a demonstrative without a noun: "delete that", "move these up", "the second".
fn stands_alone(determiner: &str, count: Count) -> Option<Reference> {
    match determiner {
        "these" | "those" | "both" => Some(Reference::to(What::Them, count)),
        "the" if count == Count::One => None,
        "this" | "that" | "the" | "all" => Some(Reference::to(What::Any, count)),
        _ => None,
    }
}

/// Returns the reference of a noun without a determiner, if there is nothing else: "page", "second image", "pages".
pub(super) fn bare(said: &[String], nouns: &Nouns) -> Option<Reference> {
    if said
        .iter()
        .any(|word| !is_grammar(word, nouns) || NEW.contains(&word.as_str()))
    {
        return None;
    }
    let found = noun(said, nouns);
    let (what, before, plural) = match found {
        Some(noun) => (What::Kind(noun.kind), noun.at, noun.plural),
        None => (What::Any, said.len(), false),
    };
    let count = parse_count("", &said[..before], plural);
    // Words like "to" alone refer to nothing.
    let refers = what != What::Any || count != Count::One;
    refers.then(|| Reference::to(what, count))
}
