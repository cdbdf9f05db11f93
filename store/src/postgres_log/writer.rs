//! The connection that writes, the lock on the row of `head`, and turns.

use std::collections::HashMap;
use std::sync::Arc;

use kernel::ports::log::{AppendError, Link};
use kernel::{Error, Result, StreamId, Time, Version};
use sqlx::{Connection, Executor, PgConnection};
use tokio::sync::{Mutex, MutexGuard};

use super::{END, End, Shared};
use crate::error::fault;
use crate::postgres::{ANSWER, Postgres, timely};

/// Maximum number of cached streams. Above it the cache is cleared.
const MAX_CACHED: usize = 100_000;

/// The single connection that writes. If a lease is dropped before [`Lease::keep`], the connection is closed, and the
/// database rolls back.
pub(super) struct Writers {
    database: Postgres,
    slot: Mutex<Option<Writer>>,
}

/// A connection, and what it knows of the log.
pub(super) struct Writer {
    pub(super) conn: PgConnection,
    pub(super) end: End,
    /// Cached streams. A version of a stream has one link, so an entry is never wrong, only out of date.
    pub(super) places: HashMap<StreamId, Place>,
    /// Times of the last deletion of old answers, and of old batch ids.
    pub(super) purged: Time,
    pub(super) forgotten: Time,
    /// True within a transaction that holds the row of `head`.
    pub(super) is_locked: bool,
    /// True if another server wrote before the last append of this one: it then locks first.
    pub(super) is_shared: bool,
    /// Number of the last turn.
    turn: u64,
}

/// A stream's row, version and last link.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) row: i64,
    pub(super) version: Version,
    pub(super) link: Link,
}

/// Exclusive use of the writer.
pub(super) struct Lease<'a> {
    slot: MutexGuard<'a, Option<Writer>>,
    pub(super) writer: Writer,
}

impl Lease<'_> {
    /// Returns the connection for reuse.
    pub(super) fn keep(mut self) {
        if self.writer.places.len() > MAX_CACHED {
            self.writer.places.clear();
        }
        *self.slot = Some(self.writer);
    }
}

impl Writers {
    pub(super) fn new(database: Postgres) -> Self {
        Self {
            database,
            slot: Mutex::new(None),
        }
    }

    pub(super) async fn close(&self) {
        if let Some(writer) = self.slot.lock().await.take() {
            // The database notices a connection that is closed without a farewell.
            let _closed = writer.conn.close().await;
        }
    }
}

/// Reason why the writer cannot be used.
pub(super) enum Unusable {
    /// The database does not answer. Nothing was sent that it could have stored.
    Failed(sqlx::Error),
    /// The log is not the one that this process followed.
    Replaced(String),
}

impl From<sqlx::Error> for Unusable {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<Unusable> for AppendError {
    fn from(error: Unusable) -> Self {
        match error {
            Unusable::Failed(error) => Self::Failed(error.to_string()),
            Unusable::Replaced(reason) => Self::Replaced(reason),
        }
    }
}

impl From<Unusable> for Error {
    fn from(error: Unusable) -> Self {
        match error {
            Unusable::Failed(error) => fault(error),
            Unusable::Replaced(reason) => {
                Self::unavailable(format!("the log was replaced: {reason}"))
            }
        }
    }
}

/// Waits for the result of a statement of the writer.
pub(super) async fn answer<T>(statement: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    timely(ANSWER, statement).await
}

impl Shared {
    /// Waits for exclusive use of the writer.
    pub(super) async fn lease(&self) -> Result<Lease<'_>, Unusable> {
        let mut slot = self.writers.slot.lock().await;
        if let Some(writer) = slot.take() {
            return Ok(Lease { slot, writer });
        }
        let mut conn = self.writers.database.connect().await?;
        let end = self.read_end(&mut conn, END).await?;
        let writer = Writer {
            conn,
            end,
            places: HashMap::new(),
            purged: Time::default(),
            forgotten: Time::default(),
            is_locked: false,
            is_shared: false,
            turn: 0,
        };
        Ok(Lease { slot, writer })
    }

    async fn read_end(&self, conn: &mut PgConnection, sql: &str) -> Result<End, Unusable> {
        let seen = self.seen.last();
        let row = sqlx::query_as(sql).bind(seen.number).fetch_one(conn);
        let end = self.end(answer(row).await?, seen);
        end.map_err(Unusable::Replaced)
    }

    /// Begins a transaction, locks the row of `head` and reads it.
    pub(super) async fn lock(&self, writer: &mut Writer) -> Result<(), Unusable> {
        if writer.is_locked {
            return Ok(());
        }
        answer(writer.conn.execute("BEGIN")).await?;
        writer.is_locked = true;
        let sql = format!("{END} FOR UPDATE OF h");
        let end = self.read_end(&mut writer.conn, &sql).await?;
        writer.is_shared = end.seal != writer.end.seal;
        writer.end = end;
        Ok(())
    }
}

impl Writer {
    /// Commits the transaction that holds the lock, if there is one.
    pub(super) async fn commit(&mut self) -> sqlx::Result<()> {
        self.end_transaction("COMMIT").await
    }

    /// Rolls the transaction that holds the lock back, if there is one.
    pub(super) async fn rollback(&mut self) -> sqlx::Result<()> {
        self.end_transaction("ROLLBACK").await
    }

    async fn end_transaction(&mut self, sql: &'static str) -> sqlx::Result<()> {
        if self.is_locked {
            answer(self.conn.execute(sql)).await?;
            self.is_locked = false;
        }
        Ok(())
    }
}

/// A turn: the lock on the row of `head`. An append within it ends it; otherwise it ends when it is dropped.
pub(super) struct Holding {
    shared: Arc<Shared>,
    number: u64,
}

impl Holding {
    pub(super) async fn take(shared: Arc<Shared>) -> Result<Self> {
        let mut lease = shared.lease().await?;
        shared.lock(&mut lease.writer).await?;
        lease.writer.turn += 1;
        let number = lease.writer.turn;
        lease.keep();
        Ok(Self { shared, number })
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        let (shared, number) = (self.shared.clone(), self.number);
        // Without a runtime the process ends, and its connections with it.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        runtime.spawn(async move {
            let mut slot = shared.writers.slot.lock().await;
            // A later turn may have taken the lock over.
            if slot.as_ref().is_none_or(|writer| writer.turn != number) {
                return;
            }
            if let Some(mut writer) = slot.take()
                && writer.rollback().await.is_ok()
            {
                *slot = Some(writer);
            }
        });
    }
}
