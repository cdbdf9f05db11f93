//! Putting a backup in place. What was there is moved aside, never removed.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use kernel::Position;
use kernel::ports::clock::Clock;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::{Backup, FORMAT, MANIFEST, copy};
use crate::clock::SystemClock;
use crate::error::OpenError;
use crate::folder::{self, Folder, Paths};

/// What a restore did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The log's new epoch: live feeds begin again.
    pub epoch: u64,
    /// The position of the last fact.
    pub position: Position,
    /// Where the files that were in the folder are now, if there were any. They hold everything, also
    /// what is erased from now on.
    pub moved_aside: Option<PathBuf>,
    /// The blobs that were damaged when the backup was made, and are so now.
    pub damaged: Vec<String>,
}

/// How the name of a copy begins that is not in its place yet, and of what was moved aside within the folder.
const COMING: &str = "restoring-";
const REPLACED: &str = "replaced-";

/// Puts the backup in `from` into the data folder `root`.
///
/// It is copied first, beside what is there: where that fails all stays as it was. The log comes last: a restore that
/// broke off leaves a folder that does not open, and can be done again.
///
/// # Errors
/// When the backup is not whole or not sound, or lies in the folder, when the folder is in use or cannot be written.
pub async fn restore(root: &Path, from: &Path) -> Result<Restored, OpenError> {
    let source = Paths::new(from);
    let backup = read_manifest(from)?;
    let unsound = |error: kernel::Error| OpenError::damaged(&source.log(), error.detail);
    let (_, position, report) = copy::inspect(&source.log()).await.map_err(unsound)?;
    if let Some(fault) = report.faults.first() {
        return Err(OpenError::damaged(&source.log(), fault));
    }
    if position != backup.position {
        return Err(OpenError::damaged(
            &source.log(),
            format!(
                "it ends at {position} and should end at {}",
                backup.position
            ),
        ));
    }
    let known = Some(&backup.head).filter(|head| !head.is_empty());
    if known.is_some_and(|known| *known != report.head.to_string()) {
        let detail = "its chain does not end as it did when the backup was made";
        return Err(OpenError::damaged(&source.log(), detail));
    }
    let damaged = backup.damaged.clone().unwrap_or_default();
    let contents = source.blobs();
    let looked_at = copy::apart(move || copy::as_made(&contents, &backup)).await;
    looked_at
        .flatten()
        .map_err(|error| OpenError::damaged(&source.blobs(), error.detail))?;
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
    let now = clock.now().0;
    let here = |error| OpenError::io(target.root(), error);
    let earlier = named(target.root(), COMING).map_err(here)?;
    for left in earlier {
        fs::remove_dir_all(left).map_err(here)?;
    }
    let coming = Paths::new(target.root().join(format!("{COMING}{now}")));
    let copied = copy_to(&source, &coming).await;
    let epoch = copied.inspect_err(|_| drop(fs::remove_dir_all(coming.root())))?;
    let moved_aside = move_aside(target, now).map_err(here)?;
    let place = || -> io::Result<()> {
        for (from, to) in [
            (coming.token_key(), target.token_key()),
            (coming.accounts(), target.accounts()),
            (coming.blobs(), target.blobs()),
            (coming.log(), target.log()),
        ] {
            fs::rename(from, to)?;
        }
        fs::remove_dir(coming.root())?;
        folder::sync(target.root())
    };
    place().map_err(|error| {
        // Nothing is lost: it is said where all of it is.
        let aside = moved_aside
            .as_ref()
            .map(|aside| format!(", and what was there is in {}", aside.display()));
        OpenError::Other {
            what: format!(
                "the backup is copied to {}{}",
                coming.root().display(),
                aside.unwrap_or_default()
            ),
            detail: format!("it cannot be put in place: {error}"),
        }
    })?;
    Ok(Restored {
        epoch,
        position,
        moved_aside,
        damaged,
    })
}

/// Copies a backup to where it is made ready; gives the log's new epoch.
async fn copy_to(source: &Paths, coming: &Paths) -> Result<u64, OpenError> {
    let failed = |error: kernel::Error| {
        OpenError::other("the backup cannot be restored; nothing was changed", error)
    };
    let made = DirBuilder::new().mode(0o700).create(coming.root());
    made.map_err(|error| OpenError::io(coming.root(), error))?;
    copy::contents(&source.blobs(), &coming.blobs()).map_err(failed)?;
    copy::file(&source.token_key(), &coming.token_key()).map_err(failed)?;
    copy::file(&source.accounts(), &coming.accounts()).map_err(failed)?;
    let log = coming.log();
    copy::file(&source.log(), &log).map_err(failed)?;
    let epoch = begin_epoch(&log)
        .await
        .map_err(|error| OpenError::sql(&log, &error))?;
    let kept = fs::File::open(&log).and_then(|file| file.sync_all());
    kept.map_err(|error| OpenError::io(&log, error))?;
    Ok(epoch)
}

/// What is in the folder under a name that begins so.
fn named(root: &Path, begin: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for item in fs::read_dir(root)? {
        let item = item?;
        if item.file_name().to_string_lossy().starts_with(begin) {
            found.push(item.path());
        }
    }
    Ok(found)
}

fn read_manifest(from: &Path) -> Result<Backup, OpenError> {
    let path = from.join(MANIFEST);
    let not_one = |detail: String| OpenError::Other {
        what: format!("{} is no whole backup", from.display()),
        detail,
    };
    let text = fs::read(&path).map_err(|error| not_one(format!("{MANIFEST}: {error}")))?;
    let backup: Backup =
        serde_json::from_slice(&text).map_err(|error| not_one(format!("{MANIFEST}: {error}")))?;
    if backup.format == FORMAT {
        Ok(backup)
    } else {
        Err(not_one(format!(
            "its form is {}, this version reads {FORMAT}",
            backup.format
        )))
    }
}

/// Moves everything but the lock out of the folder: beside it, so that what is erased later is not
/// found in it again, or, where that is not possible (a mounted volume), into it.
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
        // It may have been made and be empty; it is of no use.
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

/// Gives the log a new epoch, greater than any it had: the second of the restore.
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
