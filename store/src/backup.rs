//! Makes backups while Loci runs: a folder with a consistent copy of everything that cannot be derived.

mod copy;
mod manifest;
mod restore;

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use kernel::{Error, Result, Time};

use crate::folder::{INCOMPLETE, Lock, MANIFEST, Paths};
use crate::{blobs, folder};

pub(crate) use copy::apart;
pub use manifest::{Backup, faults_of_backup};
pub(crate) use restore::merge_files;
pub use restore::{Restored, restore};

/// Copies the log, the accounts and the blobs of the data folder `from` into the folder `to`, which must be new or empty,
/// and checks the copy. Writes continue meanwhile; the copy is of one moment. The files are prepared in the subfolder
/// `incomplete`, which an interrupted backup leaves behind and the next one replaces.
///
/// # Errors
/// Returns `invalid` if the folder is not empty or is inside the data folder, `unavailable` if it cannot be written,
/// `internal` if the copy is damaged.
pub(crate) async fn back_up(from: &Paths, to: &Path, now: Time) -> Result<Backup> {
    let (target, root) = (to.to_path_buf(), from.root().to_path_buf());
    let place = apart(move || Target::prepare(&target, Some(&root))).await??;
    let made = copy_files(from, &place.files(), now).await;
    apart(move || {
        let done = made.and_then(|backup| place.finish().map(|()| backup));
        if done.is_err() {
            // Remaining files would block the next backup to the same folder.
            place.clear();
        }
        done
    })
    .await?
}

async fn copy_files(from: &Paths, to: &Paths, now: Time) -> Result<Backup> {
    let empty = to.root().to_path_buf();
    let emptied = apart(move || folder::clear(&empty)).await?;
    emptied.map_err(|error| unwritten(&error))?;
    // The log first: everything it refers to then exists and is copied after it.
    copy::database(&from.log(), &to.log()).await?;
    copy::accounts(&from.accounts(), &to.accounts()).await?;
    let contents = (from.blobs(), to.blobs());
    let damaged = apart(move || {
        copy::contents(&contents.0, &contents.1)?;
        copy::list_damaged(&contents.1)
    });
    let damaged = damaged.await??;
    describe(to, now, damaged).await
}

/// Checks the files of a complete copy, and writes its manifest.
pub(crate) async fn describe(paths: &Paths, now: Time, damaged: Vec<String>) -> Result<Backup> {
    let (epoch, position, report) = copy::inspect(&paths.log()).await?;
    if let Some(fault) = report.faults.first() {
        return Err(Error::internal(format!(
            "the log is damaged, so its copy is: {fault}"
        )));
    }
    let copied = paths.clone();
    let read =
        apart(move || Ok((names(&copied.blobs())?.len(), manifest::hashes(&copied)?))).await?;
    let (blobs, files) = read.map_err(|error| unwritten(&error))?;
    let backup = Backup {
        format: manifest::FORMAT,
        loci: env!("CARGO_PKG_VERSION").into(),
        made_at: now,
        epoch,
        position,
        head: report.head.to_string(),
        facts: report.facts,
        blobs: blobs as u64,
        damaged: Some(damaged),
        files,
    };
    let (root, written) = (paths.root().to_path_buf(), backup.clone());
    let sealed = apart(move || manifest::write(&root, &written)).await?;
    sealed.map_err(|error| unwritten(&error))?;
    Ok(backup)
}

/// The target folder of a backup or a copy in progress.
pub(crate) struct Target {
    /// Canonical path.
    full: PathBuf,
    /// True if the folder was created for this backup.
    is_new: bool,
    /// Lock on the subfolder in which the files are prepared. The system releases it when the process ends.
    _lock: Lock,
}

impl Target {
    /// Checks and creates the target folder, readable by its owner only. It must not be in the data folder `root`.
    pub(crate) fn prepare(to: &Path, root: Option<&Path>) -> Result<Self> {
        let cannot = |error: io::Error| {
            Error::unavailable(format!(
                "the backup cannot be written to {}: {error}",
                to.display()
            ))
        };
        let inside = || {
            Error::invalid(format!(
                "{} lies in the data folder; choose a folder outside of it, best on another disk.",
                to.display()
            ))
        };
        let is_inside = |path: &Path| root.is_some_and(|root| path.starts_with(root));
        let is_new = !to.exists();
        if is_new {
            // Checked before the folder is created, so that a refusal leaves nothing behind.
            let whole = std::path::absolute(to).map_err(cannot)?;
            let there = whole
                .ancestors()
                .find_map(|above| fs::canonicalize(above).ok());
            if there.is_some_and(|there| is_inside(&there)) {
                return Err(inside());
            }
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(to)
                .map_err(cannot)?;
        }
        let full = fs::canonicalize(to).map_err(cannot)?;
        if is_inside(&full) {
            return Err(inside());
        }
        let occupied = || {
            Error::invalid(format!(
                "{} is not empty; name a new folder for the backup.",
                to.display()
            ))
        };
        for item in fs::read_dir(&full).map_err(cannot)? {
            if item.map_err(cannot)?.file_name() != *INCOMPLETE {
                return Err(occupied());
            }
        }
        let lock = begin(&full).map_err(cannot)?.ok_or_else(occupied)?;
        Ok(Self {
            full,
            is_new,
            _lock: lock,
        })
    }

    /// Returns the paths of the files while they are prepared, in a subfolder. It may have those of an earlier attempt.
    pub(crate) fn files(&self) -> Paths {
        Paths::new(self.full.join(INCOMPLETE))
    }

    /// Moves the files to their final place, the manifest last.
    pub(crate) fn finish(&self) -> Result<()> {
        let draft = self.full.join(INCOMPLETE);
        let finish = || -> io::Result<()> {
            for item in fs::read_dir(&draft)? {
                let name = item?.file_name();
                if name != *MANIFEST {
                    fs::rename(draft.join(&name), self.full.join(&name))?;
                }
            }
            folder::sync(&self.full)?;
            fs::rename(draft.join(MANIFEST), self.full.join(MANIFEST))?;
            fs::remove_dir(&draft)?;
            folder::sync(&self.full)
        };
        finish().map_err(|error| unwritten(&error))
    }

    /// Restores the state before the backup. Ignores files that cannot be removed: the error before this one is
    /// reported.
    fn clear(&self) {
        if self.is_new {
            let _gone_or_not = fs::remove_dir_all(&self.full);
            return;
        }
        for item in fs::read_dir(&self.full).into_iter().flatten().flatten() {
            let path = item.path();
            let _gone_or_not = if path.is_dir() {
                fs::remove_dir_all(path)
            } else {
                fs::remove_file(path)
            };
        }
    }
}

fn unwritten(error: &io::Error) -> Error {
    Error::unavailable(format!("the backup cannot be written: {error}"))
}

/// Creates the subfolder `incomplete` of `full`, unless an interrupted backup left it, and locks it. Returns `None` if
/// another backup to the same folder is in progress.
fn begin(full: &Path) -> io::Result<Option<Lock>> {
    let draft = full.join(INCOMPLETE);
    if !draft.exists() {
        DirBuilder::new().mode(0o700).create(&draft)?;
    }
    let lock = File::open(&draft)?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => Ok(None),
        // Some network file systems do not lock folders: the backup continues without a lock.
        _ => Ok(Some(Lock(lock))),
    }
}

/// Returns the names of the blobs in `root`, none if the folder does not exist.
fn names(root: &Path) -> io::Result<Vec<String>> {
    if root.exists() {
        blobs::names(root)
    } else {
        Ok(Vec::new())
    }
}
