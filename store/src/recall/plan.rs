//! Plans a search: its words, their weights by rarity, and replacements for words without a match.

use std::sync::{Arc, RwLockReadGuard};

use kernel::ports::embedder::Embedder;
use kernel::ports::index::ReadAs;

use super::mask::Mask;
use super::question::{Asked, Question};
use super::score::{Plan, STAND_IN, Slot, rarity, real};
use super::shelf::Shelf;
use super::spelling::{Differs, choose, likely};

/// Maximum number of words that are searched: the rarest.
const MAX_WORDS: usize = 64;
/// Number of items above which words that more than a tenth of them have are skipped, if there are rarer ones and no
/// minimum share of words is required.
const SMALL: u64 = 200;
/// Maximum number of words without a match that are treated as misspelled.
const MISTYPED: usize = 8;

/// A locked shelf and the mask of its items that pass.
pub(crate) type Looked<'a> = (RwLockReadGuard<'a, Shelf>, Arc<Mask>);

/// A question and how to search for it.
pub(crate) struct Wanted<'a> {
    pub question: &'a Question,
    /// Minimum share of the words, if required.
    pub share: Option<f64>,
    /// Embedder whose vocabulary shows which words are spelled correctly.
    pub embedder: Option<&'a dyn Embedder>,
}

impl Wanted<'_> {
    /// Returns the plan, with words weighted by their rarity among the items that pass, and the replacements of words
    /// without a match.
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

    /// Returns the words that the fewest items have, in the order of the question.
    fn rarest(&self, looked: &[Looked<'_>]) -> Vec<&Asked> {
        let words = &self.question.words;
        if words.len() <= MAX_WORDS {
            return words.iter().collect();
        }
        let count = |asked: &Asked| -> usize {
            let lists = looked.iter().map(|(shelf, _)| shelf.terms.of(&asked.term));
            lists.map(<[_]>::len).sum()
        };
        let mut counted: Vec<(usize, usize)> = words.iter().map(count).enumerate().collect();
        // Words without a match come last: only the others find anything.
        counted.sort_by_key(|(at, count)| (*count == 0, *count, *at));
        counted.truncate(MAX_WORDS);
        counted.sort_unstable();
        counted.iter().map(|(at, _)| &words[*at]).collect()
    }
}

/// Returns the number of items that pass and have a term.
fn having(term: &str, looked: &[Looked<'_>]) -> u64 {
    let lists = looked.iter().map(|(shelf, mask)| {
        let list = shelf.terms.of(term).iter();
        list.filter(|posting| mask.has(posting.doc())).count() as u64
    });
    lists.sum()
}

/// Returns the number of words that make up that share, at least one.
fn least(share: f64, of: usize) -> u32 {
    let of = u32::try_from(of).unwrap_or(u32::MAX);
    // A little lower, so that rounding does not require one word too many.
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
