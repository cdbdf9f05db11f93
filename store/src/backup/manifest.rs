//! The manifest of a backup: its fields, the hashes of its files, and the comparison of a backup with them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use kernel::{Position, Time};
use serde::{Deserialize, Serialize};

use super::{copy, names};
use crate::blobs;
use crate::error::OpenError;
use crate::folder::{self, MANIFEST, Paths};

/// Version of the backup format that is written and read.
pub(super) const FORMAT: u32 = 1;

/// The largest manifest that is read, in bytes.
const MAX_MANIFEST: u64 = 16 * 1024 * 1024;

/// Manifest of a backup, `backup.json`. It is written last: a folder without it is not a complete backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Backup {
    /// Version of the backup format.
    pub format: u32,
    /// Version of Loci that made the backup.
    pub loci: String,
    /// Time at which the backup was made.
    pub made_at: Time,
    /// Epoch of the log.
    pub epoch: u64,
    /// Position of the last fact.
    pub position: Position,
    /// Head of the log's chain. Empty for a log without one, made by an earlier version.
    #[serde(default)]
    pub head: String,
    /// Number of facts.
    pub facts: u64,
    /// Number of blobs.
    pub blobs: u64,
    /// Names of blobs that were already damaged in the data folder. `None` in backups of earlier versions, which did
    /// not check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damaged: Option<Vec<String>>,
    /// SHA-256 of each file by its name, and under `blobs` that of the sorted names of all blobs, which are hashes
    /// themselves. Empty in backups of earlier versions.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
}

/// Returns the names and paths of the files that the manifest has hashes of.
fn files_to_cover(paths: &Paths) -> [(&'static str, PathBuf); 3] {
    [
        ("log.sqlite", paths.log()),
        ("accounts.sqlite", paths.accounts()),
        (KEY, paths.token_key()),
    ]
}

/// Name of the file that only backups of earlier versions have.
const KEY: &str = "token.key";

/// Name under which the manifest has the hash of the blobs' names.
const BLOBS: &str = "blobs";

/// Computes the hashes of all files in a backup.
pub(super) fn hashes(paths: &Paths) -> io::Result<BTreeMap<String, String>> {
    let mut hashes = BTreeMap::new();
    for (name, path) in files_to_cover(paths) {
        match blobs::sha256_of(&path) {
            Err(error) if name == KEY && error.kind() == io::ErrorKind::NotFound => {}
            hash => drop(hashes.insert(name.to_owned(), hash?)),
        }
    }
    let mut blobs = names(&paths.blobs())?;
    blobs.sort_unstable();
    hashes.insert(BLOBS.into(), blobs::hash(blobs.join("\n").as_bytes()));
    Ok(hashes)
}

/// Returns the first file of the backup in `paths`, or of a copy of it, whose hash differs from the manifest. `None`
/// for manifests of earlier versions, which have no hashes.
pub(super) fn differing(paths: &Paths, backup: &Backup) -> kernel::Result<Option<&'static str>> {
    if backup.files.is_empty() {
        return Ok(None);
    }
    let found = hashes(paths).map_err(|error| {
        kernel::Error::unavailable(format!("the backup cannot be read: {error}"))
    })?;
    let names = files_to_cover(paths).map(|(name, _)| name);
    let differs = |name: &&str| found.get(*name) != backup.files.get(*name);
    Ok(names.into_iter().chain([BLOBS]).find(differs))
}

/// Description of a file that [`differing`] returns.
pub(super) const DIFFERS: &str = "it has changed since the backup was made";

/// Reads the manifest of the backup in `from`.
pub(super) fn read(from: &Path) -> Result<Backup, OpenError> {
    let not_one = |detail: String| OpenError::Other {
        what: format!("{} is no whole backup", from.display()),
        detail: format!("{detail}; nothing was changed"),
    };
    let read = || -> io::Result<Backup> {
        let mut text = Vec::new();
        let file = folder::open_regular(&from.join(MANIFEST))?;
        file.take(MAX_MANIFEST).read_to_end(&mut text)?;
        Ok(serde_json::from_slice(&text)?)
    };
    let backup = read().map_err(|error| not_one(format!("{MANIFEST}: {error}")))?;
    if backup.format == FORMAT {
        Ok(backup)
    } else {
        Err(not_one(format!(
            "its form is {}, this version reads {FORMAT}",
            backup.format
        )))
    }
}

/// Writes the manifest of the backup in `to`.
pub(super) fn write(to: &Path, backup: &Backup) -> io::Result<()> {
    let path = to.join(MANIFEST);
    fs::write(&path, serde_json::to_vec_pretty(backup)?)?;
    fs::File::open(&path)?.sync_all()?;
    folder::sync(to)
}

/// Returns the differences between the backup in `root` and its manifest. Empty for a folder without a manifest.
///
/// # Errors
/// Returns an error if the files cannot be read.
pub fn faults_of_backup(root: &Path) -> kernel::Result<Vec<String>> {
    if !root.join(MANIFEST).exists() {
        return Ok(Vec::new());
    }
    let (backup, paths) = (read(root)?, Paths::new(root));
    let mut faults = Vec::new();
    faults.extend(
        copy::as_made(&paths.blobs(), &backup)
            .err()
            .map(|error| error.detail),
    );
    faults.extend(differing(&paths, &backup)?.map(|name| format!("{name}: {DIFFERS}")));
    Ok(faults)
}
