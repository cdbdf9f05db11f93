//! The records: a crystal as it is stored and read, and what is given to make one. Decides nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::crystal::check::SUPERSEDES;
use crate::crystal::decay::{CrystalKind, Lifecycle};
use crate::session::record::{MemoryType, NAMES, RecordName, TEXT_BYTES};
use kernel::answer::is_zero;
use kernel::stream::{StreamId, Version};
use kernel::time::{OffsetTime, SECOND, Time, end_of_day};

/// How far a crystal is to be believed.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// An agent wrote it.
    #[default]
    Agent,
    /// A person wrote it.
    Human,
    /// Loci took it from elsewhere.
    Imported,
    /// It is not to be believed until a person has looked at it.
    Quarantined,
}

impl Trust {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Agent, Self::Human, Self::Imported, Self::Quarantined];

    /// Its name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Human => "human",
            Self::Imported => "imported",
            Self::Quarantined => "quarantined",
        }
    }
}

/// What a crystal was taken from of a mind's stream, where somebody had written it down before the mind began.
pub const SEED: &str = "seed";

/// Where a crystal was taken from.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Provenance {
    /// The stream, such as a session.
    pub stream: StreamId,
    /// The message in it.
    pub message: Option<String>,
    /// The fact in it.
    pub version: Option<Version>,
}

impl Provenance {
    /// Whether somebody had written down to keep what the crystal says, before a mind began with it.
    #[must_use]
    pub fn is_seed(&self) -> bool {
        self.stream.kind() == "mind" && self.message.as_deref() == Some(SEED)
    }
}

macro_rules! records {
    ($( $(#[$attr:meta])* $field:ident : $type:ty = $skip:literal ),* $(,)?) => {
        /// A crystal: one long-term memory.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct Crystal {
            /// Its name: the caller's choice, or a ULID.
            pub id: String,
            /// The core it is in.
            pub core: String,
            $( $(#[$attr])* #[serde(default, skip_serializing_if = $skip)] pub $field: $type, )*
            /// When it came to be.
            pub created_at: Time,
            /// When it was changed last.
            pub updated_at: Time,
            /// When it was stored first.
            pub persisted_at: Time,
            /// When it was recalled last.
            pub last_accessed: Time,
            /// How often it was recalled.
            #[serde(default, skip_serializing_if = "is_zero")]
            pub access_count: u32,
            /// The SHA-256 of its text without white space around it, its namespace and its user.
            pub memory_hash: String,
            /// How far it is to be believed.
            #[serde(default)]
            pub trust: Trust,
            /// Where it was taken from.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub provenance: Option<Provenance>,
            /// The memory that took its place, since `valid_to`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub superseded_by: Option<String>,
            /// The memory that says the same and took it in.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub merged_into: Option<String>,
            /// The memories that say the same and were taken in.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub merged_from: Vec<String>,
            /// The person who pinned or froze it: no agent undoes that.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub held_by: Option<String>,
            /// The person who approved it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub approved_by: Option<String>,
            // How it stands when it is read; never stored.
            /// What is left of its importance: it fades from the last recall on.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub strength: Option<f64>,
            /// The stage of its life.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub lifecycle: Option<Lifecycle>,
            /// When it will be archived if nobody recalls it until then.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub decays_at: Option<Time>,
        }

        /// A crystal to be made.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct NewCrystal {
            /// Its name, 1 to 256 characters; a fresh one unless given. The same one again replaces
            /// the crystal.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schemars(with = "Option<RecordName>", length(min = 1))]
            pub id: Option<String>,
            $( $(#[$attr])* #[serde(default, skip_serializing_if = $skip)] pub $field: $type, )*
            /// When it came to be; now unless given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub created_at: Option<Time>,
            /// After so many seconds its time runs out; instead of `expires_at`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = 1, max = TTL_SECONDS))]
            pub ttl_seconds: Option<u64>,
            // What another memory knows of it: only doors that take memories over say so.
            /// When it was changed last; now unless given.
            #[serde(skip)]
            pub updated_at: Option<Time>,
            /// When it was stored first; now unless given.
            #[serde(skip)]
            pub persisted_at: Option<Time>,
            /// When it was recalled last, elsewhere.
            #[serde(skip)]
            pub last_accessed: Option<Time>,
            /// How often it was recalled, elsewhere.
            #[serde(skip)]
            pub access_count: Option<u32>,
            /// Where it was taken from; only Loci itself says so.
            #[serde(skip)]
            pub provenance: Option<Provenance>,
            /// How far it is to be believed, where that is not as far as whoever writes it.
            #[serde(skip)]
            pub trust: Option<Trust>,
        }

        impl NewCrystal {
            /// The record of it.
            pub(super) fn record(self, made: Made) -> Crystal {
                let now = made.now;
                let created_at = self.created_at.or(made.created_at).unwrap_or(now);
                let ends = self.ttl_seconds.map(|seconds| after(now, seconds));
                let crystal = Crystal {
                    id: made.id,
                    core: made.core,
                    $( $field: self.$field, )*
                    created_at,
                    updated_at: self.updated_at.unwrap_or(now),
                    persisted_at: self.persisted_at.unwrap_or(now),
                    last_accessed: self.last_accessed.unwrap_or(created_at),
                    access_count: self.access_count.unwrap_or(0),
                    memory_hash: String::new(),
                    trust: made.trust,
                    provenance: self.provenance,
                    superseded_by: None,
                    merged_into: None,
                    merged_from: Vec::new(),
                    held_by: None,
                    approved_by: None,
                    strength: None,
                    lifecycle: None,
                    decays_at: None,
                };
                Crystal { expires_at: crystal.expires_at.or(ends), ..crystal }
            }
        }

        impl From<Crystal> for NewCrystal {
            fn from(crystal: Crystal) -> Self {
                Self {
                    id: Some(crystal.id),
                    $( $field: crystal.$field, )*
                    created_at: Some(crystal.created_at),
                    ttl_seconds: None,
                    updated_at: Some(crystal.updated_at),
                    persisted_at: Some(crystal.persisted_at),
                    last_accessed: Some(crystal.last_accessed),
                    access_count: Some(crystal.access_count),
                    provenance: crystal.provenance,
                    trust: None,
                }
            }
        }
    };
}

/// The longest time after which a memory may be told to run out: a hundred years.
pub const TTL_SECONDS: u64 = 100 * 366 * 24 * 3600;

/// The moment so many seconds later.
fn after(now: Time, seconds: u64) -> Time {
    now.plus(i64::try_from(seconds.min(TTL_SECONDS)).unwrap_or(0) * SECOND)
}

/// What a record has that nobody gives.
#[derive(Default)]
pub(super) struct Made {
    pub id: String,
    pub core: String,
    pub now: Time,
    /// When the crystal that it replaces came to be.
    pub created_at: Option<Time>,
    pub trust: Trust,
}

records! {
    /// What is remembered.
    #[schemars(required, length(min = 1, max = TEXT_BYTES), regex(pattern = r"\S"))]
    text: String = "String::is_empty",
    /// `semantic` (a fact), `episodic` (something that happened) or `message`.
    memory_type: MemoryType = "is_usual",
    /// The namespace it belongs to; also the name of its core.
    #[schemars(with = "Option<RecordName>")]
    namespace: Option<String> = "Option::is_none",
    /// The user it is about.
    #[schemars(with = "Option<RecordName>")]
    user_id: Option<String> = "Option::is_none",
    /// The session it is from.
    #[schemars(with = "Option<RecordName>")]
    session_id: Option<String> = "Option::is_none",
    /// The agent it is from.
    #[schemars(with = "Option<RecordName>")]
    agent: Option<String> = "Option::is_none",
    /// The workflow it is from.
    #[schemars(with = "Option<RecordName>")]
    workflow: Option<String> = "Option::is_none",
    /// What it is about.
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    topics: Vec<String> = "Vec::is_empty",
    /// Who and what is named in it.
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    entities: Vec<String> = "Vec::is_empty",
    /// How much it matters, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    importance: Option<f64> = "Option::is_none",
    /// How it felt, from -1 (bad) to 1 (good).
    #[schemars(range(min = -1.0, max = 1.0))]
    valence: Option<f64> = "Option::is_none",
    /// What it is about, which decides for how long it matters; by `memory_type` unless given.
    kind: Option<CrystalKind> = "Option::is_none",
    /// Whether it never fades and is never forgotten by a rule.
    pinned: bool = "is_false",
    /// Whether it stays as it is: it neither fades nor is changed by a rule.
    frozen: bool = "is_false",
    /// When what it tells of happened.
    event_date: Option<OffsetTime> = "Option::is_none",
    /// From when on what it says is so.
    valid_from: Option<Time> = "Option::is_none",
    /// From when on what it says is so no longer: then no search finds it unless asked to.
    #[serde(deserialize_with = "end_of_day")]
    valid_to: Option<Time> = "Option::is_none",
    /// The memories of its core that it takes the place of: what they say is so no longer.
    #[schemars(with = "Vec<RecordName>", length(max = SUPERSEDES))]
    supersedes: Vec<String> = "Vec::is_empty",
    /// When its time runs out: then it is not found any more, and erased.
    #[serde(deserialize_with = "end_of_day")]
    expires_at: Option<Time> = "Option::is_none",
    /// `t` once memories have been taken from this message, `f` before.
    #[schemars(with = "Option<RecordName>")]
    discrete_memory_extracted: Option<String> = "Option::is_none",
    /// The ids of the messages or memories it was taken from.
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    extracted_from: Vec<String> = "Vec::is_empty",
    /// How it was taken from them: `discrete`, `summary`, `preferences` or `custom`.
    #[schemars(with = "Option<RecordName>")]
    extraction_strategy: Option<String> = "Option::is_none",
    /// The particulars of that.
    extraction_strategy_config: Option<Map<String, Value>> = "Option::is_none",
    /// Whatever else belongs to it; kept, never looked at.
    metadata: Option<Map<String, Value>> = "Option::is_none",
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_usual(memory_type: &MemoryType) -> bool {
    *memory_type == MemoryType::default()
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_false(value: &bool) -> bool {
    !*value
}
