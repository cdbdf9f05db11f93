//! Blobs on disk: a file a content, named by its SHA-256. Knows nothing of what refers to them.

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

/// Blobs in a folder: `ab/cdef…`, so that no folder grows too long.
#[derive(Clone)]
pub struct DiskBlobs {
    root: Arc<Path>,
}

/// Where contents are written before they get their name.
const DRAFTS: &str = "drafts";
/// Has an empty file for each blob that is to be erased, or that was stored and to which no fact refers yet.
const DOOMED: &str = "doomed";

impl DiskBlobs {
    /// Opens the folder, or makes it; what an earlier process left half-written is removed.
    ///
    /// # Errors
    /// When the folder cannot be written.
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

    /// The folder as it is, to be read alone.
    #[must_use]
    pub fn look(root: &Path) -> Self {
        Self { root: root.into() }
    }

    /// The blobs whose content is not what their name says.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub async fn verify(&self) -> Result<Vec<String>> {
        let root = self.root.clone();
        apart(move || wrong(&root)).await
    }

    /// The names of all blobs.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub async fn names(&self) -> Result<Vec<String>> {
        let root = self.root.clone();
        apart(move || Ok(missing_is_none(names(&root))?.unwrap_or_default())).await
    }

    /// Whether there is a blob of that name.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub async fn has(&self, sha256: &str) -> Result<bool> {
        if !is_sha256(sha256) {
            return Ok(false);
        }
        let path = path(&self.root, sha256);
        apart(move || path.try_exists()).await
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

    fn remove<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<()>> {
        Box::pin(async move {
            if !is_sha256(sha256) {
                return Ok(());
            }
            let (path, note) = (path(&self.root, sha256), note(&self.root, sha256));
            apart(move || {
                let removed = missing_is_none(fs::remove_file(&path))?;
                if let (Some(()), Some(shard)) = (removed, path.parent()) {
                    folder::sync(shard)?;
                }
                missing_is_none(fs::remove_file(note)).map(drop)
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

    fn doomed(&self) -> Fut<'_, Result<Vec<String>>> {
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

/// Writes the content beside its place, syncs it, and gives it its name: the name never stands for
/// half a content. The folders are synced also when the content is there already, because the one
/// who put it may not have come that far.
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
            // The error that matters is the first one.
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

/// The blobs in `root` whose content is not what their name says.
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

/// The names of all blobs in `root`.
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

/// Where the blob of that name lies; the name has been checked, so it leads nowhere else.
pub(crate) fn path(root: &Path, sha256: &str) -> PathBuf {
    let (shard, rest) = sha256.split_at(2);
    root.join(shard).join(rest)
}

/// What says of the blob of that name that it is to be erased.
fn note(root: &Path, sha256: &str) -> PathBuf {
    root.join(DOOMED).join(sha256)
}

fn is_sha256(name: &str) -> bool {
    name.len() == 64 && name.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// The SHA-256 of a regular file, in hexadecimal.
pub(crate) fn sha256_of(path: &Path) -> io::Result<String> {
    let mut hasher = Sha256::new();
    io::copy(&mut folder::open_regular(path)?, &mut hasher)?;
    Ok(hex::encode(hasher.finalize()))
}

/// The SHA-256 of some bytes, in hexadecimal.
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

/// Does `work` on a thread that may wait for the disk.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::internal(format!("the blobs failed: {error}")))?
        .map_err(|error| Error::unavailable(format!("the blobs cannot be used: {error}")))
}
