//! Deduplication keys of memories.

use std::fmt::Write as _;

use kernel::time::{OffsetTime, Time};
use kernel::unicode::same_text;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};

use crate::crystal::record::Crystal;
use crate::session::record::MemoryType;

/// Deduplication key of a memory: the first 128 bits of a SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// Computes the key from the text, namespace, user and session. A message's key includes its id, because people
    /// repeat themselves; the key of another memory includes its event time, if it has one.
    #[must_use]
    pub fn of(crystal: &Crystal) -> Self {
        let scope = [&crystal.namespace, &crystal.user_id, &crystal.session_id];
        let [namespace, user, session] = scope.map(Option::as_deref);
        let happened = event_time(crystal).map(|at| at.to_string());
        let which = match crystal.memory_type {
            MemoryType::Message => Some(crystal.id.as_str()),
            MemoryType::Semantic | MemoryType::Episodic => happened.as_deref(),
        };
        Self::begin(hash(&[namespace, user, session, which], &crystal.text))
    }

    /// Takes the first 128 bits of a hash.
    pub(super) fn begin(hash: [u8; 32]) -> Self {
        let mut begin = [0; 16];
        begin.copy_from_slice(&hash[..16]);
        Self(u128::from_be_bytes(begin))
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:032x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        u128::from_str_radix(&text, 16)
            .map(Self)
            .map_err(de::Error::custom)
    }
}

/// Returns the event time of a memory that is not a message: the same event may happen again.
pub(super) fn event_time(crystal: &Crystal) -> Option<Time> {
    crystal
        .event_date
        .filter(|_| crystal.memory_type != MemoryType::Message)
        .map(OffsetTime::time)
}

/// Returns the memory's hash, made of its text without surrounding white space, its namespace, its user and its event
/// time.
#[must_use]
pub fn memory_hash(crystal: &Crystal) -> String {
    let happened = event_time(crystal).map(|at| at.to_string());
    let mut scope = vec![crystal.namespace.as_deref(), crystal.user_id.as_deref()];
    scope.extend(happened.as_deref().map(Some));
    hash(&scope, &crystal.text)
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            // Writing to a string never fails.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

fn hash(scope: &[Option<&str>], text: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in scope {
        let part = part.unwrap_or_default();
        // The length prefix keeps the parts apart, whatever they contain.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.update(same_text(text).as_bytes());
    hash.finalize().into()
}
