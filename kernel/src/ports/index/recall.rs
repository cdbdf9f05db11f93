//! Queries in natural language, and the candidates that answer them. Ranking the candidates is up to the caller.

use std::sync::Arc;

use crate::ports::index::find::Find;
use crate::time::Time;

/// Shelf data of an item: it can be found in natural language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelved {
    /// Shelf of the item. Word frequencies are computed over the searched shelves.
    pub shelf: String,
    /// Another shelf whose searches include the item.
    pub sought: Option<String>,
    /// Speaker. If the text begins with this name and a colon, the rest is what was said.
    pub who: Option<String>,
    /// Group of the item, such as a session. Items of a group are neighbours.
    pub group: Option<String>,
    /// Time of the statement or event: the position within the group.
    pub at: Time,
}

/// A query for items on shelves.
#[derive(Clone, Debug, Default)]
pub struct Recall {
    /// Text of the query; any text is valid.
    pub text: String,
    /// Conditions on the items; its words, order and page are ignored.
    pub find: Find,
    /// Shelves to search, including items that are sought there; `None` for all.
    pub shelves: Option<Vec<String>>,
    /// Minimum share of the significant words that an item must match. If set, neighbours and embeddings add no items
    /// below it.
    pub share: Option<f64>,
    /// Phrases that a thing must or must not contain.
    pub phrases: Phrases,
    /// Ranking signals to use.
    pub by: By,
    /// Period that the query names, if any: first and last moment.
    pub when: Option<(Time, Time)>,
    /// Minimum number of candidates to return, if that many match.
    pub most: usize,
}

/// Words and phrases that a text must or must not contain, compared in folded form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrases {
    /// Required: all of these.
    pub must: Vec<String>,
    /// Excluded: each of these.
    pub must_not: Vec<String>,
}

impl Phrases {
    /// Returns true if it has no condition.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.must.is_empty() && self.must_not.is_empty()
    }
}

/// Ranking signals of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// Words and embeddings.
    #[default]
    Both,
    /// Words only.
    Words,
    /// Embeddings; words for items without a vector yet.
    Meaning,
}

/// Result of a query.
#[derive(Clone, Debug, Default)]
pub struct Recalled {
    /// Candidates by words and neighbours, best first. The caller reranks the first [`Recalled::window`] of them; the
    /// rest are in their final order.
    pub candidates: Vec<Candidate>,
    /// Number of candidates to rerank.
    pub window: usize,
    /// Total number of matches: by a word, by a neighbour with a match, or by embedding.
    pub total: u64,
    /// Words that were searched for, at most 64.
    pub words: Vec<String>,
    /// Words that no item has, with their substitutes.
    pub read_as: Vec<ReadAs>,
    /// True if embeddings were used.
    pub by_meaning: bool,
}

/// A word that no item has, and the known words that substitute for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadAs {
    /// The word.
    pub word: String,
    /// Substitutes, nearest first.
    pub instead: Vec<String>,
}

/// Row of an item in the index, valid while the item exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub i64);

/// A possible answer to a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Row of the item.
    pub place: Place,
    /// Score of its words (BM25), with the statistics of the searched shelves.
    pub words: f64,
    /// Bit set of the [`Recalled::words`] that it has; the lowest bit is the first word.
    pub has: u64,
    /// Share of the query that its words cover, 0 to 1, weighted by rarity.
    pub cover: f64,
    /// Score of its words plus the contribution of its neighbours, relative to the best candidate's (1).
    pub smooth: f64,
    /// Contribution of its neighbours to that score.
    pub lent: f64,
    /// Neighbour with the largest contribution, if any.
    pub lender: Option<Place>,
    /// Word score of its group as a whole, relative to the best group's (1).
    pub group: f64,
    /// Cosine similarity to the query, -1 to 1. `None` if embeddings were not used or it has no vector.
    pub cosine: Option<f64>,
    /// True if it was said by the person that the query is about.
    pub said_it: bool,
    /// True if it falls in the period that the query names.
    pub was_then: bool,
    /// Time of the statement or event.
    pub at: Time,
    /// Times of the item: field, time, count.
    pub times: Vec<(Arc<str>, Time, u32)>,
}
