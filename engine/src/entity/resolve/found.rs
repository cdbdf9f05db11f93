//! Finds the references and names in a text, in order, and chooses the one that counts.

use std::ops::Range;

use crate::entity::resolve::Meant;
use crate::entity::resolve::counts::Count;
use crate::entity::resolve::grammar::{self, Nouns, Reference, Step, What};
use crate::entity::resolve::named::{Names, Surely, prefer_typed};
use crate::entity::resolve::said::{Word, blank_code, clauses, is_shouted, words};
use crate::entity::{Entities, Entity, Rules};

/// First words of a dependent clause, in which "it" may precede what it refers to.
const DEPENDS: [&str; 9] = [
    "before", "after", "when", "if", "once", "until", "while", "unless", "although",
];

/// Words between a reference and the name of its target: "the page with the id 7".
const LEADS: [&str; 12] = [
    "",
    "called",
    "named",
    "titled",
    "id",
    "the",
    "that",
    "with id",
    "with the id",
    "with the name",
    "with the title",
    "with the slug",
];
/// Characters that end the words about a name.
const STOPS: [char; 7] = ['.', ',', ';', '!', '?', ')', '\n'];
/// Maximum distance between a reference and the name of its target, in characters.
const NEAR: usize = 40;

/// A reference or name in a text.
struct Found<'a> {
    at: Range<usize>,
    /// Index of its clause.
    clause: usize,
    what: Sort<'a>,
    /// True if the text says that it is not meant.
    negated: bool,
}

enum Sort<'a> {
    Reference(Reference),
    Named(Vec<&'a Entity>, Surely),
}

impl Found<'_> {
    /// Returns the type of its target, if it is known.
    fn kind(&self) -> Option<&str> {
        match &self.what {
            Sort::Reference(reference) => match &reference.what {
                What::Kind(kind) => Some(kind),
                _ => None,
            },
            Sort::Named(named, _) => named.first().map(|one| one.kind.as_str()),
        }
    }

    /// Returns true if it is a pronoun for one thing.
    fn is_it(&self) -> bool {
        matches!(&self.what, Sort::Reference(found) if found.what == What::Any && found.count == Count::One)
    }

    /// Returns true if it counts regardless of its position.
    fn is_explicit(&self) -> bool {
        match &self.what {
            Sort::Reference(reference) => !matches!(reference.what, What::Unknown(_)),
            Sort::Named(_, surely) => *surely == Surely::Certainly,
        }
    }

    /// Returns the entities with a name that it means, if the name follows directly: "the page Contact", "that page
    /// (page-789)", "that page, the Contact one".
    fn entities_named_by<'a>(&self, name: &Found<'a>, text: &str) -> Option<Vec<&'a Entity>> {
        let (Sort::Reference(reference), Sort::Named(named, surely)) = (&self.what, &name.what)
        else {
            return None;
        };
        let gap = text.get(self.at.end..name.at.start)?;
        if gap.len() > NEAR || gap.contains(['.', '!', '?', ';', '\n']) {
            return None;
        }
        let rest = text[name.at.end..].chars().take(NEAR);
        let rest: String = rest.take_while(|c| !STOPS.contains(c)).collect();
        let rest = words(&rest);
        // After a comma another sentence may begin: "delete that page, page-789 stays".
        let ends = rest.is_empty() || rest == ["one"];
        let in_brackets = gap.trim_start().starts_with('(');
        let is_sure = *surely == Surely::Certainly || in_brackets && rest.is_empty();
        let leads = LEADS.contains(&words(gap).join(" ").as_str());
        if !leads || !is_sure || !ends && gap.contains([',', '(', '–', '—']) {
            return None;
        }
        let fits = |kind: &str| match (&reference.what, reference.count) {
            (_, Count::All | Count::Few(..)) | (What::Them | What::Unknown(_), _) => false,
            (What::Kind(wanted), _) => is_like(wanted, kind),
            (What::Any | What::One, _) => in_brackets,
        };
        let meant: Vec<&Entity> = named
            .iter()
            .copied()
            .filter(|one| fits(&one.kind))
            .collect();
        (!meant.is_empty()).then_some(meant)
    }
}

/// Returns all references and names of a text in order, and its words.
fn all<'a>(entities: &'a Entities, text: &str, nouns: &Nouns) -> (Vec<Found<'a>>, Vec<String>) {
    let is_name = |code: &str| {
        entities
            .iter()
            .any(|one| one.name == code || one.id == code)
    };
    let text = blank_code(text, is_name);
    let names = Names::new(entities, &text);
    let shouted = is_shouted(&text);
    let mut all: Vec<Found> = Vec::new();
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
            let found = Found {
                at: clause[at].at.start..clause[end - 1].at.end,
                clause: nth,
                what,
                negated: is_negated(&lows, at),
            };
            // A noun for something untracked may be a name.
            at = if found.is_explicit() { end } else { at + 1 };
            let mut before = all.iter_mut().rev().take(2);
            let before = before.find(|before| before.is_explicit());
            match before.and_then(|before| Some((before.entities_named_by(&found, &text)?, before)))
            {
                Some((meant, before)) => {
                    before.what = Sort::Named(meant, Surely::Certainly);
                    before.at.end = found.at.end;
                }
                None => all.push(found),
            }
        }
        said.extend(lows);
    }
    (all, said)
}

/// Returns the reference or name at a word and the index after it; else the index at which to continue.
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
            Sort::Named(prefer_typed(&named.all, beside, nouns), named.surely),
            end,
        ));
    }
    // "IT" is no pronoun, unless the whole text is in capitals or says nothing else.
    let is_capital = lows[at] == "it" && &text[clause[at].at.clone()] == "IT";
    if is_capital && !shouted && names.whole != "it" {
        return Err(at + 1);
    }
    match grammar::step(lows, at, nouns) {
        Step::Reference(reference, end) => {
            // An id counts as itself, even if it begins like a noun: "the page page-7", "the id page-7".
            let id = (at + 1..end).find(|at| names.is_id_at(text, clause, *at, nouns));
            match id {
                Some(id) if lows[id - 1] == "id" => Err(id),
                _ => Ok((Sort::Reference(reference), id.unwrap_or(end))),
            }
        }
        Step::Past(next) => Err(next),
    }
}

/// Returns true if the words before it negate it.
fn is_negated(words: &[String], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at].as_str());
    match before(1) {
        "not" => true,
        "of" => before(2) == "instead",
        "than" => before(2) == "rather",
        _ => false,
    }
}

/// Returns the references of a text, without names.
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

/// Sets the type of "the other one" to the type mentioned before.
fn of_kind(mut reference: Reference, kind: Option<&str>) -> Reference {
    if let (What::One, Some(kind)) = (&reference.what, kind) {
        reference.what = What::Kind(kind.to_owned());
    }
    reference
}

/// Returns the meaning of a text: the first explicit reference or name, else a name that may be a common word.
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

/// Returns true if an entity of one type may be tracked as the other.
fn is_like(wanted: &str, kind: &str) -> bool {
    let is_image = |kind| matches!(kind, "image" | "media");
    wanted == kind || is_image(wanted) && is_image(kind)
}

fn reference(found: Found) -> Option<Meant> {
    match found.what {
        Sort::Reference(reference) => Some(Meant::Reference(reference)),
        Sort::Named(..) => None,
    }
}
