//! The state of a core: of each crystal only what rules need. Knows no texts.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use imbl::{OrdMap, OrdSet};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_with::skip_serializing_none;
use sha2::{Digest as _, Sha256};

use crate::crystal::owner::Owner;
use crate::crystal::record::Crystal;
use crate::crystal::said::Said;
use crate::session::record::MemoryType;
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;
use kernel::stream::{StreamId, Version};
use kernel::time::Time;

/// What makes a crystal the same as another: the beginning of a SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// The key of a crystal: the same text, in the same namespace, of the same user and session. A
    /// message is the same only when it has the same id, because people repeat themselves.
    #[must_use]
    pub fn of(crystal: &Crystal) -> Self {
        Self::made(
            crystal.memory_type,
            &crystal.id,
            [&crystal.namespace, &crystal.user_id, &crystal.session_id],
            &crystal.text,
        )
    }

    fn made(kind: MemoryType, id: &str, scope: [&Option<String>; 3], text: &str) -> Self {
        let message = match kind {
            MemoryType::Message => Some(id),
            MemoryType::Semantic | MemoryType::Episodic => None,
        };
        let [namespace, user, session] = scope.map(Option::as_deref);
        Self::begin(hash(&[namespace, user, session, message], text))
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

/// A crystal's hash: the same for texts that differ in case and white space only, within a namespace
/// and a user.
#[must_use]
pub fn memory_hash(crystal: &Crystal) -> String {
    let scope = [crystal.namespace.as_deref(), crystal.user_id.as_deref()];
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
    for word in text.split_whitespace() {
        hash.update(word.to_lowercase());
        hash.update(" ");
    }
    hash.finalize().into()
}

/// What rules need of a crystal.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CrystalEntry {
    /// The facts that hold a record of it; the last one holds what it is now.
    pub versions: Vec<Version>,
    /// What makes it the same as another.
    pub key: Key,
    /// All that it says.
    pub said: Said,
    /// Whether it is never forgotten by a rule.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// What it was taken from.
    pub source: Option<StreamId>,
    /// Whose it is.
    pub owner: Owner,
    /// When it came to be.
    pub created: Time,
    /// When it was recalled last.
    pub accessed: Time,
    /// How often it was recalled.
    pub recalls: u32,
}

impl CrystalEntry {
    /// The fact that holds what it is now.
    #[must_use]
    pub fn version(&self) -> Version {
        self.versions.last().copied().unwrap_or(0)
    }
}

/// What is left of a forgotten crystal until it is erased.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forgotten {
    /// The facts that hold a record of it.
    pub versions: Vec<Version>,
    /// What it was taken from.
    pub source: Option<StreamId>,
    /// Whose it was.
    pub owner: Owner,
    /// When they are to be erased.
    pub purge_at: Time,
}

/// A core's state.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Core {
    /// What it is for.
    pub description: Option<String>,
    /// Whether somebody made it, rather than a first crystal.
    pub made: bool,
    /// Who may read it.
    pub readers: Readers,
    /// The agents that may write in it; whoever may read it without.
    pub writers: Option<BTreeSet<String>>,
    /// Who reads what sessions promote into it; as the workspace says without.
    pub promoted_readers: Option<PromotedReaders>,
    /// When it began.
    pub created_at: Time,
    /// When a crystal was last written.
    pub updated_at: Time,
    /// The crystals by id.
    pub crystals: OrdMap<Arc<str>, Arc<CrystalEntry>>,
    /// Those that are hidden and not erased yet.
    pub forgotten: OrdMap<Arc<str>, Arc<Forgotten>>,
    /// How many facts this state is made of.
    pub version: Version,
    /// Beside the body: the crystals of each key.
    #[serde(skip)]
    pub(super) keys: OrdSet<(Key, Arc<str>)>,
    /// Beside the body: the forgotten ones by the time at which they are erased.
    #[serde(skip)]
    pub(super) leaving: OrdSet<(Time, Arc<str>)>,
}

/// A core as a snapshot has it.
#[derive(Deserialize)]
struct Stored {
    #[serde(default)]
    description: Option<String>,
    made: bool,
    readers: Readers,
    #[serde(default)]
    writers: Option<BTreeSet<String>>,
    #[serde(default)]
    promoted_readers: Option<PromotedReaders>,
    created_at: Time,
    updated_at: Time,
    crystals: OrdMap<Arc<str>, Arc<CrystalEntry>>,
    forgotten: OrdMap<Arc<str>, Arc<Forgotten>>,
    version: Version,
}

impl From<Stored> for Core {
    fn from(stored: Stored) -> Self {
        let keys = stored.crystals.iter();
        let leaving = stored.forgotten.iter();
        Self {
            keys: keys.map(|(id, kept)| (kept.key, id.clone())).collect(),
            leaving: leaving
                .map(|(id, gone)| (gone.purge_at, id.clone()))
                .collect(),
            description: stored.description,
            made: stored.made,
            readers: stored.readers,
            writers: stored.writers,
            promoted_readers: stored.promoted_readers,
            created_at: stored.created_at,
            updated_at: stored.updated_at,
            crystals: stored.crystals,
            forgotten: stored.forgotten,
            version: stored.version,
        }
    }
}

impl Core {
    /// The crystal that is the same as one of that key.
    #[must_use]
    pub fn same(&self, key: Key) -> Option<&str> {
        let (found, id) = self.keys.range((key, Arc::from(""))..).next()?;
        (*found == key).then_some(id.as_ref())
    }

    /// The forgotten crystals whose time to be restored has passed, and the facts that hold them.
    pub fn overdue(&self, now: Time) -> impl Iterator<Item = (&str, &[Version])> {
        let overdue = self.leaving.iter().take_while(move |(at, _)| *at <= now);
        overdue.filter_map(|(_, id)| {
            let gone = self.forgotten.get(id)?;
            Some((id.as_ref(), gone.versions.as_slice()))
        })
    }

    /// The core as lists show it.
    #[must_use]
    pub fn summary(&self, stream: &StreamId) -> CoreSummary {
        CoreSummary {
            name: stream.id().into(),
            description: self.description.clone(),
            promoted_readers: self.promoted_readers,
            crystals: self.crystals.len() as u64,
            created_at: self.created_at,
            updated_at: self.updated_at,
            version: self.version,
        }
    }
}

/// A core as lists show it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoreSummary {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// Who reads what sessions promote into it; as the workspace says without.
    pub promoted_readers: Option<PromotedReaders>,
    /// How many crystals it has.
    pub crystals: u64,
    /// When it began.
    pub created_at: Time,
    /// When a crystal was last written.
    pub updated_at: Time,
    /// How many facts it has.
    pub version: Version,
}
