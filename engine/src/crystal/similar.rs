//! Which crystals say the same in nearly the same words: what a merge makes one of. Pure; writes nothing, and
//! is no judge of contradictions: texts that differ in a number or a negation are not alike.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet};

use crate::crystal::key::happened;
use crate::crystal::lasting::Lasting;
use crate::crystal::record::Crystal;
use crate::crystal::turns::{Turns, hash, words};
use crate::session::record::MemoryType;
use kernel::ports::embedder::cosine;

/// What share of their shingles two texts must have in common.
pub const SHINGLES: f64 = 0.9;
/// How near the vectors of two texts must be.
pub const COSINE: f32 = 0.92;
/// How many characters a shingle has.
const LONG: usize = 4;
/// How many hashes stand for a text, in bands: two texts that have nine tenths of their shingles in common
/// share a band but once in a hundred thousand times.
const BANDS: usize = 16;
const ROWS: usize = 4;
/// How many crystals are compared by their vectors, each with each, at most.
const COMPARED: usize = 2_000;
/// Words without a meaning of their own.
const ARTICLES: [&str; 8] = ["a", "an", "das", "der", "die", "ein", "eine", "the"];

/// Crystals that say the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// The core they are in.
    pub core: String,
    /// The id of the one to keep, by [`best_first`].
    pub keep: String,
    /// The ids of the others.
    pub others: Vec<String>,
    /// The least that one of them has in common with the one to keep: a share of shingles, or a cosine.
    pub similarity: f64,
}

/// Which of those that say the same is to stay: the pinned one, else the one that lasts longest, else the one
/// recalled most often, else the oldest.
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

/// What of these says the same, of those that stand for themselves: within a core, a namespace and a user, of what
/// happened at the same time, the others no longer than the one to keep, and never messages. `vectors` are those of the texts, in their order; none where there
/// are none.
#[must_use]
pub fn alike(crystals: &[Crystal], vectors: &[Option<Vec<i8>>]) -> Vec<Alike> {
    let mut scopes: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (at, one) in crystals.iter().enumerate() {
        let stands = one.merged_into.is_none() && one.superseded_by.is_none();
        if stands && one.memory_type != MemoryType::Message {
            let scope = (&one.core, &one.namespace, &one.user_id, happened(one));
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

/// Those of one scope, the best first: each joins the best one that it is like.
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

/// What of a text is compared.
pub(crate) struct Shape {
    /// Hashes of its parts, sorted, each once.
    shingles: Vec<u64>,
    turns: Turns,
    /// Hashes of the words that are in it once, in order.
    once: Vec<u64>,
    /// Hashes of its words except articles, sorted. Any other word may change the meaning.
    telling: Vec<u64>,
}

impl Shape {
    /// That of a text.
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
        // What costs least first.
        self.telling == other.telling
            && self.turns.agree(&other.turns)
            && self.share(other) >= SHINGLES
            && self.is_ordered_as(other)
    }

    /// Whether the words of both stand in the same order, as far as each is there once.
    fn is_ordered_as(&self, other: &Self) -> bool {
        let (own, others): (BTreeSet<_>, BTreeSet<_>) =
            (self.once.iter().collect(), other.once.iter().collect());
        let in_both = |word: &&u64| own.contains(word) && others.contains(word);
        let (one, two) = (self.once.iter(), other.once.iter());
        one.filter(in_both).eq(two.filter(in_both))
    }

    /// The share of their shingles that both have.
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

    /// The least hash of its shingles, for each of many ways to hash: what may be alike shares one of them.
    fn bands(&self, seeds: &[u64]) -> Vec<u64> {
        let key = self.turns.key();
        let least = |seed: &u64| {
            let mixed = self.shingles.iter().map(|shingle| mixed(*seed, *shingle));
            mixed.min().unwrap_or(u64::MAX)
        };
        let all: Vec<u64> = seeds.iter().map(least).collect();
        all.chunks(ROWS).map(|band| hash(key, band)).collect()
    }
}

/// Another order of hashes for each seed.
const fn mixed(seed: u64, hash: u64) -> u64 {
    let mut mixed = hash ^ seed;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The pairs of texts that may be alike, the first one before the second: for each text no more than a few, however
/// many there are.
fn pairs(texts: &[Shape]) -> BTreeSet<(usize, usize)> {
    let seeds: Vec<u64> = (1..=BANDS * ROWS).map(|way| hash(0, &way)).collect();
    let bands: Vec<Vec<u64>> = texts.iter().map(|text| text.bands(&seeds)).collect();
    let mut pairs = BTreeSet::new();
    for band in 0..BANDS {
        let said = |at: &usize| !texts[*at].shingles.is_empty();
        // Once among all, and once among those with the same names.
        let both = |at: usize| {
            let hash_of = *bands[at].get(band)?;
            Some([hash_of, texts[at].turns.named(hash_of)].map(|hash| (hash, at)))
        };
        let all = (0..texts.len()).filter(said).filter_map(both).flatten();
        let mut all: Vec<(u64, usize)> = all.collect();
        all.sort_unstable();
        for bucket in all.chunk_by(|one, other| one.0 == other.0) {
            let first = bucket[0].1;
            for two in bucket.windows(2) {
                // With the best one of a bucket alone: what is like it is like the others too.
                pairs.insert((first, two[1].1));
                pairs.insert((two[0].1, two[1].1));
            }
        }
    }
    pairs
}
