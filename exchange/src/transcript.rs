//! Parses conversations of chat models, of their exports and of coding agents to sessions with messages.

mod agent_memory;
mod ai_sdk;
mod attachments;
mod branch;
mod chat;
mod chatgpt_export;
mod claude_code;
mod claude_export;
mod data;
mod detect;
mod gemini;
mod injected;
mod items;
mod langchain;
mod librechat;
mod open_webui;
mod parts;
mod settle;
mod sharegpt;
mod taking;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::records::Records;
use crate::report::Read;
use taking::Taking;

pub use detect::detect;
pub use parts::parts;

/// Import format of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TranscriptFormat")]
pub enum Format {
    /// Messages of OpenAI's chat API: `{"messages": […]}`, a list of messages, or either line by line.
    OpenaiChat,
    /// Items of OpenAI's Responses API.
    OpenaiResponses,
    /// `conversations.json` of a `ChatGPT` data export; the current branch of each conversation.
    ChatgptExport,
    /// Messages of Anthropic's API, with content blocks.
    AnthropicMessages,
    /// `conversations.json` of a Claude data export.
    ClaudeExport,
    /// Transcript of Claude Code, from `~/.claude/projects`.
    ClaudeCode,
    /// Rollout of the Codex CLI, from `~/.codex/sessions`.
    Codex,
    /// Chat of the Gemini CLI, or contents of Gemini's API.
    Gemini,
    /// UI messages of the AI SDK, with `parts`.
    AiSdk,
    /// Messages of `LangChain`: `messages_to_dict`, or serialised objects (`lc`).
    Langchain,
    /// Conversations in the `ShareGPT` format: `{"conversations": [{"from": "human", "value": …}]}`.
    Sharegpt,
    /// Export of `Open WebUI`; the current branch of each chat.
    OpenWebui,
    /// JSON export of `LibreChat`; the current branch of each conversation.
    Librechat,
    /// Documents of agent-memory-server: a session with its messages, its summary and its data.
    AgentMemoryServer,
    /// Parts of a conversation as `loci import` sends them.
    Loci,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 15] = [
        Self::ClaudeCode,
        Self::Codex,
        Self::Gemini,
        Self::ChatgptExport,
        Self::ClaudeExport,
        Self::OpenWebui,
        Self::Librechat,
        Self::OpenaiChat,
        Self::OpenaiResponses,
        Self::AnthropicMessages,
        Self::AiSdk,
        Self::Langchain,
        Self::Sharegpt,
        Self::AgentMemoryServer,
        Self::Loci,
    ];

    /// Returns the name of the format in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// Returns the name of the format for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        self.names().1
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::OpenaiChat => ("openai_chat", "OpenAI, chat messages"),
            Self::OpenaiResponses => ("openai_responses", "OpenAI, Responses"),
            Self::ChatgptExport => ("chatgpt_export", "ChatGPT, data export"),
            Self::AnthropicMessages => ("anthropic_messages", "Anthropic, messages"),
            Self::ClaudeExport => ("claude_export", "Claude, data export"),
            Self::ClaudeCode => ("claude_code", "Claude Code"),
            Self::Codex => ("codex", "Codex CLI"),
            Self::Gemini => ("gemini", "Gemini CLI and API"),
            Self::AiSdk => ("ai_sdk", "AI SDK, UI messages"),
            Self::Langchain => ("langchain", "LangChain, messages"),
            Self::Sharegpt => ("sharegpt", "ShareGPT"),
            Self::OpenWebui => ("open_webui", "Open WebUI, export"),
            Self::Librechat => ("librechat", "LibreChat, export"),
            Self::AgentMemoryServer => ("agent_memory_server", "agent-memory-server, sessions"),
            Self::Loci => ("loci", "Parts of loci import"),
        }
    }
}

/// Content of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcript {
    /// Original format.
    pub format: Option<Format>,
    /// Conversations, ordered by their beginning.
    pub sessions: Vec<Session>,
    /// Number of records that are not messages, by kind.
    pub beside: BTreeMap<String, u32>,
}

/// One conversation.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Original id.
    pub id: Option<String>,
    /// Id of a subagent's conversation within the conversation `id`.
    pub aside: Option<String>,
    /// Original namespace.
    pub namespace: Option<String>,
    /// Original user.
    pub user_id: Option<String>,
    /// Properties of the whole conversation.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub about: Map<String, Value>,
    /// Messages, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Message>,
}

/// Content of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Content {
    /// Text.
    Text(String),
    /// Parts, each an object.
    Parts(Vec<Value>),
}

impl Default for Content {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Content {
    /// Returns true if there is nothing to read in it.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Parts(parts) => parts.iter().all(is_blank_part),
        }
    }
}

/// Returns true if a part is a text without words.
fn is_blank_part(part: &Value) -> bool {
    let text = part.get("text").and_then(Value::as_str);
    part.get("type") == Some(&Value::from("text"))
        && text.is_some_and(|text| text.trim().is_empty())
}

/// Call of a tool in a message.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// Id of the call.
    pub id: Option<String>,
    /// Name of the tool.
    pub name: String,
    /// Arguments: an object, or its JSON text.
    #[serde(default)]
    pub arguments: Value,
}

/// One message.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Id: that of its source, or a hash of its content.
    #[serde(default)]
    pub id: String,
    /// Role of the sender.
    pub role: String,
    /// Content.
    #[serde(default)]
    pub content: Content,
    /// Time in microseconds since 1970; `None` if no message of the session has one.
    pub at: Option<i64>,
    /// Name of the sender, or of the tool that returned the result.
    pub name: Option<String>,
    /// Tool calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<Call>,
    /// Id of the call that this is the result of.
    pub tool_call_id: Option<String>,
    /// Other fields of its source.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub metadata: Map<String, Value>,
    /// Place in the text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
}

impl Transcript {
    /// Returns the number of messages.
    #[must_use]
    pub fn messages(&self) -> usize {
        self.sessions
            .iter()
            .map(|session| session.messages.len())
            .sum()
    }
}

/// Parses a text in a given format. Messages get ids, and times in their order. A time later than `latest`, in
/// microseconds since 1970, is treated as missing.
#[must_use]
pub fn read(text: &str, format: Format, latest: i64) -> Read<Transcript> {
    let mut records = Records::read(text);
    let mut taking = Taking::new(std::mem::take(&mut records.odd), records.nul);
    match format {
        Format::OpenaiChat | Format::AnthropicMessages => {
            chat::read(records, &mut taking, chat::messages);
        }
        Format::AiSdk => chat::read(records, &mut taking, ai_sdk::messages),
        Format::Langchain => chat::read(records, &mut taking, langchain::messages),
        Format::Sharegpt => sharegpt::read(records, &mut taking),
        Format::OpenWebui => open_webui::read(records, &mut taking),
        Format::Librechat => librechat::read(records, &mut taking),
        Format::AgentMemoryServer => agent_memory::read(records, &mut taking),
        Format::OpenaiResponses => items::responses(records, &mut taking),
        Format::Codex => items::codex(records, &mut taking),
        Format::ChatgptExport => chatgpt_export::read(records, &mut taking),
        Format::ClaudeExport => claude_export::read(records, &mut taking),
        Format::ClaudeCode => claude_code::read(records, &mut taking),
        Format::Gemini => gemini::read(records, &mut taking),
        Format::Loci => parts::read(records, &mut taking),
    }
    taking.finish(format, latest)
}
