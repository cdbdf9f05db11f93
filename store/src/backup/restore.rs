//! Restores a backup into a data folder. Replaced files are moved aside, never removed.
//!
//! The backup is copied first and only the copy is opened: it is compared with the manifest, checked, migrated and
//! stripped of sessions and one-time links. Until that has succeeded, the data folder is unchanged.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use kernel::ports::clock::Clock;
use kernel::{Position, Time};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::{Backup, copy, manifest};
use crate::accounts::{CarriedOver, DbAccounts, Replaced};
use crate::clock::SystemClock;
use crate::error::OpenError;
use crate::folder::{self, Folder, Paths, is_whole};
use crate::sqlite::{BUSY, truncate};
use crate::sqlite_log::SqliteLog;
use kernel::ports::log::Log as _;

/// The result of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// New epoch of the log: live feeds restart.
    pub epoch: u64,
    /// Position of the last fact.
    pub position: Position,
    /// Time at which the backup was made.
    pub made_at: Time,
    /// True if its manifest has hashes of its files. Earlier versions wrote none.
    pub has_hashes: bool,
    /// Folder to which existing files were moved, if there were any. They hold everything, including what is erased
    /// from now on.
    pub moved_aside: Option<PathBuf>,
    /// Names of blobs that were already damaged when the backup was made.
    pub damaged: Vec<String>,
    /// Access that was revoked since the backup was made and stays revoked. `None` if there were no accounts to compare
    /// with, or they could not be read.
    pub carried_over: Option<CarriedOver>,
    /// True if the key that hashes secrets was replaced since the backup, so that the earlier one is in use again.
    pub is_key_returned: bool,
}

/// Name prefixes of a copy that is being prepared, and of the folder that replaced files are moved to.
const COMING: &str = "restoring-";
const REPLACED: &str = "replaced-";

/// Replaces the data folder `root` with the backup in `from`.
///
/// The log is moved last: a restore that is interrupted while files are moved leaves a folder that does not open, and
/// can be repeated.
///
/// # Errors
/// Returns an error if the backup is incomplete, damaged, or inside the data folder; or if that folder is in use or
/// cannot be written.
pub async fn restore(root: &Path, from: &Path) -> Result<Restored, OpenError> {
    let backup = manifest::read(from)?;
    let is_new = !root.exists();
    let restored = replace(root, from, backup).await;
    if restored.is_err() && is_new {
        // Removes only what was created for the restore: a folder with anything else in it stays.
        let _gone_or_not = fs::remove_file(Paths::new(root).lock());
        let _gone_or_not = fs::remove_dir(root);
    }
    restored
}

async fn replace(root: &Path, from: &Path, backup: Backup) -> Result<Restored, OpenError> {
    let clock = SystemClock::default();
    let folder = Folder::take(root, clock.now())?;
    let target = folder.paths();
    let within = fs::canonicalize(from).map_err(|error| OpenError::io(from, error))?;
    if within.starts_with(target.root()) {
        return Err(OpenError::Other {
            what: format!("{} lies in the data folder", from.display()),
            detail: "move it out of there, and restore it then".into(),
        });
    }
    let now = clock.now();
    let here = |error| OpenError::io(target.root(), error);
    let earlier = paths_beginning_with(target.root(), COMING).map_err(here)?;
    for left in earlier {
        fs::remove_dir_all(left).map_err(here)?;
    }
    let coming = Coming {
        source: Paths::new(from),
        copy: Paths::new(target.root().join(format!("{COMING}{}", now.0))),
        backup,
    };
    let ready = coming.make_ready(target, now).await;
    let (epoch, access) = ready.inspect_err(|_| drop(fs::remove_dir_all(coming.copy.root())))?;
    let moved_aside = move_aside(target, now.0).map_err(here)?;
    coming.place(target, moved_aside.as_deref())?;
    Ok(Restored {
        epoch,
        position: coming.backup.position,
        made_at: coming.backup.made_at,
        has_hashes: !coming.backup.files.is_empty(),
        moved_aside,
        damaged: coming.backup.damaged.unwrap_or_default(),
        carried_over: access.carried_over,
        is_key_returned: access.is_key_returned,
    })
}

/// A backup and its copy, which is prepared next to the files that it will replace.
struct Coming {
    source: Paths,
    copy: Paths,
    backup: Backup,
}

/// Differences in access before and after the restore.
struct Access {
    carried_over: Option<CarriedOver>,
    is_key_returned: bool,
}

impl Coming {
    /// Copies, checks and migrates the backup. Returns the log's new epoch and the differences in access.
    async fn make_ready(&self, target: &Paths, now: Time) -> Result<(u64, Access), OpenError> {
        let made = DirBuilder::new().mode(0o700).create(self.copy.root());
        made.map_err(|error| OpenError::io(self.copy.root(), error))?;
        let (source, copy, backup) = (self.source.clone(), self.copy.clone(), self.backup.clone());
        let copied = copy::apart(move || copy_all(&source, &copy, &backup)).await;
        copied.map_err(failure)??;
        self.check_log().await?;
        self.compare().await?;
        // Migrates logs and accounts of earlier versions.
        let log = SqliteLog::open(&self.copy.log(), now).await;
        log.map_err(|error| of_backup(error, &self.source.log()))?
            .close()
            .await;
        let access = self.settle_accounts(target, now).await?;
        let log = self.copy.log();
        let epoch = begin_epoch(&log)
            .await
            .map_err(|error| OpenError::sql(&log, &error))?;
        merge_files(&self.copy).await?;
        Ok((epoch, access))
    }

    /// Compares the copy with the hashes in the manifest.
    async fn compare(&self) -> Result<(), OpenError> {
        let (copy, backup) = (self.copy.clone(), self.backup.clone());
        let compared = copy::apart(move || manifest::differing(&copy, &backup)).await;
        match compared.flatten().map_err(|error| failure(error.detail))? {
            Some(name) => Err(OpenError::damaged(
                &self.source.root().join(name),
                manifest::DIFFERS,
            )),
            None => Ok(()),
        }
    }

    /// Verifies the copied log, and that it ends at the position and head in the manifest.
    async fn check_log(&self) -> Result<(), OpenError> {
        let damaged = |detail: String| OpenError::damaged(&self.source.log(), detail);
        let inspected = copy::inspect(&self.copy.log()).await;
        let (_, position, report) = inspected.map_err(|error| damaged(error.detail))?;
        if let Some(fault) = report.faults.first() {
            return Err(damaged(fault.clone()));
        }
        let (expected, head) = (self.backup.position, &self.backup.head);
        if position != expected {
            return Err(damaged(format!(
                "it ends at {position} and should end at {expected}"
            )));
        }
        if !head.is_empty() && *head != report.head.to_string() {
            let detail = "its chain does not end as it did when the backup was made";
            return Err(damaged(detail.into()));
        }
        Ok(())
    }

    /// Opens the copied accounts, ends all sessions, and carries over revocations made since the backup.
    async fn settle_accounts(&self, target: &Paths, now: Time) -> Result<Access, OpenError> {
        let here = target.accounts();
        let replaced = if here.metadata().is_ok_and(|file| file.len() > 0) {
            let read = Replaced::read(&here, &target.token_key()).await;
            read.inspect_err(|error| tracing::warn!(%error, "the replaced accounts cannot be read"))
                .ok()
        } else {
            None
        };
        let (path, file) = (self.copy.accounts(), self.copy.token_key());
        if path.metadata().map_or(true, |file| file.len() == 0) {
            return Err(OpenError::damaged(&self.source.accounts(), "it is empty"));
        }
        let accounts = DbAccounts::open(&path, &file).await.map_err(|error| {
            let is_key = matches!(&error, OpenError::Damaged { file: at, .. } if *at == file);
            let file = if is_key {
                self.source.token_key()
            } else {
                self.source.accounts()
            };
            of_backup(error, &file)
        })?;
        let unsettled = |error: kernel::Error| failure(error.detail);
        let settled = async {
            let has_keys = accounts.has_all_keys(now).await?;
            Ok((has_keys, accounts.after_restore(replaced.as_ref()).await?))
        };
        let settled = settled.await;
        let key = accounts.current_key();
        accounts.close().await;
        let (has_keys, carried_over) = settled.map_err(unsettled)?;
        if !has_keys {
            let detail = "it lacks a key under which valid tokens were hashed";
            return Err(OpenError::damaged(&self.source.accounts(), detail));
        }
        let in_use = replaced.as_ref().and_then(|replaced| replaced.key);
        Ok(Access {
            carried_over: replaced.map(|_| carried_over),
            is_key_returned: in_use.is_some() && in_use != key,
        })
    }

    /// Moves the copy to its final place.
    fn place(&self, target: &Paths, aside: Option<&Path>) -> Result<(), OpenError> {
        let place = || -> io::Result<()> {
            for (from, to) in [
                (self.copy.accounts(), target.accounts()),
                (self.copy.blobs(), target.blobs()),
                (self.copy.log(), target.log()),
            ] {
                fs::rename(from, to)?;
            }
            fs::remove_dir_all(self.copy.root())?;
            folder::sync(target.root())
        };
        place().map_err(|error| {
            // Nothing is lost: the message names the folders with the files.
            let aside =
                aside.map(|aside| format!(", and what was there is in {}", aside.display()));
            OpenError::Other {
                what: format!(
                    "the backup is copied to {}{}",
                    self.copy.root().display(),
                    aside.unwrap_or_default()
                ),
                detail: format!("it cannot be put in place: {error}"),
            }
        })
    }
}

fn failure(error: impl std::fmt::Display) -> OpenError {
    OpenError::other("the backup cannot be restored; nothing was changed", error)
}

/// Reports an error of the copy as one of the backup's `file`.
fn of_backup(error: OpenError, file: &Path) -> OpenError {
    match error {
        OpenError::Damaged { detail, .. } => OpenError::damaged(file, detail),
        OpenError::Newer { version, .. } => OpenError::Newer {
            file: file.to_path_buf(),
            version,
        },
        other => other,
    }
}

/// Copies everything. Fails if the blobs do not match the manifest.
fn copy_all(source: &Paths, copy: &Paths, backup: &Backup) -> Result<(), OpenError> {
    let failed = |error: kernel::Error| failure(error.detail);
    copy::contents(&source.blobs(), &copy.blobs()).map_err(failed)?;
    copy::as_made(&copy.blobs(), backup)
        .map_err(|error| OpenError::damaged(&source.blobs(), error.detail))?;
    for (from, to) in [
        (source.accounts(), copy.accounts()),
        (source.log(), copy.log()),
    ] {
        copy::file(&from, &to).map_err(failed)?;
    }
    // Only backups of earlier versions have a key file.
    if source.token_key().symlink_metadata().is_ok() {
        copy::file(&source.token_key(), &copy.token_key()).map_err(failed)?;
    }
    Ok(())
}

/// Returns the paths in the folder whose names begin with `begin`.
fn paths_beginning_with(root: &Path, begin: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for item in fs::read_dir(root)? {
        let item = item?;
        if item.file_name().to_string_lossy().starts_with(begin) {
            found.push(item.path());
        }
    }
    Ok(found)
}

/// Moves everything except the lock out of the folder, to a sibling folder, so that data erased later is not found in
/// it again. If that is impossible (a mounted volume), moves it into a subfolder.
fn move_aside(target: &Paths, now: i64) -> io::Result<Option<PathBuf>> {
    let root = target.root();
    let lock = target.lock();
    let mut present = Vec::new();
    for item in fs::read_dir(root)? {
        let path = item?.path();
        let stays = path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            name.starts_with(REPLACED) || name.starts_with(COMING)
        });
        if path != lock && !stays {
            present.push(path);
        }
    }
    if present.is_empty() {
        return Ok(None);
    }
    let mut beside = root.as_os_str().to_owned();
    beside.push(format!(".{REPLACED}{now}"));
    let mut aside = PathBuf::from(beside);
    let private = |folder: &Path| DirBuilder::new().mode(0o700).create(folder);
    let same_disk = private(&aside).is_ok()
        && present
            .first()
            .is_some_and(|first| move_into(first, &aside).is_ok());
    if same_disk {
        present.remove(0);
    } else {
        // The folder may have been created and be empty; it is not needed.
        let _gone_or_not = fs::remove_dir(&aside);
        aside = root.join(format!("{REPLACED}{now}"));
        private(&aside)?;
    }
    for path in present {
        move_into(&path, &aside)?;
    }
    folder::sync(&aside)?;
    folder::sync(root)?;
    Ok(Some(aside))
}

fn move_into(path: &Path, folder: &Path) -> io::Result<()> {
    path.file_name()
        .map_or(Ok(()), |name| fs::rename(path, folder.join(name)))
}

/// Sets a new epoch that is greater than all before it: the time of the restore in seconds, if that is greater.
async fn begin_epoch(log: &Path) -> sqlx::Result<u64> {
    let mut conn = SqliteConnectOptions::new().filename(log).connect().await?;
    let epoch: i64 = sqlx::query_scalar(
        "UPDATE meta SET value = max(value + 1, unixepoch()) WHERE key = 'epoch' RETURNING value",
    )
    .fetch_one(&mut conn)
    .await?;
    conn.close().await?;
    Ok(u64::try_from(epoch).unwrap_or(0))
}

/// Makes the log and the accounts complete in one file each, and syncs them.
pub(crate) async fn merge_files(paths: &Paths) -> Result<(), OpenError> {
    for file in [paths.log(), paths.accounts()] {
        let one_file = into_one_file(&file).await;
        one_file.map_err(|error| OpenError::sql(&file, &error))?;
        if !is_whole(&file) {
            return Err(failure("it could not be closed"));
        }
        let synced = fs::File::open(&file).and_then(|file| file.sync_all());
        synced.map_err(|error| OpenError::io(&file, error))?;
    }
    Ok(())
}

/// Checkpoints a database into its one file. Closing its connections is not enough: if two close at the same moment,
/// each leaves the write-ahead log to the other.
async fn into_one_file(database: &Path) -> sqlx::Result<()> {
    let options = SqliteConnectOptions::new().filename(database);
    let mut conn = options.busy_timeout(BUSY).connect().await?;
    truncate(&mut conn).await?;
    conn.close().await
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
    use tempfile::TempDir;

    use super::*;

    #[tokio::test]
    async fn a_database_that_others_have_not_closed_yet_is_one_file() {
        let temp = TempDir::new().unwrap();
        let file = temp.path().join("log.sqlite");
        let options = SqliteConnectOptions::new()
            .filename(&file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal);
        let mut closing = options.connect().await.unwrap();
        sqlx::query("CREATE TABLE facts (position)")
            .execute(&mut closing)
            .await
            .unwrap();
        assert!(!is_whole(&file));
        into_one_file(&file).await.unwrap();
        assert!(is_whole(&file));
        closing.close().await.unwrap();
    }
}
