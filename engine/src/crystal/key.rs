//! Deduplication keys of memories.

use std::fmt::Write as _;

use kernel::time::{OffsetTime, Time};
use kernel::unicode::same_text;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest as _, Sha256};

use crate::crystal::record::Crystal;
use crate::session::record::MemoryType;

/// What makes a crystal the same as another: the beginning of a SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// The key of a crystal: the same text, in the same namespace, of the same user and session. A
    /// message is the same only when it has the same id, because people repeat themselves, and what happened only
    /// when it happened at the same time.
    #[must_use]
    pub fn of(crystal: &Crystal) -> Self {
        let scope = [&crystal.namespace, &crystal.user_id, &crystal.session_id];
        let [namespace, user, session] = scope.map(Option::as_deref);
        let happened = happened(crystal).map(|at| at.to_string());
        let which = match crystal.memory_type {
            MemoryType::Message => Some(crystal.id.as_str()),
            MemoryType::Semantic | MemoryType::Episodic => happened.as_deref(),
        };
        Self::begin(hash(&[namespace, user, session, which], &crystal.text))
    }

    /// The beginning of a hash.
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

/// When it happened, of a crystal that says so: the same may happen again.
pub(super) fn happened(crystal: &Crystal) -> Option<Time> {
    crystal
        .event_date
        .filter(|_| crystal.memory_type != MemoryType::Message)
        .map(OffsetTime::time)
}

/// A memory's hash: the same for the same text but for white space around it, within a namespace and a user, and of
/// what happened only at the same time.
#[must_use]
pub fn memory_hash(crystal: &Crystal) -> String {
    let happened = happened(crystal).map(|at| at.to_string());
    let mut scope = vec![crystal.namespace.as_deref(), crystal.user_id.as_deref()];
    scope.extend(happened.as_deref().map(Some));
    hash(&scope, &crystal.text)
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            // Writing to a text never fails.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

fn hash(scope: &[Option<&str>], text: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in scope {
        let part = part.unwrap_or_default();
        // The length in front keeps the parts apart whatever is in them.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.update(same_text(text).as_bytes());
    hash.finalize().into()
}
