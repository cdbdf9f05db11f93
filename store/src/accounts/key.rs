//! The keys under which secrets are hashed, in a file that only its owner can read: the current key, and older keys
//! under which a valid secret was hashed.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use crate::error::OpenError;
use crate::folder;

/// A keyed BLAKE3 hash.
pub(super) type Hash = [u8; 32];

/// A 256-bit hash key.
pub(crate) type Key = [u8; 32];

/// All keys, the current one first. The file holds them in the same order.
pub(super) struct Keys {
    path: PathBuf,
    keys: RwLock<Vec<Key>>,
}

impl Keys {
    /// Reads the keys, or creates the first one if the file is missing.
    pub(super) fn open(path: &Path) -> Result<Self, OpenError> {
        let parent = path.parent().unwrap_or(path);
        let keys = match fs::read(path) {
            Ok(bytes) => {
                let (keys, rest) = bytes.as_chunks::<32>();
                if keys.is_empty() || !rest.is_empty() {
                    return Err(OpenError::damaged(
                        path,
                        "it does not hold keys of 32 bytes",
                    ));
                }
                keys.to_vec()
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let keys = vec![rand::random()];
                write(path, &keys).map_err(|error| OpenError::io(parent, error))?;
                keys
            }
            Err(error) => return Err(OpenError::io(parent, error)),
        };
        Ok(Self {
            path: path.to_owned(),
            keys: RwLock::new(keys),
        })
    }

    fn all(&self) -> std::sync::RwLockReadGuard<'_, Vec<Key>> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the hash of a secret under the current key.
    pub(super) fn hash(&self, secret: &str) -> Hash {
        self.named(secret).0
    }

    /// Returns the hash of a secret under the current key, and that key's name. Both belong to the same key even during
    /// a rotation.
    pub(super) fn named(&self, secret: &str) -> (Hash, String) {
        let keys = self.all();
        let newest = keys.first();
        newest.map_or_else(Default::default, |key| (under(key, secret), name(key)))
    }

    /// Returns a hash of a text that is not a secret. A prefix keeps it apart from the hashes of secrets.
    pub(super) fn of_text(&self, text: &str) -> u64 {
        let hash = self.hash(&format!("text\0{text}"));
        hash.first_chunk()
            .map_or(0, |first| u64::from_le_bytes(*first))
    }

    /// Returns the hashes of a secret under the older keys.
    pub(super) fn older(&self, secret: &str) -> Vec<Hash> {
        let keys = self.all();
        keys.iter().skip(1).map(|key| under(key, secret)).collect()
    }

    /// Returns true if a key has this name.
    pub(super) fn has(&self, wanted: &str) -> bool {
        self.all().iter().any(|key| name(key) == wanted)
    }

    /// Returns the name of the oldest key.
    pub(super) fn oldest(&self) -> String {
        self.all().last().map_or_else(String::new, name)
    }

    /// Puts a new key into use. Keeps the previous key, because a token may just be created under it, and the older
    /// keys for whose names `is_needed` returns true.
    pub(super) fn rotate(&self, is_needed: impl Fn(&str) -> bool) -> io::Result<()> {
        let mut keys = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let kept = keys.iter().enumerate();
        let kept = kept.filter(|(age, key)| *age == 0 || is_needed(&name(key)));
        let next: Vec<Key> = std::iter::once(rand::random())
            .chain(kept.map(|(_, key)| *key))
            .collect();
        write(&self.path, &next)?;
        *keys = next;
        Ok(())
    }
}

fn under(key: &Key, secret: &str) -> Hash {
    *blake3::keyed_hash(key, secret.as_bytes()).as_bytes()
}

/// Returns the public name of a key, which does not reveal it.
fn name(key: &Key) -> String {
    hex::encode(&blake3::hash(key).as_bytes()[..8])
}

/// Reads the current key from a key file. Returns `None` if the file is missing or too short.
pub(crate) fn newest_in(path: &Path) -> Option<Key> {
    fs::read(path).ok()?.first_chunk().copied()
}

/// Writes all keys or none of them, through a temporary file.
fn write(path: &Path, keys: &[Key]) -> io::Result<()> {
    let draft = path.with_extension("key.new");
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&draft)?;
    file.write_all(keys.as_flattened())?;
    file.sync_all()?;
    fs::rename(&draft, path)?;
    folder::sync(path.parent().unwrap_or(path))
}
