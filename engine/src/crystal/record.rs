//! Records of memories, as stored and read, and the input that creates one.

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

/// Trust level of a memory.
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
    /// Written by an agent.
    #[default]
    Agent,
    /// Written by a person.
    Human,
    /// Imported by Loci.
    Imported,
    /// Not trusted until a person has reviewed it.
    Quarantined,
}

impl Trust {
    /// All levels.
    pub const ALL: [Self; 4] = [Self::Agent, Self::Human, Self::Imported, Self::Quarantined];

    /// Returns the name, as in JSON.
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

/// `message` of the provenance of a memory that somebody had written down before the mind began.
pub const SEED: &str = "seed";

/// Source of a memory.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Provenance {
    /// Stream, such as a session.
    pub stream: StreamId,
    /// Message in the stream.
    pub message: Option<String>,
    /// Fact in the stream.
    pub version: Option<Version>,
}

impl Provenance {
    /// Returns true if somebody had written the memory down to keep before the mind began with it.
    #[must_use]
    pub fn is_seed(&self) -> bool {
        self.stream.kind() == "mind" && self.message.as_deref() == Some(SEED)
    }
}

macro_rules! records {
    ($( $(#[$attr:meta])* $field:ident : $type:ty = $skip:literal ),* $(,)?) => {
        /// One long-term memory.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct Crystal {
            /// Id: chosen by the caller, or a ULID.
            pub id: String,
            /// Core that holds it.
            pub core: String,
            $( $(#[$attr])* #[serde(default, skip_serializing_if = $skip)] pub $field: $type, )*
            /// Creation time.
            pub created_at: Time,
            /// Time of the last change.
            pub updated_at: Time,
            /// Time at which it was first stored.
            pub persisted_at: Time,
            /// Time of the last recall.
            pub last_accessed: Time,
            /// Number of recalls.
            #[serde(default, skip_serializing_if = "is_zero")]
            pub access_count: u32,
            /// SHA-256 of its text without surrounding white space, its namespace, its user and its event time.
            pub memory_hash: String,
            /// Trust level.
            #[serde(default)]
            pub trust: Trust,
            /// Source it was extracted from.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub provenance: Option<Provenance>,
            /// Memory that replaced it, from `valid_to` on.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub superseded_by: Option<String>,
            /// Memory with the same content that it was merged into.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub merged_into: Option<String>,
            /// Memories with the same content that were merged into it.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub merged_from: Vec<String>,
            /// Person who pinned or froze it. Agents cannot undo that.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub held_by: Option<String>,
            /// Person who approved it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub approved_by: Option<String>,
            // Computed when the memory is read; never stored.
            /// Remaining importance; it fades from the last recall on.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub strength: Option<f64>,
            /// Stage of its life.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub lifecycle: Option<Lifecycle>,
            /// Time at which it is archived, unless it is recalled before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub decays_at: Option<Time>,
        }

        /// A memory to create.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct NewCrystal {
            /// Id, 1 to 256 characters; a new one by default. An existing id replaces that memory.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schemars(with = "Option<RecordName>", length(min = 1))]
            pub id: Option<String>,
            $( $(#[$attr])* #[serde(default, skip_serializing_if = $skip)] pub $field: $type, )*
            /// Creation time; now by default.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub created_at: Option<Time>,
            /// Time until it expires, in seconds; instead of `expires_at`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = 1, max = TTL_SECONDS))]
            pub ttl_seconds: Option<u64>,
            // Values from another memory system, set only by APIs that take memories over.
            /// Time of the last change; now by default.
            #[serde(skip)]
            pub updated_at: Option<Time>,
            /// Time at which it was first stored; now by default.
            #[serde(skip)]
            pub persisted_at: Option<Time>,
            /// Time of the last recall elsewhere.
            #[serde(skip)]
            pub last_accessed: Option<Time>,
            /// Number of recalls elsewhere.
            #[serde(skip)]
            pub access_count: Option<u32>,
            /// Source it was extracted from; set by Loci alone.
            #[serde(skip)]
            pub provenance: Option<Provenance>,
            /// Trust level, if it is lower than the author's.
            #[serde(skip)]
            pub trust: Option<Trust>,
        }

        impl NewCrystal {
            /// Builds the record.
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

/// Maximum time to live of a memory, in seconds: a hundred years.
pub const TTL_SECONDS: u64 = 100 * 366 * 24 * 3600;

/// Adds a number of seconds to a time.
fn after(now: Time, seconds: u64) -> Time {
    now.plus(i64::try_from(seconds.min(TTL_SECONDS)).unwrap_or(0) * SECOND)
}

/// Fields of a record that no caller sets.
#[derive(Default)]
pub(super) struct Made {
    pub id: String,
    pub core: String,
    pub now: Time,
    /// Creation time of the memory that it replaces.
    pub created_at: Option<Time>,
    pub trust: Trust,
}

records! {
    /// Text to remember.
    #[schemars(required, length(min = 1, max = TEXT_BYTES), regex(pattern = r"\S"))]
    text: String = "String::is_empty",
    /// `semantic` (a fact), `episodic` (an event) or `message`.
    memory_type: MemoryType = "is_usual",
    /// Namespace; also the name of its core.
    #[schemars(with = "Option<RecordName>")]
    namespace: Option<String> = "Option::is_none",
    /// User it is about.
    #[schemars(with = "Option<RecordName>")]
    user_id: Option<String> = "Option::is_none",
    /// Session it is from.
    #[schemars(with = "Option<RecordName>")]
    session_id: Option<String> = "Option::is_none",
    /// Agent it is from.
    #[schemars(with = "Option<RecordName>")]
    agent: Option<String> = "Option::is_none",
    /// Workflow it is from.
    #[schemars(with = "Option<RecordName>")]
    workflow: Option<String> = "Option::is_none",
    /// Topics it is about.
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    topics: Vec<String> = "Vec::is_empty",
    /// People and things named in it.
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    entities: Vec<String> = "Vec::is_empty",
    /// Importance, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    importance: Option<f64> = "Option::is_none",
    /// Feeling, from -1 (bad) to 1 (good).
    #[schemars(range(min = -1.0, max = 1.0))]
    valence: Option<f64> = "Option::is_none",
    /// Kind, which decides how long it matters; derived from `memory_type` by default.
    kind: Option<CrystalKind> = "Option::is_none",
    /// Pinned: it never fades and no rule forgets it.
    pinned: bool = "is_false",
    /// Frozen: it never fades and no rule changes it.
    frozen: bool = "is_false",
    /// Time of the event it describes.
    event_date: Option<OffsetTime> = "Option::is_none",
    /// Start of its validity.
    valid_from: Option<Time> = "Option::is_none",
    /// End of its validity. After it, searches leave the memory out unless it is requested.
    #[serde(deserialize_with = "end_of_day")]
    valid_to: Option<Time> = "Option::is_none",
    /// Memories of its core that it replaces: what they say no longer holds.
    #[schemars(with = "Vec<RecordName>", length(max = SUPERSEDES))]
    supersedes: Vec<String> = "Vec::is_empty",
    /// Expiry time. After it, the memory is not found any more and is erased.
    #[serde(deserialize_with = "end_of_day")]
    expires_at: Option<Time> = "Option::is_none",
    /// Extraction state of a message: `t` once memories were extracted from it, `f` before.
    #[schemars(with = "Option<RecordName>")]
    discrete_memory_extracted: Option<String> = "Option::is_none",
    /// Ids of the messages or memories it was extracted from.
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    extracted_from: Vec<String> = "Vec::is_empty",
    /// Strategy by which it was extracted: `discrete`, `summary`, `preferences` or `custom`.
    #[schemars(with = "Option<RecordName>")]
    extraction_strategy: Option<String> = "Option::is_none",
    /// Configuration of the extraction strategy.
    extraction_strategy_config: Option<Map<String, Value>> = "Option::is_none",
    /// Custom data. Searches can filter by its values.
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
