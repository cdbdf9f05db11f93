//! A shelf: items in memory with their words, their neighbours in their groups, their tags, moments and vectors.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use kernel::Time;

use super::mask::Masks;
use super::terms::{Posting, Terms};
use super::words::{terms, words_of};

/// Number that stands for no author or no group.
pub(crate) const NOBODY: u32 = u32::MAX;
/// Number of removed items above which a shelf is rebuilt if they are more than half of all.
const GONE: usize = 1_000;

/// An item to put on a shelf.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thing {
    pub row: i64,
    /// Number of the door of its stream.
    pub door: u32,
    pub title: String,
    pub body: String,
    pub who: Option<String>,
    pub group: Option<String>,
    pub at: Time,
    pub tags: Box<[u64]>,
    pub times: Vec<(String, Time, u32)>,
    pub vector: Option<Vec<i8>>,
    /// True if its words are unchanged, so that its previous vector remains valid.
    pub says_the_same: bool,
}

/// A change of a shelf.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Put(Box<Thing>),
    Touch(i64, Vec<(String, Time, u32)>),
    Remove(i64),
    Vector(i64, Vec<i8>),
}

/// An item as stored on a shelf, without its texts.
#[derive(Debug)]
pub(crate) struct Doc {
    pub row: i64,
    pub door: u32,
    pub words: u32,
    pub who: u32,
    pub group: u32,
    /// Place in its group.
    pub place: u32,
    pub at: Time,
    pub is_there: bool,
    pub tags: Box<[u64]>,
    /// Number of the field, time, count.
    pub times: Box<[(u8, Time, u32)]>,
}

/// Maximum number of items on a shelf, removed ones included.
const MAX_DOCS: usize = 1 << 24;

/// Names and their numbers.
#[derive(Debug, Default)]
pub(crate) struct Names {
    numbers: HashMap<Box<str>, u32>,
    names: Vec<Box<str>>,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = u32::try_from(self.names.len()).unwrap_or(NOBODY);
        self.numbers.insert(name.into(), number);
        self.names.push(name.into());
        number
    }
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
    /// Returns the name with this number, empty for [`NOBODY`].
    pub(crate) fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", AsRef::as_ref)
    }
}

/// Authors by number, and by the first word of their names.
#[derive(Debug, Default)]
pub(crate) struct Whos {
    names: Names,
    called: HashMap<Box<str>, Vec<u32>>,
}

impl Whos {
    fn number(&mut self, name: &str) -> u32 {
        let known = self.names.len();
        let number = self.names.number(name);
        if self.names.len() > known
            && let Some(first) = words_of(name).into_iter().next()
        {
            self.called.entry(first.into()).or_default().push(number);
        }
        number
    }
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
    /// Returns the name of an author, empty for [`NOBODY`].
    pub(crate) fn name(&self, number: u32) -> &str {
        self.names.name(number)
    }
    /// Returns the authors whose names begin with this lowercase word.
    pub(crate) fn by_first_name(&self, word: &str) -> &[u32] {
        self.called.get(word).map_or(&[], Vec::as_slice)
    }
}

/// A shelf.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    pub docs: Vec<Doc>,
    pub terms: Terms,
    pub whos: Whos,
    groups: Names,
    /// Items of each group, in their order.
    pub members: Vec<Vec<u32>>,
    /// Vectors of the items by number, concatenated; zeros for an item without one.
    pub vectors: Vec<i8>,
    /// Euclidean length of each vector.
    pub lengths: Vec<f32>,
    /// Number of dimensions of the vectors, 0 while there are none.
    pub dimensions: usize,
    fields: Vec<Arc<str>>,
    places: HashMap<i64, u32>,
    gone: usize,
    changes: Changes,
    pub masks: Masks,
}

/// The items whose tests may have another result than before, the last changed ones only.
#[derive(Debug, Default)]
struct Changes {
    /// Total number of changes.
    count: u64,
    things: VecDeque<u32>,
}

/// Maximum number of changed items that are remembered.
const MAX_CHANGES: usize = 4_096;

impl Changes {
    fn add(&mut self, doc: u32) {
        self.count += 1;
        self.things.push_back(doc);
        if self.things.len() > MAX_CHANGES {
            self.things.pop_front();
        }
    }
}

impl Shelf {
    /// Returns the number of changes of items.
    pub(crate) fn changes(&self) -> u64 {
        self.changes.count
    }

    /// Returns the items that changed after that number of changes, `None` if they are no longer all remembered.
    pub(crate) fn changed_since(&self, count: u64) -> Option<impl Iterator<Item = u32> + '_> {
        let new = usize::try_from(self.changes.count.checked_sub(count)?).ok()?;
        let from = self.changes.things.len().checked_sub(new)?;
        Some(self.changes.things.range(from..).copied())
    }

    pub(crate) fn change(&mut self, change: Change) {
        match change {
            Change::Put(mut thing) => {
                if thing.says_the_same && thing.vector.is_none() {
                    let old = self.places.get(&thing.row);
                    thing.vector = old.and_then(|old| self.vector(*old)).map(Into::into);
                }
                self.remove(thing.row);
                self.put(*thing);
            }
            Change::Remove(row) => self.remove(row),
            Change::Touch(row, times) => {
                let times = self.number_fields(times);
                if let Some(number) = self.places.get(&row)
                    && let Some(doc) = self.docs.get_mut(*number as usize)
                {
                    let old = doc.times.iter().copied();
                    let is_old = |time: &(u8, Time, u32)| times.iter().all(|new| new.0 != time.0);
                    doc.times = old.filter(is_old).chain(times.iter().copied()).collect();
                    self.changes.add(*number);
                }
            }
            Change::Vector(row, vector) => {
                if let Some(doc) = self.places.get(&row) {
                    self.set_vector(*doc, &vector);
                }
            }
        }
    }

    /// Returns true if a rebuilt shelf would be at most half as large.
    pub(crate) fn is_worn(&self) -> bool {
        self.gone > GONE && self.gone * 2 > self.docs.len()
    }

    fn number_fields(&mut self, times: Vec<(String, Time, u32)>) -> Box<[(u8, Time, u32)]> {
        let fields = &mut self.fields;
        times
            .into_iter()
            .filter_map(|(field, at, count)| {
                let known = fields.iter().position(|known| **known == *field);
                let number = known.unwrap_or_else(|| {
                    fields.push(field.into());
                    fields.len() - 1
                });
                Some((u8::try_from(number).ok()?, at, count))
            })
            .collect()
    }

    fn put(&mut self, thing: Thing) {
        if self.docs.len() >= MAX_DOCS {
            return;
        }
        let Ok(doc) = u32::try_from(self.docs.len()) else {
            return;
        };
        let who = thing.who.as_deref().unwrap_or_default();
        let is_in_text = said(&thing.body, who).len() < thing.body.len();
        let (counts, words) =
            terms(&[if is_in_text { "" } else { who }, &thing.title, &thing.body]);
        for (term, count) in counts {
            self.terms.add(&term, Posting::new(doc, count));
        }
        let who = match who {
            "" => NOBODY,
            who => self.whos.number(who),
        };
        let group = thing.group.as_deref();
        let group = group.map_or(NOBODY, |group| self.groups.number(group));
        let times = self.number_fields(thing.times);
        self.places.insert(thing.row, doc);
        self.changes.add(doc);
        self.docs.push(Doc {
            row: thing.row,
            door: thing.door,
            words,
            who,
            group,
            place: 0,
            at: thing.at,
            is_there: true,
            tags: thing.tags,
            times,
        });
        if group != NOBODY {
            self.stand(group, doc);
        }
        match thing.vector {
            Some(vector) => self.set_vector(doc, &vector),
            None if self.dimensions > 0 => self.make_room(),
            None => {}
        }
    }

    /// Inserts an item at its place in its group.
    fn stand(&mut self, group: u32, doc: u32) {
        let group = group as usize;
        if self.members.len() <= group {
            self.members.resize_with(group + 1, Vec::new);
        }
        let key = |doc: u32| self.docs.get(doc as usize).map(|doc| (doc.at, doc.row));
        let members = &self.members[group];
        let at = members.partition_point(|other| key(*other) <= key(doc));
        self.members[group].insert(at, doc);
        self.count_places(group, at);
    }

    /// Renumbers the places in a group from `from` on.
    fn count_places(&mut self, group: usize, from: usize) {
        for (place, doc) in (0_u32..).zip(&self.members[group]).skip(from) {
            if let Some(doc) = self.docs.get_mut(*doc as usize) {
                doc.place = place;
            }
        }
    }

    fn remove(&mut self, row: i64) {
        let Some(number) = self.places.remove(&row) else {
            return;
        };
        self.changes.add(number);
        let doc = &mut self.docs[number as usize];
        doc.is_there = false;
        doc.tags = Box::default();
        doc.times = Box::default();
        self.gone += 1;
        let (group, place) = (doc.group as usize, doc.place as usize);
        if let Some(members) = self.members.get_mut(group)
            && members.get(place) == Some(&number)
        {
            members.remove(place);
            self.count_places(group, place);
        }
    }

    fn set_vector(&mut self, doc: u32, vector: &[i8]) {
        if self.dimensions == 0 {
            self.dimensions = vector.len();
        }
        if vector.len() != self.dimensions {
            return;
        }
        self.make_room();
        let from = doc as usize * self.dimensions;
        self.vectors[from..from + self.dimensions].copy_from_slice(vector);
        self.lengths[doc as usize] = length(vector);
    }

    fn make_room(&mut self) {
        self.vectors.resize(self.docs.len() * self.dimensions, 0);
        self.lengths.resize(self.docs.len(), 0.0);
    }

    /// Returns the vector of an item, if it has one.
    fn vector(&self, doc: u32) -> Option<&[i8]> {
        let from = doc as usize * self.dimensions;
        let is_there = self
            .lengths
            .get(doc as usize)
            .is_some_and(|length| *length > 0.0);
        is_there
            .then(|| self.vectors.get(from..from + self.dimensions))
            .flatten()
    }

    /// Returns the moment of an item in a field.
    pub(crate) fn moment(&self, doc: &Doc, field: &str) -> Option<Time> {
        let number = self.fields.iter().position(|known| **known == *field)?;
        let times = doc.times.iter();
        let mut times = times.filter(|time| usize::from(time.0) == number);
        times.next().map(|time| time.1)
    }

    /// Returns all moments of an item.
    pub(crate) fn times(&self, doc: &Doc) -> Vec<(Arc<str>, Time, u32)> {
        let named = doc.times.iter().filter_map(|(field, at, count)| {
            let field = self.fields.get(usize::from(*field))?;
            Some((field.clone(), *at, *count))
        });
        named.collect()
    }
}

/// Returns the Euclidean length of a vector.
pub(crate) fn length(vector: &[i8]) -> f32 {
    let squares: i32 = vector.iter().map(|x| i32::from(*x) * i32::from(*x)).sum();
    #[expect(clippy::cast_precision_loss, reason = "a length need not be exact")]
    let squares = squares as f32;
    squares.sqrt()
}

/// Returns the text after the author's name and a colon if it begins with them, otherwise the whole text.
pub(crate) fn said<'a>(text: &'a str, who: &str) -> &'a str {
    if who.is_empty() {
        return text;
    }
    let rest = text
        .strip_prefix(who)
        .and_then(|rest| rest.strip_prefix(':'));
    rest.map_or(text, str::trim_start)
}
