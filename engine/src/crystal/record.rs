//! The records: a crystal as it is stored and read, and what is given to make one. Decides nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::crystal::rules::{NAME_BYTES, NAMES, TEXT_BYTES};
use crate::session::record::MemoryType;
use kernel::answer::is_zero;
use kernel::stream::StreamId;
use kernel::time::Time;

/// How far a crystal is to be believed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// An agent wrote it.
    #[default]
    Agent,
    /// A person wrote it.
    Human,
    /// Loci took it from elsewhere.
    Imported,
}

/// Where a crystal was taken from.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Provenance {
    /// The stream, such as a session.
    pub stream: StreamId,
    /// The message in it.
    pub message: Option<String>,
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
            /// The SHA-256 of its text without the accidents of writing, its namespace and its user.
            pub memory_hash: String,
            /// How far it is to be believed.
            #[serde(default)]
            pub trust: Trust,
            /// Where it was taken from.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub provenance: Option<Provenance>,
        }

        /// A crystal to be made.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct NewCrystal {
            /// Its name, 1 to 256 characters; a fresh one unless given. The same one again replaces
            /// the crystal.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[schemars(length(min = 1, max = NAME_BYTES))]
            pub id: Option<String>,
            $( $(#[$attr])* #[serde(default, skip_serializing_if = $skip)] pub $field: $type, )*
            /// When it came to be; now unless given.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub created_at: Option<Time>,
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
        }

        impl NewCrystal {
            /// The record of it.
            pub(super) fn record(self, made: Made) -> Crystal {
                let now = made.now;
                let created_at = self.created_at.or(made.created_at).unwrap_or(now);
                Crystal {
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
                }
            }
        }

        impl From<Crystal> for NewCrystal {
            fn from(crystal: Crystal) -> Self {
                Self {
                    id: Some(crystal.id),
                    $( $field: crystal.$field, )*
                    created_at: Some(crystal.created_at),
                    updated_at: Some(crystal.updated_at),
                    persisted_at: Some(crystal.persisted_at),
                    last_accessed: Some(crystal.last_accessed),
                    access_count: Some(crystal.access_count),
                    provenance: crystal.provenance,
                }
            }
        }
    };
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
    #[schemars(length(max = NAME_BYTES))]
    namespace: Option<String> = "Option::is_none",
    /// The user it is about.
    #[schemars(length(max = NAME_BYTES))]
    user_id: Option<String> = "Option::is_none",
    /// The session it is from.
    #[schemars(length(max = NAME_BYTES))]
    session_id: Option<String> = "Option::is_none",
    /// The agent it is from.
    #[schemars(length(max = NAME_BYTES))]
    agent: Option<String> = "Option::is_none",
    /// The workflow it is from.
    #[schemars(length(max = NAME_BYTES))]
    workflow: Option<String> = "Option::is_none",
    /// What it is about.
    #[schemars(length(max = NAMES), inner(length(max = NAME_BYTES)))]
    topics: Vec<String> = "Vec::is_empty",
    /// Who and what is named in it.
    #[schemars(length(max = NAMES), inner(length(max = NAME_BYTES)))]
    entities: Vec<String> = "Vec::is_empty",
    /// How much it matters, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    importance: Option<f64> = "Option::is_none",
    /// How it felt, from -1 (bad) to 1 (good).
    #[schemars(range(min = -1.0, max = 1.0))]
    valence: Option<f64> = "Option::is_none",
    /// Whether it is never forgotten by a rule.
    pinned: bool = "is_false",
    /// When what it tells of happened.
    event_date: Option<Time> = "Option::is_none",
    /// `t` once memories have been taken from this message, `f` before.
    #[schemars(length(max = NAME_BYTES))]
    discrete_memory_extracted: Option<String> = "Option::is_none",
    /// The ids of the messages or memories it was taken from.
    #[schemars(length(max = NAMES), inner(length(max = NAME_BYTES)))]
    extracted_from: Vec<String> = "Vec::is_empty",
    /// How it was taken from them: `discrete`, `summary`, `preferences` or `custom`.
    #[schemars(length(max = NAME_BYTES))]
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
