//! A message of a conversation: role, content, time and tool calls, in the formats in which chat models write them.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

pub use crate::session::content::Content;

use crate::patterns;
use crate::session::aside::{NewData, StoredData, media_tokens, set_aside};
use crate::session::key::PART_BYTES;
use crate::session::media::without_data;
use crate::session::moment::Moment;
use crate::session::parts;
use kernel::answer::is_zero;
use kernel::stream::Version;

/// Messages with fewer tokens are not checked for images that were counted as text.
const REPRICED: u32 = 1_000;

/// A tool call of a message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolCall {
    /// Id of the call; its result refers to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Arc<str>>,
    /// `function`, if the model sends it.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Arc<str>>,
    /// Name of the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Arc<str>>,
    /// Arguments of the call: an object, or its JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Value>,
    /// Name and arguments, if the model nests them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<Function>,
}

/// Nested name and arguments of a tool call.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Function {
    /// Name of the tool.
    pub name: Arc<str>,
    /// Arguments of the call: an object, or its JSON text.
    pub arguments: Option<Value>,
}

impl ToolCall {
    /// Returns the tool's name, from the call or its nested function.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name
            .as_deref()
            .or_else(|| self.function.as_ref().map(|function| &*function.name))
    }

    /// Returns the arguments; a text is parsed as JSON where possible.
    #[must_use]
    pub fn arguments(&self) -> Value {
        let nested = || self.function.as_ref()?.arguments.as_ref();
        let arguments = self.arguments.as_ref().or_else(nested);
        arguments.map_or(Value::Null, parts::arguments)
    }
}

/// A message of a conversation.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Message {
    /// Id within the session.
    pub id: Arc<str>,
    /// Role of the author: `user`, `assistant`, `system`, `tool`, …
    pub role: Arc<str>,
    /// Content of the message.
    #[serde(default)]
    pub content: Content,
    /// Time of the message. Messages are ordered by it, then by arrival.
    pub created_at: Moment,
    /// Name of the author, or of the tool that returned the result.
    pub name: Option<Arc<str>>,
    /// Tool calls of the message.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// Id of the tool call that this message answers.
    pub tool_call_id: Option<Arc<str>>,
    /// Additional data of the caller.
    #[schemars(with = "Option<Value>")]
    pub metadata: Option<Arc<Value>>,
    /// Time at which it became a searchable long-term memory.
    pub persisted_at: Option<Moment>,
    /// True if memories were extracted from it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub discrete_memory_extracted: bool,
    /// Token count of `{role}: {content}`; images and files have a fixed price each.
    #[serde(default)]
    pub tokens: u32,
    /// Version of the session that wrote it.
    #[serde(default, skip_serializing_if = "is_zero_version")]
    pub version: Version,
    /// Data of the content that is stored as blobs. Not part of responses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    pub data: Vec<StoredData>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
pub(crate) fn is_false(value: &bool) -> bool {
    !value
}

#[cfg_attr(
    target_pointer_width = "64",
    expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde asks for a reference"
    )
)]
pub(crate) fn is_zero_version(version: &Version) -> bool {
    *version == 0
}

/// Returns the text whose tokens are counted for a message: its share of a prompt without the prices of images and
/// files. Includes tool calls as JSON.
#[must_use]
pub fn prompt_text(role: &str, content: &Content, tool_calls: &[ToolCall]) -> String {
    let mut text = format!("{role}: {}", content.text());
    for call in tool_calls {
        if let Ok(json) = serde_json::to_string(call) {
            text.push('\n');
            text.push_str(&without_data(&json));
        }
    }
    text
}

impl Message {
    /// Returns true if both messages have the same content, regardless of values that Loci adds.
    #[must_use]
    pub fn says_same(&self, other: &Self) -> bool {
        self.role == other.role
            && self.content == other.content
            && self.created_at == other.created_at
            && self.name == other.name
            && self.tool_calls == other.tool_calls
            && self.tool_call_id == other.tool_call_id
            && self.metadata == other.metadata
            && self.data == other.data
    }

    /// Returns true if both messages are equal apart from the version that wrote them.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.says_same(other)
            && self.tokens == other.tokens
            && self.persisted_at == other.persisted_at
            && self.discrete_memory_extracted == other.discrete_memory_extracted
    }

    /// Corrects the token count of an older message whose images and files were counted as text.
    pub(crate) fn reprice(&mut self) {
        if self.tokens < REPRICED || !self.data.is_empty() {
            return;
        }
        let media = media_tokens(&self.content);
        if media == 0 {
            return;
        }
        // A token has at least one byte: a higher count included the data.
        let text = prompt_text(&self.role, &self.content, &self.tool_calls).len();
        let bytes = u32::try_from(text).unwrap_or(u32::MAX);
        if self.tokens > media.saturating_add(bytes) {
            self.tokens = media.saturating_add(bytes.div_ceil(4));
        }
    }

    /// Returns the message as one text, for a summary or a search.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        self.content.text()
    }

    /// Returns the approximate size of its JSON, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let json = |value: &Value| value.to_string().len();
        let content = match &self.content {
            Content::Text(text) => text.len(),
            Content::Parts(parts) => parts.iter().map(json).sum(),
        };
        let calls = match self.tool_calls.as_slice() {
            [] => 0,
            calls => serde_json::to_string(calls).map_or(0, |json| json.len()),
        };
        self.id.len() + self.role.len() + content + calls + self.metadata.as_deref().map_or(0, json)
    }

    /// Returns the ids of its tool calls.
    pub fn calls(&self) -> impl Iterator<Item = &str> {
        let own = self.tool_calls.iter().filter_map(|call| call.id.as_deref());
        own.chain(parts::calls(self.content.parts()).filter_map(|part| part.id))
    }

    /// Returns true if it calls a tool, with or without an id.
    #[must_use]
    pub fn is_call(&self) -> bool {
        !self.tool_calls.is_empty() || parts::calls(self.content.parts()).next().is_some()
    }

    /// Returns the ids of the tool calls that it answers.
    pub fn results(&self) -> impl Iterator<Item = &str> {
        let own = self.tool_call_id.as_deref().into_iter();
        own.chain(parts::results(self.content.parts()).filter_map(|part| part.id))
    }

    /// Returns true if it is a tool's result, with or without the call's id.
    #[must_use]
    pub fn is_result(&self) -> bool {
        matches!(&*self.role, "tool" | "function") || self.results().next().is_some()
    }
}

/// Deserializes null as the default value, because chat models write null for absent fields.
///
/// # Errors
/// Returns an error if the value is no valid `T`.
pub fn or_nothing<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The message fields that a writer can express.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speech {
    /// All fields.
    #[default]
    Whole,
    /// Only role, text and time, as with clients of `/v1`. Fields that such clients cannot send back keep their stored
    /// values.
    Text,
}

/// Maximum length of a role, in bytes.
pub const ROLE_BYTES: usize = 64;

/// A message as callers write it. Fields that Loci computes (`tokens`, `version`) are accepted and ignored.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMessage {
    /// Id within the session. Default: derived from the content and `created_at`, if given. The id of an existing
    /// message replaces it.
    #[schemars(length(min = 1, max = PART_BYTES), regex(pattern = patterns::NAME))]
    pub id: Option<Arc<str>>,
    /// Role of the author: `user`, `assistant`, `system`, `tool`, …
    #[schemars(length(min = 1, max = ROLE_BYTES), regex(pattern = r"\S"))]
    pub role: Arc<str>,
    /// Content of the message; null if it only calls tools.
    #[serde(default, deserialize_with = "or_nothing")]
    pub content: Content,
    /// Time of the message. Recommended: without it the time of the message before it in the call is used, or else that
    /// of the call, and the response has a warning.
    pub created_at: Option<Moment>,
    /// Name of the author, or of the tool that returned the result.
    pub name: Option<Arc<str>>,
    /// The tool call, if there is only one.
    pub tool_call: Option<ToolCall>,
    /// Tool calls of the message.
    #[serde(
        default,
        deserialize_with = "or_nothing",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub tool_calls: Vec<ToolCall>,
    /// Id of the tool call that this message answers.
    pub tool_call_id: Option<Arc<str>>,
    /// Additional data to keep with the message.
    pub metadata: Option<Value>,
    /// Time at which it became a searchable long-term memory.
    pub persisted_at: Option<Moment>,
    /// True if memories were extracted from it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub discrete_memory_extracted: bool,
    /// Ignored: counted by Loci.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tokens: u32,
    /// Ignored: set by Loci.
    #[serde(default, skip_serializing_if = "is_zero_version")]
    pub version: Version,
    /// Data of the content that is moved to blobs.
    #[serde(skip)]
    #[schemars(skip)]
    pub data: Vec<NewData>,
    /// Token count of its images and files, once computed.
    #[serde(skip)]
    #[schemars(skip)]
    pub media_tokens: Option<u32>,
}

impl NewMessage {
    /// Creates a message with a role and a text.
    #[must_use]
    pub fn new(role: &str, content: &str) -> Self {
        Self {
            role: role.into(),
            content: content.into(),
            ..Self::default()
        }
    }

    /// Moves large data out of its content. Repeated calls have no effect.
    pub fn set_aside(&mut self) {
        if self.media_tokens.is_none() {
            self.media_tokens = Some(media_tokens(&self.content));
            self.data = set_aside(&mut self.content);
        }
    }

    /// Returns its stored data: that of `known` if the content is the same and has no new data, otherwise its own.
    #[must_use]
    pub fn data_to_store(&self, known: Option<&Message>) -> Vec<StoredData> {
        match known.filter(|known| self.data.is_empty() && known.content == self.content) {
            Some(known) => known.data.clone(),
            None => self.data.iter().filter_map(NewData::to_stored).collect(),
        }
    }

    /// Returns its tool calls from both `tool_call` and `tool_calls`.
    #[must_use]
    pub fn all_calls(&self) -> Vec<ToolCall> {
        let one = self.tool_call.iter();
        one.chain(&self.tool_calls).cloned().collect()
    }

    /// Returns true if it adds nothing to the known message with its id.
    #[must_use]
    pub fn repeats(&self, known: &Message) -> bool {
        self.role == known.role
            && self.content == known.content
            && self.data_to_store(Some(known)) == known.data
            && self.created_at.is_none_or(|at| at == known.created_at)
            && self.name == known.name
            && self.tool_call.is_none()
            && self.tool_calls == known.tool_calls
            && self.tool_call_id == known.tool_call_id
            && self.metadata.as_ref() == known.metadata.as_deref()
            && (self.persisted_at.is_none() || self.persisted_at == known.persisted_at)
            && (known.discrete_memory_extracted || !self.discrete_memory_extracted)
    }

    /// Returns the message as its writer means it. With [`Speech::Text`], missing fields keep their known values.
    #[must_use]
    pub fn fill_from(&self, known: Option<&Message>, speech: Speech) -> Cow<'_, Self> {
        match known.filter(|_| speech == Speech::Text) {
            Some(known) => Cow::Owned(self.clone().complete_from(known)),
            None => Cow::Borrowed(self),
        }
    }

    /// Fills the fields that a text-only writer cannot express with their known values.
    fn complete_from(mut self, known: &Message) -> Self {
        let has_parts = matches!(known.content, Content::Parts(_));
        if has_parts && self.data.is_empty() && self.content.text() == known.content.text() {
            self.content = known.content.clone();
        }
        if self.tool_call.is_none() && self.tool_calls.is_empty() {
            self.tool_calls.clone_from(&known.tool_calls);
        }
        self.name = self.name.or_else(|| known.name.clone());
        self.tool_call_id = self.tool_call_id.or_else(|| known.tool_call_id.clone());
        let metadata = || known.metadata.as_deref().cloned();
        self.metadata = self.metadata.or_else(metadata);
        self
    }

    /// Returns the text whose tokens are counted.
    #[must_use]
    pub fn prompt_text(&self) -> String {
        prompt_text(&self.role, &self.content, &self.all_calls())
    }
}
