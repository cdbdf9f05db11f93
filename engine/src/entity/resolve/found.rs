//! The references and names in a text, in its order, and which of them counts. Looks nothing up but names.

use std::ops::Range;

use crate::entity::resolve::Meant;
use crate::entity::resolve::counts::Count;
use crate::entity::resolve::grammar::{self, Nouns, Reference, Step, What};
use crate::entity::resolve::named::{Names, Surely, typed};
use crate::entity::resolve::said::{Word, clauses, is_shouted, spoken};
use crate::entity::{Entities, Entity, Rules};

/// What begins a clause that depends on another: in it "it" may stand before what it refers to.
const DEPENDS: [&str; 9] = [
    "before", "after", "when", "if", "once", "until", "while", "unless", "although",
];

/// Something that a text refers to.
struct Found<'a> {
    at: Range<usize>,
    /// In which clause it stands.
    clause: usize,
    what: Sort<'a>,
    /// Whether the text says that it is not meant.
    negated: bool,
}

enum Sort<'a> {
    Reference(Reference),
    Named(Vec<&'a Entity>, Surely),
}

impl Found<'_> {
    /// The type of what it refers to, where that is said.
    fn kind(&self) -> Option<&str> {
        match &self.what {
            Sort::Reference(reference) => match &reference.what {
                What::Kind(kind) => Some(kind),
                _ => None,
            },
            Sort::Named(named, _) => named.first().map(|one| one.kind.as_str()),
        }
    }

    /// Whether it is the pronoun of one thing.
    fn is_it(&self) -> bool {
        matches!(&self.what, Sort::Reference(found) if found.what == What::Any && found.count == Count::One)
    }

    /// Whether it counts wherever it stands.
    fn is_explicit(&self) -> bool {
        match &self.what {
            Sort::Reference(reference) => !matches!(reference.what, What::Unknown(_)),
            Sort::Named(_, surely) => *surely == Surely::Certainly,
        }
    }
}

/// All that a text refers to, in its order.
fn all<'a>(entities: &'a Entities, text: &str, nouns: &Nouns) -> (Vec<Found<'a>>, Vec<String>) {
    let is_name = |code: &str| {
        entities
            .iter()
            .any(|one| one.name == code || one.id == code)
    };
    let text = spoken(text, is_name);
    let names = Names::new(entities, &text);
    let shouted = is_shouted(&text);
    let mut all = Vec::new();
    let mut said = Vec::new();
    for (nth, clause) in clauses(&text).iter().enumerate() {
        let lows: Vec<String> = clause.iter().map(|word| word.low.clone()).collect();
        let mut at = 0;
        while at < clause.len() {
            let (what, end) = match at_word(&text, clause, &lows, at, (&names, nouns), shouted) {
                Ok(found) => found,
                Err(next) => {
                    at = next;
                    continue;
                }
            };
            all.push(Found {
                at: clause[at].at.start..clause[end - 1].at.end,
                clause: nth,
                what,
                negated: is_negated(&lows, at),
            });
            // A noun that nobody tracks may be a name.
            let is_unknown = all.last().is_some_and(|found| !found.is_explicit());
            at = if is_unknown { at + 1 } else { end };
        }
        said.extend(lows);
    }
    (all, said)
}

/// What begins at a word, and the word after it; else the word at which to look on.
fn at_word<'a>(
    text: &str,
    clause: &[Word],
    lows: &[String],
    at: usize,
    (names, nouns): (&Names<'a>, &Nouns),
    shouted: bool,
) -> Result<(Sort<'a>, usize), usize> {
    if let Some(named) = names.at(text, clause, at, nouns) {
        let end = at + named.words;
        let beside = &clause[at.saturating_sub(1)..(end + 1).min(clause.len())];
        return Ok((
            Sort::Named(typed(&named.all, beside, nouns), named.surely),
            end,
        ));
    }
    // "IT" is no pronoun, unless all is said in capitals.
    if !shouted && lows[at] == "it" && &text[clause[at].at.clone()] == "IT" {
        return Err(at + 1);
    }
    match grammar::step(lows, at, nouns) {
        Step::Reference(reference, end) => Ok((Sort::Reference(reference), end)),
        Step::Past(next) => Err(next),
    }
}

/// Whether the words before say that it is not meant.
fn is_negated(words: &[String], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at].as_str());
    match before(1) {
        "not" => true,
        "of" => before(2) == "instead",
        "than" => before(2) == "rather",
        _ => false,
    }
}

/// The references of a text, without names.
pub(super) fn references(
    entities: &Entities,
    text: &str,
    rules: &Rules,
) -> Vec<(Range<usize>, Reference)> {
    let nouns = Nouns::new(entities, rules);
    let mut spoken_of: Option<String> = None;
    let mut references = Vec::new();
    for found in all(entities, text, &nouns).0 {
        if found.negated {
            spoken_of = found.kind().map(ToOwned::to_owned).or(spoken_of);
        } else if let Sort::Reference(reference) = found.what {
            references.push((found.at, of_kind(reference, spoken_of.as_deref())));
        }
    }
    references
}

/// "The other one" is of the type that was spoken of.
fn of_kind(mut reference: Reference, kind: Option<&str>) -> Reference {
    if let (What::One, Some(kind)) = (&reference.what, kind) {
        reference.what = What::Kind(kind.to_owned());
    }
    reference
}

/// What counts of a text: the first that is explicit, else a name that may be a word of every day.
pub(super) fn first<'a>(entities: &'a Entities, text: &str, rules: &Rules) -> Option<Meant<'a>> {
    let nouns = Nouns::new(entities, rules);
    let (mut all, said) = all(entities, text, &nouns);
    let negated = all.iter().find(|found| found.negated);
    let spoken_of = negated.and_then(Found::kind).map(ToOwned::to_owned);
    all.retain(|found| !found.negated);
    let mut explicit = all.iter().position(Found::is_explicit);
    if let Some(at) = explicit
        && all[at].is_it()
        && said
            .first()
            .is_some_and(|word| DEPENDS.contains(&word.as_str()))
    {
        let refers = |found: &Found| {
            found.clause > all[at].clause && found.is_explicit() && found.kind().is_some()
        };
        let later = all[at..].iter().position(refers);
        explicit = Some(later.map_or(at, |later| at + later));
    }
    let rank = |found: &Found| match &found.what {
        Sort::Named(_, surely) => Some(*surely),
        Sort::Reference(_) => None,
    };
    let surest = || {
        let best = all.iter().filter_map(rank).max()?;
        all.iter().position(|found| rank(found) == Some(best))
    };
    let Some(at) = explicit.or_else(surest) else {
        return grammar::bare(&said, &nouns)
            .map(Meant::Reference)
            .or_else(|| all.into_iter().find_map(reference));
    };
    Some(match all.swap_remove(at).what {
        Sort::Named(named, Surely::Perhaps) => Meant::Perhaps(named),
        Sort::Named(named, _) => Meant::Named(named),
        Sort::Reference(reference) => Meant::Reference(of_kind(reference, spoken_of.as_deref())),
    })
}

fn reference(found: Found) -> Option<Meant> {
    match found.what {
        Sort::Reference(reference) => Some(Meant::Reference(reference)),
        Sort::Named(..) => None,
    }
}
