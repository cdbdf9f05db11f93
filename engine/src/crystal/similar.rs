//! Which crystals say the same in nearly the same words: what a merge makes one of. Pure; writes nothing, and
//! is no judge of contradictions: texts that differ in a number or a negation are not alike.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::crystal::key::happened;
use crate::crystal::record::Crystal;
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
/// Words that deny what is said.
const DENIALS: [&str; 15] = [
    "not", "no", "never", "none", "without", "cannot", "nobody", "nothing", "unless", "nicht",
    "kein", "keine", "keinen", "nie", "ohne",
];
/// Words that say the contrary of each other, a line for each thing they say it of.
const CONTRARIES: [&[&str]; 21] = [
    &["before", "after", "vor", "nach"],
    &["since", "until", "seit", "bis"],
    &["on", "off"],
    &["up", "down"],
    &["in", "out"],
    &["over", "under", "über", "unter"],
    &["above", "below"],
    &["only", "except"],
    &["always", "sometimes", "immer", "manchmal"],
    &["all", "some", "alle", "einige"],
    &["more", "less", "mehr", "weniger"],
    &["most", "least"],
    &["first", "last", "zuerst", "zuletzt"],
    &["left", "right", "links", "rechts"],
    &["true", "false"],
    &["yes", "ja", "nein"],
    &["open", "closed"],
    &["enable", "disable"],
    &["enabled", "disabled"],
    &["allow", "forbid"],
    &["allowed", "forbidden", "erlaubt", "verboten"],
];

/// Crystals that say the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Alike {
    /// The core they are in.
    pub core: String,
    /// The id of the one to keep: the pinned one, else the one recalled most often, else the oldest.
    pub keep: String,
    /// The ids of the others.
    pub others: Vec<String>,
    /// The least that one of them has in common with the one to keep: a share of shingles, or a cosine.
    pub similarity: f64,
}

/// What of these says the same, of those that stand for themselves: within a core, a namespace and a user, of what
/// happened at the same time, and never messages. `vectors` are those of the texts, in their order; none where there
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
        members.sort_by(|one, other| {
            let rank = |at: usize| (crystals[at].pinned, crystals[at].access_count);
            rank(*other)
                .cmp(&rank(*one))
                .then(crystals[*one].created_at.cmp(&crystals[*other].created_at))
                .then(crystals[*one].id.cmp(&crystals[*other].id))
        });
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
    let mut near: Vec<BTreeMap<usize, f64>> = vec![BTreeMap::new(); members.len()];
    for (one, other) in pairs(&texts) {
        if texts[one].says_the_same(&texts[other]) {
            near[other].insert(one, texts[one].share(&texts[other]));
        }
    }
    if members.len() <= COMPARED {
        for (other, with) in near.iter_mut().enumerate() {
            for one in 0..other {
                let vector = |at: usize| vectors.get(members[at]).and_then(Option::as_ref);
                let (Some(first), Some(second)) = (vector(one), vector(other)) else {
                    continue;
                };
                let cosine = cosine(first, second);
                if cosine >= COSINE && texts[one].turns.agree(&texts[other].turns) {
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
    shingles: BTreeSet<u64>,
    turns: Turns,
    /// The words that are in it once, in order.
    once: Vec<String>,
}

impl Shape {
    /// That of a text.
    pub(crate) fn of(text: &str) -> Self {
        let words = words(text);
        let letters: Vec<char> = words.join(" ").chars().collect();
        let shingles = match letters.len() {
            0 => BTreeSet::new(),
            short if short < LONG => [hash(0, &letters)].into(),
            _ => letters.windows(LONG).map(|some| hash(0, some)).collect(),
        };
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for word in &words {
            *times.entry(word).or_default() += 1;
        }
        let is_once = |word: &&String| times.get(word.as_str()) == Some(&1);
        let once = words.iter().filter(is_once).cloned().collect();
        Self {
            shingles,
            turns: Turns::of(text),
            once,
        }
    }

    /// Whether two texts say the same in nearly the same words: also whoever does something and to whom.
    pub(crate) fn says_the_same(&self, other: &Self) -> bool {
        let is_alike = self.share(other) >= SHINGLES && self.is_ordered_as(other);
        is_alike && self.turns.agree(&other.turns)
    }

    /// Whether the words of both stand in the same order, as far as each is there once.
    fn is_ordered_as(&self, other: &Self) -> bool {
        let (own, others): (BTreeSet<_>, BTreeSet<_>) =
            (self.once.iter().collect(), other.once.iter().collect());
        let in_both = |word: &&String| own.contains(word) && others.contains(word);
        let (one, two) = (self.once.iter(), other.once.iter());
        one.filter(in_both).eq(two.filter(in_both))
    }

    /// The share of their shingles that both have.
    #[expect(clippy::cast_precision_loss, reason = "a text has no 2^52 shingles")]
    fn share(&self, other: &Self) -> f64 {
        let both = self.shingles.intersection(&other.shingles).count();
        let all = self.shingles.len() + other.shingles.len() - both;
        if all == 0 {
            0.0
        } else {
            both as f64 / all as f64
        }
    }

    /// The least hash of its shingles, for each of many ways to hash.
    fn bands(&self) -> Vec<u64> {
        let least = |seed: u64| {
            let mixed = self.shingles.iter().map(|shingle| hash(seed, shingle));
            mixed.min().unwrap_or(u64::MAX)
        };
        let seeds = (1..).take(BANDS * ROWS);
        let all: Vec<u64> = seeds.map(least).collect();
        all.chunks(ROWS).map(|band| hash(0, band)).collect()
    }
}

/// What of a text turns around what it says.
pub(crate) struct Turns {
    numbers: Vec<String>,
    denials: Vec<String>,
    /// The words of each line of [`CONTRARIES`].
    contraries: [BTreeSet<String>; CONTRARIES.len()],
}

impl Turns {
    /// Those of a text.
    pub(crate) fn of(text: &str) -> Self {
        let mut words = words(text);
        words.sort();
        let those = |is_one: &dyn Fn(&str) -> bool| -> Vec<String> {
            let some = words.iter().filter(|word| is_one(word));
            some.cloned().collect()
        };
        Self {
            numbers: those(&|word| word.chars().any(char::is_numeric)),
            denials: those(&|word| {
                DENIALS.contains(&word) || word.ends_with("n't") || word.ends_with("n’t")
            }),
            contraries: CONTRARIES
                .map(|line| those(&|word| line.contains(&word)).into_iter().collect()),
        }
    }

    /// Whether two texts have the same numbers, and neither says the contrary of the other.
    fn agree(&self, other: &Self) -> bool {
        self.numbers == other.numbers && !self.is_contrary(other)
    }

    /// Whether one denies what the other does not, or has the contrary of a word.
    pub(crate) fn is_contrary(&self, other: &Self) -> bool {
        let mut lines = self.contraries.iter().zip(&other.contraries);
        self.denials != other.denials
            || lines.any(|(one, two)| !one.is_empty() && !two.is_empty() && one != two)
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn hash<T: std::hash::Hash + ?Sized>(seed: u64, what: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    seed.hash(&mut hasher);
    what.hash(&mut hasher);
    hasher.finish()
}

/// The pairs of texts that may be alike, the first one before the second.
fn pairs(texts: &[Shape]) -> BTreeSet<(usize, usize)> {
    let mut buckets: HashMap<(usize, u64), Vec<usize>> = HashMap::new();
    for (at, text) in texts.iter().enumerate() {
        if text.shingles.is_empty() {
            continue;
        }
        for (band, hash) in text.bands().into_iter().enumerate() {
            buckets.entry((band, hash)).or_default().push(at);
        }
    }
    let mut pairs = BTreeSet::new();
    for bucket in buckets.into_values() {
        // With the best one of a bucket alone: what is like it is like the others too.
        if let Some((first, rest)) = bucket.split_first() {
            pairs.extend(rest.iter().map(|other| (*first, *other)));
        }
        pairs.extend(bucket.windows(2).map(|two| (two[0], two[1])));
    }
    pairs
}
