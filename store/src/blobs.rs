//! Blobs on disk: one file for each content, named by its SHA-256.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kernel::future::Fut;
use kernel::ports::blobs::Blobs;
use kernel::{Error, Result};
use sha2::{Digest, Sha256};

use crate::error::OpenError;
use crate::folder;

/// A folder of blobs, sharded as `ab/cdef…` to keep each folder small.
#[derive(Clone)]
pub struct DiskBlobs {
    root: Arc<Path>,
}

/// Blobs that can be listed and checked.
pub trait CheckedBlobs: Blobs {
    /// Returns the names of all blobs.
    fn names(&self) -> Fut<'_, Result<Vec<String>>>;
    /// Returns the names of blobs whose content does not match their hash.
    fn find_damaged(&self) -> Fut<'_, Result<Vec<String>>>;
    /// Returns true if a blob with this name exists.
    fn has<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<bool>>;
}

/// Subfolder in which contents are written before they are renamed to their final path.
const DRAFTS: &str = "drafts";
/// Subfolder with an empty file for each blob that is to be erased, or that was stored but is not yet referenced by a
/// fact.
const DOOMED: &str = "doomed";

impl DiskBlobs {
    /// Opens the folder, or creates it. Removes files that an earlier process left half-written.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub fn open(root: &Path) -> Result<Self, OpenError> {
        let drafts = root.join(DRAFTS);
        let made = || -> io::Result<()> {
            if drafts.exists() {
                fs::remove_dir_all(&drafts)?;
            }
            fs::create_dir_all(&drafts)?;
            fs::create_dir_all(root.join(DOOMED))?;
            folder::sync(root)
        };
        made().map_err(|error| OpenError::io(root, error))?;
        Ok(Self { root: root.into() })
    }

    /// Opens the folder for reading only.
    #[must_use]
    pub fn look(root: &Path) -> Self {
        Self { root: root.into() }
    }
}

impl Blobs for DiskBlobs {
    fn put(&self, bytes: Vec<u8>) -> Fut<'_, Result<String>> {
        let root = self.root.clone();
        Box::pin(apart(move || store(&root, &bytes)))
    }

    fn get<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<Option<Vec<u8>>>> {
        Box::pin(async move {
            if !is_sha256(sha256) {
                return Ok(None);
            }
            let path = path(&self.root, sha256);
            let found = apart(move || {
                let bytes = missing_is_none(fs::read(path))?;
                Ok(bytes.map(|bytes| (hash(&bytes), bytes)))
            });
            Ok(found.await?.and_then(|(name, bytes)| {
                if name == sha256 {
                    return Some(bytes);
                }
                tracing::error!(blob = sha256, "a blob does not hold what its name says");
                None
            }))
        })
    }

    fn remove<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<bool>> {
        Box::pin(async move {
            if !is_sha256(sha256) {
                return Ok(true);
            }
            let (path, note) = (path(&self.root, sha256), note(&self.root, sha256));
            apart(move || {
                let removed = missing_is_none(fs::remove_file(&path))?;
                if let (Some(()), Some(shard)) = (removed, path.parent()) {
                    folder::sync(shard)?;
                }
                missing_is_none(fs::remove_file(note)).map(|_| true)
            })
            .await
        })
    }

    fn doom<'a>(&'a self, blobs: &'a HashSet<String>) -> Fut<'a, Result<()>> {
        let (root, blobs) = (self.root.clone(), blobs.clone());
        Box::pin(apart(move || {
            let doomed = root.join(DOOMED);
            fs::create_dir_all(&doomed)?;
            for name in blobs.iter().filter(|name| is_sha256(name)) {
                File::create(note(&root, name))?;
            }
            folder::sync(&doomed)?;
            folder::sync(&root)
        }))
    }

    fn list_doomed(&self) -> Fut<'_, Result<Vec<String>>> {
        let doomed = self.root.join(DOOMED);
        Box::pin(apart(move || {
            let Some(notes) = missing_is_none(fs::read_dir(doomed))? else {
                return Ok(Vec::new());
            };
            let names = notes.map(|note| Ok(note?.file_name().to_string_lossy().into_owned()));
            let names: io::Result<Vec<String>> = names.collect();
            Ok(names?.into_iter().filter(|name| is_sha256(name)).collect())
        }))
    }

    fn spare<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<()>> {
        Box::pin(async move {
            if !is_sha256(sha256) {
                return Ok(());
            }
            let note = note(&self.root, sha256);
            apart(move || missing_is_none(fs::remove_file(note)).map(drop)).await
        })
    }
}

impl CheckedBlobs for DiskBlobs {
    fn names(&self) -> Fut<'_, Result<Vec<String>>> {
        let root = self.root.clone();
        Box::pin(apart(move || {
            Ok(missing_is_none(names(&root))?.unwrap_or_default())
        }))
    }

    fn find_damaged(&self) -> Fut<'_, Result<Vec<String>>> {
        let root = self.root.clone();
        Box::pin(apart(move || wrong(&root)))
    }

    fn has<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<bool>> {
        Box::pin(async move {
            if !is_sha256(sha256) {
                return Ok(false);
            }
            let path = path(&self.root, sha256);
            apart(move || path.try_exists()).await
        })
    }
}

/// Writes the content to a draft, syncs it and renames it, so that a blob is never half-written. Syncs the folders even
/// if the blob exists already: the process that stored it may have stopped before its own sync.
fn store(root: &Path, bytes: &[u8]) -> io::Result<String> {
    let name = hash(bytes);
    let path = path(root, &name);
    let shard = path.parent().unwrap_or(root);
    File::create(note(root, &name))?;
    folder::sync(&root.join(DOOMED))?;
    if !path.exists() {
        fs::create_dir_all(shard)?;
        let draft = root
            .join(DRAFTS)
            .join(hex::encode(rand::random::<[u8; 16]>()));
        let written = write(&draft, bytes).and_then(|()| fs::rename(&draft, &path));
        if let Err(error) = written {
            // Only the first error is reported.
            let _gone_or_not = fs::remove_file(&draft);
            return Err(error);
        }
    }
    folder::sync(shard)?;
    folder::sync(root)?;
    Ok(name)
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Returns the names of blobs in `root` whose content does not match their hash.
pub(crate) fn wrong(root: &Path) -> io::Result<Vec<String>> {
    let mut wrong = Vec::new();
    for name in names(root)? {
        let is_right = match sha256_of(&path(root, &name)) {
            // It was erased meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            // It is not a regular file.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => false,
            found => found? == name,
        };
        if !is_right {
            wrong.push(name);
        }
    }
    Ok(wrong)
}

/// Returns the names of all blobs in `root`.
pub(crate) fn names(root: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for shard in fs::read_dir(root)? {
        let shard = shard?;
        let is_ours = [DRAFTS, DOOMED]
            .iter()
            .any(|name| shard.file_name() == *name);
        if !shard.file_type()?.is_dir() || is_ours {
            continue;
        }
        for file in fs::read_dir(shard.path())? {
            let rest = file?.file_name();
            let name = format!("{}{}", shard.file_name().display(), rest.display());
            if is_sha256(&name) {
                names.push(name);
            }
        }
    }
    Ok(names)
}

/// Returns the path of a blob. The caller has validated the name, so the path stays inside `root`.
pub(crate) fn path(root: &Path, sha256: &str) -> PathBuf {
    let (shard, rest) = sha256.split_at(2);
    root.join(shard).join(rest)
}

/// Returns the path of the file that marks a blob for erasure.
fn note(root: &Path, sha256: &str) -> PathBuf {
    root.join(DOOMED).join(sha256)
}

fn is_sha256(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns the SHA-256 of a regular file, in hexadecimal.
pub(crate) fn sha256_of(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut folder::open_regular(path)?, &mut hasher)?;
    Ok(hex::encode(hasher.finalize()))
}

/// Returns the SHA-256 of some bytes, in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

fn missing_is_none<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Runs `work` on a thread that may block on the disk.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::internal(format!("the blobs failed: {error}")))?
        .map_err(|error| Error::unavailable(format!("the blobs cannot be used: {error}")))
}
