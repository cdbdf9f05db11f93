//! The log on SQLite: one file, one writer, every commit durable.
//!
//! WAL with `synchronous=FULL`: a commit is on the disk when `append` returns. A batch is one transaction with one
//! statement per table for all its facts.

mod append;
mod erase;
mod links;
mod look;
mod open;
mod read;
mod side;
mod snapshots;
mod verify;

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use kernel::future::Fut;
use kernel::ports::log::{
    Answered, AppendError, Batch, Erasing, Head, Link, Log, Report, Snapshot, StreamPage, Tombstone,
};
use kernel::{Error, Fact, Position, Result, StreamId, Time, Version};
use sqlx::{SqliteConnection, SqlitePool};
use tokio::sync::watch;

use crate::columns::from_sql;
use crate::sqlite::{WriteConnection, WriterState};

use links::End;
pub(crate) use open::copy_to;
use snapshots::Snapshots;
pub(crate) use verify::check;

/// The log on SQLite.
pub struct SqliteLog {
    path: PathBuf,
    writer: WriteConnection<Tail>,
    readers: SqlitePool,
    snapshots: Snapshots,
    /// Only this process writes, so waiting for a change needs no look into the file.
    head: watch::Sender<Head>,
}

/// The writer's cache of the log's end.
struct Tail {
    position: Position,
    /// The end of the chain.
    end: End,
    next_stream: i64,
    /// Cached streams: row, version and last link. Only this process writes, so the cache stays valid.
    streams: HashMap<StreamId, Place>,
    /// Times of the last deletion of old answers, and of old batch ids.
    purged: Time,
    forgotten: Time,
}

/// A stream's row, version and last link.
#[derive(Clone, Copy)]
struct Place {
    row: i64,
    version: Version,
    link: Link,
}

/// Maximum number of cached streams. Above it the cache is cleared.
const REMEMBERED: usize = 100_000;

impl WriterState for Tail {
    fn load(conn: &mut SqliteConnection) -> Fut<'_, sqlx::Result<Self>> {
        Box::pin(async move {
            let (position, next_stream): (i64, i64) = sqlx::query_as(
                // Facts of erased streams still have rows, so neither number is assigned twice.
                "SELECT coalesce((SELECT max(position) FROM facts), 0), \
                        coalesce((SELECT max(stream) FROM facts), 0) + 1",
            )
            .fetch_one(&mut *conn)
            .await?;
            Ok(Self {
                position: from_sql(position),
                end: links::end(conn).await?,
                next_stream,
                streams: HashMap::new(),
                purged: Time::default(),
                forgotten: Time::default(),
            })
        })
    }
}

impl SqliteLog {
    /// Path of the log's file.
    #[must_use]
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// The log's epoch.
    #[must_use]
    pub fn epoch(&self) -> u64 {
        self.head.borrow().epoch
    }

    /// Closes the log. The write-ahead log is merged into the one file.
    async fn close_files(&self) {
        self.readers.close().await;
        if let Err(error) = self.writer.close().await {
            tracing::warn!(%error, "the log did not close well; nothing is lost");
        }
    }
}

impl Log for SqliteLog {
    fn head(&self) -> Fut<'_, Result<Head>> {
        let head = *self.head.borrow();
        Box::pin(async move { Ok(head) })
    }

    fn wait_for_change(&self, seen: Head) -> Fut<'_, Result<Head>> {
        let mut head = self.head.subscribe();
        Box::pin(async move {
            let changed = head.wait_for(|head| *head != seen).await;
            changed
                .map(|head| *head)
                .map_err(|_| Error::unavailable("the log is closed"))
        })
    }

    fn append<'a>(&'a self, batch: &'a Batch) -> Fut<'a, Result<Position, AppendError>> {
        Box::pin(self.append_batch(batch))
    }

    fn read<'a>(
        &'a self,
        stream: &'a StreamId,
        after: Version,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        Box::pin(self.read_stream(stream, after, limit))
    }

    fn follow(&self, after: Position, limit: usize) -> Fut<'_, Result<Vec<Fact>>> {
        Box::pin(self.read_after(after, limit))
    }

    fn recent<'a>(
        &'a self,
        stream: Option<&'a StreamId>,
        before: Option<Position>,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        Box::pin(self.read_before(stream, before, limit))
    }

    fn streams(&self, after: Position, cursor: u64, limit: usize) -> Fut<'_, Result<StreamPage>> {
        Box::pin(self.streams_after(after, cursor, limit))
    }

    fn count_streams(&self) -> Fut<'_, Result<u64>> {
        Box::pin(self.number_of_streams())
    }

    fn snapshot<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Snapshot>>> {
        Box::pin(self.read_snapshot(stream))
    }

    fn keep_snapshot<'a>(
        &'a self,
        stream: &'a StreamId,
        snapshot: Snapshot,
        erased: u64,
    ) -> Fut<'a, Result<()>> {
        Box::pin(self.write_snapshot(stream, snapshot, erased))
    }

    fn answer<'a>(&'a self, key: &'a str, now: Time) -> Fut<'a, Result<Option<Answered>>> {
        Box::pin(self.read_answer(key, now))
    }

    fn tombstone<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Tombstone>>> {
        Box::pin(self.read_tombstone(stream))
    }

    fn erases(&self) -> Erasing {
        Erasing::EveryByte
    }

    fn list_erased(&self, after: u64) -> Fut<'_, Result<Vec<StreamId>>> {
        Box::pin(self.streams_erased_after(after))
    }

    fn erase_stream(&self, tombstone: Tombstone) -> Fut<'_, Result<()>> {
        Box::pin(self.erase_facts_of(tombstone))
    }

    fn erase_facts<'a>(
        &'a self,
        stream: &'a StreamId,
        versions: RangeInclusive<Version>,
    ) -> Fut<'a, Result<()>> {
        Box::pin(self.erase_bodies_of(stream, versions))
    }

    fn verify(&self, known: Option<Link>) -> Fut<'_, Result<Report>> {
        Box::pin(self.verify_all(known))
    }

    fn close(&self) -> Fut<'_, ()> {
        Box::pin(self.close_files())
    }
}
