//! Filters a shelf: which of its items the caller may read and the filters select. Word statistics count only these.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use kernel::Time;
use kernel::ports::index::TimeTest;

use super::shelf::{Doc, NOBODY, Shelf};
use super::tagged::Tagged;

/// Conditions that items must meet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tests {
    /// True for each open door, by number. Doors without an element are closed.
    pub open: Vec<bool>,
    /// Number of the door of the only stream that passes.
    pub stream: Option<u32>,
    /// Conditions on tags.
    pub tags: Vec<Tagged>,
    /// Conditions on moments.
    pub times: Vec<(&'static str, TimeTest)>,
    /// Groups of tests, one of which must hold; if empty, no condition.
    pub either: Vec<Either>,
    /// Rows that never pass.
    pub without: HashSet<i64>,
    /// If set, the only rows that pass.
    pub only: Option<HashSet<i64>>,
}

/// Tests that must all hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Either {
    pub tags: Vec<Tagged>,
    pub times: Vec<(&'static str, TimeTest)>,
}

/// The cached masks of a shelf.
#[derive(Debug, Default)]
pub(crate) struct Masks(Mutex<Vec<Remembered>>);

/// A cached mask and its validity.
#[derive(Debug)]
struct Remembered {
    key: Arc<str>,
    /// Number of changes of the shelf that the mask includes.
    changes: u64,
    /// Number of door changes that the mask includes.
    doors: u64,
    mask: Arc<Mask>,
}

/// Maximum number of cached masks per shelf.
const MASKS: usize = 32;

impl Masks {
    /// Returns the mask of the items on `shelf` that pass, from the cache if possible. `key` covers all tests except
    /// doors and the open moment. All shelves of a question share it, because it may be long and there may be many
    /// shelves.
    pub(crate) fn of(&self, shelf: &Shelf, key: &Arc<str>, doors: u64, tests: &Tests) -> Arc<Mask> {
        if !tests.without.is_empty() || tests.only.is_some() {
            return Arc::new(Mask::of(shelf, tests));
        }
        let at = tests.open_at();
        let mut masks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        masks.retain(|known| known.doors == doors);
        let is_right = |mask: &Mask| at.is_none_or(|at| mask.from <= at && at < mask.until);
        let known = masks.iter().position(|known| known.key == *key);
        let known = known.map(|at| masks.remove(at));
        let known = known.filter(|known| is_right(&known.mask));
        let mask = known.and_then(|known| known.catch_up(shelf, tests));
        let mask = mask.unwrap_or_else(|| Arc::new(Mask::of(shelf, tests)));
        if masks.len() >= MASKS {
            masks.remove(0);
        }
        masks.push(Remembered {
            key: key.clone(),
            changes: shelf.changes(),
            doors,
            mask: mask.clone(),
        });
        mask
    }
}

impl Remembered {
    /// Updates the mask by the changes of the shelf since, `None` if they are no longer all remembered.
    fn catch_up(self, shelf: &Shelf, tests: &Tests) -> Option<Arc<Mask>> {
        let mut changed = shelf.changed_since(self.changes)?.peekable();
        let mut mask = self.mask;
        if changed.peek().is_some() {
            let mask = Arc::make_mut(&mut mask);
            mask.from = mask.from.max(tests.open_at().unwrap_or_default());
            mask.make_room(shelf);
            changed.for_each(|doc| mask.look_again(doc, shelf, tests));
        }
        Some(mask)
    }
}

/// The items of a shelf that pass, and their statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mask {
    bits: Vec<u64>,
    /// Start of its validity.
    from: Time,
    /// End of its validity: the next time at which a passing item ends.
    until: Time,
    /// Number of items that pass.
    pub count: u32,
    /// Total number of words in them.
    pub words: u64,
    /// Number of them by each author, by the author's number.
    pub said_by: Vec<u32>,
    /// Number of words in those of each group, by the group's number.
    pub of_groups: Vec<u64>,
}

impl Mask {
    pub(crate) fn of(shelf: &Shelf, tests: &Tests) -> Self {
        let mut mask = Self {
            from: tests.open_at().unwrap_or_default(),
            until: Time(i64::MAX),
            ..Self::default()
        };
        mask.make_room(shelf);
        for (number, doc) in (0_u32..).zip(&shelf.docs) {
            if tests.pass(doc, shelf) {
                mask.set(number, doc, shelf, tests);
            }
        }
        mask
    }

    /// Makes room for each item of the shelf, each author and each group.
    fn make_room(&mut self, shelf: &Shelf) {
        self.bits.resize(shelf.docs.len().div_ceil(64), 0);
        self.said_by.resize(shelf.whos.len(), 0);
        self.of_groups.resize(shelf.members.len(), 0);
    }

    /// Tests an item again. Its text and its author never change.
    fn look_again(&mut self, number: u32, shelf: &Shelf, tests: &Tests) {
        let Some(doc) = shelf.docs.get(number as usize) else {
            return;
        };
        if self.has(number) {
            self.bits[number as usize / 64] &= !(1 << (number % 64));
            self.count -= 1;
            self.words -= u64::from(doc.words);
            if doc.who != NOBODY {
                self.said_by[doc.who as usize] -= 1;
            }
            if let Some(words) = self.of_groups.get_mut(doc.group as usize) {
                *words -= u64::from(doc.words);
            }
        }
        if tests.pass(doc, shelf) {
            self.set(number, doc, shelf, tests);
        }
    }

    /// Adds an item that passes.
    fn set(&mut self, number: u32, doc: &Doc, shelf: &Shelf, tests: &Tests) {
        self.bits[number as usize / 64] |= 1 << (number % 64);
        for (field, test) in &tests.times {
            if let (TimeTest::Open(_), Some(ends)) = (test, shelf.moment(doc, field)) {
                self.until = self.until.min(ends);
            }
        }
        self.count += 1;
        self.words += u64::from(doc.words);
        if doc.who != NOBODY {
            self.said_by[doc.who as usize] += 1;
        }
        if let Some(words) = self.of_groups.get_mut(doc.group as usize) {
            *words += u64::from(doc.words);
        }
    }

    /// Returns true if the item with that number passes.
    pub(crate) fn has(&self, doc: u32) -> bool {
        let word = self.bits.get(doc as usize / 64);
        word.is_some_and(|word| word >> (doc % 64) & 1 == 1)
    }

    /// Returns the numbers of the items that pass.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let (mut at, mut rest) = (0_u32, self.bits.first().copied().unwrap_or(0));
        std::iter::from_fn(move || {
            while rest == 0 {
                at += 1;
                rest = *self.bits.get(at as usize)?;
            }
            let next = rest.trailing_zeros();
            rest &= rest - 1;
            Some(at * 64 + next)
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
            && self
                .only
                .as_ref()
                .is_none_or(|only| only.contains(&doc.row))
    }

    /// Returns the moment of the `Open` tests if it is the same for all of them.
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

    /// Returns the cache key of the tests of moments and groups. Excludes the moment of the `Open` tests: it differs
    /// with each search, and the result stays the same until an item ends.
    pub(crate) fn key(&self) -> String {
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

#[cfg(test)]
mod tests {
    use kernel::Time;
    use kernel::ports::index::{TagTest, TimeTest};

    use super::{Mask, Tagged, Tests};
    use crate::recall::shelf::{Change, Shelf, Thing};
    use crate::recall::tagged::Tags;

    /// Contents of a mask, without its validity.
    fn said(mask: &Mask) -> (Vec<u32>, u32, u64, Vec<u32>, Vec<u64>) {
        let passing = mask.iter().collect();
        let (said_by, of_groups) = (mask.said_by.clone(), mask.of_groups.clone());
        (passing, mask.count, mask.words, said_by, of_groups)
    }

    #[test]
    fn a_mask_that_is_caught_up_is_the_one_that_would_be_made() {
        let (mut shelf, tags) = (Shelf::default(), Tags::default());
        let is_red = Tagged::of("colour", &TagTest::Is("red".into()), &tags).unwrap();
        let mut number = 7_u32;
        // The same numbers in each run.
        let mut any = |below: u32| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 8) % below
        };
        for step in 0..2_000_i64 {
            let row = i64::from(any(300));
            let ends = vec![("until".to_owned(), Time(i64::from(any(4_000))), 0)];
            shelf.change(match any(6) {
                0 => Change::Remove(row),
                1 => Change::Touch(row, ends),
                2 => Change::Vector(row, vec![1, 2]),
                _ => Change::Put(Box::new(Thing {
                    row,
                    door: any(2),
                    body: "word ".repeat(any(5) as usize),
                    who: Some(format!("who{}", any(9))),
                    group: Some(format!("group{}", any(9))),
                    tags: [tags.hash("colour", ["red", "blue"][any(2) as usize])].into(),
                    times: ends,
                    ..Thing::default()
                })),
            });
            if any(3) > 0 {
                continue;
            }
            let tests = Tests {
                open: vec![true, false],
                tags: vec![is_red.clone()],
                times: vec![("until", TimeTest::Open(Time(step)))],
                ..Tests::default()
            };
            let key = "the same".into();
            let mask = shelf.masks.of(&shelf, &key, 1, &tests);
            assert_eq!(said(&mask), said(&Mask::of(&shelf, &tests)), "{step}");
        }
        assert!(shelf.docs.len() > 900, "{}", shelf.docs.len());
    }

    #[test]
    fn a_mask_is_caught_up_by_what_changed_as_long_as_that_is_known() {
        let mut shelf = Shelf::default();
        let put = |row| {
            Change::Put(Box::new(Thing {
                row,
                ..Thing::default()
            }))
        };
        shelf.change(put(1));
        let known = shelf.changes();
        assert_eq!(known, 1);
        shelf.change(Change::Vector(1, vec![1]));
        assert_eq!(shelf.changes(), 1, "a vector changes no mask");
        for row in 2..4_098 {
            shelf.change(put(row));
        }
        assert_eq!(shelf.changed_since(known).unwrap().count(), 4_096);
        shelf.change(put(4_098));
        assert!(shelf.changed_since(known).is_none());
        assert!(shelf.changed_since(9_999).is_none());
    }
}
