//! Index entries of a session: its row in lists and its searchable text. Session data is never searched; messages are
//! searched only as long-term memories.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::session::facts::Event;
use crate::session::key::SessionKey;
use crate::session::state::{Ending, Session};
use crate::words::short;
use kernel::memory::DELETED;
use kernel::ports::index::{Entry, Text};
use kernel::stream::{StreamId, Version};
use kernel::time::Time;

/// Status of a live session.
pub(crate) const ACTIVE: &str = "active";
/// Status of a session that expired and is not erased yet.
const EXPIRED: &str = "expired";
/// Number of first messages in which the topic is looked for.
const OPENING: usize = 20;
/// Maximum number of agents in a row.
const AGENTS: usize = 10;

/// A session as shown in lists.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionRow {
    /// Key of the session; pass it as `session` in other calls.
    pub session: SessionKey,
    /// Its id.
    pub id: Arc<str>,
    /// Its namespace.
    pub namespace: Option<Arc<str>>,
    /// The user it belongs to.
    pub user_id: Option<Arc<str>>,
    /// The session it was forked from.
    pub forked_from: Option<SessionKey>,
    /// Topic: `topic` of its data, otherwise the opening words of its summary or of its oldest message that is no tool's.
    pub topic: Option<String>,
    /// Number of messages that are not folded.
    pub messages: u32,
    /// Number of messages folded into its summary.
    pub folded: u32,
    /// Token count of its summary and messages.
    pub tokens: u64,
    /// The model of the conversation.
    pub model: Option<Arc<str>>,
    /// Number of memories that are not long-term memories yet.
    pub pending_memories: u32,
    /// Names of the agents that wrote in it or were granted access, at most ten.
    pub agents: Vec<Arc<str>>,
    /// Time of expiry unless written to.
    pub expires_at: Option<Time>,
    /// Time of its beginning.
    pub created_at: Time,
    /// Time of the last change.
    pub updated_at: Time,
    /// Number of its facts.
    pub version: Version,
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

impl Session {
    /// Returns the session's row for lists.
    #[must_use]
    pub fn row(&self) -> SessionRow {
        let pending = self
            .memories
            .iter()
            .filter(|memory| memory.persisted_at.is_none());
        SessionRow {
            session: self.key.clone(),
            id: self.key.id.clone(),
            namespace: self.key.namespace.clone(),
            user_id: self.key.user_id.clone(),
            forked_from: self.forked_from.clone(),
            topic: self.topic(),
            messages: count(self.messages.len()),
            folded: self.count_folded(),
            tokens: self.tokens(),
            model: self.model.clone(),
            pending_memories: count(pending.count()),
            agents: self.writers.iter().take(AGENTS).cloned().collect(),
            expires_at: self.expires_at,
            created_at: self.created_at,
            updated_at: self.updated_at,
            version: self.version,
        }
    }

    /// Returns the number of messages folded into the summary.
    #[must_use]
    pub fn count_folded(&self) -> u32 {
        self.summaries.iter().map(|summary| summary.messages).sum()
    }

    /// Returns the topic: the `topic` of its data, otherwise the opening words of its summary or messages. Skips
    /// instructions, tool calls and tool results where possible.
    pub(crate) fn topic(&self) -> Option<String> {
        let called = self.data.get("topic").and_then(serde_json::Value::as_str);
        if let Some(called) = called.map(short).filter(|words| !words.is_empty()) {
            return Some(called);
        }
        let text = if let Some(context) = &self.context {
            Cow::Borrowed(&**context)
        } else {
            let mut first = self.messages.iter().take(OPENING);
            let said = first.find(|message| {
                let is_instruction = matches!(&*message.role, "system" | "developer");
                !is_instruction && !message.is_result() && !message.is_call()
            });
            said.or(self.messages.first())?.text()
        };
        let mut speakers = ["user: ", "assistant: "].into_iter();
        let said = speakers.find_map(|speaker| text.strip_prefix(speaker));
        Some(short(said.unwrap_or(&text))).filter(|words| !words.is_empty())
    }

    pub(crate) fn list_entry(&self, stream: &StreamId) -> Option<Entry> {
        // An ended session keeps its row so that a sweep finds the time of its erasure.
        let status = match self.ended {
            None if self.begun > 0 => ACTIVE,
            Some(Ending::Deleted) => DELETED,
            Some(Ending::Expired) => EXPIRED,
            None => return None,
        };
        Some(Entry {
            stream: stream.clone(),
            status: status.into(),
            updated_at: self.updated_at,
            attention: 0,
            readers: self.agents(),
            due: self.due(),
            doc: serde_json::to_string(&self.row()).ok()?,
        })
    }

    pub(crate) fn search_texts(&self, event: &Event) -> Vec<Text> {
        let is_new = match event {
            Event::SessionCreated(_)
            | Event::SessionPut(_)
            | Event::SessionSummarized(_)
            | Event::SessionRewound(_)
            | Event::SessionExpired(_) => true,
            // The search text is the beginning of the session, so only the first messages change it.
            Event::MessagesAppended(body) => body.messages.len() == self.messages.len(),
            _ => false,
        };
        if !is_new {
            return Vec::new();
        }
        let parts = [&self.key.namespace, &self.key.user_id]
            .into_iter()
            .flatten();
        let title = parts.fold(self.key.id.to_string(), |mut title, part| {
            title.push(' ');
            title.push_str(part);
            title
        });
        vec![Text {
            item: String::new(),
            kind: "session",
            title,
            body: match &self.context {
                Some(context) => context.to_string(),
                None => self.topic().unwrap_or_default(),
            },
        }]
    }
}
