//! A memory of a session before it becomes a long-term memory, and the strategy for extracting memories from messages.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::patterns;
use crate::session::message::is_false;
use crate::session::moment::Moment;
use kernel::answer::is_zero;
use kernel::time::OffsetTime;
use kernel::unicode::same_text;

/// Maximum length of a memory's text, in bytes.
pub const TEXT_BYTES: usize = 256 * 1024;
/// Maximum length of an id, a name, a topic or an entity, in bytes.
pub const NAME_BYTES: usize = 256;
/// Maximum number of topics or entities of a memory.
pub const NAMES: usize = 100;

/// A name in a memory.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct RecordName(
    #[schemars(length(max = NAME_BYTES), regex(pattern = patterns::PRINTABLE))] pub String,
);

/// Type of a memory.
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
pub enum MemoryType {
    /// A fact or a preference, independent of time.
    #[default]
    Semantic,
    /// An event at some time.
    Episodic,
    /// A message of a conversation, verbatim.
    Message,
}

impl MemoryType {
    /// Returns the name used in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Semantic => "semantic",
            Self::Episodic => "episodic",
            Self::Message => "message",
        }
    }
}

/// A memory in a session. Without `persisted_at` it is not a long-term memory yet.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryRecord {
    /// Id of the memory; generated if empty.
    #[serde(default)]
    #[schemars(length(max = NAME_BYTES), regex(pattern = patterns::NAME_OR_EMPTY))]
    pub id: Arc<str>,
    /// Text to keep.
    #[schemars(length(min = 1, max = TEXT_BYTES), regex(pattern = r"\S"))]
    pub text: Arc<str>,
    /// Type of the memory.
    #[serde(default)]
    pub memory_type: MemoryType,
    /// Topics of the memory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    pub topics: Vec<Arc<str>>,
    /// People and things that it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    pub entities: Vec<Arc<str>>,
    /// Importance, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub importance: Option<f64>,
    /// Time of the event it describes.
    #[schemars(with = "Option<Moment>")]
    pub event_date: Option<OffsetTime>,
    /// Id of the session it is from.
    #[schemars(with = "Option<RecordName>")]
    pub session_id: Option<Arc<str>>,
    /// Its namespace.
    #[schemars(with = "Option<RecordName>")]
    pub namespace: Option<Arc<str>>,
    /// User it is about.
    #[schemars(with = "Option<RecordName>")]
    pub user_id: Option<Arc<str>>,
    /// Time of its creation.
    pub created_at: Option<Moment>,
    /// Time of its last change.
    pub updated_at: Option<Moment>,
    /// Time of its last recall.
    pub last_accessed: Option<Moment>,
    /// Number of recalls.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub access_count: u32,
    /// True if it never fades.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pinned: bool,
    /// The caller's own hash of the text.
    pub memory_hash: Option<Arc<str>>,
    /// True if smaller memories were extracted from it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub discrete_memory_extracted: bool,
    /// Time at which it became a long-term memory.
    pub persisted_at: Option<Moment>,
    /// Ids of the messages it was extracted from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    pub extracted_from: Vec<Arc<str>>,
    /// Strategy of the extraction.
    #[schemars(with = "Option<RecordName>")]
    pub extraction_strategy: Option<Arc<str>>,
    /// Configuration of the strategy.
    #[schemars(with = "Option<Value>")]
    pub extraction_strategy_config: Option<Arc<Value>>,
    /// Additional data of the caller.
    #[schemars(with = "Option<Value>")]
    pub metadata: Option<Arc<Value>>,
}

impl MemoryRecord {
    /// Returns true if another one has the same text.
    #[must_use]
    pub fn has_text_of(&self, other: &Self) -> bool {
        same_text(&self.text) == same_text(&other.text)
    }

    /// Returns true if, apart from its text, it has the same content as `known`. Fields that an API cannot express, and
    /// those that Loci sets, are ignored.
    #[must_use]
    pub fn adds_nothing(&self, known: &Self) -> bool {
        let strategy = |memory: &Self| match memory.extraction_strategy.as_deref() {
            None | Some("discrete") => None,
            Some(_) => memory.extraction_strategy.clone(),
        };
        let dates = (self.created_at, known.created_at);
        self.memory_type == known.memory_type
            && self.topics == known.topics
            && self.entities == known.entities
            && (self.importance.is_none() || self.importance == known.importance)
            && self.event_date == known.event_date
            && self.session_id == known.session_id
            && self.namespace == known.namespace
            && self.user_id == known.user_id
            && self.pinned == known.pinned
            && self.discrete_memory_extracted == known.discrete_memory_extracted
            && self.extracted_from == known.extracted_from
            && strategy(self) == strategy(known)
            && non_empty(self.extraction_strategy_config.as_deref())
                == non_empty(known.extraction_strategy_config.as_deref())
            && non_empty(self.metadata.as_deref()) == non_empty(known.metadata.as_deref())
            && (dates.0 == dates.1 || dates.0.is_none() || dates.1.is_none())
    }
}

/// Treats an empty object as absent.
fn non_empty(object: Option<&Value>) -> Option<&Value> {
    object.filter(|object| object.as_object().is_none_or(|members| !members.is_empty()))
}

/// Strategy for extracting memories from a session's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StrategyKind {
    /// Each fact separately.
    #[default]
    Discrete,
    /// A summary of the conversation.
    Summary,
    /// The user's preferences.
    Preferences,
    /// The caller's own prompt.
    Custom,
}

impl StrategyKind {
    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Discrete => "discrete",
            Self::Summary => "summary",
            Self::Preferences => "preferences",
            Self::Custom => "custom",
        }
    }
}

/// A strategy with its configuration, such as `custom_prompt`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// Kind of the strategy.
    #[serde(default)]
    pub strategy: StrategyKind,
    /// Configuration of the strategy.
    #[serde(default)]
    pub config: Map<String, Value>,
}
