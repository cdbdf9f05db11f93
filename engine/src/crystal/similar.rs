//! Finds memories with nearly the same words, which a merge can combine. Texts that differ in a number or a negation
//! are not similar; contradictions are not detected.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

use crate::crystal::key::event_time;
use crate::crystal::lasting::Lasting;
use crate::crystal::record::Crystal;
use crate::crystal::turns::{Turns, hash, words};
use crate::session::record::MemoryType;
use kernel::ports::embedder::cosine;

/// Minimum share of shingles that two texts have in common.
pub const SHINGLES: f64 = 0.9;
/// Minimum cosine of the vectors of two texts.
pub const COSINE: f32 = 0.92;
/// Length of a shingle, in characters.
const LONG: usize = 4;
/// Number of bands of hashes per text. Two texts that share nine tenths of their shingles have no band in common once
/// in a hundred thousand cases.
const BANDS: usize = 16;
const ROWS: usize = 4;
/// Maximum number of memories of which all pairs of vectors are compared.
const COMPARED: usize = 2_000;
/// Words without a meaning of their own.
const ARTICLES: [&str; 8] = ["a", "an", "das", "der", "die", "ein", "eine", "the"];

/// Memories that say the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// Name of their core.
    pub core: String,
    /// Id of the memory to keep, by [`best_first`].
    pub keep: String,
    /// Ids of the others.
    pub others: Vec<String>,
    /// Lowest similarity of one of them to the memory to keep: a share of shingles, or a cosine.
    pub similarity: f64,
}

/// Orders memories that say the same, the one to keep first: the pinned one, then the one with the longest lifetime,
/// the most recalls, the earliest creation.
#[must_use]
pub fn best_first(one: &Crystal, other: &Crystal) -> Ordering {
    let rank = |crystal: &Crystal| {
        let lasting = Lasting::of(crystal);
        (
            !crystal.pinned,
            lasting,
            Reverse(crystal.access_count),
            crystal.created_at,
        )
    };
    let by_id = || one.id.cmp(&other.id);
    rank(one).cmp(&rank(other)).then_with(by_id)
}

/// Groups memories that say the same. Groups are within a core, a namespace, a user and an event time; the others live
/// no longer than the one to keep. Messages and replaced memories are left out. `vectors` are those of the texts, in
/// the same order; empty if there are none.
#[must_use]
pub fn alike(crystals: &[Crystal], vectors: &[Option<Vec<i8>>]) -> Vec<Alike> {
    let mut scopes: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (at, one) in crystals.iter().enumerate() {
        let stands = one.merged_into.is_none() && one.superseded_by.is_none();
        if stands && one.memory_type != MemoryType::Message {
            let scope = (&one.core, &one.namespace, &one.user_id, event_time(one));
            scopes.entry(scope).or_default().push(at);
        }
    }
    let mut found = Vec::new();
    for mut members in scopes.into_values() {
        members.sort_by(|one, other| best_first(&crystals[*one], &crystals[*other]));
        found.extend(within(crystals, vectors, &members));
    }
    found
}

/// Groups the memories of one scope, given best first. Each joins the best one that it resembles.
fn within(crystals: &[Crystal], vectors: &[Option<Vec<i8>>], members: &[usize]) -> Vec<Alike> {
    let texts: Vec<Shape> = members
        .iter()
        .map(|at| Shape::of(&crystals[*at].text))
        .collect();
    let lasting: Vec<Lasting> = members
        .iter()
        .map(|at| Lasting::of(&crystals[*at]))
        .collect();
    let mut near: Vec<BTreeMap<usize, f64>> = vec![BTreeMap::new(); members.len()];
    for (one, other) in pairs(&texts) {
        if lasting[one].covers(&lasting[other]) && texts[one].says_the_same(&texts[other]) {
            near[other].insert(one, texts[one].share(&texts[other]));
        }
    }
    if !vectors.is_empty() && members.len() <= COMPARED {
        for (other, with) in near.iter_mut().enumerate() {
            for one in 0..other {
                let vector = |at: usize| vectors.get(members[at]).and_then(Option::as_ref);
                let (Some(first), Some(second)) = (vector(one), vector(other)) else {
                    continue;
                };
                let cosine = cosine(first, second);
                let is_free = lasting[one].covers(&lasting[other])
                    && texts[one].turns.agree(&texts[other].turns);
                if cosine >= COSINE && is_free {
                    let best = with.entry(one).or_insert(0.0);
                    *best = best.max(f64::from(cosine));
                }
            }
        }
    }
    let mut groups: BTreeMap<usize, (Vec<usize>, f64)> = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for (other, with) in near.iter().enumerate() {
        let best = with.iter().find(|(one, _)| !taken.contains(*one));
        if let Some((one, similarity)) = best {
            taken.insert(other);
            let group = groups.entry(*one).or_insert((Vec::new(), 1.0));
            group.0.push(other);
            group.1 = group.1.min(*similarity);
        }
    }
    let id = |at: usize| crystals[members[at]].id.clone();
    groups
        .into_iter()
        .map(|(keep, (others, similarity))| Alike {
            core: crystals[members[keep]].core.clone(),
            keep: id(keep),
            others: others.into_iter().map(id).collect(),
            similarity,
        })
        .collect()
}

/// Features of a text for comparison.
pub(crate) struct Shape {
    /// Hashes of its shingles, sorted and without duplicates.
    shingles: Vec<u64>,
    turns: Turns,
    /// Hashes of the words that occur once, in order.
    once: Vec<u64>,
    /// Hashes of its words except articles, sorted. Any other word may change the meaning.
    telling: Vec<u64>,
}

impl Shape {
    /// Computes the features of a text.
    pub(crate) fn of(text: &str) -> Self {
        let words = words(text);
        let letters: Vec<char> = words.join(" ").chars().collect();
        let mut shingles: Vec<u64> = match letters.len() {
            0 => Vec::new(),
            short if short < LONG => vec![hash(0, &letters)],
            _ => letters.windows(LONG).map(|some| hash(0, some)).collect(),
        };
        shingles.sort_unstable();
        shingles.dedup();
        let telling = words
            .iter()
            .filter(|word| !ARTICLES.contains(&word.as_str()));
        let mut telling: Vec<u64> = telling.map(|word| hash(0, word)).collect();
        telling.sort_unstable();
        let words: Vec<u64> = words.iter().map(|word| hash(0, word)).collect();
        let mut times: BTreeMap<u64, usize> = BTreeMap::new();
        for word in &words {
            *times.entry(*word).or_default() += 1;
        }
        let is_once = |word: &u64| times.get(word) == Some(&1);
        let once = words.into_iter().filter(is_once).collect();
        Self {
            shingles,
            turns: Turns::of(text),
            once,
            telling,
        }
    }

    /// Returns true if two texts have the same words in the same order, up to articles, punctuation and the case of
    /// plain words.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        // Cheapest test first.
        self.telling == other.telling
            && self.turns.agree(&other.turns)
            && self.share(other) >= SHINGLES
            && self.is_ordered_as(other)
    }

    /// Returns true if the words that occur once in both texts have the same order.
    fn is_ordered_as(&self, other: &Self) -> bool {
        let (own, others): (BTreeSet<_>, BTreeSet<_>) =
            (self.once.iter().collect(), other.once.iter().collect());
        let in_both = |word: &&u64| own.contains(word) && others.contains(word);
        let (one, two) = (self.once.iter(), other.once.iter());
        one.filter(in_both).eq(two.filter(in_both))
    }

    /// Returns the Jaccard similarity of the shingles.
    #[expect(clippy::cast_precision_loss, reason = "a text has no 2^52 shingles")]
    fn share(&self, other: &Self) -> f64 {
        let mut both = 0;
        let mut others = other.shingles.iter().peekable();
        for shingle in &self.shingles {
            while others.next_if(|other| *other < shingle).is_some() {}
            both += usize::from(others.next_if_eq(&shingle).is_some());
        }
        let all = self.shingles.len() + other.shingles.len() - both;
        if all == 0 {
            0.0
        } else {
            both as f64 / all as f64
        }
    }

    /// Returns a hash per band of minimum hashes. Similar texts share at least one of them.
    fn bands(&self, seeds: &[u64]) -> Vec<u64> {
        let key = self.turns.key();
        let least = |seed: &u64| {
            let mixed = self.shingles.iter().map(|shingle| mix(*seed, *shingle));
            mixed.min().unwrap_or(u64::MAX)
        };
        let all: Vec<u64> = seeds.iter().map(least).collect();
        all.chunks(ROWS).map(|band| hash(key, band)).collect()
    }
}

/// Mixes a hash with a seed, so that each seed orders hashes differently.
const fn mix(seed: u64, hash: u64) -> u64 {
    let mut mixed = hash ^ seed;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Returns the pairs of texts that may be similar, the earlier one first. A text has only a few, however many texts
/// there are.
fn pairs(texts: &[Shape]) -> BTreeSet<(usize, usize)> {
    let seeds: Vec<u64> = (1..=BANDS * ROWS).map(|way| hash(0, &way)).collect();
    let bands: Vec<Vec<u64>> = texts.iter().map(|text| text.bands(&seeds)).collect();
    let mut pairs = BTreeSet::new();
    for band in 0..BANDS {
        let said = |at: &usize| !texts[*at].shingles.is_empty();
        // Once among all texts, and once among those with the same names.
        let both = |at: usize| {
            let hash_of = *bands[at].get(band)?;
            Some([hash_of, texts[at].turns.hash_with_names(hash_of)].map(|hash| (hash, at)))
        };
        let all = (0..texts.len()).filter(said).filter_map(both).flatten();
        let mut all: Vec<(u64, usize)> = all.collect();
        all.sort_unstable();
        for bucket in all.chunk_by(|one, other| one.0 == other.0) {
            let first = bucket[0].1;
            for two in bucket.windows(2) {
                // Pairs with the first one of a bucket and with the neighbour suffice: similarity carries over to the
                // rest.
                pairs.insert((first, two[1].1));
                pairs.insert((two[0].1, two[1].1));
            }
        }
    }
    pairs
}
