//! The key under which secrets are hashed, made once and kept in a file for its owner alone.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::error::OpenError;
use crate::folder;

/// A keyed BLAKE3 hash.
pub(super) type Hash = [u8; 32];

/// The key.
pub(super) struct Key([u8; 32]);

impl Key {
    /// Reads the key, or makes it.
    pub(super) fn open(path: &Path) -> Result<Self, OpenError> {
        let parent = path.parent().unwrap_or(path);
        match fs::read(path) {
            Ok(bytes) => bytes
                .try_into()
                .map(Self)
                .map_err(|_| OpenError::damaged(path, "it is not a key of 32 bytes")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let key: [u8; 32] = rand::random();
                write(path, parent, &key).map_err(|error| OpenError::io(parent, error))?;
                Ok(Self(key))
            }
            Err(error) => Err(OpenError::io(parent, error)),
        }
    }

    /// The hash under which a secret is known.
    pub(super) fn hash(&self, secret: &str) -> Hash {
        *blake3::keyed_hash(&self.0, secret.as_bytes()).as_bytes()
    }
}

/// Writes the whole key or none of it.
fn write(path: &Path, parent: &Path, key: &[u8]) -> io::Result<()> {
    let draft = path.with_extension("key.new");
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)?;
    file.write_all(key)?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    folder::sync(parent)
}
