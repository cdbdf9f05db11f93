//! What other tools remember, read as memories: exports of mem0 and Letta, and Markdown such as MEMORY.md, CLAUDE.md
//! and AGENTS.md. Knows no core and no limits of one.

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

/// How memories are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MemoriesFormat")]
pub enum Format {
    /// What mem0 answers or exports: `{"results": [{"memory": …}]}`, a list, or line by line.
    Mem0,
    /// An agent file of Letta's (`.af`), or a list of its archival passages.
    Letta,
    /// Memories of agent-memory-server: a session's document, the answer of a search, or a list of records.
    AgentMemoryServer,
    /// Markdown, a memory for each paragraph and list item.
    Markdown,
    /// Parts of memories as `loci import` sends them.
    Loci,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Mem0,
        Self::Letta,
        Self::AgentMemoryServer,
        Self::Markdown,
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
            Self::Mem0 => ("mem0", "mem0"),
            Self::Letta => ("letta", "Letta"),
            Self::AgentMemoryServer => ("agent_memory_server", "agent-memory-server, memories"),
            Self::Markdown => ("markdown", "Markdown"),
            Self::Loci => ("loci", "Parts of loci import"),
        }
    }
}

/// What a text holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memories {
    /// How it was written down at first.
    pub format: Option<Format>,
    /// The memories, in the order of the text.
    pub found: Vec<Memory>,
    /// What is no memory, by kind, and how much of it there is.
    pub beside: BTreeMap<String, u32>,
}

/// One memory.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    /// Its id: that of its source, or one made of what it says.
    pub id: String,
    /// What is remembered.
    pub text: String,
    /// What it is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<String>,
    /// Whom and what it names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<String>,
    /// The kind of memory: `semantic`, `episodic` or `message`.
    pub memory_type: Option<String>,
    /// Whom it is about.
    pub user_id: Option<String>,
    /// When it came to be, in microseconds since 1970.
    pub created_at: Option<i64>,
    /// When it was changed last.
    pub updated_at: Option<i64>,
    /// When what it tells of happened.
    pub event_date: Option<i64>,
    /// The offset from UTC that `event_date` was written with, in minutes.
    pub event_offset: Option<i16>,
    /// Whatever else its source keeps with it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub metadata: Map<String, Value>,
    /// Where in the text it stands.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
}

/// The format of a text: Markdown where it is no JSON.
#[must_use]
pub fn detect(text: &str) -> Option<Format> {
    let records = Records::beginning(text);
    if records.found.is_empty() {
        let begin = text.trim_start_matches('\u{feff}').trim_start();
        // What begins as JSON was meant to be some.
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
        Value::Object(_) if has("loci") && (has("memories") || has("odd")) => Some(Format::Loci),
        // A session with messages is a conversation.
        Value::Object(fields) if has("session_id") && holds_messages(fields) => None,
        Value::Object(fields) if agent_memory::is_its(fields) => Some(Format::AgentMemoryServer),
        Value::Object(_) if is_list("results") || is_list("memories") || has("memory") => {
            Some(Format::Mem0)
        }
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

/// Reads a text in a format.
#[must_use]
pub fn read(text: &str, format: Format) -> Read<Memories> {
    let mut taking = Taking::default();
    if format == Format::Markdown {
        markdown::read(text, &mut taking);
        return taking.done(format);
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
    taking.done(format)
}
