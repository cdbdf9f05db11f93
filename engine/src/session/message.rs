//! A message of a conversation: what was said, by whom, when, and which tools were called. Knows the
//! shapes in which chat models write tool calls, and no model.

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

/// Messages of fewer tokens are not looked through for pictures that were counted as text.
const REPRICED: u32 = 1_000;

/// A tool that a message calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ToolCall {
    /// The call's id; its result refers to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<Arc<str>>,
    /// `function`, where the model says so.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<Arc<str>>,
    /// The tool's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Arc<str>>,
    /// What it is called with: an object, or its JSON text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Value>,
    /// Name and arguments, where the model nests them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<Function>,
}

/// The nested form of a call's name and arguments.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Function {
    /// The tool's name.
    pub name: Arc<str>,
    /// What it is called with: an object, or its JSON text.
    pub arguments: Option<Value>,
}

impl ToolCall {
    /// The tool's name, wherever it stands.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name
            .as_deref()
            .or_else(|| self.function.as_ref().map(|function| &*function.name))
    }

    /// What the tool is called with; a text is read as JSON where it is JSON.
    #[must_use]
    pub fn arguments(&self) -> Value {
        let nested = || self.function.as_ref()?.arguments.as_ref();
        let arguments = self.arguments.as_ref().or_else(nested);
        arguments.map_or(Value::Null, parts::arguments)
    }
}

/// One message.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Message {
    /// Its id within the session.
    pub id: Arc<str>,
    /// Who says it: `user`, `assistant`, `system`, `tool`, …
    pub role: Arc<str>,
    /// What it says.
    #[serde(default)]
    pub content: Content,
    /// When it was said; messages are kept in this order, and those of one time in the order in which they
    /// came.
    pub created_at: Moment,
    /// The name of who says it, or of the tool whose result it is.
    pub name: Option<Arc<str>>,
    /// The tools it calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// The call whose result it is.
    pub tool_call_id: Option<Arc<str>>,
    /// Whatever else the caller keeps with it.
    #[schemars(with = "Option<Value>")]
    pub metadata: Option<Arc<Value>>,
    /// When it became a searchable long-term memory.
    pub persisted_at: Option<Moment>,
    /// Whether memories were taken from it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub discrete_memory_extracted: bool,
    /// The tokens of `{role}: {content}`; a picture or a file in it has a price of its own.
    #[serde(default)]
    pub tokens: u32,
    /// The version of the session that wrote it.
    #[serde(default, skip_serializing_if = "is_zero_version")]
    pub version: Version,
    /// The data of its content that lies among the blobs. Answers do not have it.
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

/// The text whose tokens a message counts, beside the prices of pictures and files: what it takes of a prompt.
/// Tool calls are in it as JSON.
#[must_use]
pub fn measured(role: &str, content: &Content, tool_calls: &[ToolCall]) -> String {
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
    /// Whether it says the same as another, whatever Loci has noted beside it.
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

    /// Whether it is the same as another, but for when it was written.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.says_same(other)
            && self.tokens == other.tokens
            && self.persisted_at == other.persisted_at
            && self.discrete_memory_extracted == other.discrete_memory_extracted
    }

    /// Gives a message of a fact that counted its pictures and files as text the price that they have now.
    pub(crate) fn reprice(&mut self) {
        if self.tokens < REPRICED || !self.data.is_empty() {
            return;
        }
        let media = media_tokens(&self.content);
        if media == 0 {
            return;
        }
        // A token has a byte at least: what counts more has counted the data.
        let text = measured(&self.role, &self.content, &self.tool_calls).len();
        let bytes = u32::try_from(text).unwrap_or(u32::MAX);
        if self.tokens > media.saturating_add(bytes) {
            self.tokens = media.saturating_add(bytes.div_ceil(4));
        }
    }

    /// The message in one piece of text, for a summary or a search.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        self.content.text()
    }

    /// How many bytes it takes, roughly as its JSON has them.
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

    /// The ids of the tool calls it makes.
    pub fn calls(&self) -> impl Iterator<Item = &str> {
        let own = self.tool_calls.iter().filter_map(|call| call.id.as_deref());
        own.chain(parts::calls(self.content.parts()).filter_map(|part| part.id))
    }

    /// Whether it calls a tool, with or without an id.
    #[must_use]
    pub fn is_call(&self) -> bool {
        !self.tool_calls.is_empty() || parts::calls(self.content.parts()).next().is_some()
    }

    /// The ids of the tool calls whose results it has.
    pub fn results(&self) -> impl Iterator<Item = &str> {
        let own = self.tool_call_id.as_deref().into_iter();
        own.chain(parts::results(self.content.parts()).filter_map(|part| part.id))
    }

    /// Whether it is a tool's result, with or without the call's id.
    #[must_use]
    pub fn is_result(&self) -> bool {
        matches!(&*self.role, "tool" | "function") || self.results().next().is_some()
    }
}

/// Null is absent, as chat models write it.
///
/// # Errors
/// What `T` cannot be read from.
pub fn or_nothing<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Default + Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// How much of a message its writer can say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speech {
    /// All that a message has.
    #[default]
    Whole,
    /// Who says which text when, as clients of `/v1` do. Whatever else a message has they cannot give
    /// back, so what is known of it stays.
    Text,
}

/// The most bytes of a role.
pub const ROLE_BYTES: usize = 64;

/// A message as callers write it. What Loci notes itself (`tokens`, `version`) may come back in it and is
/// passed over.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMessage {
    /// Its id within the session; one is made when it has none, from what it says and `created_at` where
    /// that is given. The id of a message that is there replaces that one.
    #[schemars(length(min = 1, max = PART_BYTES), regex(pattern = patterns::NAME))]
    pub id: Option<Arc<str>>,
    /// Who says it: `user`, `assistant`, `system`, `tool`, …
    #[schemars(length(min = 1, max = ROLE_BYTES), regex(pattern = r"\S"))]
    pub role: Arc<str>,
    /// What it says; null where it only calls tools.
    #[serde(default, deserialize_with = "or_nothing")]
    pub content: Content,
    /// When it was said. Send it: without it the time of the call is taken, and the answer warns.
    pub created_at: Option<Moment>,
    /// The name of who says it, or of the tool whose result it is.
    pub name: Option<Arc<str>>,
    /// The tool it calls, when it is one.
    pub tool_call: Option<ToolCall>,
    /// The tools it calls.
    #[serde(
        default,
        deserialize_with = "or_nothing",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub tool_calls: Vec<ToolCall>,
    /// The call whose result it is.
    pub tool_call_id: Option<Arc<str>>,
    /// Whatever else is to be kept with it.
    pub metadata: Option<Value>,
    /// When it became a searchable long-term memory.
    pub persisted_at: Option<Moment>,
    /// Whether memories were taken from it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub discrete_memory_extracted: bool,
    /// Counted by Loci; passed over here.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tokens: u32,
    /// Noted by Loci; passed over here.
    #[serde(default, skip_serializing_if = "is_zero_version")]
    pub version: Version,
    /// The data of its content that goes to the blobs.
    #[serde(skip)]
    #[schemars(skip)]
    pub data: Vec<NewData>,
    /// The tokens of pictures and files in it, once they were looked for.
    #[serde(skip)]
    #[schemars(skip)]
    pub media_tokens: Option<u32>,
}

impl NewMessage {
    /// Somebody says something.
    #[must_use]
    pub fn new(role: &str, content: &str) -> Self {
        Self {
            role: role.into(),
            content: content.into(),
            ..Self::default()
        }
    }

    /// Sets the long data of its content aside, once.
    pub fn set_aside(&mut self) {
        if self.media_tokens.is_none() {
            self.media_tokens = Some(media_tokens(&self.content));
            self.data = set_aside(&mut self.content);
        }
    }

    /// The data that it has beside its content: what is known where it says the same and brings none.
    #[must_use]
    pub fn stored(&self, known: Option<&Message>) -> Vec<StoredData> {
        match known.filter(|known| self.data.is_empty() && known.content == self.content) {
            Some(known) => known.data.clone(),
            None => self.data.iter().filter_map(NewData::stored).collect(),
        }
    }

    /// The tools it calls, however they were given.
    #[must_use]
    pub fn all_calls(&self) -> Vec<ToolCall> {
        let one = self.tool_call.iter();
        one.chain(&self.tool_calls).cloned().collect()
    }

    /// Whether it says nothing but what is known of the message of its id.
    #[must_use]
    pub fn repeats(&self, known: &Message) -> bool {
        self.role == known.role
            && self.content == known.content
            && self.stored(Some(known)) == known.data
            && self.created_at.is_none_or(|at| at == known.created_at)
            && self.name == known.name
            && self.tool_call.is_none()
            && self.tool_calls == known.tool_calls
            && self.tool_call_id == known.tool_call_id
            && self.metadata.as_ref() == known.metadata.as_deref()
            && (self.persisted_at.is_none() || self.persisted_at == known.persisted_at)
            && (known.discrete_memory_extracted || !self.discrete_memory_extracted)
    }

    /// The message that a writer who can say so much means: with what is known of it where they cannot.
    #[must_use]
    pub fn meant(&self, known: Option<&Message>, speech: Speech) -> Cow<'_, Self> {
        match known.filter(|_| speech == Speech::Text) {
            Some(known) => Cow::Owned(self.clone().completed(known)),
            None => Cow::Borrowed(self),
        }
    }

    /// The message with all that a writer of mere texts could not say of it, as it is known.
    fn completed(mut self, known: &Message) -> Self {
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

    /// The text whose tokens it counts.
    #[must_use]
    pub fn measured(&self) -> String {
        measured(&self.role, &self.content, &self.all_calls())
    }
}
