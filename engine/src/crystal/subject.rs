//! Groups memories by subject. Among hits that match equally well the newest statement comes first, and the author of
//! a new memory learns of earlier ones.

use std::collections::BTreeSet;

use crate::crystal::hit::Hit;
use crate::crystal::record::{Crystal, NewCrystal};
use crate::crystal::shelves::speaker;
use crate::session::record::MemoryType;
use kernel::time::{OffsetTime, Time};
use kernel::unicode::fold;

/// Minimum share of the shorter text's words that both texts have.
const MIN_SHARED: f64 = 0.33;
/// Minimum share of the older statement's score for a newer one to come first.
const MIN_SCORE_RATIO: f64 = 0.3;
/// The same for a question that does not say that it is about the present.
const NEAR_SCORE_RATIO: f64 = 0.75;
/// Words that say nothing about a text's subject.
const SMALL_WORDS: [&str; 40] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "by", "for", "from", "has", "have", "he",
    "her", "his", "in", "into", "is", "it", "its", "no", "not", "now", "of", "on", "or", "our",
    "she", "that", "the", "their", "there", "they", "this", "to", "was", "we", "were", "with",
];

/// The subject of a memory.
pub(crate) struct Subject<'a> {
    core: &'a str,
    user: Option<&'a str>,
    /// First significant word; the subject of most sentences.
    first: String,
    words: BTreeSet<String>,
}

impl<'a> Subject<'a> {
    /// Returns the subject of a memory. `None` for a turn of a conversation, because each turn has its own subject.
    pub(crate) fn of(memory: &'a Crystal) -> Option<Self> {
        let user = memory.user_id.as_deref();
        Self::about(&memory.text, memory.memory_type, &memory.core, user)
    }

    /// Returns the subject of a new memory for that core.
    pub(crate) fn of_new(memory: &'a NewCrystal, core: &'a str) -> Option<Self> {
        let user = memory.user_id.as_deref();
        Self::about(&memory.text, memory.memory_type, core, user)
    }

    fn about(
        text: &str,
        memory_type: MemoryType,
        core: &'a str,
        user: Option<&'a str>,
    ) -> Option<Self> {
        if memory_type == MemoryType::Message || speaker(text).is_some() {
            return None;
        }
        let text = fold(text);
        let words = text.split(|c: char| !c.is_alphanumeric());
        let mut words = words.filter(|word| !word.is_empty() && !SMALL_WORDS.contains(word));
        let first = words.next()?.to_owned();
        let mut words: BTreeSet<String> = words.map(str::to_owned).collect();
        words.insert(first.clone());
        Some(Self {
            core,
            user,
            first,
            words,
        })
    }

    /// Returns true if both are the same subject.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let shared = self.words.intersection(&other.words).count();
        let shorter = self.words.len().min(other.words.len());
        self.core == other.core
            && self.user == other.user
            && self.first == other.first
            && ratio(shared, shorter) >= MIN_SHARED
    }
}

/// Returns the time of a memory's statement: its event, else the start of its validity, else its creation.
pub(crate) fn statement_time(memory: &Crystal) -> Time {
    let event = memory.event_date.map(OffsetTime::time);
    event.or(memory.valid_from).unwrap_or(memory.created_at)
}

/// A test of two hits about the same subject, the newer one first: true if the newer one comes first.
pub type Comes = fn(&Hit, &Hit) -> bool;

/// For a question about the present: the newer statement matches at least a third as well.
#[must_use]
pub fn is_comparable(newer: &Hit, older: &Hit) -> bool {
    newer.score >= older.score * MIN_SCORE_RATIO
}

/// For any other question: the newer statement matches about as well, and has all words of the question that the older
/// one has. A later event does not replace an earlier one.
#[must_use]
pub fn is_equal_match(newer: &Hit, older: &Hit) -> bool {
    let has = matched_words(newer);
    newer.score >= older.score * NEAR_SCORE_RATIO
        && newer.memory.event_date.is_none()
        && older.memory.event_date.is_none()
        && matched_words(older).iter().all(|word| has.contains(word))
}

/// Returns the words of the question that a hit contains.
fn matched_words(hit: &Hit) -> &[String] {
    let lexical = hit.why.lexical.as_ref();
    lexical.map_or(&[], |lexical| lexical.matched.as_slice())
}

/// Moves the newest of several statements about the same subject to the place of the best one, if it `comes_first`. It
/// gets the score and the distance of that one, because clients sort by them.
pub fn newest_first(hits: &mut Vec<Hit>, comes_first: Comes) {
    let mut order: Vec<usize> = (0..hits.len()).collect();
    {
        let subjects: Vec<_> = hits.iter().map(|hit| Subject::of(&hit.memory)).collect();
        let is_newer = |one: usize, other: usize| {
            statement_time(&hits[one].memory) > statement_time(&hits[other].memory)
                && comes_first(&hits[one], &hits[other])
        };
        let are_same = |one: usize, other: usize| match (&subjects[one], &subjects[other]) {
            (Some(one), Some(other)) => one.is_same(other),
            _ => false,
        };
        for place in 1..order.len() {
            let newer = order[place];
            let before = order[..place].iter();
            let mut before = before.enumerate();
            let first =
                before.find(|(_, older)| is_newer(newer, **older) && are_same(newer, **older));
            if let Some((at, _)) = first {
                order[at..=place].rotate_right(1);
            }
        }
    }
    let mut taken: Vec<Option<Hit>> = hits.drain(..).map(Some).collect();
    hits.extend(order.into_iter().filter_map(|at| taken[at].take()));
    let (mut score, mut dist) = (0.0_f64, 1.0_f64);
    for hit in hits.iter_mut().rev() {
        (score, dist) = (score.max(hit.score), dist.min(hit.dist));
        (hit.score, hit.dist) = (score, dist);
    }
}

#[expect(clippy::cast_precision_loss, reason = "no text has so many words")]
fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}
