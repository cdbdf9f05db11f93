//! Ports in memory with fault injection: a log that fails or blocks, an index that fails.

pub mod index;
mod log;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};

use kernel::future::Fut;
use kernel::ports::accounts::{
    Accounts, Bearer, Minted, NewWebhook, Person, Terms, TokenInfo, WebhookTarget,
};
use kernel::ports::blobs::Blobs;
use kernel::ports::clock::Clock;
use kernel::ports::layout::{Layout, Plan, Sketch};
use kernel::ports::secrets::Secrets;
use kernel::ports::tokens::{Encoding, Tokens};
use kernel::{Error, Id, Result, Role, Time};

pub use index::MemoryIndex;
pub use log::MemoryLog;

pub fn ready<'a, T: Send + 'a>(value: T) -> Fut<'a, T> {
    Box::pin(std::future::ready(value))
}

/// Blobs in memory, with names made of their length and first byte; blobs marked for erasure; number of coming removals
/// that fail.
#[derive(Default)]
pub struct MemoryBlobs(
    pub Mutex<BTreeMap<String, Vec<u8>>>,
    pub Mutex<BTreeSet<String>>,
    pub AtomicUsize,
);

impl Blobs for MemoryBlobs {
    fn put(&self, bytes: Vec<u8>) -> Fut<'_, Result<String>> {
        let name = format!("{}-{}", bytes.len(), bytes[0]);
        self.0.lock().unwrap().insert(name.clone(), bytes);
        ready(Ok(name))
    }
    fn get<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<Option<Vec<u8>>>> {
        ready(Ok(self.0.lock().unwrap().get(sha256).cloned()))
    }
    fn remove<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<bool>> {
        if log::is_next(&self.2) {
            return ready(Err(Error::unavailable("the disk is away")));
        }
        self.0.lock().unwrap().remove(sha256);
        self.1.lock().unwrap().remove(sha256);
        ready(Ok(true))
    }
    fn doom<'a>(&'a self, blobs: &'a HashSet<String>) -> Fut<'a, Result<()>> {
        self.1.lock().unwrap().extend(blobs.iter().cloned());
        ready(Ok(()))
    }
    fn list_doomed(&self) -> Fut<'_, Result<Vec<String>>> {
        ready(Ok(self.1.lock().unwrap().iter().cloned().collect()))
    }
    fn spare<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<()>> {
        self.1.lock().unwrap().remove(sha256);
        ready(Ok(()))
    }
}

/// Accounts without tokens and people.
pub struct NoAccounts;

impl Accounts for NoAccounts {
    fn mint<'a>(&'a self, _: &'a str, _: Terms, _: &'a str, _: Time) -> Fut<'a, Result<Minted>> {
        ready(Err(Error::unavailable("no accounts")))
    }
    fn verify(&self, _: &str, _: Time) -> Option<Bearer> {
        None
    }
    fn hash_text(&self, text: &str) -> u64 {
        text.len() as u64
    }
    fn revoke<'a>(&'a self, _: &'a str, _: Time) -> Fut<'a, Result<()>> {
        ready(Ok(()))
    }
    fn tokens(&self) -> Fut<'_, Result<Vec<TokenInfo>>> {
        ready(Ok(Vec::new()))
    }
    fn create_person<'a>(
        &'a self,
        _: &'a str,
        _: Role,
        _: &'a str,
        _: Time,
    ) -> Fut<'a, Result<Person>> {
        ready(Err(Error::unavailable("no accounts")))
    }
    fn set_password<'a>(&'a self, _: &'a str, _: &'a str, _: Time) -> Fut<'a, Result<Person>> {
        ready(Err(Error::unavailable("no accounts")))
    }
    fn sign_in<'a>(&'a self, _: &'a str, _: &'a str) -> Fut<'a, Result<Option<Person>>> {
        ready(Ok(None))
    }
    fn person<'a>(&'a self, _: &'a str) -> Fut<'a, Result<Option<Person>>> {
        ready(Ok(None))
    }
    fn people(&self) -> Fut<'_, Result<Vec<Person>>> {
        ready(Ok(Vec::new()))
    }
    fn add_webhook<'a>(&'a self, _: &'a str) -> Fut<'a, Result<NewWebhook>> {
        ready(Err(Error::unavailable("no accounts")))
    }
    fn webhook<'a>(&'a self, _: &'a str, _: Time) -> Fut<'a, Result<Option<WebhookTarget>>> {
        ready(Ok(None))
    }
    fn move_webhook<'a>(&'a self, _: &'a str, _: &'a str) -> Fut<'a, Result<()>> {
        ready(Err(Error::unavailable("no accounts")))
    }
    fn rotate_webhook<'a>(&'a self, _: &'a str, _: Time) -> Fut<'a, Result<String>> {
        ready(Err(Error::unavailable("no accounts")))
    }
    fn forget_webhook<'a>(&'a self, _: &'a str) -> Fut<'a, Result<()>> {
        ready(Ok(()))
    }
}

/// A tokenizer that counts words, a detector of one secret, an empty layout.
pub struct Plain;

impl Tokens for Plain {
    fn count_in(&self, _: Encoding, text: &str) -> u32 {
        text.split_whitespace().count() as u32
    }
}

impl Secrets for Plain {
    fn redact<'a>(&self, text: &'a str) -> (Cow<'a, str>, u32) {
        match text.matches("hunter2").count() {
            0 => (text.into(), 0),
            n => (
                text.replace("hunter2", "[redacted:password]").into(),
                n as u32,
            ),
        }
    }
}

impl Layout for Plain {
    fn draw(&self, _: &Sketch) -> Plan {
        Plan::default()
    }
}

/// A clock that only advances when set.
#[derive(Default)]
pub struct StillClock {
    pub now: AtomicI64,
    ids: AtomicU64,
}

impl Clock for StillClock {
    fn now(&self) -> Time {
        Time(self.now.load(Ordering::SeqCst))
    }
    fn id(&self) -> Id {
        let n = self.ids.fetch_add(1, Ordering::SeqCst);
        Id::from_parts(self.now(), n.into())
    }
}
