//! Password hashing with argon2id and the crate's defaults, on blocking threads.

use std::sync::{Arc, OnceLock};

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use kernel::{Error, Result};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization as _;

/// Maximum number of hashes computed concurrently: each takes a core and 19 MiB.
const MAX_CONCURRENT: usize = 2;

/// Hash that is verified for unknown names, so that they take as long as a wrong password.
static NOBODY: OnceLock<String> = OnceLock::new();

pub(super) struct Passwords {
    permits: Arc<Semaphore>,
}

impl Passwords {
    pub(super) fn new() -> Self {
        Self {
            permits: Arc::new(Semaphore::new(MAX_CONCURRENT)),
        }
    }

    /// Returns the PHC string of a password.
    pub(super) async fn hash(&self, password: String) -> Result<String> {
        self.apart(move || hash(&password)).await?
    }

    /// Returns true if `password` is the one that was hashed. Without a hash it returns false after the same time.
    pub(super) async fn matches(&self, password: String, hashed: Option<String>) -> Result<bool> {
        self.apart(move || {
            let known = hashed.is_some();
            let hashed = match hashed {
                Some(hashed) => hashed,
                None => match NOBODY.get() {
                    Some(nobody) => nobody.clone(),
                    None => NOBODY
                        .get_or_init(|| hash("nobody").unwrap_or_default())
                        .clone(),
                },
            };
            let parsed = PasswordHash::new(&hashed)
                .map_err(|error| Error::internal(format!("a stored password: {error}")))?;
            let is_it = |password: &str| {
                let verified = Argon2::default().verify_password(password.as_bytes(), &parsed);
                verified.is_ok()
            };
            let usual = usual(&password);
            // A password that was set before normalization was introduced was hashed as it was typed.
            let right = is_it(&usual) || usual != password && is_it(&password);
            Ok(right && known)
        })
        .await?
    }

    async fn apart<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let stopping = |_| Error::unavailable("Loci is stopping.");
        let permit = self
            .permits
            .clone()
            .acquire_owned()
            .await
            .map_err(stopping)?;
        tokio::task::spawn_blocking(move || {
            let done = work();
            drop(permit);
            done
        })
        .await
        .map_err(|error| Error::internal(format!("a password could not be hashed: {error}")))
    }
}

/// Normalizes a password to NFC (RFC 8265): for an accented letter, some keyboards send one character, others two.
fn usual(password: &str) -> String {
    password.nfc().collect()
}

fn hash(password: &str) -> Result<String> {
    let salt = SaltString::encode_b64(&rand::random::<[u8; 16]>())
        .map_err(|error| Error::internal(format!("no salt: {error}")))?;
    Argon2::default()
        .hash_password(usual(password).as_bytes(), &salt)
        .map(|hashed| hashed.to_string())
        .map_err(|error| Error::internal(format!("a password could not be hashed: {error}")))
}
