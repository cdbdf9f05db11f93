//! The two sides of a copy: connections to a workspace in a folder or in a database.

use std::path::{Path, PathBuf};

use kernel::ports::clock::Clock as _;
use kernel::ports::log::{Link, Log as _};
use kernel::{Error, Result};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqliteSynchronous;
use sqlx::{Any, AnyPool, ConnectOptions as _, Connection as _, Executor as _, SqliteConnection};

use crate::accounts::DbAccounts;
use crate::blobs::{CheckedBlobs, DiskBlobs};
use crate::chain::Hash;
use crate::clock::SystemClock;
use crate::database::{self, Engine};
use crate::error::{OpenError, words};
use crate::folder::{self, Folder, Paths, is_inhabited, refuse_interrupted};
use crate::migrations;
use crate::postgres::{MARK, Postgres};
use crate::postgres_blobs::PostgresBlobs;
use crate::sqlite::{migrate, options};
use crate::sqlite_log::SqliteLog;

/// Begin a view of one moment, which stays open while the other side is written.
const VIEW: [&str; 2] = [
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
];

/// Reads the end of a log: epoch, position, last stream, number and link of the last seal, last erasure.
const END_IN_SQLITE: &str = "SELECT coalesce((SELECT value FROM meta WHERE key = 'epoch'), 0), \
            coalesce((SELECT max(position) FROM facts), 0), coalesce((SELECT max(stream) FROM facts), 0), \
            coalesce((SELECT max(number) FROM seals), 0), \
            coalesce((SELECT link FROM seals ORDER BY number DESC LIMIT 1), zeroblob(32)), \
            coalesce((SELECT max(seal) FROM erasures), 0)";
const END_IN_POSTGRES: &str = "SELECT epoch, position, stream, seal, link, erased FROM head";

/// Name under which the blobs of a target are marked until they are stored.
const PLACE: &str = "copy";

/// The end of a log.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    pub(super) epoch: i64,
    pub(super) position: i64,
    pub(super) stream: i64,
    pub(super) seal: i64,
    pub(super) link: Link,
    pub(super) erased: i64,
}

/// A side of a copy.
pub(super) struct Side {
    /// Name for people, without a password.
    pub(super) name: String,
    pub(super) engine: Engine,
    pub(super) log: PoolConnection<Any>,
    pub(super) accounts: PoolConnection<Any>,
    pub(super) blobs: Box<dyn CheckedBlobs>,
    pools: [AnyPool; 2],
    /// A source is held, so that no server changes it.
    folder: Option<Folder>,
}

impl Side {
    /// Opens a data folder or a backup as the source.
    ///
    /// # Errors
    /// Returns an error if a server uses it, it is damaged, or it was written by another version.
    pub(super) async fn of_folder(root: &Path) -> Result<Self> {
        if !is_inhabited(root) {
            let name = root.display();
            return Err(Error::not_found(format!(
                "There is no data folder and no backup at {name}."
            )));
        }
        let folder = Folder::look(root, SystemClock::default().now())?;
        let paths = folder.paths().clone();
        let name = paths.root().display().to_string();
        if paths.workspace().exists() {
            return Err(Error::invalid(format!(
                "The log of {name} is in a database; name the address of that database."
            )));
        }
        refuse_interrupted(&paths)?;
        // They refuse damaged files and those of another version, and write nothing.
        let log = SqliteLog::look(&paths.log(), paths.root()).await?;
        log.close().await;
        DbAccounts::look(&paths.accounts()).await?.close().await;
        let open = |path: PathBuf| {
            database::open_read_only(&path).map_err(|error| OpenError::sql(&path, &error))
        };
        let pools = [open(paths.log())?, open(paths.accounts())?];
        let blobs = Box::new(DiskBlobs::look(&paths.blobs()));
        let mut side = Self::on(name, Engine::Sqlite, pools, blobs).await?;
        side.folder = Some(folder);
        Ok(side)
    }

    /// Opens the files of an interrupted copy as the target, or creates them.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub(super) async fn to_folder(paths: &Paths) -> Result<Self> {
        // What cannot be read is replaced like everything else that is no copy.
        if !has_mark(&paths.log()).await.unwrap_or(false) {
            create(paths).await?;
        }
        let open = |path: PathBuf| {
            database::open_file(&path).map_err(|error| OpenError::sql(&path, &error))
        };
        let pools = [open(paths.log())?, open(paths.accounts())?];
        let blobs = Box::new(DiskBlobs::open(&paths.blobs())?);
        let name = paths.root().display().to_string();
        Self::on(name, Engine::Sqlite, pools, blobs).await
    }

    /// Opens a workspace in a database, as the source or as the target. Servers may use a source meanwhile.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached.
    pub(super) async fn in_database(postgres: &Postgres) -> Result<Self> {
        let name = postgres.name();
        let open = || database::open_schema(postgres).map_err(|error| failed(&name, &error));
        let pools = [open()?, open()?];
        let blobs = Box::new(PostgresBlobs::new(postgres, PLACE.into()));
        Self::on(name, Engine::Postgres, pools, blobs).await
    }

    async fn on(
        name: String,
        engine: Engine,
        pools: [AnyPool; 2],
        blobs: Box<dyn CheckedBlobs>,
    ) -> Result<Self> {
        let [log, accounts] = &pools;
        let acquired = async { Ok((log.acquire().await?, accounts.acquire().await?)) };
        let (log, accounts) = acquired.await.map_err(|error| failed(&name, &error))?;
        Ok(Self {
            name,
            engine,
            log,
            accounts,
            blobs,
            pools,
            folder: None,
        })
    }

    /// Begins a view of the source as it is now. The log comes first: the accounts then know everybody whom it names.
    pub(super) async fn view(&mut self) -> Result<End> {
        for conn in [&mut self.log, &mut self.accounts] {
            let begin = match self.engine {
                Engine::Sqlite => &["BEGIN"][..],
                Engine::Postgres => &VIEW,
            };
            for statement in begin {
                let begun = conn.execute(*statement).await;
                begun.map_err(|error| failed(&self.name, &error))?;
            }
        }
        let end = match self.engine {
            Engine::Sqlite => END_IN_SQLITE,
            Engine::Postgres => END_IN_POSTGRES,
        };
        let end = sqlx::query_as(end).fetch_one(&mut *self.log).await;
        let end: (i64, i64, i64, i64, Vec<u8>, i64) =
            end.map_err(|error| failed(&self.name, &error))?;
        let (epoch, position, stream, seal, link, erased) = end;
        Ok(End {
            epoch,
            position,
            stream,
            seal,
            link: Link(Hash::try_from(link).unwrap_or_default()),
            erased,
        })
    }

    /// Returns the greatest number in a column of the log, 0 if the table is empty.
    pub(super) async fn last(&mut self, table: &str, column: &str) -> Result<i64> {
        let query = format!("SELECT coalesce(max({column}), 0) FROM {table}");
        let last = sqlx::query_scalar(&query).fetch_one(&mut *self.log).await;
        last.map_err(|error| self.failed(&error))
    }

    /// Returns the link of the fact at a position.
    pub(super) async fn link_at(&mut self, position: i64) -> Result<Option<Vec<u8>>> {
        let query = match self.engine {
            Engine::Sqlite => "SELECT link FROM chain WHERE position = $1",
            Engine::Postgres => "SELECT substr(chain, 97) FROM facts WHERE position = $1",
        };
        let link = sqlx::query_scalar(query).bind(position);
        let link = link.fetch_optional(&mut *self.log).await;
        link.map_err(|error| self.failed(&error))
    }

    /// Converts an error of the log or the accounts.
    pub(super) fn failed(&self, error: &sqlx::Error) -> Error {
        failed(&self.name, error)
    }

    /// Closes all connections, and releases the folder.
    pub(super) async fn close(self) {
        drop((self.log, self.accounts));
        for pool in self.pools {
            pool.close().await;
        }
    }
}

pub(super) fn failed(name: &str, error: &sqlx::Error) -> Error {
    Error::unavailable(format!("{name}: {}", words(error)))
}

/// Returns true if the log at `path` belongs to an interrupted copy.
async fn has_mark(path: &Path) -> sqlx::Result<bool> {
    if !path.exists() {
        return Ok(false);
    }
    let mut conn = options(path, SqliteSynchronous::Full).connect().await?;
    let mark = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'copying')";
    let has_mark = sqlx::query_scalar(mark).fetch_one(&mut conn).await?;
    conn.close().await?;
    Ok(has_mark)
}

/// Creates the files of a new target. The mark comes last: without it they are created again.
async fn create(paths: &Paths) -> Result<()> {
    let root = paths.root();
    folder::clear(root).map_err(|error| OpenError::io(root, error))?;
    let connect = async |path: &Path| -> Result<SqliteConnection> {
        let conn = options(path, SqliteSynchronous::Full).connect().await;
        Ok(conn.map_err(|error| OpenError::sql(path, &error))?)
    };
    let (accounts, log) = (paths.accounts(), paths.log());
    let mut conn = connect(&accounts).await?;
    migrate(&mut conn, &migrations::ACCOUNTS, &accounts).await?;
    conn.close().await.map_err(crate::error::fault)?;
    let opened = SqliteLog::open(&log, SystemClock::default().now()).await?;
    opened.close().await;
    let mut conn = connect(&log).await?;
    conn.execute(MARK).await.map_err(crate::error::fault)?;
    conn.close().await.map_err(crate::error::fault)
}
