//! The log on PostgreSQL, for any number of servers. The row of `head` orders all writes of a workspace.
//!
//! A server computes the links of a batch for the end of the log that it knows, and appends with one call of a function.
//! If another server wrote meanwhile, it locks the row first: then nothing can come in between. The same lock is a turn.

mod append;
mod erase;
mod read;
mod rows;
mod seen;
mod side;
mod verify;
mod wake;
mod writer;

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kernel::future::Fut;
use kernel::ports::log::{
    Answered, AppendError, Batch, Erasing, Head, Link, Log, Report, Snapshot, StreamPage,
    Tombstone, Turn,
};
use kernel::{Fact, Position, Result, StreamId, Time, Version};
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::chain::Hash;
use crate::clock::SystemClock;
use crate::columns::{from_sql, to_sql};
use crate::error::OpenError;
use crate::error::fault;
use crate::postgres::{CONNECT, Postgres, await_answer, timely};

use seen::Seen;
use wake::Wakes;
use writer::{Holding, Writers};

/// First and longest pause between two looks at the end of the log. Most changes are noticed earlier, by a notification.
const FIRST_LOOK: Duration = Duration::from_millis(10);
const LAST_LOOK: Duration = Duration::from_millis(250);

/// The log on PostgreSQL.
pub struct PostgresLog {
    database: Postgres,
    readers: PgPool,
    shared: Arc<Shared>,
    wakes: Wakes,
    clock: Arc<SystemClock>,
    /// Background tasks, which end with the log.
    _tasks: JoinSet<()>,
}

/// Parts of the log that a turn needs, too.
struct Shared {
    epoch: i64,
    writers: Writers,
    /// The last seal that this server has seen. The log has to contain it for ever.
    seen: Seen,
    /// True if it does not: the log lost commits.
    has_lost: AtomicBool,
}

/// A seal of the chain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Seal {
    number: i64,
    link: Link,
}

/// The row of `head`.
#[derive(Clone, Copy, Debug)]
struct End {
    epoch: i64,
    position: i64,
    /// The last stream.
    stream: i64,
    seal: Seal,
    erased: i64,
}

/// A row of `head`, the link of the seal that was asked for, and the time.
type EndRow = (i64, i64, i64, i64, Vec<u8>, i64, Option<Vec<u8>>, i64);

/// Reads the row of `head`, the link of a seal, and the time of the database in milliseconds.
const END: &str = "SELECT h.epoch, h.position, h.stream, h.seal, h.link, h.erased, s.link, \
         (extract(epoch FROM clock_timestamp()) * 1000)::bigint \
     FROM head h LEFT JOIN seals s ON s.number = $1";

impl Shared {
    /// Returns the end of the log from a row of [`END`] for the seal `seen`.
    ///
    /// # Errors
    /// Returns the reason if the log is not a continuation of the one that this process has seen.
    fn end(&self, row: EndRow, seen: Seal) -> std::result::Result<End, String> {
        let is_there = seen.number == 0 || row.6.as_deref() == Some(&seen.link.0[..]);
        let end = End::of(row);
        if end.epoch != self.epoch {
            return Err(format!("its epoch is {}, it was {}", end.epoch, self.epoch));
        }
        if !is_there {
            self.has_lost.store(true, Ordering::Release);
            return Err(format!("it lacks the seal {}", seen.number));
        }
        self.seen.advance(end.seal);
        Ok(end)
    }
}

impl End {
    fn of((epoch, position, stream, number, link, erased, ..): EndRow) -> Self {
        let link = Link(Hash::try_from(link).unwrap_or_default());
        Self {
            epoch,
            position,
            stream,
            seal: Seal { number, link },
            erased,
        }
    }

    fn head(self) -> Head {
        Head {
            epoch: from_sql(self.epoch),
            position: from_sql(self.position),
            erased: from_sql(self.erased),
        }
    }
}

impl PostgresLog {
    /// Opens the log in a workspace's schema.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub async fn open(database: Postgres) -> Result<Self, OpenError> {
        Self::open_for(database, None, Arc::default()).await
    }

    /// Opens the log for a server that keeps the last seal it has seen in the file `seal`, and whose clock follows that of
    /// the database.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read, or the file cannot be written.
    pub(crate) async fn open_for(
        database: Postgres,
        seal: Option<&Path>,
        clock: Arc<SystemClock>,
    ) -> Result<Self, OpenError> {
        let readers = database.pool();
        let epoch = await_answer(sqlx::query_scalar("SELECT epoch FROM head").fetch_one(&readers));
        let epoch = epoch
            .await
            .map_err(|error| OpenError::other("the log", error))?;
        let seen = match seal {
            Some(path) => Seen::open(path, epoch).map_err(|error| OpenError::io(path, error))?,
            None => Seen::default(),
        };
        let mut tasks = JoinSet::new();
        let wakes = Wakes::new(&database, &readers, &mut tasks);
        Ok(Self {
            shared: Arc::new(Shared {
                epoch,
                writers: Writers::new(database.clone()),
                seen,
                has_lost: AtomicBool::new(false),
            }),
            database,
            readers,
            wakes,
            clock,
            _tasks: tasks,
        })
    }

    /// Returns true if the log lacks commits that this server has seen.
    pub(crate) async fn has_lost(&self) -> Result<bool> {
        Ok(self.end().await?.is_err())
    }

    /// Epoch of the log when it was opened.
    #[must_use]
    pub fn epoch(&self) -> u64 {
        from_sql(self.shared.epoch)
    }

    /// Returns the random id of the workspace in a database.
    pub(crate) async fn workspace(database: &Postgres) -> Result<String> {
        let pool = database.pool();
        await_answer(sqlx::query_scalar("SELECT workspace::text FROM head").fetch_one(&pool)).await
    }

    /// Begins a new epoch: cursors and indexes of the old one become invalid on all servers.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn begin_epoch(&self) -> Result<()> {
        let begin = sqlx::query(
            "UPDATE head SET epoch = greatest(epoch + 1, extract(epoch FROM clock_timestamp())::bigint)",
        );
        await_answer(begin.execute(&self.readers)).await.map(drop)
    }

    /// Reads the end of the log.
    async fn end(&self) -> Result<std::result::Result<End, String>> {
        let seen = self.shared.seen.last();
        let mut conn = self.readers.acquire().await.map_err(fault)?;
        let asked = self.clock.steady();
        let row = sqlx::query_as(END).bind(seen.number).fetch_one(&mut *conn);
        let row: EndRow = timely(CONNECT, row).await.map_err(fault)?;
        self.clock.align(asked, Time(row.7));
        Ok(self.shared.end(row, seen))
    }

    async fn log_head(&self) -> Result<Head> {
        if let Ok(end) = self.end().await? {
            return Ok(end.head());
        }
        // Not the log that this process followed: the other epoch says so.
        if self.shared.has_lost.swap(false, Ordering::AcqRel) {
            self.begin_epoch().await?;
        }
        let row = sqlx::query_as(END).bind(0_i64).fetch_one(&self.readers);
        let row: EndRow = await_answer(row).await?;
        Ok(End::of(row).head())
    }

    async fn wait_for_change(&self, seen: Head) -> Result<Head> {
        let mut pause = FIRST_LOOK;
        // Subscribes before the first look, so that no change is missed between the two.
        let mut wakes = self.wakes.subscribe();
        loop {
            let head = self.log_head().await?;
            if head != seen {
                return Ok(head);
            }
            // The sender lives as long as `self`, so waiting for it does not fail.
            let _late = tokio::time::timeout(pause, wakes.changed()).await;
            pause = (pause * 2).min(LAST_LOOK);
        }
    }
}

impl Log for PostgresLog {
    fn head(&self) -> Fut<'_, Result<Head>> {
        Box::pin(self.log_head())
    }

    fn wait_for_change(&self, seen: Head) -> Fut<'_, Result<Head>> {
        Box::pin(self.wait_for_change(seen))
    }

    fn append<'a>(&'a self, batch: &'a Batch) -> Fut<'a, Result<Position, AppendError>> {
        Box::pin(async move {
            let first = self.shared.append(batch).await?;
            self.wakes.tell();
            Ok(first)
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn turn(&self) -> Fut<'_, Result<Turn>> {
        Box::pin(async move {
            let turn: Turn = Box::new(Holding::take(self.shared.clone()).await?);
            Ok(turn)
        })
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
        let count = sqlx::query_scalar("SELECT count(*) FROM streams");
        Box::pin(async move {
            Ok(from_sql(
                await_answer(count.fetch_one(&self.readers)).await?,
            ))
        })
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
        Box::pin(self.write_snapshot(stream, snapshot, to_sql(erased)))
    }

    fn answer<'a>(&'a self, key: &'a str, now: Time) -> Fut<'a, Result<Option<Answered>>> {
        Box::pin(self.read_answer(key, now))
    }

    fn tombstone<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Tombstone>>> {
        Box::pin(self.read_tombstone(stream))
    }

    fn erases(&self) -> Erasing {
        Erasing::Rows
    }

    fn list_erased(&self, after: u64) -> Fut<'_, Result<Vec<StreamId>>> {
        Box::pin(self.streams_erased_after(after))
    }

    fn erase_stream(&self, tombstone: Tombstone) -> Fut<'_, Result<()>> {
        Box::pin(async move {
            self.shared.erase_stream(tombstone).await?;
            self.wakes.tell();
            Ok(())
        })
    }

    fn erase_facts<'a>(
        &'a self,
        stream: &'a StreamId,
        versions: RangeInclusive<Version>,
    ) -> Fut<'a, Result<()>> {
        Box::pin(async move {
            self.shared.erase_facts(stream, versions).await?;
            self.wakes.tell();
            Ok(())
        })
    }

    fn verify(&self, known: Option<Link>) -> Fut<'_, Result<Report>> {
        Box::pin(self.verify_all(known))
    }

    fn close(&self) -> Fut<'_, ()> {
        Box::pin(async {
            if self.shared.has_lost.load(Ordering::Acquire)
                && let Err(error) = self.begin_epoch().await
            {
                tracing::warn!(%error, "the new epoch could not begin");
            }
            self.shared.writers.close().await;
            self.readers.close().await;
        })
    }
}
