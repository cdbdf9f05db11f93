//! Scores the items of a shelf by the words of a question: BM25 with the statistics of the searched items, smoothing
//! between neighbours, and scores of whole groups.

use std::cell::RefCell;
use std::cmp::Ordering;

use super::mask::Mask;
use super::shelf::{Doc, NOBODY, Shelf};
use super::terms::Posting;
use super::top::{Top, order};

/// Saturation of repeated words in BM25.
const K1: f64 = 1.2;
/// Weight of the text length in BM25.
const B: f64 = 0.75;
/// Shares of its score that an item lends to neighbours, by the lender's offset: one or two before, one or two behind.
const LENDS: [(i64, f32); 4] = [(-1, 0.6), (1, 0.4), (-2, 0.3), (2, 0.2)];
/// Number of words above which an item borrows proportionally less, because longer texts have enough words of their
/// own.
const SPEAKS: f32 = 40.0;
/// Factor for a word that replaces another one.
pub(crate) const STAND_IN: f64 = 0.7;

/// Number of words above which the maximum score is capped, because no item has all of so many words.
const MANY: u64 = 8;

/// Search plan, the same for all shelves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub slots: Vec<Slot>,
    /// Average number of words per item.
    pub average: f64,
    /// Minimum number of slots that an item must have, unless neighbours lend to it.
    pub least: u32,
    /// True if neighbours lend scores. False if the search asks for a minimum share of its words.
    pub lends: bool,
}

/// A word of the question.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slot {
    pub word: String,
    /// Terms in the texts; several replacements for a word that no item has.
    pub terms: Vec<Box<str>>,
    /// Weight of the word by its rarity.
    pub weight: f64,
    /// Share of the question that an item with this word covers. The shares of all slots sum to 1.
    pub share: f64,
}

impl Plan {
    /// Returns the score of an item of average length that has each word once. Questions with more than `MANY` words
    /// are scaled down to that number.
    pub(crate) fn whole(&self) -> f64 {
        let sum: f64 = self.slots.iter().map(|slot| slot.weight).sum();
        sum * (real(MANY) / real(self.slots.len() as u64)).min(1.0)
    }
}

/// Returns the inverse document frequency of a word that `having` of `all` items have.
pub(crate) fn rarity(all: u64, having: u64) -> f64 {
    let (all, having) = (real(all), real(having));
    (1.0 + (all - having + 0.5).max(0.5) / (having + 0.5)).ln()
}

#[expect(clippy::cast_precision_loss, reason = "counts of things")]
pub(crate) fn real(n: u64) -> f64 {
    n as f64
}

/// BM25 for texts with a given average length.
struct Bm25 {
    /// Contribution of each word of a text to the length norm.
    per_word: f64,
}

impl Bm25 {
    fn new(average: f64) -> Self {
        Self {
            per_word: K1 * B / average.max(1.0),
        }
    }

    /// Scores `count` occurrences of a word in a text of `length` words.
    fn score(&self, weight: f64, count: f64, length: f64) -> f64 {
        let norm = K1 * (1.0 - B) + self.per_word * length;
        weight * count * (K1 + 1.0) / (count + norm)
    }
}

/// An item that has some of the words, or whose neighbours have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scored {
    pub doc: u32,
    /// Score of its own words.
    pub words: f32,
    /// Bit set of the slots that it has.
    pub has: u64,
    /// Score including the shares lent by neighbours.
    pub smooth: f32,
    /// Neighbour that lent the largest share.
    pub lender: Option<u32>,
}

/// Accumulated scores of an item.
#[derive(Clone, Copy, Default)]
struct Cell {
    words: f32,
    lent: f32,
    most: f32,
    lender: u32,
    has: u64,
}

thread_local! {
    /// Cells by item number. All are empty between two questions.
    static CELLS: RefCell<Vec<Cell>> = const { RefCell::new(Vec::new()) };
}

/// Scores of the items of a shelf.
#[derive(Debug, Default)]
pub(crate) struct Scores {
    /// Best items by words and neighbours, best first.
    pub best: Vec<Scored>,
    /// Items that were requested whatever their words. They may also be in `best`.
    pub also: Vec<Scored>,
    /// Total number of items found.
    pub total: u64,
    /// Word score of each group, by its number.
    pub groups: Vec<f32>,
}

/// Returns the best `most` items of a shelf by words and neighbours, and the scores of the items `also`.
pub(crate) fn score(shelf: &Shelf, mask: &Mask, plan: &Plan, most: usize, also: &[u32]) -> Scores {
    CELLS.with_borrow_mut(|cells| {
        if cells.len() < shelf.docs.len() {
            cells.resize(shelf.docs.len(), Cell::default());
        }
        let mut touched = Vec::new();
        let groups = look(shelf, mask, plan, cells, &mut touched);
        if plan.lends {
            lend(shelf, mask, cells, &mut touched);
        }
        let is_found = |cell: &Cell| cell.has.count_ones() >= plan.least || cell.lent > 0.0;
        let (mut top, mut total) = (Top::new(most), 0);
        // The last items are mostly the newest, which win among equals.
        for doc in touched.iter().rev() {
            let cell = &cells[*doc as usize];
            if is_found(cell) {
                total += 1;
                let of = &shelf.docs[*doc as usize];
                top.push((order(smooth(cell, of)), of.at, of.row, *doc));
            }
        }
        let scored = |doc: u32| {
            let cell = &cells[doc as usize];
            Scored {
                doc,
                words: cell.words,
                has: cell.has,
                smooth: smooth(cell, &shelf.docs[doc as usize]),
                lender: (cell.lent > 0.0).then_some(cell.lender),
            }
        };
        let best = top.into_sorted().into_iter();
        let mut scores = Scores {
            best: best.map(|(.., doc)| scored(doc)).collect(),
            also: also.iter().copied().map(scored).collect(),
            total,
            groups,
        };
        let new = also.iter().filter(|doc| !is_found(&cells[**doc as usize]));
        scores.total += new.count() as u64;
        for doc in touched {
            cells[doc as usize] = Cell::default();
        }
        scores
    })
}

/// Compares by score, descending; equal scores by time, then by row, newest first.
pub(crate) fn best_first(one: (f32, &Doc), other: (f32, &Doc)) -> Ordering {
    let (a, b) = (one.1, other.1);
    let by_score = other.0.total_cmp(&one.0);
    by_score.then_with(|| (b.at, b.row).cmp(&(a.at, a.row)))
}

/// Scores the words of each item and returns the scores of the groups.
fn look(
    shelf: &Shelf,
    mask: &Mask,
    plan: &Plan,
    cells: &mut [Cell],
    touched: &mut Vec<u32>,
) -> Vec<f32> {
    let of_groups = mask.of_groups.iter().filter(|words| **words > 0);
    let (count, words) = of_groups.fold((0_u64, 0_u64), |(count, all), words| {
        (count + 1, all + *words)
    });
    let average = real(words) / real(count).max(1.0);
    let (of_things, of_groups) = (Bm25::new(plan.average), Bm25::new(average));
    let mut groups = vec![0.0_f32; mask.of_groups.len()];
    let mut in_group: Vec<u32> = vec![0; mask.of_groups.len()];
    for run in runs(shelf, plan) {
        let mut having = Vec::new();
        for list in &run.lists {
            for posting in *list {
                let doc = posting.doc();
                if !mask.has(doc) {
                    continue;
                }
                let of = &shelf.docs[doc as usize];
                let cell = &mut cells[doc as usize];
                if cell.has == 0 {
                    touched.push(doc);
                }
                cell.has |= run.slots;
                let n = f64::from(posting.count());
                let score = single(of_things.score(run.weight, n, f64::from(of.words)));
                run.add(score, &mut cell.words);
                if let Some(count) = in_group.get_mut(of.group as usize) {
                    if *count == 0 {
                        having.push(of.group);
                    }
                    *count += u32::from(posting.count());
                }
            }
        }
        let weight = rarity(count, having.len() as u64);
        for group in having {
            let group = group as usize;
            let length = real(mask.of_groups[group]);
            let n = f64::from(in_group[group]);
            let score = single(of_groups.score(weight, n, length));
            run.add(score, &mut groups[group]);
            in_group[group] = 0;
        }
    }
    groups
}

/// Consecutive words that the same items have equally often, as the words of a template are. They are scored at once,
/// with the results of scoring them one after the other.
struct Run<'a> {
    /// Items that have the word. Several lists if other terms replace it; such a word is a run of its own.
    lists: Vec<&'a [Posting]>,
    weight: f64,
    /// Bit set of the slots.
    slots: u64,
}

impl Run<'_> {
    /// Adds a score once for each word. A product would be rounded differently.
    fn add(&self, score: f32, sum: &mut f32) {
        for _ in 0..self.slots.count_ones() {
            *sum += score;
        }
    }
}

fn runs<'a>(shelf: &'a Shelf, plan: &Plan) -> Vec<Run<'a>> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    for (at, slot) in plan.slots.iter().enumerate() {
        let lists = slot.terms.iter().map(|term| shelf.terms.of(term));
        let lists: Vec<_> = lists.filter(|list| !list.is_empty()).collect();
        let is_next = |run: &&mut Run<'_>| {
            let has_same_weight = run.weight.total_cmp(&slot.weight).is_eq();
            lists.len() == 1 && has_same_weight && run.lists == lists
        };
        if let Some(run) = runs.last_mut().filter(is_next) {
            run.slots |= 1 << at;
        } else if !lists.is_empty() {
            runs.push(Run {
                lists,
                weight: slot.weight,
                slots: 1 << at,
            });
        }
    }
    runs
}

/// Adds shares of the scores of items with words to their neighbours.
fn lend(shelf: &Shelf, mask: &Mask, cells: &mut [Cell], touched: &mut Vec<u32>) {
    for at in 0..touched.len() {
        let lender = touched[at];
        let doc = &shelf.docs[lender as usize];
        if doc.group == NOBODY {
            continue;
        }
        let Some(members) = shelf.members.get(doc.group as usize) else {
            continue;
        };
        let words = cells[lender as usize].words;
        for (side, share) in LENDS {
            // The item at offset 1 behind has this one at offset -1.
            let place = i64::from(doc.place) - side;
            let Some(near) = usize::try_from(place).ok().and_then(|at| members.get(at)) else {
                continue;
            };
            if !mask.has(*near) {
                continue;
            }
            let cell = &mut cells[*near as usize];
            if cell.has == 0 && cell.lent == 0.0 {
                touched.push(*near);
            }
            let lent = share * words;
            cell.lent += lent;
            if lent > cell.most {
                (cell.most, cell.lender) = (lent, lender);
            }
        }
    }
}

fn smooth(cell: &Cell, doc: &Doc) -> f32 {
    if cell.lent == 0.0 {
        return cell.words;
    }
    #[expect(clippy::cast_precision_loss, reason = "a count of words")]
    let borrows = (SPEAKS / doc.words.max(1) as f32).min(1.0);
    cell.words + borrows * cell.lent
}

#[expect(clippy::cast_possible_truncation, reason = "scores need not be exact")]
pub(crate) fn single(score: f64) -> f32 {
    score as f32
}

#[cfg(test)]
mod tests;
