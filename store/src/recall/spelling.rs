//! Slips of the pen: a word that nothing has, and the known ones that it is likely to be. Knows no question.

use strsim::osa_distance;

use super::mask::Mask;
use super::question::Asked;
use super::shelf::Shelf;

/// The shortest word that is believed to be mistyped; one of so few letters begins with the right one.
const SHORT: usize = 4;
/// From so many letters on two slips are believed.
const LONG: usize = 8;
/// How many known words may stand in for one.
const MOST: usize = 3;

/// A known word that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Likely {
    pub term: Box<str>,
    slips: usize,
    /// How many of the things that pass have it.
    pub things: u32,
}

/// The known words of a shelf that may be meant, of those that things have which pass.
pub(crate) fn likely(asked: &Asked, shelf: &Shelf, mask: &Mask) -> Vec<Likely> {
    let letters = asked.word.chars().count();
    if !asked.is_word || letters < SHORT {
        return Vec::new();
    }
    let slips = if letters >= LONG { 2 } else { 1 };
    let (length, signs) = (asked.term.len(), signs(&asked.term));
    let mut found = Vec::new();
    for (term, postings) in &shelf.terms {
        let is_near = term.len().abs_diff(length) <= slips
            && (self::signs(term) ^ signs).count_ones() as usize <= 2 * slips
            && (letters > SHORT || term.as_bytes().first() == asked.term.as_bytes().first())
            && term.bytes().all(|byte| !byte.is_ascii_digit());
        if !is_near {
            continue;
        }
        let distance = osa_distance(term, &asked.term);
        if distance == 0 || distance > slips {
            continue;
        }
        let things = postings.iter().filter(|posting| mask.has(posting.doc()));
        let things = u32::try_from(things.count()).unwrap_or(u32::MAX);
        if things > 0 {
            found.push(Likely {
                term: term.clone(),
                slips: distance,
                things,
            });
        }
    }
    found
}

/// The most likely of those of all shelves: of the fewest slips, then what most things have.
pub(crate) fn choose(mut found: Vec<Likely>) -> Vec<Likely> {
    found.sort_by(|one, other| one.term.cmp(&other.term));
    found.dedup_by(|again, first| {
        let is_same = again.term == first.term;
        if is_same {
            first.things = first.things.saturating_add(again.things);
        }
        is_same
    });
    let fewest = found.iter().map(|likely| likely.slips).min();
    found.retain(|likely| Some(likely.slips) == fewest);
    found.sort_by(|one, other| {
        other
            .things
            .cmp(&one.things)
            .then(one.term.cmp(&other.term))
    });
    found.truncate(MOST);
    found
}

/// Which letters a word has: words that differ much in them differ much.
fn signs(word: &str) -> u32 {
    word.bytes().fold(0, |signs, byte| signs | 1 << (byte % 32))
}
