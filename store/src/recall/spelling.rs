//! Finds known words for a word without a match: the correct spelling of a misspelled word, or another form of a
//! correct one.

use strsim::osa_distance;

use super::mask::Mask;
use super::question::Asked;
use super::shelf::Shelf;
use super::terms::Look;

/// Minimum length of a word that may be misspelled, and the length up to which its first letter is taken as correct.
const SHORT: usize = 4;
const FIRST_IS_RIGHT: usize = 5;
/// Minimum lengths of a word and its stem for two errors.
const LONG: usize = 8;
const LONG_STEM: usize = 7;
/// Minimum length of a word of which another one can be a form, and the maximum number of letters that the form is
/// longer.
const WHOLE: usize = 5;
const LONGER: usize = 2;
/// Maximum number of known words that replace one.
const MAX_STAND_INS: usize = 3;

/// A known word that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Likely {
    pub term: Box<str>,
    slips: usize,
    /// Number of items that pass and have it.
    pub things: u32,
}

/// Part in which a word may differ from the intended one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Differs {
    /// Any letter: the word may be misspelled.
    Anywhere,
    /// Its ending: the word is correct, as `allergy` is if texts have `allergic`.
    AtItsEnd,
}

/// Returns the words of a shelf that may be meant and occur in items that pass.
pub(crate) fn likely(asked: &Asked, differs: Differs, shelf: &Shelf, mask: &Mask) -> Vec<Likely> {
    let mut found = Vec::new();
    let Some(near) = Near::to(asked, differs) else {
        return found;
    };
    for (term, postings) in shelf.terms.like(|look| near.may_be(look)) {
        let Some(slips) = near.slips(term) else {
            continue;
        };
        let things = postings.iter().filter(|posting| mask.has(posting.doc()));
        let things = u32::try_from(things.count()).unwrap_or(u32::MAX);
        if things > 0 {
            found.push(Likely {
                term: term.into(),
                slips,
                things,
            });
        }
    }
    found
}

/// Matches words near a term.
struct Near<'a> {
    term: &'a str,
    look: Look,
    /// Maximum number of errors.
    most: usize,
    differs: Differs,
}

impl<'a> Near<'a> {
    /// Returns `None` for a term that is too short or is not a word.
    fn to(asked: &'a Asked, differs: Differs) -> Option<Self> {
        let term = &*asked.term;
        let letters = term.chars().count();
        let is_long = asked.word.chars().count() >= LONG && letters >= LONG_STEM;
        let most = match differs {
            Differs::AtItsEnd => LONGER,
            Differs::Anywhere if is_long => 2,
            Differs::Anywhere => 1,
        };
        (asked.is_word && letters >= SHORT).then(|| Self {
            term,
            look: Look::of(term),
            most,
            differs,
        })
    }

    /// Returns true if a term with that summary may be near.
    fn may_be(&self, other: Look) -> bool {
        let longer = usize::from(other.length.abs_diff(self.look.length));
        let others = (other.letters ^ self.look.letters).count_ones() as usize;
        longer <= self.most && others <= 2 * self.most && !other.has_digit
    }

    /// Returns the number of errors by which another term differs, `None` if it is too far.
    fn slips(&self, other: &str) -> Option<usize> {
        if other == self.term || !self.may_be(Look::of(other)) {
            return None;
        }
        if self.differs == Differs::AtItsEnd {
            let begins = |one: &str, other: &str| one.len() >= WHOLE && other.starts_with(one);
            let is_form = begins(self.term, other) || begins(other, self.term);
            return is_form.then(|| other.len().abs_diff(self.term.len()));
        }
        let begins_alike = other.chars().next() == self.term.chars().next();
        if self.term.chars().count() <= FIRST_IS_RIGHT && !begins_alike {
            return None;
        }
        Some(osa_distance(other, self.term)).filter(|slips| (1..=self.most).contains(slips))
    }
}

/// Merges the candidates of all shelves and returns the most likely: those with the fewest errors, then those that most
/// items have.
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
    found.truncate(MAX_STAND_INS);
    found
}

#[cfg(test)]
mod tests {
    use super::{Asked, Differs, Near};
    use crate::recall::words::stem;

    fn slips(word: &str, known: &str, differs: Differs) -> Option<usize> {
        let asked = Asked {
            word: word.into(),
            term: stem(word),
            is_word: true,
        };
        Near::to(&asked, differs)?.slips(&stem(known))
    }

    #[test]
    fn slips_are_few_for_the_length_of_a_word() {
        for (word, known, expected) in [
            ("hazlenut", "hazelnut", Some(1)),
            ("certficate", "certificate", Some(2)),
            ("moneycomb", "honeycomb", Some(1)),
            ("acountant", "accountant", Some(1)),
            ("teh", "the", None),
            ("woken", "token", None),
            // A long word may be short without its ending.
            ("apartment", "party", None),
            ("celebrate", "clear", None),
            ("jogging", "dog", None),
            ("a1234567", "b1234567", None),
        ] {
            let found = slips(word, known, Differs::Anywhere);
            assert_eq!(found, expected, "{word} {known}");
        }
    }

    #[test]
    fn a_word_that_is_right_has_other_forms_alone() {
        for (word, known, expected) in [
            ("allergy", "allergic", Some(1)),
            ("broken", "broke", Some(1)),
            ("sculptor", "sculpt", Some(2)),
            ("hike", "hide", None),
            ("pain", "paint", None),
            ("spend", "send", None),
            ("charge", "chart", None),
        ] {
            let found = slips(word, known, Differs::AtItsEnd);
            assert_eq!(found, expected, "{word} {known}");
        }
    }
}
