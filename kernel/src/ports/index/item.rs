//! Items of the search, and their changes by commits.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use crate::ports::index::recall::Shelved;
use crate::stream::StreamId;
use crate::time::Time;

/// A text under which search finds an item of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Name of the item within the stream, such as `T12`. Writing it again replaces the text.
    pub item: String,
    /// Kind of the item, such as `task`.
    pub kind: &'static str,
    /// Title; weighs more than the body.
    pub title: String,
    /// Rest of the text.
    pub body: String,
}

/// An item that search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Searchable text.
    pub text: Text,
    /// Searchable attributes; most items have none.
    pub facets: Option<Facets>,
}

/// Searchable attributes of an item besides its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// Document for display in lists, as JSON.
    pub doc: String,
    /// Fields and their values; a field may have several.
    pub tags: Vec<(&'static str, String)>,
    /// Times, each field once.
    pub times: Vec<Stamp>,
    /// Shelf of the item. An item with one is found by [`Index::recall`] in natural language, and its text by no other
    /// search.
    ///
    /// [`Index::recall`]: super::Index::recall
    pub shelved: Option<Shelved>,
}

/// A time of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Name of the field, such as `last_accessed`.
    pub field: &'static str,
    /// The time.
    pub at: Time,
    /// Number of occurrences up to that time.
    pub count: u32,
}

/// Change of one item by a commit.
#[expect(
    clippy::large_enum_variant,
    reason = "nearly every change puts an item"
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Creates or replaces the item.
    Put(Item),
    /// Replaces some times of the item; no effect if it does not exist.
    Touch {
        /// Name of the item within the stream.
        item: String,
        /// New values.
        stamps: Vec<Stamp>,
    },
    /// Removes the item from search. Its bytes are only erased when the whole stream is forgotten.
    Forget(String),
}

impl From<Text> for Change {
    fn from(text: Text) -> Self {
        Self::Put(Item { text, facets: None })
    }
}

impl Change {
    /// Returns the name of the item within the stream.
    #[must_use]
    pub fn item(&self) -> &str {
        match self {
            Self::Put(item) => &item.text.item,
            Self::Touch { item, .. } | Self::Forget(item) => item,
        }
    }

    /// Returns the approximate storage size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Self::Put(Item { text, facets }) => {
                let facets = facets.as_ref().map_or(0, |facets| {
                    let tags = facets.tags.iter().map(|(_, value)| 32 + value.len());
                    facets.doc.len() + tags.sum::<usize>()
                });
                text.title.len() + text.body.len() + facets
            }
            Self::Touch { stamps, .. } => 32 * stamps.len(),
            Self::Forget(_) => 0,
        }
    }

    /// Merges a later change of the same item into this one.
    fn then(&mut self, later: Self) {
        let Self::Touch { stamps: newer, .. } = later else {
            *self = later;
            return;
        };
        let stamps = match self {
            Self::Put(item) => match &mut item.facets {
                Some(facets) => &mut facets.times,
                None => return,
            },
            Self::Touch { stamps, .. } => stamps,
            Self::Forget(_) => return,
        };
        for stamp in newer {
            match stamps.iter_mut().find(|old| old.field == stamp.field) {
                Some(old) => *old = stamp,
                None => stamps.push(stamp),
            }
        }
    }
}

/// Changes of items in many streams, with one merged change for each item.
#[derive(Clone, Debug, Default)]
pub struct Items {
    changes: Vec<(StreamId, Change)>,
    places: HashMap<(StreamId, String), usize>,
}

impl Items {
    /// Adds a change of an item of `stream`, after all previous ones.
    pub fn push(&mut self, stream: StreamId, change: Change) {
        match self.places.entry((stream, change.item().to_owned())) {
            Slot::Occupied(place) => self.changes[*place.get()].1.then(change),
            Slot::Vacant(place) => {
                let stream = place.key().0.clone();
                place.insert(self.changes.len());
                self.changes.push((stream, change));
            }
        }
    }

    /// Iterates over the changes, in the order in which the items were first added.
    pub fn iter(&self) -> std::slice::Iter<'_, (StreamId, Change)> {
        self.changes.iter()
    }

    /// Returns the number of changed items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Returns true if nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl<'a> IntoIterator for &'a Items {
    type Item = &'a (StreamId, Change);
    type IntoIter = std::slice::Iter<'a, (StreamId, Change)>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Items {
    type Item = (StreamId, Change);
    type IntoIter = std::vec::IntoIter<(StreamId, Change)>;
    fn into_iter(self) -> Self::IntoIter {
        self.changes.into_iter()
    }
}

impl<C: Into<Change>> FromIterator<(StreamId, C)> for Items {
    fn from_iter<I: IntoIterator<Item = (StreamId, C)>>(changes: I) -> Self {
        let mut items = Self::default();
        for (stream, change) in changes {
            items.push(stream, change.into());
        }
        items
    }
}

impl<C: Into<Change>> From<Vec<(StreamId, C)>> for Items {
    fn from(changes: Vec<(StreamId, C)>) -> Self {
        changes.into_iter().collect()
    }
}
