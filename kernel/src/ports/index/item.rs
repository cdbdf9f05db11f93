//! The things that search finds, and how commits change them. Knows nothing of how they are looked for.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use crate::ports::index::recall::Shelved;
use crate::stream::StreamId;
use crate::time::Time;

/// A text under which search finds a thing in a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The thing's name within the stream, such as `T12`; writing it again replaces the text.
    pub item: String,
    /// Its kind, such as `task`.
    pub kind: &'static str,
    /// Its title; weighs more.
    pub title: String,
    /// The rest of its text.
    pub body: String,
}

/// A thing that search finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its words.
    pub text: Text,
    /// What it can be asked for besides its words; most things have none.
    pub facets: Option<Facets>,
}

/// What a thing can be asked for besides its words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// What a list shows of it, as JSON.
    pub doc: String,
    /// Fields and their values; a field may have several.
    pub tags: Vec<(&'static str, String)>,
    /// Moments, each field once.
    pub times: Vec<Stamp>,
    /// Where it stands among what is recalled: such a thing is found by [`Index::recall`] in any words, and
    /// no word of it by other searches.
    ///
    /// [`Index::recall`]: super::Index::recall
    pub shelved: Option<Shelved>,
}

/// A moment of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// What happened then, such as `last_accessed`.
    pub field: &'static str,
    /// When.
    pub at: Time,
    /// How often it happened until then.
    pub count: u32,
}

/// How a commit changes one thing.
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(
        clippy::large_enum_variant,
        reason = "nearly every change puts a thing"
    )
)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is so now, whatever it was.
    Put(Item),
    /// Some moments of it are others now; nothing when there is no such thing.
    Touch {
        /// The thing's name within the stream.
        item: String,
        /// The moments.
        stamps: Vec<Stamp>,
    },
    /// It is not found any more. That leaves no byte of it only where the whole stream is forgotten.
    Forget(String),
}

impl From<Text> for Change {
    fn from(text: Text) -> Self {
        Self::Put(Item { text, facets: None })
    }
}

impl Change {
    /// The thing's name within the stream.
    #[must_use]
    pub fn item(&self) -> &str {
        match self {
            Self::Put(item) => &item.text.item,
            Self::Touch { item, .. } | Self::Forget(item) => item,
        }
    }

    /// About how many bytes it takes to store.
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

    /// This change and then a later one of the same thing, as one.
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

/// Changes of many things in many streams: each thing once, with all that happens to it.
#[derive(Clone, Debug, Default)]
pub struct Items {
    changes: Vec<(StreamId, Change)>,
    places: HashMap<(StreamId, String), usize>,
}

impl Items {
    /// Adds what happens to a thing of `stream` after everything so far.
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

    /// The changes, in the order in which the things first came.
    pub fn iter(&self) -> std::slice::Iter<'_, (StreamId, Change)> {
        self.changes.iter()
    }

    /// How many things change.
    #[must_use]
    pub fn len(&self) -> usize {
        self.changes.len()
    }

    /// Whether nothing changes.
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
