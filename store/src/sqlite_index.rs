//! The index on SQLite: lists and full-text search, in a separate file that follows the log.
//!
//! `synchronous=OFF`: a killed process loses nothing (the system has the pages), and after an unclean stop of the
//! machine the file is deleted and rebuilt.

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
    /// Replaced when the file is replaced.
    readers: RwLock<SqlitePool>,
    position: AtomicU64,
    epoch: u64,
    /// Inode of the open file, and the shortest length that it may have.
    file: AtomicU64,
    length: AtomicU64,
    /// True if the file can no longer be read or was removed, and has to be created again.
    lost: AtomicBool,
    /// True from when the index was emptied until it has followed the whole log again.
    building: AtomicBool,
    /// Embedder that makes the vectors of its texts.
    embedder: Option<Arc<dyn Embedder>>,
    /// Embedder whose vectors answer questions: an earlier one until all texts have a vector of `embedder`.
    answering: RwLock<Option<Arc<dyn Embedder>>>,
    /// True once it holds the vectors of no other model.
    settled: AtomicBool,
    /// Cache of vectors from a remote embedder.
    kept: Option<Arc<KeptVectors>>,
    /// Held while a commit is prepared, until it may write.
    preparing: Mutex<()>,
    /// Notified when new texts wait for vectors.
    more_waits: Notify,
    shelves: shelves::Shelves,
    counts: counts::Counts,
}

impl SqliteIndex {
    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Returns the embedder of its texts, if there is one.
    #[must_use]
    pub fn embedder(&self) -> Option<&Arc<dyn Embedder>> {
        self.embedder.as_ref()
    }

    /// Returns the number of shelves in memory.
    #[must_use]
    pub fn shelf_count(&self) -> usize {
        self.shelves.len()
    }

    /// Sets the cache of vectors.
    #[must_use]
    pub fn keeping(mut self, kept: Option<Arc<KeptVectors>>) -> Self {
        self.kept = kept;
        self
    }

    /// Returns the embedder whose vectors answer questions.
    fn answering(&self) -> Option<Arc<dyn Embedder>> {
        let answering = self.answering.read();
        answering.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn readers(&self) -> SqlitePool {
        let readers = self.readers.read();
        readers.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Row id of the next new text.
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

    fn last_erasure(&self) -> Fut<'_, Result<u64>> {
        // A write, because it is also called while the index is being built.
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

    fn behind(&self) {
        self.building.store(true, Ordering::Release);
    }

    fn mark_complete(&self) {
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

    fn list_unembedded(&self, limit: usize) -> Fut<'_, Result<Unembedded>> {
        Box::pin(self.read(self.texts_without(limit)))
    }

    fn store_vectors<'a>(&'a self, vectors: &'a [Embedded]) -> Fut<'a, Result<()>> {
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
