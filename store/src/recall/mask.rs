//! Which things of a shelf a question is about: what its asker may find, and what its filters ask for. What
//! does not pass is not counted either. Knows no words.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::Time;
use kernel::ports::index::{TagTest, TimeTest};

use super::shelf::{Doc, NOBODY, Shelf, Tags};

/// What must be so of things.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tests {
    /// Doors that are open, by number; all that are not named are closed.
    pub open: Vec<bool>,
    /// Only in this stream, by the number of its door.
    pub stream: Option<u32>,
    /// What must be so of tags.
    pub tags: Vec<Tagged>,
    /// What must be so of moments.
    pub times: Vec<(&'static str, TimeTest)>,
    /// Groups of tests of which one must hold; none are no condition.
    pub either: Vec<Either>,
    /// Rows that do not pass whatever else is so.
    pub without: HashSet<i64>,
}

/// Tests that hold together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Either {
    pub tags: Vec<Tagged>,
    pub times: Vec<(&'static str, TimeTest)>,
}

/// What must be so of the tags of a thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tagged {
    /// One of them is among these, which are in order.
    Any(Vec<u64>),
    /// All of these are among them.
    All(Vec<u64>),
    /// None of them is among these, which are in order.
    None(Vec<u64>),
}

impl Tagged {
    /// The test of a field; `None` for one that is answered by looking for beginnings.
    pub(crate) fn of(field: &str, test: &TagTest, tags: &Tags) -> Option<Self> {
        let hash = |value: &String| tags.hash(field, value);
        let hashes = |values: &[String]| sorted(values.iter().map(hash).collect());
        match test {
            TagTest::Is(value) => Some(Self::Any(vec![hash(value)])),
            TagTest::Any(values) => Some(Self::Any(hashes(values))),
            TagTest::All(values) => Some(Self::All(hashes(values))),
            TagTest::None(values) => Some(Self::None(hashes(values))),
            TagTest::StartsWith(_) => None,
        }
    }

    fn passes(&self, tags: &[u64]) -> bool {
        match self {
            Self::Any(any) => tags.iter().any(|tag| is_among(any, *tag)),
            Self::All(all) => all.iter().all(|tag| tags.contains(tag)),
            Self::None(none) => !tags.iter().any(|tag| is_among(none, *tag)),
        }
    }
}

/// In order.
pub(crate) fn sorted(mut tags: Vec<u64>) -> Vec<u64> {
    tags.sort_unstable();
    tags
}

/// Whether a tag is among these, which are in order: mostly it is one, and all things are asked.
fn is_among(tags: &[u64], tag: u64) -> bool {
    match tags {
        [only] => *only == tag,
        _ => tags.binary_search(&tag).is_ok(),
    }
}

/// The masks that a shelf remembers.
#[derive(Debug, Default)]
pub(crate) struct Masks(Mutex<Vec<Remembered>>);

/// A mask, and for what it is right.
#[derive(Debug)]
struct Remembered {
    key: String,
    /// The numbers of changes of the shelf and of the doors.
    changes: (u64, u64),
    mask: Arc<Mask>,
}

/// How many masks a shelf remembers.
const MASKS: usize = 32;

impl Masks {
    /// The things of `shelf` that pass. `key` says all that the tests do of anything but moments and doors.
    pub(crate) fn of(&self, shelf: &Shelf, key: &str, doors: u64, tests: &Tests) -> Arc<Mask> {
        if !tests.without.is_empty() {
            return Arc::new(Mask::of(shelf, tests));
        }
        let changes = (shelf.changes, doors);
        let key = format!("{key}{}", tests.key());
        let at = tests.open_at();
        let mut masks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        masks.retain(|known| known.changes == changes);
        let is_right = |mask: &Mask| at.is_none_or(|at| mask.from <= at && at < mask.until);
        let known = masks.iter().find(|known| known.key == key);
        if let Some(known) = known.filter(|known| is_right(&known.mask)) {
            return known.mask.clone();
        }
        masks.retain(|known| known.key != key);
        let mask = Arc::new(Mask::of(shelf, tests));
        if masks.len() >= MASKS {
            masks.remove(0);
        }
        masks.push(Remembered {
            key,
            changes,
            mask: mask.clone(),
        });
        mask
    }
}

/// The things of a shelf that pass, and their statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mask {
    bits: Vec<u64>,
    /// From this moment on …
    from: Time,
    /// … until this one nothing ends that passes.
    until: Time,
    /// How many pass.
    pub count: u32,
    /// How many words they have together.
    pub words: u64,
    /// How many of them each said, by number.
    pub said_by: Vec<u32>,
    /// How many words those of each group have together.
    pub of_groups: Vec<u64>,
}

impl Mask {
    pub(crate) fn of(shelf: &Shelf, tests: &Tests) -> Self {
        let mut mask = Self {
            bits: vec![0; shelf.docs.len().div_ceil(64)],
            said_by: vec![0; shelf.whos.len()],
            from: tests.open_at().unwrap_or_default(),
            until: Time(i64::MAX),
            of_groups: vec![0; shelf.members.len()],
            ..Self::default()
        };
        for (at, doc) in shelf.docs.iter().enumerate() {
            if !tests.pass(doc, shelf) {
                continue;
            }
            mask.bits[at / 64] |= 1 << (at % 64);
            for (field, test) in &tests.times {
                if let (TimeTest::Open(_), Some(ends)) = (test, shelf.moment(doc, field)) {
                    mask.until = mask.until.min(ends);
                }
            }
            mask.count += 1;
            mask.words += u64::from(doc.words);
            if doc.who != NOBODY {
                mask.said_by[doc.who as usize] += 1;
            }
            if let Some(words) = mask.of_groups.get_mut(doc.group as usize) {
                *words += u64::from(doc.words);
            }
        }
        mask
    }

    /// Whether the thing of that number passes.
    pub(crate) fn has(&self, doc: u32) -> bool {
        let word = self.bits.get(doc as usize / 64);
        word.is_some_and(|word| word >> (doc % 64) & 1 == 1)
    }

    /// The numbers of those that pass.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0_u32..).zip(&self.bits).flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let next = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                (next < 64).then_some(at * 64 + next)
            })
        })
    }
}

impl Tests {
    fn pass(&self, doc: &Doc, shelf: &Shelf) -> bool {
        doc.is_there
            && self.open.get(doc.door as usize) == Some(&true)
            && self.stream.is_none_or(|stream| stream == doc.door)
            && hold(&self.tags, &self.times, doc, shelf)
            && (self.either.is_empty()
                || self
                    .either
                    .iter()
                    .any(|group| hold(&group.tags, &group.times, doc, shelf)))
            && !self.without.contains(&doc.row)
    }

    /// The moment of which it is asked whether something ends after it, where that is one and the same.
    fn open_at(&self) -> Option<Time> {
        let mut at = None;
        for (_, test) in &self.times {
            if let TimeTest::Open(asked) = test {
                if at.is_some_and(|at| at != *asked) {
                    return None;
                }
                at = Some(*asked);
            }
        }
        at
    }

    /// What these tests say of moments, but for the one at which all that ends is still open: it is another
    /// one each time, and what passes is the same until something ends.
    fn key(&self) -> String {
        let open = self.open_at();
        let times = self.times.iter().filter(|(_, test)| match test {
            TimeTest::Open(at) => Some(*at) != open,
            _ => true,
        });
        let fields = self
            .times
            .iter()
            .filter(|(_, test)| matches!(test, TimeTest::Open(_)));
        let fields: Vec<&str> = fields.map(|(field, _)| *field).collect();
        format!("{:?}", (times.collect::<Vec<_>>(), fields, &self.either))
    }
}

fn hold(tags: &[Tagged], times: &[(&'static str, TimeTest)], doc: &Doc, shelf: &Shelf) -> bool {
    tags.iter().all(|test| test.passes(&doc.tags))
        && times
            .iter()
            .all(|(field, test)| is_so(shelf.moment(doc, field), *test))
}

fn is_so(at: Option<Time>, test: TimeTest) -> bool {
    let Some(at) = at else {
        return match test {
            TimeTest::Ne(_) | TimeTest::Open(_) | TimeTest::Begun(_) => true,
            TimeTest::Gt(_)
            | TimeTest::Lt(_)
            | TimeTest::Gte(_)
            | TimeTest::Lte(_)
            | TimeTest::Eq(_) => false,
        };
    };
    match test {
        TimeTest::Open(than) | TimeTest::Gt(than) => at > than,
        TimeTest::Lt(than) => at < than,
        TimeTest::Gte(than) => at >= than,
        TimeTest::Begun(than) | TimeTest::Lte(than) => at <= than,
        TimeTest::Eq(than) => at == than,
        TimeTest::Ne(than) => at != than,
    }
}
