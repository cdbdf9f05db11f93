//! Shared handling of the SQLite files: connection options, a single writer, pooled readers, and migrations.

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

/// `loci` in ASCII: the application id in the header of each database.
const APPLICATION_ID: i64 = 0x6c6f_6369;

/// Maximum time that a statement waits for another connection's lock. Only checkpoints and copies ever collide: writes
/// use one connection.
pub(crate) const BUSY: Duration = Duration::from_secs(10);

/// Pages in the write-ahead log before a checkpoint (32 MiB). Rarer checkpoints need fewer syncs under load.
const CHECKPOINT_PAGES: &str = "8192";

/// Settings of each connection that writes.
const PRAGMAS: [(&str, &str); 3] = [
    ("secure_delete", "ON"),
    ("temp_store", "MEMORY"),
    ("wal_autocheckpoint", CHECKPOINT_PAGES),
];

/// Rows that a statement may buffer ahead of its reader: one batch, so that neither waits for the other.
const ROWS: usize = 1024;

/// Returns the options for opening the file at `path` for reading and writing.
pub(crate) fn options(path: &Path, synchronous: SqliteSynchronous) -> SqliteConnectOptions {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .busy_timeout(BUSY)
        .foreign_keys(false)
        .row_buffer_size(ROWS)
        .disable_statement_logging();
    PRAGMAS.into_iter().fold(options, |options, (name, value)| {
        options.pragma(name, value)
    })
}

/// Returns the settings of a connection that was opened without [`options`], as SQL.
pub(crate) fn pragmas() -> String {
    let all = PRAGMAS.map(|(name, value)| format!("PRAGMA {name} = {value};"));
    format!(
        "PRAGMA busy_timeout = {}; PRAGMA foreign_keys = OFF; PRAGMA synchronous = FULL; {}",
        BUSY.as_millis(),
        all.concat()
    )
}

/// Largest file, in bytes, whose pages are all checked at every start; it takes a fraction of a second. `loci check`
/// checks larger ones.
const CHECKED_AT_START: u64 = 64 * 1024 * 1024;

/// Extent of the page check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pages {
    /// Checks every page.
    Checked,
    /// Skips the page check.
    Believed,
}

impl Pages {
    /// Returns the check at start for a file of that size.
    pub(crate) const fn of(bytes: u64) -> Self {
        if bytes <= CHECKED_AT_START {
            Self::Checked
        } else {
            Self::Believed
        }
    }
}

/// Returns the options for opening the file at `path` for reading only, when no other process writes to it. If it has
/// no write-ahead log or journal, SQLite creates no files either.
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

/// Refuses a file of another program or with damaged pages, without changing it: our settings alone would already
/// modify another program's file.
pub(crate) async fn inspect(path: &Path, pages: Pages) -> Result<(), OpenError> {
    let bare = SqliteConnectOptions::new()
        .filename(path)
        .disable_statement_logging();
    inspect_by(&bare, path, pages).await
}

/// Inspects a file as [`inspect`] does, with the given options.
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

/// Returns a description of what is wrong with a database, if anything is.
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

/// Returns a pool of `connections` read-only connections.
pub(crate) fn readers(options: &SqliteConnectOptions, connections: u32) -> SqlitePool {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(options.clone().pragma("query_only", "ON"))
}

/// State that the writer caches with its connection. It is loaded again for each new connection.
pub(crate) trait WriterState: Sized + Send + 'static {
    /// Loads the state from the database.
    fn load(conn: &mut SqliteConnection) -> Fut<'_, sqlx::Result<Self>>;
}

impl WriterState for () {
    fn load(_: &mut SqliteConnection) -> Fut<'_, sqlx::Result<Self>> {
        Box::pin(async { Ok(()) })
    }
}

/// The single write connection. If a lease fails or is dropped before [`Lease::keep`], the connection is closed, SQLite
/// rolls back, and the next lease opens a new one.
pub(crate) struct WriteConnection<K: WriterState> {
    options: SqliteConnectOptions,
    slot: Mutex<Option<Open<K>>>,
}

/// A connection and the cached state of its database.
pub(crate) struct Open<K> {
    pub(crate) conn: SqliteConnection,
    pub(crate) state: K,
}

/// Exclusive use of the writer for one transaction.
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

    /// Waits for exclusive use of the writer.
    pub(crate) async fn lease(&self) -> sqlx::Result<Lease<'_, K>> {
        let mut slot = self.slot.lock().await;
        let open = if let Some(open) = slot.take() {
            open
        } else {
            let mut conn = self.options.connect().await?;
            // After a failed commit its frames may remain at the end of the write-ahead log. Checkpointing the good
            // ones keeps a crash from ever replaying the others.
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").await?;
            let state = K::load(&mut conn).await?;
            Open { conn, state }
        };
        Ok(Lease { slot, open })
    }

    /// Waits for the current writer and blocks all others while the guard is held.
    pub(crate) async fn hold(&self) -> MutexGuard<'_, Option<Open<K>>> {
        self.slot.lock().await
    }

    /// Blocks writers as [`Self::hold`] does, or returns `None` if one is active.
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
    /// Returns the connection for reuse after a successful transaction.
    pub(crate) fn keep(mut self) {
        *self.slot = Some(self.open);
    }

    /// Begins a write transaction.
    pub(crate) async fn begin(&mut self) -> sqlx::Result<()> {
        self.conn.execute(sqlx::query("BEGIN IMMEDIATE")).await?;
        Ok(())
    }

    /// Commits the transaction.
    pub(crate) async fn commit(&mut self) -> sqlx::Result<()> {
        self.conn.execute(sqlx::query("COMMIT")).await?;
        Ok(())
    }

    /// Rolls the transaction back.
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

/// Maximum number of attempts at a truncating checkpoint. Each waits for [`BUSY`].
const CHECKPOINT_TRIES: u32 = 3;

/// Moves the write-ahead log into the database and empties it, so that erased bytes remain in no file.
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

/// Returns the migrations of `migrator` that a database lacks.
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

/// Pending migrations of a database.
pub(crate) enum Pending {
    /// All of them: the database is new.
    New,
    /// The migrations from this version on.
    From(i64),
    /// None.
    Nothing,
}

/// Returns an error if the migrations of a database are not exactly those of this version.
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

/// Applies pending migrations to a database.
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
