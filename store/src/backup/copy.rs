//! Copies the parts of a data folder and syncs each copy.

use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use kernel::ports::log::Report;
use kernel::{Error, Position, Result};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::{Backup, names};
use crate::accounts::END_ALL;
use crate::error::fault;
use crate::sqlite::looking;
use crate::sqlite_log::{check, copy_to};
use crate::{blobs, folder};

/// Runs `work` on a thread that may block on the disk.
pub(crate) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::internal(format!("copying broke off: {error}")))
}

/// Makes a consistent copy of a database that may be in use.
pub(super) async fn database(from: &Path, to: &Path) -> Result<()> {
    let mut conn = source(from).connect().await.map_err(fault)?;
    copy_to(&mut conn, to).await.map_err(fault)?;
    conn.close().await.map_err(fault)
}

/// Copies the accounts without sessions and one-time links: a backup must not let its reader sign in.
pub(super) async fn accounts(from: &Path, to: &Path) -> Result<()> {
    database(from, to).await?;
    let options = SqliteConnectOptions::new().filename(to);
    let options = options.pragma("secure_delete", "ON");
    let mut conn = options.connect().await.map_err(fault)?;
    for end in END_ALL {
        sqlx::query(end).execute(&mut conn).await.map_err(fault)?;
    }
    conn.close().await.map_err(fault)
}

/// Returns the options for opening a database that is copied or inspected.
fn source(path: &Path) -> SqliteConnectOptions {
    if path.parent().is_some_and(folder::is_only_read) {
        looking(path)
    } else {
        SqliteConnectOptions::new().filename(path)
    }
}

/// Copies a regular file, readable by its owner only.
pub(super) fn file(from: &Path, to: &Path) -> Result<()> {
    let copy = || -> io::Result<()> {
        regular(from, to)?;
        to.parent().map_or(Ok(()), folder::sync)
    };
    copy().map_err(|error| {
        Error::unavailable(format!("{} cannot be copied: {error}", from.display()))
    })
}

fn regular(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = folder::open_regular(from)?;
    let mut to = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(to)?;
    io::copy(&mut from, &mut to)?;
    to.sync_all()
}

/// Copies all blobs. Skips blobs that are erased meanwhile.
pub(super) fn contents(from: &Path, to: &Path) -> Result<()> {
    let copy = || -> io::Result<()> {
        fs::create_dir_all(to)?;
        for name in names(from)? {
            let target = blobs::path(to, &name);
            if let Some(shard) = target.parent() {
                fs::create_dir_all(shard)?;
            }
            match regular(&blobs::path(from, &name), &target) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                copied => copied?,
            }
            if let Some(shard) = target.parent() {
                folder::sync(shard)?;
            }
        }
        folder::sync(to)
    };
    copy().map_err(|error| Error::unavailable(format!("the blobs cannot be copied: {error}")))
}

/// Returns the names of blobs whose content does not match their hash.
///
/// # Errors
/// Returns an error if the blobs cannot be read.
pub(super) fn list_damaged(root: &Path) -> Result<Vec<String>> {
    blobs::wrong(root).map_err(unread)
}

/// Checks that the blobs of a backup are as many as the manifest says, and that none was damaged since.
///
/// # Errors
/// Returns an error that names the difference, or if the blobs cannot be read.
pub(super) fn as_made(root: &Path, backup: &Backup) -> Result<()> {
    let (found, expected) = (names(root).map_err(unread)?.len() as u64, backup.blobs);
    if found != expected {
        let detail = format!("it has {found} blobs and should have {expected}");
        return Err(Error::internal(detail));
    }
    let Some(known) = &backup.damaged else {
        return Ok(());
    };
    match list_damaged(root)?
        .iter()
        .find(|name| !known.contains(name))
    {
        Some(name) => Err(Error::internal(format!("the blob {name} is damaged"))),
        None => Ok(()),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
fn unread(error: io::Error) -> Error {
    Error::unavailable(format!("the blobs cannot be read: {error}"))
}

/// Returns the epoch, the last position and the check report of a log that is not being written to.
pub(super) async fn inspect(log: &Path) -> Result<(u64, Position, Report)> {
    // A connection that may write leaves a shared-memory file and an empty write-ahead log.
    let mut conn = looking(log).connect().await.map_err(fault)?;
    let report = check(&mut conn, None).await?;
    if !report.faults.is_empty() {
        return Ok((0, 0, report));
    }
    let (epoch, position): (i64, i64) = sqlx::query_as(
        "SELECT (SELECT value FROM meta WHERE key = 'epoch'), \
                (SELECT coalesce(max(position), 0) FROM facts)",
    )
    .fetch_one(&mut conn)
    .await
    .map_err(fault)?;
    conn.close().await.map_err(fault)?;
    let positive = |number| u64::try_from(number).unwrap_or(0);
    Ok((positive(epoch), positive(position), report))
}
