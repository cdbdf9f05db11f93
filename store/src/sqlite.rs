//! What every SQLite file of the folder needs: how it is opened, one writer, a few readers, migrations.
//! Knows no tables.

use std::cmp::Ordering;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::time::Duration;

use kernel::future::Fut;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection, SqlitePool};
use tokio::sync::{Mutex, MutexGuard};

use crate::error::OpenError;
use crate::folder::is_whole;

/// "loci" in ASCII, in the header of each of our files.
const APPLICATION_ID: i64 = 0x6c6f_6369;

/// How long a statement waits for another connection's lock. Only checkpoints and copies ever collide:
/// writes go through one connection.
pub(crate) const BUSY: Duration = Duration::from_secs(10);

/// Pages in the write-ahead log before they are moved into the database (32 MiB): rarer moves cost
/// fewer syncs under load.
const CHECKPOINT_PAGES: &str = "8192";

/// Rows that a statement may be ahead of who reads them: a batch's, so that neither waits for the other.
const ROWS: usize = 1024;

/// How the file at `path` is opened.
pub(crate) fn options(path: &Path, synchronous: SqliteSynchronous) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .busy_timeout(BUSY)
        .foreign_keys(false)
        .pragma("secure_delete", "ON")
        .pragma("temp_store", "MEMORY")
        .pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
        .row_buffer_size(ROWS)
        .disable_statement_logging()
}

/// The largest file that is checked page by page at every start, in bytes; it takes a fraction of a
/// second. Larger ones are checked by `loci check`.
const CHECKED_AT_START: u64 = 64 * 1024 * 1024;

/// Whether every page is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pages {
    /// Each of them.
    Checked,
    /// Only the first ones.
    Believed,
}

impl Pages {
    /// What a file of that many bytes gets at a start.
    pub(crate) const fn of(bytes: u64) -> Self {
        if bytes <= CHECKED_AT_START {
            Self::Checked
        } else {
            Self::Believed
        }
    }
}

/// How the file at `path` is opened where nothing may be written: nobody else does, either. Where nothing stands beside
/// it, SQLite makes nothing there.
pub(crate) fn looking(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(is_whole(path))
        .busy_timeout(BUSY)
        .foreign_keys(false)
        .pragma("temp_store", "MEMORY")
        .row_buffer_size(ROWS)
        .disable_statement_logging()
}

/// Refuses a file that is not ours or whose pages are damaged, and changes nothing in it: our settings
/// would already turn another program's file into a different one.
pub(crate) async fn inspect(path: &Path, pages: Pages) -> Result<(), OpenError> {
    let bare = SqliteConnectOptions::new()
        .filename(path)
        .disable_statement_logging();
    inspect_by(&bare, path, pages).await
}

/// The same of a file that is opened in that way.
pub(crate) async fn inspect_by(
    options: &SqliteConnectOptions,
    path: &Path,
    pages: Pages,
) -> Result<(), OpenError> {
    let sql = |error: sqlx::Error| OpenError::sql(path, &error);
    let mut conn = options.connect().await.map_err(sql)?;
    let found = faults(&mut conn, pages).await.map_err(sql)?;
    conn.close().await.map_err(sql)?;
    found.map_or(Ok(()), |fault| Err(OpenError::damaged(path, fault)))
}

/// What is wrong with a database, if anything is.
pub(crate) async fn faults(
    conn: &mut SqliteConnection,
    pages: Pages,
) -> sqlx::Result<Option<String>> {
    let (application, tables): (i64, i64) = sqlx::query_as(
        "SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id",
    )
    .fetch_one(&mut *conn)
    .await?;
    let triggers: Vec<String> =
        sqlx::query_scalar("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
            .fetch_all(&mut *conn)
            .await?;
    if tables > 0 && application != APPLICATION_ID {
        return Ok(Some("it is another program's database".into()));
    }
    if !triggers.iter().all(|sql| crate::migrations::make(sql)) {
        return Ok(Some("it has a trigger that Loci does not make".into()));
    }
    if pages == Pages::Checked {
        let found: Vec<String> = sqlx::query_scalar("PRAGMA quick_check(5)")
            .fetch_all(conn)
            .await?;
        if found != ["ok"] {
            return Ok(Some(found.join("; ")));
        }
    }
    Ok(None)
}

/// A pool of `connections` that only read.
pub(crate) fn readers(options: &SqliteConnectOptions, connections: u32) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(options.clone().pragma("query_only", "ON"))
}

/// What a writer keeps in memory besides its connection; read again whenever the connection is new.
pub(crate) trait WriterState: Sized + Send + 'static {
    /// Reads it from the database.
    fn load(conn: &mut SqliteConnection) -> Fut<'_, sqlx::Result<Self>>;
}

impl WriterState for () {
    fn load(_: &mut SqliteConnection) -> Fut<'_, sqlx::Result<Self>> {
        Box::pin(async { Ok(()) })
    }
}

/// The one connection that writes. Whoever leases it and fails, or is dropped half-way, loses it: the
/// connection is closed, SQLite rolls back, and the next lease begins with a fresh one.
pub(crate) struct WriteConnection<K: WriterState> {
    options: SqliteConnectOptions,
    slot: Mutex<Option<Open<K>>>,
}

/// A connection and what is known of its database.
pub(crate) struct Open<K> {
    pub(crate) conn: SqliteConnection,
    pub(crate) state: K,
}

/// A writer for the time of one transaction.
pub(crate) struct Lease<'a, K: WriterState> {
    slot: MutexGuard<'a, Option<Open<K>>>,
    open: Open<K>,
}

impl<K: WriterState> WriteConnection<K> {
    pub(crate) fn new(options: SqliteConnectOptions) -> Self {
        Self {
            options,
            slot: Mutex::new(None),
        }
    }

    /// Waits for the writer.
    pub(crate) async fn lease(&self) -> sqlx::Result<Lease<'_, K>> {
        let mut slot = self.slot.lock().await;
        let open = if let Some(open) = slot.take() {
            open
        } else {
            let mut conn = self.options.connect().await?;
            // After a failed commit its frames may lie behind the end of the write-ahead log;
            // moving the good ones away keeps a crash from ever taking the others for real.
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").await?;
            let state = K::load(&mut conn).await?;
            Open { conn, state }
        };
        Ok(Lease { slot, open })
    }

    /// Waits until nobody writes, and lets nobody write as long as this is held.
    pub(crate) async fn hold(&self) -> MutexGuard<'_, Option<Open<K>>> {
        self.slot.lock().await
    }

    /// The same, when nobody writes just now.
    pub(crate) fn try_hold(&self) -> Option<MutexGuard<'_, Option<Open<K>>>> {
        self.slot.try_lock().ok()
    }

    /// Closes the connection.
    pub(crate) async fn close(&self) -> sqlx::Result<()> {
        match self.slot.lock().await.take() {
            Some(open) => open.conn.close().await,
            None => Ok(()),
        }
    }
}

impl<K: WriterState> Lease<'_, K> {
    /// Gives the connection back: the transaction went well.
    pub(crate) fn keep(mut self) {
        *self.slot = Some(self.open);
    }

    /// Begins a transaction that writes.
    pub(crate) async fn begin(&mut self) -> sqlx::Result<()> {
        self.conn.execute(sqlx::query("BEGIN IMMEDIATE")).await?;
        Ok(())
    }

    /// Makes the transaction durable.
    pub(crate) async fn commit(&mut self) -> sqlx::Result<()> {
        self.conn.execute(sqlx::query("COMMIT")).await?;
        Ok(())
    }

    /// Gives up the transaction.
    pub(crate) async fn rollback(&mut self) -> sqlx::Result<()> {
        self.conn.execute(sqlx::query("ROLLBACK")).await?;
        Ok(())
    }
}

impl<K: WriterState> Deref for Lease<'_, K> {
    type Target = Open<K>;
    fn deref(&self) -> &Open<K> {
        &self.open
    }
}

impl<K: WriterState> DerefMut for Lease<'_, K> {
    fn deref_mut(&mut self) -> &mut Open<K> {
        &mut self.open
    }
}

/// How often a truncating checkpoint is tried before it is given up; each try waits [`BUSY`].
const CHECKPOINT_TRIES: u32 = 3;

/// Moves the write-ahead log into the database and empties it, so that what was erased is in no file.
pub(crate) async fn truncate(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    for _ in 0..CHECKPOINT_TRIES {
        let (busy, _, _): (i64, i64, i64) = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut *conn)
            .await?;
        if busy == 0 {
            return Ok(());
        }
    }
    Err(sqlx::Error::Protocol(
        "a long read keeps bytes in the write-ahead log; try again".into(),
    ))
}

/// The migrations of `migrator` that a database lacks, and whether it has any at all.
pub(crate) async fn pending(
    conn: &mut SqliteConnection,
    migrator: &Migrator,
) -> sqlx::Result<Pending> {
    let known: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
            .fetch_one(&mut *conn)
            .await?;
    if known == 0 {
        return Ok(Pending::New);
    }
    let last: i64 = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(&mut *conn)
        .await?;
    Ok(
        match migrator
            .iter()
            .filter(|m| m.version > last)
            .map(|m| m.version)
            .next()
        {
            Some(version) => Pending::From(version),
            None => Pending::Nothing,
        },
    )
}

/// What a database lacks.
pub(crate) enum Pending {
    /// Everything: it is new.
    New,
    /// The migrations from that one on.
    From(i64),
    /// Nothing.
    Nothing,
}

/// Refuses a database whose tables are not those of this version.
pub(crate) async fn must_be_current(
    conn: &mut SqliteConnection,
    migrator: &Migrator,
    file: &Path,
) -> Result<(), OpenError> {
    let newest = migrator.iter().map(|m| m.version).max().unwrap_or(0);
    let version: i64 = sqlx::query_scalar("SELECT coalesce(max(version), 0) FROM _sqlx_migrations")
        .fetch_one(&mut *conn)
        .await
        .map_err(|error| OpenError::sql(file, &error))?;
    let file = file.to_path_buf();
    match version.cmp(&newest) {
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(OpenError::Newer { file, version }),
        Ordering::Less => Err(OpenError::Older { file }),
    }
}

/// Brings a database up to date.
pub(crate) async fn migrate(
    conn: &mut SqliteConnection,
    migrator: &Migrator,
    file: &Path,
) -> Result<(), OpenError> {
    match migrator.run_direct(conn).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(version)) => Err(OpenError::Newer {
            file: file.to_path_buf(),
            version,
        }),
        Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
            Err(OpenError::sql(file, &error))
        }
        Err(error) => Err(OpenError::other(
            format!("{} cannot be migrated", file.display()),
            error,
        )),
    }
}
