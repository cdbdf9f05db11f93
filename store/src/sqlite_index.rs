//! The index on SQLite: lists and full-text search, in a file of their own that follows the log.
//!
//! `synchronous=OFF`: a killed process loses nothing (the system has the pages), and after an unclean
//! stop of the machine the file is thrown away and built again. Knows nothing of what entries mean.

mod apply;
mod compare;
mod conditions;
mod counts;
mod find;
mod forget;
mod list;
mod load;
mod lost;
mod open;
mod phrases;
mod question;
mod recall;
mod rows;
mod shelves;
mod slots;
mod start;
mod vectors;
mod waiting;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use kernel::future::Fut;
use kernel::ports::embedder::Embedder;
use kernel::ports::index::{
    Embedded, Entry, Fetched, Find, Finding, Index, ListQuery, Listed, Place, Recall, Recalled,
    Unembedded, Update,
};
use kernel::{Error, Position, Result, StreamId, Time};
use sqlx::{SqliteConnection, SqlitePool};
use tokio::sync::{Mutex, Notify};

use crate::kept::KeptVectors;
use crate::sqlite::{WriteConnection, WriterState};

pub use compare::{Comparison, Differences, compare};

/// The index on SQLite.
pub struct SqliteIndex {
    path: PathBuf,
    writer: WriteConnection<NextText>,
    /// Others, once the file is another one.
    readers: RwLock<SqlitePool>,
    position: AtomicU64,
    epoch: u64,
    /// The file that is open: which it is, and the least that it is long.
    file: AtomicU64,
    length: AtomicU64,
    /// It cannot be read any more, or the file was taken away: it has to be made anew.
    lost: AtomicBool,
    /// It was emptied, and does not have everything yet.
    building: AtomicBool,
    /// What makes vectors of its texts.
    embedder: Option<Arc<dyn Embedder>>,
    /// Whose vectors answer: an earlier one's until all texts have one of `embedder`.
    answering: RwLock<Option<Arc<dyn Embedder>>>,
    /// Whether it has the vectors of no other model.
    settled: AtomicBool,
    /// The vectors that are not made again.
    kept: Option<Arc<KeptVectors>>,
    /// Held while a commit is prepared, until it may write.
    preparing: Mutex<()>,
    /// Told when texts have come that wait for their vectors.
    more_waits: Notify,
    shelves: shelves::Shelves,
    counts: counts::Counts,
}

impl SqliteIndex {
    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// What makes vectors of its texts, if anything does.
    #[must_use]
    pub fn embedder(&self) -> Option<&Arc<dyn Embedder>> {
        self.embedder.as_ref()
    }

    /// The number of shelves that are in memory.
    #[must_use]
    pub fn loaded_shelves(&self) -> usize {
        self.shelves.len()
    }

    /// What keeps vectors that are not made again, if anything does.
    #[must_use]
    pub fn keeping(mut self, kept: Option<Arc<KeptVectors>>) -> Self {
        self.kept = kept;
        self
    }

    /// Whose vectors answer.
    fn answering(&self) -> Option<Arc<dyn Embedder>> {
        let answering = self.answering.read();
        answering.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn readers(&self) -> SqlitePool {
        let readers = self.readers.read();
        readers.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The row the next new text gets.
struct NextText(i64);

impl WriterState for NextText {
    fn load(conn: &mut SqliteConnection) -> Fut<'_, sqlx::Result<Self>> {
        Box::pin(async move {
            sqlx::query_scalar("SELECT coalesce(max(id), 0) + 1 FROM texts")
                .fetch_one(conn)
                .await
                .map(Self)
        })
    }
}

impl Index for SqliteIndex {
    fn position(&self) -> Fut<'_, Result<Position>> {
        let position = self.position.load(Ordering::Acquire);
        Box::pin(async move { Ok(position) })
    }

    fn erased(&self) -> Fut<'_, Result<u64>> {
        // Whoever builds the index asks for it too.
        Box::pin(self.write(self.read_erased()))
    }

    fn note_erased(&self, number: u64) -> Fut<'_, Result<()>> {
        Box::pin(self.write(self.write_erased(number)))
    }

    fn apply<'a>(&'a self, update: &'a Update) -> Fut<'a, Result<()>> {
        Box::pin(self.write(self.take_in(update)))
    }

    fn forget<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<()>> {
        Box::pin(self.write(self.forget_stream(stream)))
    }

    fn check(&self) -> Fut<'_, Result<()>> {
        Box::pin(self.look())
    }

    fn built(&self) {
        self.building.store(false, Ordering::Release);
    }

    fn clear(&self) -> Fut<'_, Result<()>> {
        Box::pin(self.begin_anew())
    }

    fn entry<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Entry>>> {
        Box::pin(self.read(self.read_entry(stream)))
    }

    fn entries<'a>(
        &'a self,
        streams: &'a [StreamId],
    ) -> Fut<'a, Result<Vec<(StreamId, Option<Entry>)>>> {
        Box::pin(self.read(self.read_entries(streams)))
    }

    fn list<'a>(&'a self, query: &'a ListQuery) -> Fut<'a, Result<Listed>> {
        Box::pin(self.read(self.page(query)))
    }

    fn due(&self, now: Time, limit: usize) -> Fut<'_, Result<Vec<StreamId>>> {
        Box::pin(self.read(self.due_until(now, limit)))
    }

    fn next_due(&self) -> Fut<'_, Result<Option<Time>>> {
        Box::pin(self.read(self.earliest_due()))
    }

    fn find<'a>(&'a self, find: &'a Find) -> Fut<'a, Result<Finding>> {
        Box::pin(self.read(self.find_page(find)))
    }

    fn recall<'a>(&'a self, question: &'a Recall) -> Fut<'a, Result<Recalled>> {
        Box::pin(self.read(self.recall_things(question)))
    }

    fn fetch<'a>(&'a self, places: &'a [(Place, Option<Place>)]) -> Fut<'a, Result<Vec<Fetched>>> {
        Box::pin(self.read(self.things_at(places)))
    }

    fn unembedded(&self, limit: usize) -> Fut<'_, Result<Unembedded>> {
        Box::pin(self.read(self.texts_without(limit)))
    }

    fn embedded<'a>(&'a self, vectors: &'a [Embedded]) -> Fut<'a, Result<()>> {
        Box::pin(self.write(self.take_vectors(vectors)))
    }
}

fn stream_id(name: &str) -> Result<StreamId> {
    StreamId::parse(name).ok_or_else(|| {
        Error::internal(format!(
            "the index names {name:?}, which is no stream; rebuild the index"
        ))
    })
}
