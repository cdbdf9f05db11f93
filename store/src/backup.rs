//! Backups: a folder with a consistent copy of everything that cannot be derived, made while Loci runs.
//! Knows no schedule.

mod copy;
mod restore;

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use kernel::ports::clock::Clock;
use kernel::{Error, Position, Result, Time};
use serde::{Deserialize, Serialize};

use crate::folder::{MANIFEST, Paths};
use crate::open::Store;
use crate::{blobs, folder};

pub use restore::{Restored, restore};

/// What a backup says of itself, in `backup.json`, which is written last: without it the backup is not
/// whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// The number of this form.
    pub format: u32,
    /// The version of Loci that made it.
    pub loci: String,
    /// When.
    pub made_at: Time,
    /// The log's epoch.
    pub epoch: u64,
    /// The position of the last fact in it.
    pub position: Position,
    /// The head of the log's chain; that of nothing for a log without one, made by an earlier version.
    #[serde(default)]
    pub head: String,
    /// How many facts it has.
    pub facts: u64,
    /// How many blobs it has.
    pub blobs: u64,
    /// Those of them that were damaged in the data folder already; `None` where nobody looked, as earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged: Option<Vec<String>>,
}

/// The form of backups that this version makes and reads.
const FORMAT: u32 = 1;

impl Store {
    /// Copies the log, the accounts and the blobs into the folder `to`, which must be new or empty,
    /// and checks the copy. Writes go on meanwhile; the copy is of one moment.
    ///
    /// # Errors
    /// `invalid` when the folder is not empty or lies in the data folder, `unavailable` when it
    /// cannot be written, `internal` when the copy is not sound.
    pub async fn backup(&self, to: &Path) -> Result<Backup> {
        let target = to.to_path_buf();
        let root = self.folder.paths().root().to_path_buf();
        let place = copy::apart(move || prepare(&target, &root)).await??;
        let made = self.copy(&Paths::new(&place.full)).await;
        if made.is_err() {
            // What is there of it would keep the next one from the same place.
            copy::apart(move || place.clear()).await?;
        }
        made
    }

    async fn copy(&self, to: &Paths) -> Result<Backup> {
        let from = self.folder.paths();
        // The log first: whatever it refers to is then there to be copied after it.
        copy::database(&from.log(), &to.log()).await?;
        copy::database(&from.accounts(), &to.accounts()).await?;
        let key = (from.token_key(), to.token_key());
        copy::apart(move || copy::file(&key.0, &key.1)).await??;
        let contents = (from.blobs(), to.blobs());
        let copied = copy::apart(move || {
            let blobs = copy::contents(&contents.0, &contents.1)?;
            Ok::<_, Error>((blobs, copy::damaged(&contents.1)?))
        });
        let (blobs, damaged) = copied.await??;

        let (epoch, position, report) = copy::inspect(&to.log()).await?;
        if let Some(fault) = report.faults.first() {
            return Err(Error::internal(format!(
                "the log is damaged, so its copy is: {fault}"
            )));
        }
        let backup = Backup {
            format: FORMAT,
            loci: env!("CARGO_PKG_VERSION").into(),
            made_at: self.clock.now(),
            epoch,
            position,
            head: report.head.to_string(),
            facts: report.facts,
            blobs,
            damaged: Some(damaged),
        };
        let (root, written) = (to.root().to_path_buf(), backup.clone());
        copy::apart(move || seal(&root, &written)).await??;
        Ok(backup)
    }
}

/// An empty folder for a backup.
struct Place {
    /// Its full name.
    full: PathBuf,
    /// Whether it was made for the backup.
    is_new: bool,
}

impl Place {
    /// Leaves it as it was. What cannot be removed stays: the error that matters is the one before.
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

/// Makes the folder, for its owner alone.
fn prepare(to: &Path, root: &Path) -> Result<Place> {
    let cannot = |error: io::Error| {
        Error::unavailable(format!(
            "the backup cannot be written to {}: {error}",
            to.display()
        ))
    };
    let inside = || {
        Error::invalid(format!(
            "{} lies in the data folder; a backup belongs on another disk, or at least beside it.",
            to.display()
        ))
    };
    let is_new = !to.exists();
    if is_new {
        // Looked at first: a refusal leaves nothing behind.
        let whole = std::path::absolute(to).map_err(cannot)?;
        let there = whole
            .ancestors()
            .find_map(|above| fs::canonicalize(above).ok());
        if there.is_some_and(|there| there.starts_with(root)) {
            return Err(inside());
        }
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(to)
            .map_err(cannot)?;
    }
    let full = fs::canonicalize(to).map_err(cannot)?;
    if full.starts_with(root) {
        return Err(inside());
    }
    if fs::read_dir(&full).map_err(cannot)?.next().is_some() {
        return Err(Error::invalid(format!(
            "{} is not empty; name a new folder for the backup.",
            to.display()
        )));
    }
    Ok(Place { full, is_new })
}

fn seal(to: &Path, backup: &Backup) -> Result<()> {
    let write = || -> io::Result<()> {
        let path = to.join(MANIFEST);
        fs::write(&path, serde_json::to_vec_pretty(backup)?)?;
        fs::File::open(&path)?.sync_all()?;
        folder::sync(to)
    };
    write().map_err(|error| Error::unavailable(format!("the backup cannot be written: {error}")))
}

/// How many blobs lie in `root`, which need not be there.
fn names(root: &Path) -> io::Result<Vec<String>> {
    if root.exists() {
        blobs::names(root)
    } else {
        Ok(Vec::new())
    }
}
