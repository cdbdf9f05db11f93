//! Port for the index: lists and search. Derived from the log; a deleted index is rebuilt.

pub mod find;
pub mod item;
pub mod recall;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::access::Readers;
use crate::error::{Error, Result};
use crate::future::Fut;
use crate::stream::{Position, StreamId};
use crate::time::Time;

pub use find::{Find, Finding, Found, Group, Order, Source, TagTest, TimeTest, Wanted, Words};
pub use item::{Change, Facets, Item, Items, Stamp, Text};
pub use recall::{By, Candidate, Phrases, Place, ReadAs, Recall, Recalled, Shelved};

/// Row of a stream in lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Stream of the row.
    pub stream: StreamId,
    /// Status that lists filter by, such as `active`.
    pub status: String,
    /// Time of the last change; lists sort by it, newest first.
    pub updated_at: Time,
    /// Number of things in it that need a person.
    pub attention: u32,
    /// Readers of the stream; search applies the same to its texts.
    #[serde(default)]
    pub readers: Readers,
    /// Next time at which a sweep must visit the stream: a lease or a deadline expires.
    pub due: Option<Time>,
    /// Document for display in lists, as JSON.
    pub doc: String,
}

impl Entry {
    /// Parses the document.
    ///
    /// # Errors
    /// Returns `internal` if `doc` is not a `T`.
    pub fn parse_row<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_str(&self.doc)
            .map_err(|error| Error::internal(format!("the row of {} is odd: {error}", self.stream)))
    }
}

/// Changes to the index by one commit.
#[derive(Clone, Debug, Default)]
pub struct Update {
    /// Position of the index afterwards.
    pub position: Position,
    /// Rows to write; the last one of a stream wins.
    pub entries: Vec<Entry>,
    /// Streams to remove from lists.
    pub hidden: Vec<StreamId>,
    /// Changes to the items of the search.
    pub items: Items,
}

/// Order of a list.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ListOrder {
    /// Most recently changed first. What changes between two pages moves to the front.
    #[default]
    Changed,
    /// By id. Pages list everything exactly once, whatever changes between them.
    Id,
}

/// Filter of a list query.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    /// Kind of stream, such as `workflow`.
    pub kind: &'static str,
    /// Only streams with this status.
    pub status: Option<String>,
    /// Only streams with a text that matches these words.
    pub query: Option<String>,
    /// Only streams that need a person.
    pub attention: Attention,
    /// Only streams whose `doc` has these values in these fields.
    pub fields: Vec<(&'static str, String)>,
    /// Only streams that do not expire before this time: `expires_at` in their `doc`, and in that of the stream whose
    /// readers they inherit, is later or absent.
    pub beyond: Option<Time>,
    /// Only what this agent may read; `None` for everything. See [`reader_name`](crate::access::reader_name).
    pub reader: Option<String>,
    /// Order. To read all pages, use [`ListOrder::Id`].
    pub order: ListOrder,
    /// Cursor of the previous page.
    pub cursor: Option<String>,
    /// Page size.
    pub limit: usize,
}

/// Filter by the need for a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attention {
    /// No filter.
    #[default]
    Any,
    /// Only streams in which something needs a person.
    Needed,
}

/// A page of entries, most recently changed first.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Entries of the page.
    pub entries: Vec<Entry>,
    /// Cursor of the next page.
    pub next_cursor: Option<String>,
    /// Total number of matches.
    pub total: u64,
}

/// A stream that the index has data of, with its entry unless lists hide it.
pub type Entered = (StreamId, Option<Entry>);

/// An item fetched by its place, with the name of the other item that was requested with it.
pub type Fetched = (Found, Option<String>);

/// Texts that wait for their vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unembedded {
    /// Oldest waiting texts.
    pub texts: Vec<Waiting>,
    /// Total number of waiting texts.
    pub total: u64,
}

/// A text that waits for its vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Stream of the text.
    pub stream: StreamId,
    /// Name of the item in the stream.
    pub item: String,
    /// Text to embed: see [`excerpt`](crate::ports::embedder::excerpt).
    pub text: String,
}

/// A text with its vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// The text at the time it was queued.
    pub of: Waiting,
    /// Vector from [`quantise`](crate::ports::embedder::quantise). `None` if it cannot be embedded: the text then
    /// leaves the queue and is found by words only.
    pub vector: Option<Vec<i8>>,
}

/// Storage for the index.
pub trait Index: Send + Sync {
    /// Returns the position of the last applied commit; 0 if the index has to be built.
    fn position(&self) -> Fut<'_, Result<Position>>;
    /// Returns the number of the last erasure of the log that the index has applied.
    fn last_erasure(&self) -> Fut<'_, Result<u64>>;
    /// Records that erasures up to `number` are applied.
    fn note_erased(&self, number: u64) -> Fut<'_, Result<()>>;
    /// Applies one commit; lists and search show it afterwards.
    fn apply<'a>(&'a self, update: &'a Update) -> Fut<'a, Result<()>>;
    /// Erases a stream's rows and texts, leaving no byte behind.
    fn forget<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<()>>;
    /// Checks that the index is present and readable. An error means that it has to be cleared and rebuilt.
    fn check(&self) -> Fut<'_, Result<()>> {
        Box::pin(std::future::ready(Ok(())))
    }
    /// Empties the index for a rebuild. Until [`Index::mark_complete`] is called, an index may refuse reads, because its
    /// answers would be incomplete.
    fn clear(&self) -> Fut<'_, Result<()>>;
    /// Marks the index as incomplete: until [`Index::mark_complete`] is called, it may refuse reads.
    fn behind(&self) {}
    /// Marks the index as complete.
    fn mark_complete(&self) {}
    /// Returns the entry of a stream.
    fn entry<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Entry>>>;
    /// Returns those of `streams` that the index has data of, each with its entry unless lists hide it.
    fn entries<'a>(&'a self, streams: &'a [StreamId]) -> Fut<'a, Result<Vec<Entered>>> {
        Box::pin(async move {
            let mut entries = Vec::with_capacity(streams.len());
            for stream in streams {
                entries.push((stream.clone(), self.entry(stream).await?));
            }
            Ok(entries)
        })
    }
    /// Returns a page of entries.
    fn list<'a>(&'a self, query: &'a ListQuery) -> Fut<'a, Result<Listed>>;
    /// Returns streams whose `due` is not after `now`.
    fn due(&self, now: Time, limit: usize) -> Fut<'_, Result<Vec<StreamId>>>;
    /// Returns the earliest `due` of all streams.
    fn next_due(&self) -> Fut<'_, Result<Option<Time>>>;
    /// Returns a page of the matching items and the total number of matches.
    fn find<'a>(&'a self, find: &'a Find) -> Fut<'a, Result<Finding>>;
    /// Returns the items on shelves that are relevant to a question in natural language.
    fn recall<'a>(&'a self, _question: &'a Recall) -> Fut<'a, Result<Recalled>> {
        Box::pin(std::future::ready(Ok(Recalled::default())))
    }
    /// Returns the items at `places`, in that order, without those that no longer exist. Includes the name of a second
    /// item where one is requested.
    fn fetch<'a>(&'a self, _places: &'a [(Place, Option<Place>)]) -> Fut<'a, Result<Vec<Fetched>>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
    /// Returns texts without a vector of the current embedder, oldest first; empty without an embedder.
    fn list_unembedded(&self, _limit: usize) -> Fut<'_, Result<Unembedded>> {
        Box::pin(std::future::ready(Ok(Unembedded::default())))
    }
    /// Stores vectors of the current embedder. Skips a vector if its text has changed.
    fn store_vectors<'a>(&'a self, _vectors: &'a [Embedded]) -> Fut<'a, Result<()>> {
        Box::pin(std::future::ready(Ok(())))
    }
}
