//! A memory that a conversation wants kept beyond itself, until it is a crystal, and how memories are
//! to be taken from messages. Knows nothing of cores.

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

/// The longest text of a memory, in bytes.
pub const TEXT_BYTES: usize = 256 * 1024;
/// The longest id, name, topic or entity, in bytes.
pub const NAME_BYTES: usize = 256;
/// How many topics or entities a memory has at most.
pub const NAMES: usize = 100;

/// A name in a memory.
#[derive(JsonSchema)]
#[schemars(inline)]
pub struct RecordName(
    #[schemars(length(max = NAME_BYTES), regex(pattern = patterns::PRINTABLE))] pub String,
);

/// What kind of memory it is.
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
    /// A fact or a preference, true whenever.
    #[default]
    Semantic,
    /// Something that happened at some time.
    Episodic,
    /// A message of a conversation, word for word.
    Message,
}

impl MemoryType {
    /// Its name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Semantic => "semantic",
            Self::Episodic => "episodic",
            Self::Message => "message",
        }
    }
}

/// A memory in a session. One without `persisted_at` waits to become a crystal.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryRecord {
    /// Its id; one is made when it has none.
    #[serde(default)]
    #[schemars(length(max = NAME_BYTES), regex(pattern = patterns::NAME_OR_EMPTY))]
    pub id: Arc<str>,
    /// What is to be kept.
    #[schemars(length(min = 1, max = TEXT_BYTES), regex(pattern = r"\S"))]
    pub text: Arc<str>,
    /// What kind of memory it is.
    #[serde(default)]
    pub memory_type: MemoryType,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    pub topics: Vec<Arc<str>>,
    /// Whom and what it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    pub entities: Vec<Arc<str>>,
    /// How much it matters, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub importance: Option<f64>,
    /// When what it tells happened.
    #[schemars(with = "Option<Moment>")]
    pub event_date: Option<OffsetTime>,
    /// The session it is from.
    #[schemars(with = "Option<RecordName>")]
    pub session_id: Option<Arc<str>>,
    /// The namespace it belongs to.
    #[schemars(with = "Option<RecordName>")]
    pub namespace: Option<Arc<str>>,
    /// Whom it is about.
    #[schemars(with = "Option<RecordName>")]
    pub user_id: Option<Arc<str>>,
    /// When it was made.
    pub created_at: Option<Moment>,
    /// When it was last changed.
    pub updated_at: Option<Moment>,
    /// When it was last recalled.
    pub last_accessed: Option<Moment>,
    /// How often it was recalled.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub access_count: u32,
    /// Whether it never fades.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pinned: bool,
    /// The caller's own hash of the text.
    pub memory_hash: Option<Arc<str>>,
    /// Whether smaller memories were taken from it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub discrete_memory_extracted: bool,
    /// When it became a crystal.
    pub persisted_at: Option<Moment>,
    /// The messages it was taken from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<RecordName>", length(max = NAMES))]
    pub extracted_from: Vec<Arc<str>>,
    /// How it was taken from them.
    #[schemars(with = "Option<RecordName>")]
    pub extraction_strategy: Option<Arc<str>>,
    /// The particulars of how.
    #[schemars(with = "Option<Value>")]
    pub extraction_strategy_config: Option<Arc<Value>>,
    /// Whatever else the caller keeps with it.
    #[schemars(with = "Option<Value>")]
    pub metadata: Option<Arc<Value>>,
}

impl MemoryRecord {
    /// Returns true if another one has the same text.
    #[must_use]
    pub fn has_text_of(&self, other: &Self) -> bool {
        same_text(&self.text) == same_text(&other.text)
    }

    /// Whether beside its text it says no more and no less than `known`. What a door cannot say, and what
    /// Loci notes itself, makes no difference.
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
            && said(self.extraction_strategy_config.as_deref())
                == said(known.extraction_strategy_config.as_deref())
            && said(self.metadata.as_deref()) == said(known.metadata.as_deref())
            && (dates.0 == dates.1 || dates.0.is_none() || dates.1.is_none())
    }
}

/// What an object says: one in which nothing is, as much as none.
fn said(object: Option<&Value>) -> Option<&Value> {
    object.filter(|object| object.as_object().is_none_or(|members| !members.is_empty()))
}

/// How memories are taken from a session's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StrategyKind {
    /// Each fact by itself.
    #[default]
    Discrete,
    /// What a conversation came to.
    Summary,
    /// What the user prefers.
    Preferences,
    /// What a prompt of the caller's own asks for.
    Custom,
}

impl StrategyKind {
    /// Its name.
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

/// A strategy with its particulars, such as `custom_prompt`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// Which.
    #[serde(default)]
    pub strategy: StrategyKind,
    /// The particulars.
    #[serde(default)]
    pub config: Map<String, Value>,
}
