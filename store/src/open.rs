//! Opening a data folder: everything in it, or an error that says what to do and a folder left as it was.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use kernel::ports::clock::Clock;
use kernel::ports::embedder::Embedder;
use kernel::ports::index::Index;
use kernel::ports::log::Log;
use kernel::stream::Position;

use crate::accounts::SqliteAccounts;
use crate::blobs::DiskBlobs;
use crate::clock::{Ahead, SystemClock};
use crate::error::OpenError;
use crate::folder::{Folder, MANIFEST, Paths, refuse_interrupted};
use crate::kept::KeptVectors;
use crate::sqlite_index::SqliteIndex;
use crate::sqlite_log::SqliteLog;

/// An open data folder: the engine's ports on it.
pub struct Store {
    /// The folder and its lock; it is ours as long as this lives.
    pub folder: Folder,
    /// The log.
    pub log: Arc<SqliteLog>,
    /// The index; build it from the log when its position is behind.
    pub index: Arc<SqliteIndex>,
    /// Tokens, people, links, sessions.
    pub accounts: Arc<SqliteAccounts>,
    /// Large contents.
    pub blobs: Arc<DiskBlobs>,
    /// The clock.
    pub clock: Arc<SystemClock>,
    /// Set when the system's clock was implausibly far ahead of the last fact: nothing should be written then.
    pub ahead: Option<Ahead>,
}

/// As [`open_with`], without vectors.
///
/// # Errors
/// The same.
pub async fn open(folder: &Path) -> Result<Store, OpenError> {
    open_with(folder, None).await
}

/// Opens the data folder at `folder`, or makes it. What is found by meaning has vectors of `embedder`.
///
/// # Errors
/// When another process has it, it cannot be written, or the log or the accounts are damaged. A
/// damaged index is no error: it is built again.
pub async fn open_with(
    folder: &Path,
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<Store, OpenError> {
    let clock = SystemClock::default();
    // Before the lock is made: nothing is written into an interrupted backup.
    refuse_interrupted(&Paths::new(folder))?;
    let folder = Folder::take(folder, clock.now())?;
    let paths = folder.paths();
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
    // Whatever was written, somebody known wrote it.
    if is_empty(&paths.accounts()) && head(&log).await? > 0 {
        return Err(OpenError::damaged(
            &paths.accounts(),
            "it is missing, and the log is not new",
        ));
    }
    let accounts = SqliteAccounts::open(&paths.accounts(), &paths.token_key()).await?;
    // Also those of an embedder that is asked no more: what is erased must be in no file.
    let is_asked = (embedder.as_ref()).is_some_and(|embedder| !embedder.is_immediate());
    let kept = if is_asked || paths.vectors().exists() {
        Some(Arc::new(KeptVectors::open(&paths.vectors()).await?))
    } else {
        None
    };
    let index = SqliteIndex::open_with(&paths.index(), log.epoch(), embedder).await?;
    let index = index.keeping(kept);
    follow(&log, &index, &paths.log()).await?;
    forget_manifest(paths)?;
    Ok(Store {
        log: Arc::new(log),
        index: Arc::new(index),
        accounts: Arc::new(accounts),
        blobs: Arc::new(blobs),
        clock: Arc::new(clock),
        folder,
        ahead,
    })
}

/// Opens the data folder at `folder`, or a backup, to be read alone: nothing is written there. What has to be made for
/// it is in `aside`; nothing is found by meaning.
///
/// # Errors
/// When another process has it, something is missing or damaged, or it is of another version.
pub async fn look(folder: &Path, aside: &Path) -> Result<Store, OpenError> {
    let clock = SystemClock::default();
    let folder = Folder::look(folder, clock.now())?;
    let paths = folder.paths();
    refuse_interrupted(paths)?;
    for file in [paths.log(), paths.accounts(), paths.token_key()] {
        // Opening a pipe would wait for a writer.
        if file.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(OpenError::damaged(&file, "it is not a regular file"));
        }
    }
    let log = SqliteLog::look(&paths.log(), aside).await?;
    let last = log.last_at().await;
    clock.not_before(last.map_err(|error| OpenError::other("the log", error))?);
    let accounts = SqliteAccounts::look(&paths.accounts(), &paths.token_key()).await?;
    let index = SqliteIndex::open(&Paths::new(aside).index(), log.epoch()).await?;
    Ok(Store {
        log: Arc::new(log),
        index: Arc::new(index),
        accounts: Arc::new(accounts),
        blobs: Arc::new(DiskBlobs::look(&paths.blobs())),
        clock: Arc::new(clock),
        folder,
        ahead: None,
    })
}

/// A backup that is opened to be written becomes a data folder: its manifest does not describe it any more.
fn forget_manifest(paths: &Paths) -> Result<(), OpenError> {
    match fs::remove_file(paths.root().join(MANIFEST)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(OpenError::io(paths.root(), error))
        }
        _ => Ok(()),
    }
}

async fn head(log: &SqliteLog) -> Result<Position, OpenError> {
    let head = log.head().await;
    head.map(|head| head.position)
        .map_err(|error| OpenError::other("the log", error))
}

/// An index follows what is durable, and one of another epoch was emptied: one that is ahead of its log
/// has seen facts that are lost. One that stopped while a stream was being erased may still have it.
async fn follow(log: &SqliteLog, index: &SqliteIndex, path: &Path) -> Result<(), OpenError> {
    let other = |error| OpenError::other("the index", error);
    let (seen, end) = (index.position().await.map_err(other)?, head(log).await?);
    if seen > end {
        let detail = format!("it ends at position {end}, and the index has seen {seen}");
        return Err(OpenError::damaged(path, detail));
    }
    let erased = log.tombstones().await.map_err(other)?;
    index.forget_all_of(&erased).await.map_err(other)
}

impl Store {
    /// Closes everything well. Without it nothing is lost, but the next start may take longer.
    pub async fn close(&self) {
        self.index.close().await;
        self.accounts.close().await;
        self.log.close().await;
    }
}
