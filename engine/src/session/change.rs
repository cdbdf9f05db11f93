//! The difference between two documents of a session, as facts store it for a replaced document, a rewind or a fork.

use std::collections::HashSet;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::entity::Entities;
use crate::session::message::Message;
use crate::session::record::{MemoryRecord, Strategy};
use crate::session::state::{Document, Summary};
use kernel::stream::Version;

/// Changes to a document. An absent field stays as it is; null removes the value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Changes {
    /// Messages written, both new and replaced ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Message>,
    /// Ids of the messages removed before `messages` are written. A message in both lists moves behind the others with
    /// the same time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<Arc<str>>,
    /// The summary of earlier messages.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "deserialize_present"
    )]
    pub context: Option<Option<Arc<str>>>,
    /// Token count of the summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_tokens: Option<u32>,
    /// Memories written, both new and replaced ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<MemoryRecord>,
    /// Ids of the removed memories.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memories_removed: Vec<Arc<str>>,
    /// The caller's own data, complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Map<String, Value>>,
    /// The tracked entities, complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entities: Option<Entities>,
    /// The summaries that made the context, complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summaries: Option<Vec<Summary>>,
    /// Strategy for extracting memories from messages.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "deserialize_present"
    )]
    pub strategy: Option<Option<Strategy>>,
    /// The model of the conversation.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "deserialize_present"
    )]
    pub model: Option<Option<Arc<str>>>,
    /// The model's context window in tokens.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "deserialize_present"
    )]
    pub context_window: Option<Option<u32>>,
    /// Time to live after the last write, in seconds.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "deserialize_present"
    )]
    pub ttl_seconds: Option<Option<u64>>,
}

/// Distinguishes a null field from an absent one.
#[expect(clippy::option_option, reason = "the outer one is whether it is given")]
fn deserialize_present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

impl Changes {
    /// Returns the changes that turn `before` into `after`.
    #[must_use]
    pub fn between(before: &Document, after: &Document) -> Self {
        fn new<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
            (before != after).then(|| after.clone())
        }
        let (messages, removed) = before.messages.differences(&after.messages);
        let memories = after.memories.iter().filter(|memory| {
            let known = find(before, &memory.id);
            known != Some(memory)
        });
        let forgotten = before.memories.iter().map(|memory| &memory.id);
        let context = new(&before.context, &after.context);
        Self {
            messages: messages.into_iter().map(without_version).collect(),
            removed: removed.into_iter().cloned().collect(),
            context_tokens: context.is_some().then_some(after.context_tokens),
            context,
            memories: memories.map(|memory| MemoryRecord::clone(memory)).collect(),
            memories_removed: forgotten
                .filter(|id| find(after, id).is_none())
                .cloned()
                .collect(),
            data: new(&before.data, &after.data).map(Arc::unwrap_or_clone),
            entities: new(&before.entities, &after.entities),
            summaries: (before.summaries != after.summaries).then(|| {
                let summaries = after.summaries.iter();
                summaries.map(|summary| Summary::clone(summary)).collect()
            }),
            strategy: new(&before.strategy, &after.strategy)
                .map(|strategy| strategy.map(Arc::unwrap_or_clone)),
            model: new(&before.model, &after.model),
            context_window: new(&before.context_window, &after.context_window),
            ttl_seconds: new(&before.ttl_seconds, &after.ttl_seconds),
        }
    }

    /// Returns true if nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Counts the messages that are removed and not written again.
    #[must_use]
    pub fn count_removed(&self) -> usize {
        let written: HashSet<&str> = self.messages.iter().map(|message| &*message.id).collect();
        let gone = self.removed.iter().filter(|id| !written.contains(&***id));
        gone.count()
    }

    /// Applies the changes as the fact of `version`.
    pub fn apply(&self, document: &mut Document, version: Version) {
        for id in &self.removed {
            document.messages.remove(id);
        }
        write(document, &self.messages, version);
        if let Some(context) = &self.context {
            document.context.clone_from(context);
            document.context_tokens = self.context_tokens.unwrap_or(0);
            document.context_version = version;
        }
        if !self.memories_removed.is_empty() {
            let gone = &self.memories_removed;
            document
                .memories
                .retain(|memory| !gone.contains(&memory.id));
        }
        for memory in &self.memories {
            let memory = Arc::new(memory.clone());
            let known = document.memories.iter();
            match known.clone().position(|known| known.id == memory.id) {
                Some(at) => {
                    document.memories.set(at, memory);
                }
                None => document.memories.push_back(memory),
            }
        }
        if let Some(data) = &self.data {
            document.data = Arc::new(data.clone());
        }
        if let Some(entities) = &self.entities {
            document.entities = entities.clone();
        }
        if let Some(summaries) = &self.summaries {
            document.summaries = summaries.iter().cloned().map(Arc::new).collect();
        }
        if let Some(strategy) = &self.strategy {
            document.strategy = strategy.clone().map(Arc::new);
        }
        if let Some(model) = &self.model {
            document.model.clone_from(model);
        }
        if let Some(window) = self.context_window {
            document.context_window = window;
        }
        if let Some(seconds) = self.ttl_seconds {
            document.ttl_seconds = seconds;
        }
    }
}

/// Writes messages as the fact of `version`.
pub fn write(document: &mut Document, messages: &[Message], version: Version) {
    for message in messages {
        let mut message = Message {
            version,
            ..message.clone()
        };
        message.reprice();
        document.messages.put(Arc::new(message));
    }
}

fn find<'a>(document: &'a Document, id: &str) -> Option<&'a Arc<MemoryRecord>> {
    document.memories.iter().find(|memory| &*memory.id == id)
}

fn without_version(message: &Message) -> Message {
    Message {
        version: 0,
        ..message.clone()
    }
}
