//! Conversations as chat models, their exports and coding agents write them down, read as sessions with messages.
//! Knows no session memory and no limits of one.

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

/// How a conversation is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TranscriptFormat")]
pub enum Format {
    /// Messages of OpenAI's chat API: `{"messages": […]}`, a list of messages, or either line by line.
    OpenaiChat,
    /// Items of OpenAI's Responses API.
    OpenaiResponses,
    /// The `conversations.json` of a data export of `ChatGPT`: of each conversation the branch that is current.
    ChatgptExport,
    /// Messages of Anthropic's API, with content blocks.
    AnthropicMessages,
    /// The `conversations.json` of a data export of Claude.
    ClaudeExport,
    /// A transcript of Claude Code, as it lies under `~/.claude/projects`.
    ClaudeCode,
    /// A rollout of the Codex CLI, as it lies under `~/.codex/sessions`.
    Codex,
    /// A chat of the Gemini CLI, or contents of Gemini's API.
    Gemini,
    /// Messages of the AI SDK's user interfaces, with `parts`.
    AiSdk,
    /// Messages of `LangChain`: `messages_to_dict`, or serialised objects (`lc`).
    Langchain,
    /// Conversations in the form of `ShareGPT`: `{"conversations": [{"from": "human", "value": …}]}`.
    Sharegpt,
    /// An export of `Open WebUI`: of each chat the branch that is current.
    OpenWebui,
    /// An export of `LibreChat` as JSON: of each conversation the branch that is current.
    Librechat,
    /// Documents of agent-memory-server: a session with its messages, its summary and its data.
    AgentMemoryServer,
    /// Parts of a conversation as `loci import` sends them.
    Loci,
}

impl Format {
    /// All of them.
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

    /// Its name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// Its name, as people read it.
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

/// What a text holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcript {
    /// How it was written down at first.
    pub format: Option<Format>,
    /// The conversations, in the order in which they begin.
    pub sessions: Vec<Session>,
    /// Records that are no messages, by kind, and how many there are.
    pub beside: BTreeMap<String, u32>,
}

/// One conversation.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// What it is called where it is from.
    pub id: Option<String>,
    /// What names it within that one: a helper's own conversation.
    pub aside: Option<String>,
    /// The namespace that it belongs to where it is from.
    pub namespace: Option<String>,
    /// The user whose conversation it is where it is from.
    pub user_id: Option<String>,
    /// What is known of it as a whole.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub about: Map<String, Value>,
    /// Its messages, in the order in which they are written down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Message>,
}

/// What a message says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Content {
    /// A text.
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
    /// Whether there is nothing to read in it.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Parts(parts) => parts.iter().all(is_blank_part),
        }
    }
}

/// Whether a part is a text without words.
fn is_blank_part(part: &Value) -> bool {
    let text = part.get("text").and_then(Value::as_str);
    part.get("type") == Some(&Value::from("text"))
        && text.is_some_and(|text| text.trim().is_empty())
}

/// A tool that a message calls.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// The call's id.
    pub id: Option<String>,
    /// The tool's name.
    pub name: String,
    /// What it is called with: an object, or its JSON text.
    #[serde(default)]
    pub arguments: Value,
}

/// One message.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Its id: that of its source, or one made of what it says.
    #[serde(default)]
    pub id: String,
    /// Who says it.
    pub role: String,
    /// What it says.
    #[serde(default)]
    pub content: Content,
    /// When, in microseconds since 1970; nothing where no message of its session says so.
    pub at: Option<i64>,
    /// The name of who says it, or of the tool whose result it is.
    pub name: Option<String>,
    /// The tools it calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<Call>,
    /// The call whose result it is.
    pub tool_call_id: Option<String>,
    /// Whatever else its source keeps with it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub metadata: Map<String, Value>,
    /// Where in the text it stands.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
}

impl Transcript {
    /// How many messages there are.
    #[must_use]
    pub fn messages(&self) -> usize {
        self.sessions
            .iter()
            .map(|session| session.messages.len())
            .sum()
    }
}

/// Reads a text in a format. Messages get their ids, and times in their order; one that is later than `latest`,
/// in microseconds since 1970, counts as one that does not say when.
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
    taking.done(format, latest)
}
