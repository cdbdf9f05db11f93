//! Converts messages to long-term memories and back.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::conversation::ops::promote::text;
use crate::crystal::{self, Crystal, NewCrystal, Provenance};
use crate::session::key::SessionKey;
use crate::session::media::with_placeholders;
use crate::session::message::{Content, Message, ToolCall};
use crate::session::moment::Moment;
use kernel::stream::Version;
use kernel::time::Time;

/// Maximum size of the message data stored with the text, in bytes.
const EXTRAS: usize = 60 * 1024;

/// Message data stored with the text, so that the message can be rebuilt.
#[skip_serializing_none]
#[derive(Clone, Default, Serialize, Deserialize)]
struct Extras {
    role: Arc<str>,
    at: Moment,
    tokens: u32,
    /// Present if the content is more than its text.
    content: Option<Content>,
    name: Option<Arc<str>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tool_calls: Vec<ToolCall>,
    tool_call_id: Option<Arc<str>>,
    metadata: Option<Arc<Value>>,
    /// Version that wrote the message, and its index there: the order of messages with the same time.
    #[serde(default)]
    place: (Version, u32),
}

/// Position of an indexed message within its session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct MessagePlace {
    at: Moment,
    place: (Version, u32),
}

impl MessagePlace {
    /// Returns the position of the message from which the memory was made.
    pub fn of(memory: &Crystal) -> Self {
        let noted = |name: &str| memory.metadata.as_ref()?.get(name).cloned();
        let at = noted("at").and_then(|at| serde_json::from_value(at).ok());
        let place = noted("place").and_then(|place| serde_json::from_value(place).ok());
        Self {
            at: at.unwrap_or_else(|| memory.created_at.into()),
            place: place.unwrap_or_default(),
        }
    }
}

impl Extras {
    fn of(message: &Message, nth: u32) -> Self {
        let is_plain = matches!(message.content, Content::Text(_)) && !message.content.is_blank();
        let content = message.content.without_reasoning();
        Self {
            content: content.filter(|_| !is_plain),
            tool_calls: message.tool_calls.clone(),
            metadata: message.metadata.clone(),
            ..Self::short(message, nth)
        }
    }

    /// Returns the data without content, tool calls and metadata, which can be long.
    fn short(message: &Message, nth: u32) -> Self {
        Self {
            role: message.role.clone(),
            at: message.created_at,
            tokens: message.tokens,
            name: message.name.clone(),
            tool_call_id: message.tool_call_id.clone(),
            place: (message.version, nth),
            ..Self::default()
        }
    }

    /// Returns the data as JSON, with placeholders for images, files and signatures.
    fn without_data(&self) -> Option<Map<String, Value>> {
        let Ok(Value::Object(mut fields)) = serde_json::to_value(self) else {
            return None;
        };
        for name in ["content", "tool_calls"] {
            if let Some(value) = fields.get_mut(name) {
                *value = with_placeholders(value).into_owned();
            }
        }
        Some(fields)
    }

    /// Returns as much of the data as the limit allows.
    fn json(message: &Message, nth: u32) -> Option<Map<String, Value>> {
        let whole = Self::of(message, nth);
        let bare = Self {
            metadata: None,
            ..whole.clone()
        };
        [whole, bare, Self::short(message, nth)]
            .iter()
            .find_map(|beside| {
                let fields = beside.without_data()?;
                let bytes = serde_json::to_string(&fields).ok()?.len();
                (bytes <= EXTRAS).then_some(fields)
            })
    }
}

/// Converts a message to a long-term memory; `nth` is its index among those written together.
pub(super) fn of_message(message: &Message, key: &SessionKey, nth: u32) -> NewCrystal {
    let mut words = message.text().into_owned();
    if words.trim().is_empty() {
        let names = message.tool_calls.iter().filter_map(ToolCall::name);
        let names = names.collect::<Vec<_>>().join(", ");
        words = match names.as_str() {
            "" => "[an empty result]".into(),
            names => format!("[calls {names}]"),
        };
    }
    NewCrystal {
        id: Some(message.id.to_string()),
        text: words,
        memory_type: crystal::MemoryType::Message,
        namespace: text(key.namespace.as_ref()),
        user_id: text(key.user_id.as_ref()),
        session_id: text(Some(&key.id)),
        discrete_memory_extracted: message.discrete_memory_extracted.then(|| "t".into()),
        metadata: Extras::json(message, nth),
        created_at: Some(message.created_at.time()),
        provenance: Some(Provenance {
            stream: key.stream(),
            message: Some(message.id.to_string()),
            version: None,
        }),
        ..NewCrystal::default()
    }
}

/// Converts a long-term memory back to its message.
pub(super) fn to_message(crystal: Crystal) -> Message {
    let beside = crystal.metadata.map(Value::Object);
    let beside: Option<Extras> = beside.and_then(|json| serde_json::from_value(json).ok());
    let created: Time = crystal.created_at;
    let beside = beside.unwrap_or_else(|| Extras {
        role: "user".into(),
        at: created.into(),
        ..Extras::default()
    });
    Message {
        id: crystal.id.into(),
        role: beside.role,
        content: beside
            .content
            .unwrap_or_else(|| Content::Text(crystal.text.into())),
        created_at: beside.at,
        name: beside.name,
        tool_calls: beside.tool_calls,
        tool_call_id: beside.tool_call_id,
        metadata: beside.metadata,
        persisted_at: Some(crystal.persisted_at.into()),
        discrete_memory_extracted: crystal.discrete_memory_extracted.as_deref() == Some("t"),
        tokens: beside.tokens,
        ..Message::default()
    }
}
