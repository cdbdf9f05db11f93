//! Answers a question: searches the shelves and returns the candidates with everything known of each. The caller ranks
//! them.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError, RwLock};

use kernel::Time;
use kernel::ports::embedder::Embedder;
use kernel::ports::index::{Candidate, Place, Recalled};
use kernel::unicode::fold;

use super::mask::Tests;
use super::nearest::Arrow;
use super::plan::{Looked, Wanted};
use super::question::Question;
use super::score::{Scored, best_first, score, single};
use super::shelf::{NOBODY, Shelf};
use super::words::{is_stop_word, words_of};

/// Number of the best candidates by words and neighbours that are ranked by all signals.
const WINDOW: usize = 200;
/// Maximum number of candidates added to them by meaning, and again by the period of the question.
const NEAREST: usize = 100;
/// Minimum similarity of a candidate that is added by meaning, relative to the most similar one.
const BESIDE_BEST: f32 = 0.4;
/// Minimum scale of word scores, as a share of the score of a text that has each word of the question once. So meaning
/// counts more if no text has more than a name or one word of many.
const IN_FULL: f64 = 0.5;
/// Author names that a question in the first person may come from.
const ASKERS: [&str; 3] = ["user", "human", "me"];
/// Names of roles in a conversation. Embedding models do not treat them as names.
const PARTS: [&str; 5] = ["user", "human", "assistant", "system", "tool"];

/// A question with the shelves and filters of its search.
pub(crate) struct Job {
    pub shelves: Vec<Arc<RwLock<Shelf>>>,
    pub tests: Tests,
    /// Cache key of the tests, without doors and the open moment.
    pub key: Arc<str>,
    /// Number of door changes that the tests include.
    pub doors: u64,
    pub question: Question,
    pub share: Option<f64>,
    pub when: Option<(Time, Time)>,
    pub most: usize,
    pub arrow: Option<Arrow>,
    /// Embedder whose vocabulary shows which words are spelled correctly.
    pub embedder: Option<Arc<dyn Embedder>>,
}

/// The authors that a question names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    /// Name of the author that the question is about, in lowercase.
    who: HashSet<String>,
    /// Words in the names of the authors.
    names: HashSet<String>,
}

impl Job {
    fn look(&self) -> Vec<Looked<'_>> {
        let shelves = self.shelves.iter().map(|shelf| {
            let shelf = shelf.read().unwrap_or_else(PoisonError::into_inner);
            let mask = shelf.masks.of(&shelf, &self.key, self.doors, &self.tests);
            (shelf, mask)
        });
        shelves.collect()
    }

    /// Returns the number of items on the shelves, whether they pass or not.
    pub(crate) fn size(&self) -> usize {
        let sizes = self.shelves.iter().map(|shelf| {
            let shelf = shelf.read().unwrap_or_else(PoisonError::into_inner);
            shelf.docs.len()
        });
        sizes.sum()
    }

    /// Returns the rows of the items that pass.
    pub(crate) fn rows(&self) -> Vec<i64> {
        let mut rows = Vec::new();
        for (shelf, mask) in self.look() {
            rows.extend(mask.iter().map(|doc| shelf.docs[doc as usize].row));
        }
        rows
    }

    /// Returns the rows that pass and have all of these terms.
    pub(crate) fn rows_with(&self, terms: &[Box<str>]) -> Vec<i64> {
        let mut rows = Vec::new();
        for (shelf, mask) in self.look() {
            let mut lists: Vec<_> = terms.iter().map(|term| shelf.terms.of(term)).collect();
            lists.sort_unstable_by_key(|list| list.len());
            let Some((shortest, others)) = lists.split_first() else {
                continue;
            };
            // Numbers of items only grow, so each list is sorted.
            let has_all = |doc: u32| {
                let mut others = others.iter();
                others.all(|list| {
                    list.binary_search_by_key(&doc, |posting| posting.doc())
                        .is_ok()
                })
            };
            let docs = shortest.iter().map(|posting| posting.doc());
            let docs = docs.filter(|doc| mask.has(*doc) && has_all(*doc));
            rows.extend(docs.map(|doc| shelf.docs[doc as usize].row));
        }
        rows
    }

    /// Returns the authors that the question names.
    pub(crate) fn about(&self) -> About {
        let mut about = About::default();
        let mut askers = HashSet::new();
        let is_first_person = self.question.is_first_person;
        for (shelf, mask) in self.look() {
            let heard = |number: &&u32| mask.said_by.get(**number as usize).is_some_and(|n| *n > 0);
            for word in self.question.said.iter().filter(|word| !is_stop_word(word)) {
                for number in shelf.whos.by_first_name(word).iter().filter(heard) {
                    let name = shelf.whos.name(*number);
                    about.names.extend(words_of(name));
                    about.who.insert(name.to_lowercase());
                }
            }
            for asker in ASKERS.iter().filter(|_| is_first_person) {
                let called = shelf.whos.by_first_name(asker).iter().filter(heard);
                let names = called.map(|number| shelf.whos.name(*number).to_lowercase());
                askers.extend(names.filter(|name| name == asker));
            }
        }
        if about.who.is_empty() {
            about.who = askers;
        } else if about.who.len() > 1 {
            // A question that names several authors is about none of them in particular.
            about.who.clear();
        }
        about
    }

    /// Searches the shelves and returns the candidates.
    pub(crate) fn answer(&self, about: &About) -> Recalled {
        let looked = self.look();
        let wanted = Wanted {
            question: &self.question,
            share: self.share,
            embedder: self.embedder.as_deref(),
        };
        let (plan, read_as) = wanted.plan(&looked);
        let lists = self.besides(&looked);
        let most = self.most.max(WINDOW);
        let (mut total, mut best, mut also, mut groups) = (0, Vec::new(), Vec::new(), Vec::new());
        for (at, (shelf, mask)) in looked.iter().enumerate() {
            let scores = score(shelf, mask, &plan, most, &lists[at]);
            total += scores.total;
            best.extend(scores.best.into_iter().map(|scored| (at, scored)));
            also.extend(scores.also.into_iter().map(|scored| (at, scored)));
            groups.push(scores.groups);
        }
        let doc = |(at, scored): &(usize, Scored)| &looked[*at].0.docs[scored.doc as usize];
        if looked.len() > 1 {
            best.sort_by(|one, other| {
                best_first((one.1.smooth, doc(one)), (other.1.smooth, doc(other)))
            });
            best.truncate(most);
        }
        let rest = best.split_off(best.len().min(WINDOW));
        let place = |(at, one): &(usize, Scored)| (*at, one.doc);
        let mut taken: HashSet<(usize, u32)> = best.iter().map(place).collect();
        // The ranked window is the same for each page, so that no item is repeated or missing.
        also.retain(|one| taken.insert(place(one)));
        let rest = rest.into_iter().filter(|one| !taken.contains(&place(one)));
        let window = best.len() + also.len();
        let largest = best.first().map_or(0.0, |(_, scored)| scored.smooth);
        let largest = largest.max(single(plan.whole() * IN_FULL));
        let largest_group = groups.iter().flatten().copied().fold(0.0, f32::max);
        let shares: Vec<f64> = plan.slots.iter().map(|slot| slot.share).collect();
        let candidates = best
            .into_iter()
            .chain(also)
            .chain(rest)
            .map(|(at, scored)| {
                let (shelf, _) = &looked[at];
                let doc = &shelf.docs[scored.doc as usize];
                let who = shelf.whos.name(doc.who);
                let group = groups[at].get(doc.group as usize).copied();
                let has = shares
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| scored.has >> bit & 1 == 1);
                Candidate {
                    place: Place(doc.row),
                    words: scored.words.into(),
                    has: scored.has,
                    cover: has.map(|(_, share)| share).sum::<f64>().min(1.0),
                    smooth: of(scored.smooth, largest),
                    lent: of((scored.smooth - scored.words).max(0.0), largest),
                    lender: scored
                        .lender
                        .map(|lender| Place(shelf.docs[lender as usize].row)),
                    group: group.map_or(0.0, |group| of(group, largest_group)),
                    cosine: self
                        .arrow
                        .as_ref()
                        .and_then(|arrow| arrow.cosine(shelf, scored.doc).map(f64::from)),
                    said_it: doc.who != NOBODY && about.who.contains(&who.to_lowercase()),
                    was_then: self.is_then(doc.at),
                    at: doc.at,
                    times: shelf.times(doc),
                }
            });
        Recalled {
            candidates: candidates.collect(),
            window,
            total,
            words: plan.slots.into_iter().map(|slot| slot.word).collect(),
            read_as,
            by_meaning: self.arrow.is_some(),
        }
    }

    fn is_then(&self, at: Time) -> bool {
        self.when
            .is_some_and(|(from, to)| (from..=to).contains(&at))
    }

    /// Returns, for each shelf, the candidates that need no matching word: the nearest by meaning, and items from the
    /// period of the question.
    fn besides(&self, looked: &[Looked<'_>]) -> Vec<Vec<u32>> {
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); looked.len()];
        if self.share.is_some() {
            return lists;
        }
        if let Some(arrow) = &self.arrow {
            let mut near: Vec<(f32, u32, usize)> = Vec::new();
            for (at, (shelf, mask)) in looked.iter().enumerate() {
                let found = arrow.nearest(shelf, mask, NEAREST);
                near.extend(found.into_iter().map(|(cosine, doc)| (cosine, doc, at)));
            }
            near.sort_by(|one, other| other.0.total_cmp(&one.0));
            let least = near
                .first()
                .map_or(0.0, |(cosine, ..)| cosine * BESIDE_BEST);
            for (cosine, doc, at) in near.into_iter().take(NEAREST) {
                if cosine >= least {
                    lists[at].push(doc);
                }
            }
        }
        if self.when.is_some() {
            let mut left = NEAREST;
            for (list, (shelf, mask)) in lists.iter_mut().zip(looked) {
                let then = mask
                    .iter()
                    .filter(|doc| self.is_then(shelf.docs[*doc as usize].at));
                let known: HashSet<u32> = list.iter().copied().collect();
                let new: Vec<u32> = then.filter(|doc| !known.contains(doc)).take(left).collect();
                left -= new.len();
                list.extend(new);
            }
        }
        lists
    }
}

impl About {
    /// Replaces the names of authors by "I" for the embedding model: they mean nothing to it and would dominate the
    /// vector.
    pub(crate) fn without_names(&self, text: &str) -> String {
        let mut plain = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(begin) = rest.find(char::is_alphanumeric) {
            let (between, word) = rest.split_at(begin);
            let end = word
                .find(|c: char| !c.is_alphanumeric())
                .unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            plain.push_str(between);
            let lower = fold(word);
            let is_name = self.names.contains(&lower) && !PARTS.contains(&lower.as_str());
            plain.push_str(if is_name { "I" } else { word });
            rest = after;
        }
        plain.push_str(rest);
        plain
    }
}

fn of(part: f32, whole: f32) -> f64 {
    if whole > 0.0 {
        f64::from(part / whole)
    } else {
        0.0
    }
}
