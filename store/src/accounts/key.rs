//! The keys under which secrets are hashed, kept in a file for its owner alone: the one in use, and those before
//! it under which something that still holds was hashed.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use crate::error::OpenError;
use crate::folder;

/// A keyed BLAKE3 hash.
pub(super) type Hash = [u8; 32];

/// A key.
pub(crate) type Key = [u8; 32];

/// The keys, the one in use first. In the file they stand one after the other.
pub(super) struct Keys {
    path: PathBuf,
    keys: RwLock<Vec<Key>>,
}

impl Keys {
    /// Reads the keys, or makes the first one.
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

    /// The hash under which a secret is known.
    pub(super) fn hash(&self, secret: &str) -> Hash {
        self.named(secret).0
    }

    /// The hash under which a secret is known, and the name of the key: both of the same one, also while it is
    /// replaced.
    pub(super) fn named(&self, secret: &str) -> (Hash, String) {
        let keys = self.all();
        let newest = keys.first();
        newest.map_or_else(Default::default, |key| (under(key, secret), name(key)))
    }

    /// A hash of what is no secret, which no secret has.
    pub(super) fn of_text(&self, text: &str) -> u64 {
        let hash = self.hash(&format!("text\0{text}"));
        hash.first_chunk()
            .map_or(0, |first| u64::from_le_bytes(*first))
    }

    /// The hashes under which it may have been known before.
    pub(super) fn older(&self, secret: &str) -> Vec<Hash> {
        let keys = self.all();
        keys.iter().skip(1).map(|key| under(key, secret)).collect()
    }

    /// Whether one of the keys has that name.
    pub(super) fn has(&self, wanted: &str) -> bool {
        self.all().iter().any(|key| name(key) == wanted)
    }

    /// The name of the oldest key.
    pub(super) fn oldest(&self) -> String {
        self.all().last().map_or_else(String::new, name)
    }

    /// Puts a new key into use. The one before it stays, as a token may be in the making under it, and those
    /// before that `is_needed` names.
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

/// What a key is called where it must not be told.
fn name(key: &Key) -> String {
    hex::encode(&blake3::hash(key).as_bytes()[..8])
}

/// The key in use that a key file holds, if it holds one.
pub(crate) fn newest_in(path: &Path) -> Option<Key> {
    fs::read(path).ok()?.first_chunk().copied()
}

/// Writes all keys or none of them.
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
