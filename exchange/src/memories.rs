//! Parses memories of other tools: exports of mem0 and Letta, and Markdown such as MEMORY.md, CLAUDE.md and AGENTS.md.

mod agent_memory;
mod letta;
mod markdown;
mod mem0;
mod parts;
mod taking;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::records::Records;
use crate::report::Read;
use taking::Taking;

pub use parts::parts;

/// Import format of memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MemoriesFormat")]
pub enum Format {
    /// Answers or exports of mem0: `{"results": [{"memory": …}]}`, a list, or line by line.
    Mem0,
    /// Letta agent file (`.af`), or a list of its archival passages.
    Letta,
    /// Memories of agent-memory-server: a session's document, the answer of a search, or a list of records.
    AgentMemoryServer,
    /// Markdown, with one memory for each paragraph and list item.
    Markdown,
    /// Parts of memories as `loci import` sends them.
    Loci,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [
        Self::Mem0,
        Self::Letta,
        Self::AgentMemoryServer,
        Self::Markdown,
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
            Self::Mem0 => ("mem0", "mem0"),
            Self::Letta => ("letta", "Letta"),
            Self::AgentMemoryServer => ("agent_memory_server", "agent-memory-server, memories"),
            Self::Markdown => ("markdown", "Markdown"),
            Self::Loci => ("loci", "Parts of loci import"),
        }
    }
}

/// Content of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memories {
    /// Original format.
    pub format: Option<Format>,
    /// Memories, in the order of the text.
    pub found: Vec<Memory>,
    /// Memories that the source deleted.
    pub deleted: Vec<Deletion>,
    /// Number of records that are not memories, by kind.
    pub beside: BTreeMap<String, u32>,
}

/// Memory that its source deleted.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    /// Id in its source.
    pub id: String,
    /// User that it was about, if the source says so.
    pub user_id: Option<String>,
}

/// One memory.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Id: that of its source, or a hash of its content.
    pub id: String,
    /// Text of the memory.
    pub text: String,
    /// Topics.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<String>,
    /// People and things that it mentions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<String>,
    /// Type: `semantic`, `episodic` or `message`.
    pub memory_type: Option<String>,
    /// User that it is about.
    pub user_id: Option<String>,
    /// Namespace that it belongs to.
    pub namespace: Option<String>,
    /// Session that it is from.
    pub session_id: Option<String>,
    /// Time of creation, in microseconds since 1970.
    pub created_at: Option<i64>,
    /// Time of the last change, in microseconds since 1970.
    pub updated_at: Option<i64>,
    /// Time of the event that it describes, in microseconds since 1970.
    pub event_date: Option<i64>,
    /// Offset from UTC that `event_date` was written with, in minutes.
    pub event_offset: Option<i16>,
    /// Other fields of its source.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub metadata: Map<String, Value>,
    /// Place in the text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
}

/// Detects the format of a text: Markdown if it is not JSON.
#[must_use]
pub fn detect(text: &str) -> Option<Format> {
    let records = Records::beginning(text);
    if records.found.is_empty() {
        let begin = text.trim_start_matches('\u{feff}').trim_start();
        // A text that begins like JSON is damaged JSON, not Markdown.
        let is_json =
            begin.starts_with("{\"") || begin.starts_with("[{") || begin.starts_with("{\n");
        return (!begin.is_empty() && !is_json).then_some(Format::Markdown);
    }
    records.found.iter().find_map(|record| of(&record.value))
}

fn of(value: &Value) -> Option<Format> {
    let has = |name: &str| value.get(name).is_some();
    let is_list = |name: &str| value.get(name).is_some_and(Value::is_array);
    match value {
        Value::Array(items) => items.iter().find_map(of),
        Value::Object(_) if has("loci") && (has("memories") || has("odd") || has("deleted")) => {
            Some(Format::Loci)
        }
        // A session with messages is a conversation.
        Value::Object(fields) if has("session_id") && holds_messages(fields) => None,
        Value::Object(fields) if agent_memory::is_its(fields) => Some(Format::AgentMemoryServer),
        Value::Object(_) if is_list("results") || is_list("memories") || has("memory") => {
            Some(Format::Mem0)
        }
        // An event of a history.
        Value::Object(_) if has("memory_id") && has("event") => Some(Format::Mem0),
        Value::Object(_)
            if has("core_memory") || is_list("passages") || is_list("archival_memory") =>
        {
            Some(Format::Letta)
        }
        Value::Object(_) if is_list("agents") && is_list("blocks") => Some(Format::Letta),
        Value::Object(_)
            if has("text") && (has("embedding") || has("archive_id") || has("tags")) =>
        {
            Some(Format::Letta)
        }
        _ => None,
    }
}

fn holds_messages(fields: &Map<String, Value>) -> bool {
    let messages = fields.get("messages").and_then(Value::as_array);
    messages.is_some_and(|messages| !messages.is_empty())
}

/// Parses a text in a given format.
#[must_use]
pub fn read(text: &str, format: Format) -> Read<Memories> {
    let mut taking = Taking::default();
    if format == Format::Markdown {
        markdown::read(text, &mut taking);
        return taking.finish(format);
    }
    let mut records = Records::read(text);
    taking.begin(std::mem::take(&mut records.odd), records.nul);
    match format {
        Format::Mem0 => mem0::read(records, &mut taking),
        Format::Letta => letta::read(records, &mut taking),
        Format::AgentMemoryServer => agent_memory::read(records, &mut taking),
        Format::Loci => parts::read(records, &mut taking),
        Format::Markdown => {}
    }
    taking.finish(format)
}
