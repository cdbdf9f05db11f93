//! What is looked for: which words of a question, how much each says where it is looked for, and what stands in for
//! one that nothing has. Scores nothing.

use std::sync::{Arc, RwLockReadGuard};

use kernel::ports::embedder::Embedder;
use kernel::ports::index::ReadAs;

use super::mask::Mask;
use super::question::{Asked, Question};
use super::score::{Plan, STAND_IN, Slot, rarity, real};
use super::shelf::Shelf;
use super::spelling::{Differs, choose, likely};

/// How many words are looked for at most: the rarest.
const MOST_WORDS: usize = 64;
/// In sets of more than so many things, words that more than a tenth have are looked for only when there
/// are no others.
const SMALL: u64 = 200;
/// How many words that nothing has are believed to be slips.
const MISTYPED: usize = 8;

/// A shelf, and which of its things pass.
pub(crate) type Looked<'a> = (RwLockReadGuard<'a, Shelf>, Arc<Mask>);

/// What is asked, and how.
pub(crate) struct Wanted<'a> {
    pub question: &'a Question,
    /// The least share of the words, where it is given.
    pub share: Option<f64>,
    /// Who knows which words are right.
    pub embedder: Option<&'a dyn Embedder>,
}

impl Wanted<'_> {
    /// What is looked for: the words that say something, by how rare they are among what passes.
    pub(crate) fn plan(&self, looked: &[Looked<'_>]) -> (Plan, Vec<ReadAs>) {
        let all: u64 = looked.iter().map(|(_, mask)| u64::from(mask.count)).sum();
        let words: u64 = looked.iter().map(|(_, mask)| mask.words).sum();
        let (mut read_as, mut slots, mut mistyped) = (Vec::new(), Vec::new(), 0);
        for asked in self.rarest(looked) {
            let mut terms = vec![asked.term.clone()];
            let mut having = having(&asked.term, looked);
            let mut factor = 1.0;
            if having == 0 {
                terms.clear();
                if asked.is_word && mistyped < MISTYPED {
                    mistyped += 1;
                    let is_right = self.embedder.is_some_and(|e| e.knows(&asked.word));
                    let differs = if is_right {
                        Differs::AtItsEnd
                    } else {
                        Differs::Anywhere
                    };
                    let found = looked
                        .iter()
                        .flat_map(|(shelf, mask)| likely(asked, differs, shelf, mask));
                    let found = choose(found.collect());
                    if !found.is_empty() {
                        having = found.iter().map(|likely| u64::from(likely.things)).sum();
                        terms = found.into_iter().map(|likely| likely.term).collect();
                        factor = STAND_IN;
                        read_as.push(ReadAs {
                            word: asked.word.clone(),
                            instead: terms.iter().map(ToString::to_string).collect(),
                        });
                    }
                }
            }
            let weight = rarity(all, having);
            let slot = Slot {
                word: asked.word.clone(),
                terms,
                weight: weight * factor,
                share: weight,
            };
            slots.push((slot, having));
        }
        let is_common = |having: u64| having * 10 > all;
        let has_others = slots
            .iter()
            .any(|(_, having)| *having > 0 && !is_common(*having));
        if all > SMALL && has_others && self.share.is_none_or(|share| share <= 0.0) {
            slots.retain(|(_, having)| !is_common(*having));
        }
        let mut slots: Vec<Slot> = slots.into_iter().map(|(slot, _)| slot).collect();
        let whole: f64 = slots.iter().map(|slot| slot.share).sum();
        for slot in &mut slots {
            slot.share = if whole > 0.0 { slot.share / whole } else { 0.0 };
        }
        let plan = Plan {
            average: real(words) / real(all).max(1.0),
            least: least(self.share.unwrap_or(0.0), slots.len()),
            lends: self.share.is_none(),
            slots,
        };
        (plan, read_as)
    }

    /// The words that fewest things have, in the order of the question.
    fn rarest(&self, looked: &[Looked<'_>]) -> Vec<&Asked> {
        let words = &self.question.words;
        if words.len() <= MOST_WORDS {
            return words.iter().collect();
        }
        let count = |asked: &Asked| -> usize {
            let lists = looked.iter().map(|(shelf, _)| shelf.terms.of(&asked.term));
            lists.map(<[_]>::len).sum()
        };
        let mut counted: Vec<(usize, usize)> = words.iter().map(count).enumerate().collect();
        // Words that nothing has come last: what is found is found by the others.
        counted.sort_by_key(|(at, count)| (*count == 0, *count, *at));
        counted.truncate(MOST_WORDS);
        counted.sort_unstable();
        counted.iter().map(|(at, _)| &words[*at]).collect()
    }
}

/// How many of the things that pass have a term.
fn having(term: &str, looked: &[Looked<'_>]) -> u64 {
    let lists = looked.iter().map(|(shelf, mask)| {
        let list = shelf.terms.of(term).iter();
        list.filter(|posting| mask.has(posting.doc())).count() as u64
    });
    lists.sum()
}

/// How many of the words make up that share: at least one.
fn least(share: f64, of: usize) -> u32 {
    let of = u32::try_from(of).unwrap_or(u32::MAX);
    // Taken a little lower, so that rounding asks for no word too many.
    let enough = |n: &u32| f64::from(*n) / f64::from(of).max(1.0) + 1e-9 >= share;
    (1..of).find(enough).unwrap_or(of.max(1))
}

#[cfg(test)]
mod tests {
    use super::least;

    #[test]
    fn a_share_is_a_number_of_words() {
        for (share, expected) in [
            (0.0, 1),
            (0.2, 1),
            (0.3, 2),
            (0.6, 3),
            (1.0, 5),
            (7.0, 5),
            (-1.0, 1),
        ] {
            assert_eq!(least(share, 5), expected, "{share}");
        }
        assert_eq!(least(1.0, 0), 1);
    }
}
