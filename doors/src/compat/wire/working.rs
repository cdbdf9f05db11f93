//! Working memory in the format of the compatibility API: a session as one document.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use engine::conversation::ops::session_get::SessionView;
use engine::session::gauges::percentage;
use engine::session::message::{Content, NewMessage, ToolCall, or_nothing};
use engine::session::record::{Strategy, StrategyKind};
use kernel::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::record::{Extracted, RecordIn, RecordOut};
use super::stamp::Stamp;
use crate::compat::refusal::{Fault, Refusal};

/// Default strategy of a session without one: clients do not accept null.
static DEFAULT_STRATEGY: LazyLock<Strategy> = LazyLock::new(Strategy::default);

/// Maximum time that a message may be ahead of the server's clock, in seconds.
const AHEAD: i64 = 300;

/// Message as clients send it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(rename = "MemoryMessageInput")]
pub struct MessageIn {
    pub role: Arc<str>,
    #[serde(deserialize_with = "or_nothing")]
    pub content: Arc<str>,
    #[serde(default)]
    pub name: Option<Arc<str>>,
    #[serde(default, deserialize_with = "or_nothing")]
    pub tool_calls: Vec<ToolCall>,
    #[serde(default)]
    pub tool_call_id: Option<Arc<str>>,
    #[serde(default)]
    pub id: Option<Arc<str>>,
    #[serde(default)]
    pub created_at: Option<Stamp>,
    #[serde(default)]
    pub persisted_at: Option<Stamp>,
    #[serde(default)]
    pub discrete_memory_extracted: Option<Extracted>,
}

/// Strategy as clients send it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "MemoryStrategyInput")]
pub struct StrategyIn {
    pub strategy: StrategyKind,
    pub config: Option<Map<String, Value>>,
}

/// Document as clients send it. Unknown fields and those that Loci computes are ignored.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "WorkingMemoryInput")]
pub struct WorkingMemoryIn {
    pub messages: Vec<MessageIn>,
    pub memories: Vec<RecordIn>,
    pub data: Option<Map<String, Value>>,
    pub context: Option<Arc<str>>,
    pub user_id: Option<String>,
    pub namespace: Option<String>,
    pub long_term_memory_strategy: Option<StrategyIn>,
    pub ttl_seconds: Option<u64>,
}

impl WorkingMemoryIn {
    /// Rejects messages that are empty or have a time in the future, and memories without a text. A stored message with
    /// the same id may have tool calls; this check cannot know that.
    pub fn check(&self, now: Time) -> Result<(), Refusal> {
        let most = Stamp::from(now.plus(AHEAD * kernel::time::SECOND));
        for (at, message) in self.messages.iter().enumerate() {
            let says = !message.content.trim().is_empty()
                || !message.tool_calls.is_empty()
                || message.tool_call_id.is_some();
            if message.id.is_none() && !says {
                return Err(blank(None));
            }
            if let Some(said) = message.created_at.filter(|said| *said > most) {
                let msg = format!(
                    "Value error, created_at cannot be more than {AHEAD} seconds in the future. \
                     Received: {}, Max allowed: {}",
                    said.0, most.0
                );
                let path = vec!["messages".into(), at.into(), "created_at".into()];
                return Err(Fault::body("value_error", path, msg).into());
            }
        }
        for (at, memory) in self.memories.iter().enumerate() {
            if memory.text.is_none() {
                let path = vec!["memories".into(), at.into(), "text".into()];
                return Err(Fault::body("missing", path, "Field required").into());
            }
        }
        Ok(())
    }

    /// Returns true if a message has no `created_at`.
    pub fn lacks_times(&self) -> bool {
        self.messages
            .iter()
            .any(|message| message.created_at.is_none())
    }
}

/// Creates the error about an empty message.
pub fn blank(id: Option<&str>) -> Refusal {
    let id = id.unwrap_or("none");
    Refusal::bad(format!(
        "Message content cannot be empty (message ID: {id})"
    ))
}

impl From<MessageIn> for NewMessage {
    fn from(message: MessageIn) -> Self {
        Self {
            id: message.id,
            role: message.role,
            content: Content::Text(message.content),
            name: message.name,
            tool_calls: message.tool_calls,
            tool_call_id: message.tool_call_id,
            created_at: message.created_at.map(|stamp| stamp.0),
            persisted_at: message.persisted_at.map(|stamp| stamp.0),
            discrete_memory_extracted: message.discrete_memory_extracted.unwrap_or_default().is(),
            ..Self::default()
        }
    }
}

impl From<StrategyIn> for Strategy {
    fn from(strategy: StrategyIn) -> Self {
        Self {
            strategy: strategy.strategy,
            config: strategy.config.unwrap_or_default(),
        }
    }
}

/// Message as clients read it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MemoryMessage")]
struct MessageOut<'a> {
    role: &'a str,
    content: Cow<'a, str>,
    id: &'a str,
    created_at: Stamp,
    persisted_at: Option<Stamp>,
    discrete_memory_extracted: Extracted,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MemoryStrategy")]
struct StrategyOut<'a> {
    strategy: StrategyKind,
    config: &'a Map<String, Value>,
}

/// Document as clients read it: every field, null if it has no value.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WorkingMemory")]
pub struct WorkingMemoryOut<'a> {
    messages: Vec<MessageOut<'a>>,
    memories: Vec<RecordOut<'a>>,
    data: &'a Map<String, Value>,
    context: Option<&'a str>,
    user_id: Option<&'a str>,
    tokens: u64,
    session_id: &'a str,
    namespace: Option<&'a str>,
    long_term_memory_strategy: StrategyOut<'a>,
    ttl_seconds: Option<u64>,
    last_accessed: Stamp,
    created_at: Stamp,
    updated_at: Stamp,
    context_percentage_total_used: Option<f64>,
    context_percentage_until_summarization: Option<f64>,
}

/// Source of the context window that the percentages refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// The caller named a model or a size.
    Named,
    /// The caller named neither.
    Unknown,
}

impl<'a> WorkingMemoryOut<'a> {
    /// Converts a session to a document. In this API only messages count towards the window.
    pub fn new(session: &'a SessionView, window: Window) -> Self {
        let changed = Stamp::from(session.updated_at);
        let gauges = &session.gauges;
        let share = |whole: f64| percentage(gauges.message_tokens, whole);
        let known = |percentage: f64| (window == Window::Named).then_some(percentage);
        #[expect(clippy::cast_precision_loss, reason = "no window has 2⁵² tokens")]
        let threshold = gauges.threshold_tokens as f64;
        let strategy = session.strategy.as_deref().unwrap_or(&DEFAULT_STRATEGY);
        Self {
            messages: session
                .messages
                .iter()
                .map(|message| message_out(message))
                .collect(),
            memories: session
                .memories
                .iter()
                .map(|memory| RecordOut::of_session(memory, changed))
                .collect(),
            data: &session.data,
            context: session.context.as_deref(),
            user_id: session.user_id.as_deref(),
            tokens: gauges.message_tokens,
            session_id: &session.id,
            namespace: session.namespace.as_deref(),
            long_term_memory_strategy: StrategyOut {
                strategy: strategy.strategy,
                config: &strategy.config,
            },
            ttl_seconds: session.ttl_seconds,
            last_accessed: changed,
            created_at: session.created_at.into(),
            updated_at: changed,
            context_percentage_total_used: known(share(f64::from(gauges.context_window))),
            context_percentage_until_summarization: known(share(threshold)),
        }
    }
}

fn message_out(message: &engine::session::message::Message) -> MessageOut<'_> {
    MessageOut {
        role: &message.role,
        content: match &message.content {
            Content::Text(text) => Cow::Borrowed(&**text),
            Content::Parts(_) => message.text(),
        },
        id: &message.id,
        created_at: Stamp(message.created_at),
        persisted_at: message.persisted_at.map(Stamp),
        discrete_memory_extracted: Extracted::new(message.discrete_memory_extracted),
    }
}
