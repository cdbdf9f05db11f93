//! Opens and closes the index. A file that cannot be used for any reason is replaced by a new one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use kernel::ports::embedder::Embedder;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};
use tokio::sync::{Mutex, Notify};

use super::{NextText, SqliteIndex};
use crate::error::OpenError;
use crate::migrations;
use crate::sqlite::{Pages, WriteConnection, faults, migrate, options, readers, truncate};

/// Number of connections for searches and lists.
pub(super) const READERS: u32 = 4;

/// Returns the version of the index format: the version of Loci, because entries may change with each release, and the
/// checksum of the last migration. An index of another version is rebuilt.
fn version() -> String {
    let tables = migrations::INDEX
        .iter()
        .last()
        .map(|last| hex::encode(&last.checksum[..8]));
    format!(
        "{} {}",
        env!("CARGO_PKG_VERSION"),
        tables.unwrap_or_default()
    )
}

impl SqliteIndex {
    /// Opens the index as [`SqliteIndex::open_with`] does, without vectors.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub async fn open(path: &Path, epoch: u64) -> Result<Self, OpenError> {
        Self::open_with(path, epoch, None).await
    }

    /// Opens the index at `path` for the log of `epoch`. Creates an empty one if there is none, if it belongs to
    /// another log or another version of Loci, if it is damaged, or if the machine stopped while it was open. Its texts
    /// get vectors of `embedder`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub async fn open_with(
        path: &Path,
        epoch: u64,
        embedder: Option<Arc<dyn Embedder>>,
    ) -> Result<Self, OpenError> {
        let options = options(path, SqliteSynchronous::Off);
        let stamp = Stamp::now(epoch);
        let position = match usable(path, &options, &stamp).await {
            Ok(position) => position,
            Err(reason) => {
                if path.exists() {
                    tracing::warn!(%reason, "the index is built again");
                }
                remove(path)
                    .map_err(|error| OpenError::io(path.parent().unwrap_or(path), error))?;
                create(path, &options).await?;
                0
            }
        };
        mark_open(path, &options, &stamp).await?;
        let writer = WriteConnection::<NextText>::new(options.clone());
        let counts = super::counts::Counts::default();
        let sql = |error: sqlx::Error| OpenError::sql(path, &error);
        let mut lease = writer.lease().await.map_err(sql)?;
        counts.load(&mut lease.conn).await.map_err(sql)?;
        lease.keep();
        let index = Self {
            path: path.to_path_buf(),
            writer,
            readers: RwLock::new(readers(&options, READERS)),
            position: AtomicU64::new(u64::try_from(position).unwrap_or(0)),
            epoch,
            file: AtomicU64::new(0),
            length: AtomicU64::new(0),
            lost: AtomicBool::new(false),
            building: AtomicBool::new(false),
            answering: RwLock::new(embedder.clone()),
            embedder,
            settled: AtomicBool::new(false),
            kept: None,
            preparing: Mutex::default(),
            more_waits: Notify::new(),
            shelves: super::shelves::Shelves::default(),
            counts,
        };
        index.note_file();
        let other = |error| OpenError::other("the index", error);
        index.want(index.embedder.as_deref()).await.map_err(other)?;
        index.choose_answering().await.map_err(other)?;
        Ok(index)
    }

    /// Closes the index cleanly, so that the next start uses it even if the machine restarts.
    pub async fn close(&self) {
        self.readers().close().await;
        if let Some(kept) = &self.kept {
            kept.close().await;
        }
        if self.lost.load(Ordering::Acquire) {
            return;
        }
        if let Err(error) = self.seal().await {
            tracing::warn!(%error, "the index did not close well; it may be built again");
        }
    }

    /// Syncs everything to disk, then marks the index as cleanly closed.
    async fn seal(&self) -> sqlx::Result<()> {
        let mut lease = self.writer.lease().await?;
        self.counts.save(&mut lease.conn).await?;
        truncate(&mut lease.conn).await?;
        fs::File::open(&self.path)?.sync_all()?;
        lease.conn.execute("PRAGMA synchronous = FULL").await?;
        sqlx::query("UPDATE meta SET value = 1 WHERE key = 'clean'")
            .execute(&mut lease.conn)
            .await?;
        lease.keep();
        self.writer.close().await
    }
}

/// Values that must match for an index to be used.
pub(super) struct Stamp {
    epoch: i64,
    boot: String,
}

impl Stamp {
    pub(super) fn now(epoch: u64) -> Self {
        // On a system without this file, an index that was not closed cleanly is always rebuilt.
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        Self {
            epoch: i64::try_from(epoch).unwrap_or(i64::MAX),
            boot: boot.trim().into(),
        }
    }
}

/// Returns the path of the file that marks an index as unusable and contains the reason.
pub(super) fn doubt(path: &Path) -> PathBuf {
    path.with_extension("doubt")
}

/// Returns the position of the existing index, or the reason that it cannot be used.
async fn usable(path: &Path, options: &SqliteConnectOptions, now: &Stamp) -> Result<i64, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if let Ok(reason) = fs::read_to_string(doubt(path)) {
        return Err(reason);
    }
    let mut conn = options
        .clone()
        .create_if_missing(false)
        .connect()
        .await
        .map_err(|e| e.to_string())?;
    let found = read(&mut conn, size, now).await;
    conn.close().await.map_err(|error| error.to_string())?;
    found.map_err(|error| error.to_string())?
}

async fn read(
    conn: &mut SqliteConnection,
    size: u64,
    now: &Stamp,
) -> sqlx::Result<Result<i64, String>> {
    if let Some(fault) = faults(&mut *conn, Pages::of(size)).await? {
        return Ok(Err(fault));
    }
    check_stamp(conn, now).await
}

/// Returns the position of an index that matches the stamp, or the reason that it does not.
pub(super) async fn check_stamp(
    conn: &mut SqliteConnection,
    now: &Stamp,
) -> sqlx::Result<Result<i64, String>> {
    let (version, epoch, boot, clean, position): (String, i64, String, i64, i64) = sqlx::query_as(
        "SELECT (SELECT value FROM meta WHERE key = 'version'), \
                (SELECT value FROM meta WHERE key = 'epoch'), \
                (SELECT value FROM meta WHERE key = 'boot'), \
                (SELECT value FROM meta WHERE key = 'clean'), \
                (SELECT value FROM meta WHERE key = 'position')",
    )
    .fetch_one(conn)
    .await?;
    if version != self::version() {
        return Ok(Err(format!("version {version} of Loci made it")));
    }
    if epoch != now.epoch {
        return Ok(Err("it belongs to another log".into()));
    }
    if clean == 0 && (boot.is_empty() || boot != now.boot) {
        return Ok(Err("the machine stopped while it was open".into()));
    }
    Ok(Ok(position))
}

pub(super) async fn create(path: &Path, options: &SqliteConnectOptions) -> Result<(), OpenError> {
    let sql = |error: sqlx::Error| OpenError::sql(path, &error);
    let mut conn = options.connect().await.map_err(sql)?;
    migrate(&mut conn, &migrations::INDEX, path).await?;
    conn.close().await.map_err(sql)
}

/// Marks the index as open, durably and before anything else is written.
pub(super) async fn mark_open(
    path: &Path,
    options: &SqliteConnectOptions,
    stamp: &Stamp,
) -> Result<(), OpenError> {
    let sql = |error: sqlx::Error| OpenError::sql(path, &error);
    let mut conn = options
        .clone()
        .synchronous(SqliteSynchronous::Full)
        .connect()
        .await
        .map_err(sql)?;
    sqlx::query(
        "INSERT INTO meta (key, value) \
         VALUES ('version', ?1), ('epoch', ?2), ('boot', ?3), ('clean', 0), ('position', 0) \
         ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE key <> 'position'",
    )
    .bind(version())
    .bind(stamp.epoch)
    .bind(&stamp.boot)
    .execute(&mut conn)
    .await
    .map_err(sql)?;
    truncate(&mut conn).await.map_err(sql)?;
    conn.close().await.map_err(sql)
}

/// Removes the database and its accompanying files, the `doubt` file last.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    let beside = ["", "-wal", "-shm", "-journal"].map(|suffix| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    });
    for file in beside.into_iter().chain([doubt(path)]) {
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
