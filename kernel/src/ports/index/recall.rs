//! What can be asked of the index in any words, and the candidates it answers. Knows nothing of what things
//! mean: who puts the candidates in order knows.

use std::sync::Arc;

use crate::ports::index::find::Find;
use crate::time::Time;

/// Where a thing stands among those that are recalled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelved {
    /// With which others it stands: how rare a word is, is a matter of the shelves that are looked at.
    pub shelf: String,
    /// The shelf on which it is looked for as well, though it does not stand there.
    pub sought: Option<String>,
    /// Who said it. Where the text begins with that and a colon, the rest is what was said.
    pub who: Option<String>,
    /// What it belongs to, such as a session: there it has neighbours.
    pub group: Option<String>,
    /// When it was said or happened: its place in its group.
    pub at: Time,
}

/// A question about things that stand on shelves.
#[derive(Clone, Debug, Default)]
pub struct Recall {
    /// The question: any text.
    pub text: String,
    /// What must be so of the things; of it words, order and page are not looked at.
    pub find: Find,
    /// Which shelves may have such things, with those that have what is sought there; all of them without.
    pub shelves: Option<Vec<String>>,
    /// At least this share of the words that say something, where it is given: then neighbours and meaning
    /// bring nothing that lacks them.
    pub share: Option<f64>,
    /// Phrases that a thing must or must not contain.
    pub phrases: Phrases,
    /// What is looked at.
    pub by: By,
    /// When it happened, as far as the question says: from the first moment to the second.
    pub when: Option<(Time, Time)>,
    /// How many candidates to give at least, where so many match.
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

/// What a question is compared by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum By {
    /// Words and meaning.
    #[default]
    Both,
    /// Words alone.
    Words,
    /// Meaning; words for what has no vector yet.
    Meaning,
}

/// What a question recalls.
#[derive(Clone, Debug, Default)]
pub struct Recalled {
    /// What may be the answer, by words and neighbours, best first. The first [`Recalled::window`] of them
    /// are to be put in order by all that is known of them; the rest are in order.
    pub candidates: Vec<Candidate>,
    /// How many are to be put in order.
    pub window: usize,
    /// How many things match in all: by a word, by a neighbour that does, or by meaning.
    pub total: u64,
    /// The words that were looked for, at most 64.
    pub words: Vec<String>,
    /// Words that nothing has, and what was looked for instead.
    pub read_as: Vec<ReadAs>,
    /// Whether meaning was looked at.
    pub by_meaning: bool,
}

/// A word that nothing has, and the known ones that stood in for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadAs {
    /// The word.
    pub word: String,
    /// What was looked for instead, nearest first.
    pub instead: Vec<String>,
}

/// A place in the index, for as long as the thing is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub i64);

/// Something that may be the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Where it is.
    pub place: Place,
    /// The score of its words (BM25) by the statistics of what was searched.
    pub words: f64,
    /// Which of [`Recalled::words`] it has, the first by the lowest bit.
    pub has: u64,
    /// How much of what the question says its words cover, 0 to 1: rare words count more.
    pub cover: f64,
    /// The score of its words and what its neighbours lent it; of the best one 1.
    pub smooth: f64,
    /// How much of that its neighbours lent it.
    pub lent: f64,
    /// The neighbour that lent it most, if one did.
    pub lender: Option<Place>,
    /// The score of the words of its group as a whole; of the best group 1.
    pub group: f64,
    /// How near it is in meaning, -1 to 1; without where that was not looked at, or it has no vector.
    pub cosine: Option<f64>,
    /// Whether whom the question is about said it.
    pub said_it: bool,
    /// Whether it happened when the question says.
    pub was_then: bool,
    /// When it was said or happened.
    pub at: Time,
    /// Its moments: field, when, how often.
    pub times: Vec<(Arc<str>, Time, u32)>,
}
