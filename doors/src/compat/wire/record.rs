//! Memory in the format of the compatibility API, in a session and in long-term memory.

use std::borrow::Cow;
use std::sync::Arc;

use engine::crystal::{Crystal, NewCrystal, holds_messages, stream};
use engine::session::moment::Moment;
use engine::session::record::{MemoryRecord, MemoryType};
use kernel::time::OffsetTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::stamp::Stamp;

/// Default strategy for extracting memories from messages.
const DISCRETE: &str = "discrete";

/// Extraction state: whether smaller memories were extracted from a memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Extracted {
    /// Extracted.
    #[serde(rename = "t")]
    Yes,
    /// Not extracted.
    #[default]
    #[serde(rename = "f")]
    No,
}

impl Extracted {
    /// Converts from the engine's boolean.
    pub const fn new(is: bool) -> Self {
        if is { Self::Yes } else { Self::No }
    }

    /// Converts to the engine's boolean.
    pub const fn is(self) -> bool {
        matches!(self, Self::Yes)
    }
}

/// Memory as clients send it. Unknown fields and those that Loci sets itself are ignored.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "MemoryRecordInput")]
pub struct RecordIn {
    pub id: Option<Arc<str>>,
    pub text: Option<Arc<str>>,
    pub session_id: Option<Arc<str>>,
    pub user_id: Option<Arc<str>>,
    pub namespace: Option<Arc<str>>,
    pub last_accessed: Option<Stamp>,
    pub created_at: Option<Stamp>,
    pub updated_at: Option<Stamp>,
    pub pinned: Option<bool>,
    pub access_count: Option<u32>,
    pub topics: Option<Vec<Arc<str>>>,
    pub entities: Option<Vec<Arc<str>>>,
    pub memory_hash: Option<Arc<str>>,
    pub discrete_memory_extracted: Option<Extracted>,
    pub memory_type: Option<MemoryType>,
    pub persisted_at: Option<Stamp>,
    pub extracted_from: Option<Vec<Arc<str>>>,
    #[schemars(with = "Option<Stamp>")]
    pub event_date: Option<OffsetTime>,
    pub extraction_strategy: Option<Arc<str>>,
    pub extraction_strategy_config: Option<Map<String, Value>>,
    pub metadata: Option<Map<String, Value>>,
}

fn moment(stamp: Option<Stamp>) -> Option<Moment> {
    stamp.map(|stamp| stamp.0)
}

fn stamp(moment: Option<Moment>) -> Option<Stamp> {
    moment.map(Stamp)
}

fn time(stamp: Option<Stamp>) -> Option<kernel::Time> {
    stamp.map(Stamp::time)
}

fn texts(list: Option<Vec<Arc<str>>>) -> Vec<String> {
    list.into_iter()
        .flatten()
        .map(|text| text.to_string())
        .collect()
}

fn text(text: Option<Arc<str>>) -> Option<String> {
    text.map(|text| text.to_string())
}

impl RecordIn {
    /// Converts to a memory of a session.
    pub fn into_memory(self) -> MemoryRecord {
        MemoryRecord {
            id: self.id.unwrap_or_default(),
            text: self.text.unwrap_or_default(),
            memory_type: self.memory_type.unwrap_or(MemoryType::Message),
            topics: self.topics.unwrap_or_default(),
            entities: self.entities.unwrap_or_default(),
            importance: None,
            event_date: self.event_date,
            session_id: self.session_id,
            namespace: self.namespace,
            user_id: self.user_id,
            created_at: moment(self.created_at),
            updated_at: moment(self.updated_at),
            last_accessed: moment(self.last_accessed),
            access_count: self.access_count.unwrap_or(0),
            pinned: self.pinned.unwrap_or(false),
            memory_hash: self.memory_hash,
            discrete_memory_extracted: self.discrete_memory_extracted.unwrap_or_default().is(),
            persisted_at: moment(self.persisted_at),
            extracted_from: self.extracted_from.unwrap_or_default(),
            extraction_strategy: self.extraction_strategy,
            extraction_strategy_config: self
                .extraction_strategy_config
                .map(|config| Arc::new(Value::Object(config))),
            metadata: self.metadata.map(|data| Arc::new(Value::Object(data))),
        }
    }

    /// Converts to a long-term memory. `persisted_at` is ignored, because Loci sets it.
    pub fn into_crystal(self) -> NewCrystal {
        let extracted = self.discrete_memory_extracted.unwrap_or(Extracted::Yes);
        NewCrystal {
            id: text(self.id),
            text: text(self.text).unwrap_or_default(),
            memory_type: self.memory_type.unwrap_or(MemoryType::Semantic),
            namespace: text(self.namespace),
            user_id: text(self.user_id),
            session_id: text(self.session_id),
            topics: texts(self.topics),
            entities: texts(self.entities),
            pinned: self.pinned.unwrap_or(false),
            created_at: time(self.created_at),
            updated_at: time(self.updated_at),
            last_accessed: time(self.last_accessed),
            event_date: self.event_date,
            access_count: self.access_count,
            discrete_memory_extracted: Some(if extracted.is() { "t" } else { "f" }.into()),
            extracted_from: texts(self.extracted_from),
            extraction_strategy: Some(
                text(self.extraction_strategy).unwrap_or_else(|| DISCRETE.into()),
            ),
            extraction_strategy_config: self.extraction_strategy_config,
            metadata: self.metadata,
            ..NewCrystal::default()
        }
    }
}

/// Memory as clients read it: every field, null if it has no value.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MemoryRecord")]
pub struct RecordOut<'a> {
    pub id: &'a str,
    pub text: &'a str,
    pub session_id: Option<&'a str>,
    pub user_id: Option<&'a str>,
    pub namespace: Option<&'a str>,
    pub last_accessed: Stamp,
    pub created_at: Stamp,
    pub updated_at: Stamp,
    pub pinned: bool,
    pub access_count: u32,
    pub topics: Vec<&'a str>,
    pub entities: Vec<&'a str>,
    pub memory_hash: Option<&'a str>,
    pub discrete_memory_extracted: Extracted,
    pub memory_type: MemoryType,
    pub persisted_at: Option<Stamp>,
    pub extracted_from: Vec<&'a str>,
    #[schemars(with = "Option<Stamp>")]
    pub event_date: Option<OffsetTime>,
    pub extraction_strategy: &'a str,
    /// Never null: the client's model does not accept null.
    pub extraction_strategy_config: Cow<'a, Map<String, Value>>,
    /// Never null, for the same reason.
    pub metadata: Cow<'a, Map<String, Value>>,
}

/// Search result: a memory with its distance and score.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MemoryRecordResult")]
pub struct FoundOut<'a> {
    #[serde(flatten)]
    pub record: RecordOut<'a>,
    /// Distance; smaller is closer.
    pub dist: f64,
    /// Score; larger is closer.
    pub score: f64,
    /// Measure that `score` is in.
    pub score_type: &'a str,
}

/// Returns the fields of an object; empty without one.
fn fields(object: Option<&Map<String, Value>>) -> Cow<'_, Map<String, Value>> {
    object.map_or_else(Cow::default, Cow::Borrowed)
}

fn object(value: Option<&Value>) -> Cow<'_, Map<String, Value>> {
    fields(value.and_then(Value::as_object))
}

impl<'a> RecordOut<'a> {
    /// Converts a memory of a session. A memory without times gets the time of the session's last change.
    pub fn of_session(memory: &'a MemoryRecord, changed: Stamp) -> Self {
        let created_at = stamp(memory.created_at).unwrap_or(changed);
        Self {
            id: &memory.id,
            text: &memory.text,
            session_id: memory.session_id.as_deref(),
            user_id: memory.user_id.as_deref(),
            namespace: memory.namespace.as_deref(),
            last_accessed: stamp(memory.last_accessed).unwrap_or(created_at),
            created_at,
            updated_at: stamp(memory.updated_at).unwrap_or(created_at),
            pinned: memory.pinned,
            access_count: memory.access_count,
            topics: memory.topics.iter().map(AsRef::as_ref).collect(),
            entities: memory.entities.iter().map(AsRef::as_ref).collect(),
            memory_hash: memory.memory_hash.as_deref(),
            discrete_memory_extracted: Extracted::new(memory.discrete_memory_extracted),
            memory_type: memory.memory_type,
            persisted_at: stamp(memory.persisted_at),
            extracted_from: memory.extracted_from.iter().map(AsRef::as_ref).collect(),
            event_date: memory.event_date,
            extraction_strategy: memory.extraction_strategy.as_deref().unwrap_or(DISCRETE),
            extraction_strategy_config: object(memory.extraction_strategy_config.as_deref()),
            metadata: object(memory.metadata.as_deref()),
        }
    }

    /// Converts a long-term memory.
    pub fn of_crystal(crystal: &'a Crystal) -> Self {
        let extracted = crystal.discrete_memory_extracted.as_deref() == Some("t");
        Self {
            id: &crystal.id,
            text: &crystal.text,
            session_id: crystal.session_id.as_deref(),
            user_id: crystal.user_id.as_deref(),
            namespace: crystal.namespace.as_deref(),
            last_accessed: crystal.last_accessed.into(),
            created_at: crystal.created_at.into(),
            updated_at: crystal.updated_at.into(),
            pinned: crystal.pinned,
            access_count: crystal.access_count,
            topics: crystal.topics.iter().map(AsRef::as_ref).collect(),
            entities: crystal.entities.iter().map(AsRef::as_ref).collect(),
            memory_hash: Some(&crystal.memory_hash),
            discrete_memory_extracted: Extracted::new(extracted),
            memory_type: crystal.memory_type,
            persisted_at: Some(crystal.persisted_at.into()),
            extracted_from: crystal.extracted_from.iter().map(AsRef::as_ref).collect(),
            event_date: crystal.event_date,
            extraction_strategy: crystal.extraction_strategy.as_deref().unwrap_or(DISCRETE),
            extraction_strategy_config: fields(crystal.extraction_strategy_config.as_ref()),
            // The metadata of an indexed message only serves to restore the message.
            metadata: fields(
                crystal
                    .metadata
                    .as_ref()
                    .filter(|_| !holds_messages(&stream(&crystal.core))),
            ),
        }
    }
}
