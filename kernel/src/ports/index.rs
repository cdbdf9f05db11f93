//! The index: what can be found. Derived from the log; delete it and it is built again.

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

/// The row under which lists find a stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The stream.
    pub stream: StreamId,
    /// What lists filter by, such as `active`.
    pub status: String,
    /// What lists sort by, newest first.
    pub updated_at: Time,
    /// How many things in it need a person.
    pub attention: u32,
    /// Who may find it; search finds its texts for the same.
    #[serde(default)]
    pub readers: Readers,
    /// When Loci has to look at it by itself: a lease or a deadline runs out.
    pub due: Option<Time>,
    /// What a list shows, as JSON.
    pub doc: String,
}

impl Entry {
    /// What a list shows of it.
    ///
    /// # Errors
    /// `internal` when `doc` is something else.
    pub fn shown<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_str(&self.doc)
            .map_err(|error| Error::internal(format!("the row of {} is odd: {error}", self.stream)))
    }
}

/// What one commit changes in the index.
#[derive(Clone, Debug, Default)]
pub struct Update {
    /// The position the index is at afterwards.
    pub position: Position,
    /// Rows to write; the last one of a stream wins.
    pub entries: Vec<Entry>,
    /// Streams that lists shall not find any more.
    pub hidden: Vec<StreamId>,
    /// Things that search finds: written, touched, forgotten.
    pub items: Items,
}

/// Which entries a list wants.
#[derive(Clone, Debug, Default)]
pub struct ListQuery {
    /// The kind of stream, such as `workflow`.
    pub kind: &'static str,
    /// Only those of this status.
    pub status: Option<String>,
    /// Only those in which a text matches these words.
    pub query: Option<String>,
    /// Only those in which something needs a person.
    pub attention: Attention,
    /// Only those whose `doc` has these texts under these names.
    pub fields: Vec<(&'static str, String)>,
    /// Only those that last beyond this moment: their `doc` has a later `expires_at`, or none, and so
    /// has that of the stream whose readers are theirs.
    pub beyond: Option<Time>,
    /// Only what the agent of that name may read; everything for `None`. See
    /// [`restricted`](crate::access::restricted).
    pub reader: Option<String>,
    /// Where the last page ended.
    pub cursor: Option<String>,
    /// How many.
    pub limit: usize,
}

/// Whether a list is about what needs a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attention {
    /// Everything.
    #[default]
    Any,
    /// Only streams in which something needs a person.
    Needed,
}

/// A page of entries, most recently changed first.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// The entries.
    pub entries: Vec<Entry>,
    /// Where the next page begins.
    pub next_cursor: Option<String>,
    /// How many match in all.
    pub total: u64,
}

/// A stream of which the index has anything, with its entry; without one when lists do not show it.
pub type Entered = (StreamId, Option<Entry>);

/// A thing that was asked for by its place, with the name of the other thing asked for along with it.
pub type Fetched = (Found, Option<String>);

/// Texts that wait for their vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unembedded {
    /// The first of them.
    pub texts: Vec<Waiting>,
    /// How many there are in all.
    pub total: u64,
}

/// A text that waits for its vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The stream it is in.
    pub stream: StreamId,
    /// The thing's name in the stream.
    pub item: String,
    /// What is embedded of it: see [`excerpt`](crate::ports::embedder::excerpt).
    pub text: String,
}

/// A text with its vector.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// The text, as it was when it waited.
    pub of: Waiting,
    /// Its vector, by [`quantise`](crate::ports::embedder::quantise); none when there can be none: the
    /// text waits no more, and words find it.
    pub vector: Option<Vec<i8>>,
}

/// An index on a real thing.
pub trait Index: Send + Sync {
    /// The position of the last commit in it; 0 when it has to be built.
    fn position(&self) -> Fut<'_, Result<Position>>;
    /// The number of the log's last erasure that it has followed.
    fn erased(&self) -> Fut<'_, Result<u64>>;
    /// Notes that it has followed the log's erasures up to that number.
    fn note_erased(&self, number: u64) -> Fut<'_, Result<()>>;
    /// Takes one commit in; after it every list and search shows it.
    fn apply<'a>(&'a self, update: &'a Update) -> Fut<'a, Result<()>>;
    /// Forgets a stream: rows and texts, leaving no byte behind.
    fn forget<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<()>>;
    /// Whether the index is there and can be read; an error says that it has to be cleared and built
    /// again.
    fn check(&self) -> Fut<'_, Result<()>> {
        Box::pin(std::future::ready(Ok(())))
    }
    /// Empties the index so that it is built again. Until [`Index::built`] says that it is, an index may
    /// refuse to be read, because it would answer with what it has so far.
    fn clear(&self) -> Fut<'_, Result<()>>;
    /// Everything is in it again.
    fn built(&self) {}
    /// The entry of a stream.
    fn entry<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Entry>>>;
    /// Of those streams the ones of which the index has anything, each with its entry; without one for a
    /// stream that lists do not show.
    fn entries<'a>(&'a self, streams: &'a [StreamId]) -> Fut<'a, Result<Vec<Entered>>> {
        Box::pin(async move {
            let mut entries = Vec::with_capacity(streams.len());
            for stream in streams {
                entries.push((stream.clone(), self.entry(stream).await?));
            }
            Ok(entries)
        })
    }
    /// A page of entries.
    fn list<'a>(&'a self, query: &'a ListQuery) -> Fut<'a, Result<Listed>>;
    /// Streams whose `due` is not after `now`.
    fn due(&self, now: Time, limit: usize) -> Fut<'_, Result<Vec<StreamId>>>;
    /// The earliest `due` of all streams.
    fn next_due(&self) -> Fut<'_, Result<Option<Time>>>;
    /// A page of the things that match, and how many do in all.
    fn find<'a>(&'a self, find: &'a Find) -> Fut<'a, Result<Finding>>;
    /// What a question in any words recalls of the things that stand on shelves.
    fn recall<'a>(&'a self, _question: &'a Recall) -> Fut<'a, Result<Recalled>> {
        Box::pin(std::future::ready(Ok(Recalled::default())))
    }
    /// The things at those places, in that order; what is not there any more is left out. With each the
    /// name of another thing, where one is asked for.
    fn fetch<'a>(&'a self, _places: &'a [(Place, Option<Place>)]) -> Fut<'a, Result<Vec<Fetched>>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
    /// Texts that have no vector of the index's embedder yet, those that came first first; none without
    /// an embedder.
    fn unembedded(&self, _limit: usize) -> Fut<'_, Result<Unembedded>> {
        Box::pin(std::future::ready(Ok(Unembedded::default())))
    }
    /// Takes vectors of its embedder in. One whose text is another by now is passed over.
    fn embedded<'a>(&'a self, _vectors: &'a [Embedded]) -> Fut<'a, Result<()>> {
        Box::pin(std::future::ready(Ok(())))
    }
}
