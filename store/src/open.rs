//! Opens a data folder, with the log in it or in a database: either all of it, or none of it with an error that says what
//! to do and an unchanged folder.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use kernel::ports::clock::Clock;
use kernel::ports::embedder::Embedder;
use kernel::ports::index::Index;
use kernel::ports::log::Log;
use kernel::stream::{Position, StreamId};

use crate::accounts::DbAccounts;
use crate::blobs::{CheckedBlobs, DiskBlobs};
use crate::clock::{Ahead, SystemClock};
use crate::error::OpenError;
use crate::folder::{Folder, MANIFEST, Paths, refuse_interrupted};
use crate::kept::KeptVectors;
use crate::postgres::{Missing, Postgres};
use crate::postgres_blobs::PostgresBlobs;
use crate::postgres_log::PostgresLog;
use crate::postgres_vectors::PostgresVectors;
use crate::sqlite_index::SqliteIndex;
use crate::sqlite_log::SqliteLog;

/// An open data folder with the engine's ports on it.
pub struct Store {
    /// The folder and its lock, held for the lifetime of this value.
    pub folder: Folder,
    /// Log of all facts.
    pub log: Arc<dyn Log>,
    /// Epoch of the log when it was opened.
    pub epoch: u64,
    /// Index of the log. If its position is behind, build it from the log.
    pub index: Arc<SqliteIndex>,
    /// Tokens, people, one-time links and sessions.
    pub accounts: Arc<DbAccounts>,
    /// Large contents, by their hash.
    pub blobs: Arc<dyn CheckedBlobs>,
    /// System clock that never runs behind the last fact.
    pub clock: Arc<SystemClock>,
    /// Database that other servers use, too. `None` if the log is in the folder.
    pub database: Option<Postgres>,
    /// Set if the system clock was implausibly far ahead of the last fact. Nothing should be written then.
    pub ahead: Option<Ahead>,
}

/// Opens a data folder as [`open_with`] does, without vectors.
///
/// # Errors
/// Returns the errors of [`open_with`].
pub async fn open(folder: &Path) -> Result<Store, OpenError> {
    open_with(folder, None).await
}

/// Opens the data folder at `folder`, or creates it. Search by meaning uses vectors of `embedder`.
///
/// # Errors
/// Returns an error if another process holds the folder, it cannot be written, or the log or the accounts are damaged.
/// A damaged index is not an error: it is rebuilt.
pub async fn open_with(
    folder: &Path,
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<Store, OpenError> {
    let clock = SystemClock::default();
    // Checked before the lock is created: nothing is written into an interrupted backup.
    refuse_interrupted(&Paths::new(folder))?;
    let folder = Folder::take(folder, clock.now())?;
    let paths = folder.paths();
    if paths.workspace().exists() {
        return Err(OpenError::Taken {
            folder: paths.root().into(),
            detail: "belongs to a server whose log is in a database. Set --log (LOCI_LOG) to its address, or choose \
                     another folder with --data"
                .into(),
        });
    }
    let is_empty = |path: &Path| path.metadata().map_or(true, |file| file.len() == 0);
    if is_empty(&paths.log()) && !is_empty(&paths.accounts()) {
        return Err(OpenError::damaged(
            &paths.log(),
            "it is missing, and the folder is not new",
        ));
    }
    let blobs = DiskBlobs::open(&paths.blobs())?;
    let log = SqliteLog::open(&paths.log(), clock.now()).await?;
    let last = log.last_at().await;
    let last = last.map_err(|error| OpenError::other("the log", error))?;
    let ahead = Ahead::of(last, clock.now());
    clock.not_before(last);
    // A log with facts always has accounts: every write was made by a known caller.
    if is_empty(&paths.accounts()) && head(&log).await? > 0 {
        return Err(OpenError::damaged(
            &paths.accounts(),
            "it is missing, and the log is not new",
        ));
    }
    let accounts = DbAccounts::open(&paths.accounts(), &paths.token_key()).await?;
    let index = index(paths, log.epoch(), embedder, None).await?;
    let (seen, end) = (position(&index).await?, head(&log).await?);
    // An index only ever sees durable facts, and an index of another epoch was emptied.
    if seen > end {
        let detail = format!("it ends at position {end}, and the index has seen {seen}");
        return Err(OpenError::damaged(&paths.log(), detail));
    }
    forget(&index, log.tombstones().await).await?;
    forget_manifest(paths)?;
    Ok(Store {
        epoch: log.epoch(),
        log: Arc::new(log),
        index: Arc::new(index),
        accounts: Arc::new(accounts),
        blobs: Arc::new(blobs),
        clock: Arc::new(clock),
        folder,
        database: None,
        ahead,
    })
}

/// Opens the workspace in the database at `url` for a server with this data folder, after it has checked that the folder
/// has no log. If the folder belongs to a workspace already, none is created.
///
/// # Errors
/// Returns an error if the folder has a log of its own, and the errors of [`Postgres::open`].
pub async fn open_database(
    folder: &Path,
    url: &str,
    workspace: &str,
    missing: Missing,
) -> Result<Postgres, OpenError> {
    let paths = Paths::new(folder);
    refuse_log(&paths)?;
    let missing = match missing {
        Missing::Created if paths.workspace().exists() => Missing::Foreign,
        missing => missing,
    };
    Postgres::open(url, workspace, missing).await
}

fn refuse_log(paths: &Paths) -> Result<(), OpenError> {
    if paths.log().exists() {
        return Err(OpenError::Taken {
            folder: paths.root().into(),
            detail: "has a log of its own. Copy it into the database with `loci copy`, and start with another folder \
                     (--data), or leave out --log"
                .into(),
        });
    }
    Ok(())
}

/// Opens the workspace in `database` for a server whose index and other derived files are in the folder.
///
/// # Errors
/// Returns an error if another process holds the folder, it cannot be written, it has a log of its own or belongs to
/// another workspace, or the database cannot be read.
pub async fn open_shared(
    folder: &Path,
    database: Postgres,
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<Store, OpenError> {
    let clock = SystemClock::default();
    let folder = Folder::take(folder, clock.now())?;
    let paths = folder.paths();
    refuse_log(paths)?;
    let other = |error| OpenError::other("the log", error);
    let workspace = PostgresLog::workspace(&database).await.map_err(other)?;
    folder.belongs_to(&workspace)?;
    let clock = Arc::new(clock);
    let seal = paths.seal();
    let open = || PostgresLog::open_for(database.clone(), Some(&seal), clock.clone());
    let mut log = open().await?;
    let has_lost = log.has_lost().await.map_err(other)?;
    let last = log.last_at().await.map_err(other)?;
    let ahead = Ahead::of(last, clock.now());
    clock.not_before(last);
    let accounts = DbAccounts::on_postgres(&database).await?;
    let place = folder
        .place()
        .map_err(|error| OpenError::io(paths.root(), error))?;
    let vectors = PostgresVectors::new(&database, place.clone());
    let shared = Some(vectors.clone());
    let mut index = index(paths, log.epoch(), embedder.clone(), shared).await?;
    if has_lost || position(&index).await? > head(&log).await? {
        tracing::warn!("the database lost facts that this server has seen; a new epoch begins");
        log.begin_epoch().await.map_err(other)?;
        log = open().await?;
        index.close().await;
        index = self::index(paths, log.epoch(), embedder, Some(vectors)).await?;
    }
    forget(&index, log.tombstones().await).await?;
    Ok(Store {
        epoch: log.epoch(),
        log: Arc::new(log),
        index: Arc::new(index),
        accounts: Arc::new(accounts),
        blobs: Arc::new(PostgresBlobs::new(&database, place)),
        clock,
        folder,
        database: Some(database),
        ahead,
    })
}

/// Opens the index of the folder, and its vectors if the embedder is asked over the network.
async fn index(
    paths: &Paths,
    epoch: u64,
    embedder: Option<Arc<dyn Embedder>>,
    shared: Option<PostgresVectors>,
) -> Result<SqliteIndex, OpenError> {
    // Opened even if the embedder no longer uses it: erased texts must not remain in any file.
    let is_asked = (embedder.as_ref()).is_some_and(|embedder| !embedder.is_immediate());
    let kept = if is_asked || paths.vectors().exists() {
        let kept = KeptVectors::open(&paths.vectors()).await?;
        Some(Arc::new(kept.sharing(shared)))
    } else {
        None
    };
    let index = SqliteIndex::open_with(&paths.index(), epoch, embedder).await?;
    Ok(index.keeping(kept))
}

/// Opens the data folder at `folder`, or a backup, for reading only: nothing is written there. The index and other
/// derived files are created in `aside`. There is no search by meaning.
///
/// # Errors
/// Returns an error if another process holds the folder, a file is missing or damaged, or it is of another version.
pub async fn look(folder: &Path, aside: &Path) -> Result<Store, OpenError> {
    let clock = SystemClock::default();
    let folder = Folder::look(folder, clock.now())?;
    let paths = folder.paths();
    refuse_interrupted(paths)?;
    for file in [paths.log(), paths.accounts()] {
        // Opening a named pipe would wait for a writer.
        if file.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(OpenError::damaged(&file, "it is not a regular file"));
        }
    }
    let log = SqliteLog::look(&paths.log(), aside).await?;
    let last = log.last_at().await;
    clock.not_before(last.map_err(|error| OpenError::other("the log", error))?);
    let accounts = DbAccounts::look(&paths.accounts()).await?;
    let index = SqliteIndex::open(&Paths::new(aside).index(), log.epoch()).await?;
    Ok(Store {
        epoch: log.epoch(),
        log: Arc::new(log),
        index: Arc::new(index),
        accounts: Arc::new(accounts),
        blobs: Arc::new(DiskBlobs::look(&paths.blobs())),
        clock: Arc::new(clock),
        folder,
        database: None,
        ahead: None,
    })
}

/// Removes the manifest of a backup that is opened for writing: it becomes a data folder that the manifest no longer
/// describes.
fn forget_manifest(paths: &Paths) -> Result<(), OpenError> {
    match fs::remove_file(paths.root().join(MANIFEST)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(OpenError::io(paths.root(), error))
        }
        _ => Ok(()),
    }
}

async fn head(log: &dyn Log) -> Result<Position, OpenError> {
    let head = log.head().await;
    head.map(|head| head.position)
        .map_err(|error| OpenError::other("the log", error))
}

async fn position(index: &SqliteIndex) -> Result<Position, OpenError> {
    let position = index.position().await;
    position.map_err(|error| OpenError::other("the index", error))
}

/// Erases streams that the index still has because it stopped during their erasure.
async fn forget(
    index: &SqliteIndex,
    erased: kernel::Result<Vec<StreamId>>,
) -> Result<(), OpenError> {
    let other = |error| OpenError::other("the index", error);
    index
        .forget_all_of(&erased.map_err(other)?)
        .await
        .map_err(other)
}

impl Store {
    /// Name of the data folder or of the workspace in a database, for people.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.database {
            Some(database) => database.name(),
            None => self.folder.paths().root().display().to_string(),
        }
    }

    /// Closes all files cleanly. Without it nothing is lost, but the next start may take longer.
    pub async fn close(&self) {
        self.index.close().await;
        self.accounts.close().await;
        self.log.close().await;
    }
}
