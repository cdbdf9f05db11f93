//! The keys under which secrets are hashed: the current key, and older keys under which a valid secret was hashed. All
//! servers on the same accounts share them.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::{PoisonError, RwLock};

use sqlx::{AnyExecutor, AnyPool};

use crate::database::{self, Timely};
use crate::error::OpenError;
use crate::folder;

/// A keyed BLAKE3 hash.
pub(super) type Hash = [u8; 32];

/// A 256-bit hash key.
pub(crate) type Key = [u8; 32];

/// All keys, the current one first.
pub(super) struct Keys(RwLock<Vec<Key>>);

impl Keys {
    pub(super) const fn new(keys: Vec<Key>) -> Self {
        Self(RwLock::new(keys))
    }

    /// Replaces all keys.
    pub(super) fn set(&self, keys: Vec<Key>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = keys;
    }

    fn all(&self) -> std::sync::RwLockReadGuard<'_, Vec<Key>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the hash of a secret under the current key.
    pub(super) fn hash(&self, secret: &str) -> Hash {
        self.hash_with_key_name(secret).0
    }

    /// Returns the hash of a secret under the current key, and that key's name. Both belong to the same key even during
    /// a rotation.
    pub(super) fn hash_with_key_name(&self, secret: &str) -> (Hash, String) {
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

    /// Returns the current key.
    pub(super) fn newest(&self) -> Option<Key> {
        self.all().first().copied()
    }

    /// Returns the name of the oldest key.
    pub(super) fn oldest(&self) -> String {
        self.all().last().map_or_else(String::new, name)
    }
}

fn under(key: &Key, secret: &str) -> Hash {
    *blake3::keyed_hash(key, secret.as_bytes()).as_bytes()
}

/// Returns the public name of a key, which does not reveal it.
pub(super) fn name(key: &Key) -> String {
    hex::encode(&blake3::hash(key).as_bytes()[..8])
}

/// Reads all keys of the accounts, the current one first.
pub(super) async fn read(accounts: impl AnyExecutor<'_>) -> sqlx::Result<Vec<Key>> {
    let keys: Vec<Vec<u8>> = sqlx::query_scalar("SELECT key FROM keys ORDER BY number DESC")
        .fetch_all(accounts)
        .await?;
    let keys = keys.into_iter().map(Key::try_from);
    keys.collect::<Result<_, _>>()
        .map_err(|key| sqlx::Error::Decode(format!("a key of {} bytes", key.len()).into()))
}

/// Gives the accounts these keys, the current one first, if they have none. Of several servers that start at the same
/// moment one sets the keys.
pub(super) async fn create(accounts: &AnyPool, keys: &[Key]) -> sqlx::Result<()> {
    if !read(accounts).await?.is_empty() {
        return Ok(());
    }
    let mut all = database::begin(accounts).await?;
    if read(Timely(&mut *all)).await?.is_empty() {
        for key in keys.iter().rev() {
            sqlx::query("INSERT INTO keys (key) VALUES ($1)")
                .bind(&key[..])
                .execute(Timely(&mut *all))
                .await?;
        }
    }
    database::commit(all).await
}

/// Gives the accounts at `path` their keys, if they have none: those in the `file` of an earlier version, or a new one.
/// Removes the file once the accounts have its keys.
///
/// # Errors
/// Returns an error if there are tokens but no keys, or if a file is damaged or cannot be written.
pub(super) async fn take_over(
    accounts: &AnyPool,
    path: &Path,
    file: &Path,
) -> Result<(), OpenError> {
    let sql = |error: sqlx::Error| OpenError::sql(path, &error);
    if read(accounts).await.map_err(sql)?.is_empty() {
        let tokens: i64 = sqlx::query_scalar("SELECT count(*) FROM tokens")
            .fetch_one(accounts)
            .await
            .map_err(sql)?;
        let keys = match in_file(file)? {
            Some(keys) => keys,
            None if tokens == 0 => vec![rand::random()],
            None => {
                let detail = "it is missing, and without it no token is valid";
                return Err(OpenError::damaged(file, detail));
            }
        };
        create(accounts, &keys).await.map_err(sql)?;
    }
    let keys = read(accounts).await.map_err(sql)?;
    match in_file(file) {
        Ok(Some(old)) if old.iter().all(|key| keys.contains(key)) => {
            let parent = file.parent().unwrap_or(file);
            fs::remove_file(file)
                .and_then(|()| folder::sync(parent))
                .map_err(|error| OpenError::io(parent, error))
        }
        _ => Ok(()),
    }
}

/// Reads the key file of an earlier version: its keys, the current one first. Returns `None` if it is missing.
pub(super) fn in_file(file: &Path) -> Result<Option<Vec<Key>>, OpenError> {
    match fs::read(file) {
        Ok(bytes) => match bytes.as_chunks::<32>() {
            ([], _) | (_, [_, ..]) => Err(OpenError::damaged(
                file,
                "it does not hold keys of 32 bytes",
            )),
            (keys, []) => Ok(Some(keys.to_vec())),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(OpenError::io(file.parent().unwrap_or(file), error)),
    }
}
