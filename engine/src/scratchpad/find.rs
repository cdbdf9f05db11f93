//! Index entries of scratchpads: the row of their owner in lists, and their searchable text.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

use crate::scratchpad::address::{Scope, of_stream};
use crate::scratchpad::facts::Event;
use crate::scratchpad::state::{Deletion, Pad, Scratchpads};
use kernel::actor::Actor;
use kernel::fact::Fact;
use kernel::memory::{DELETED, Memory as _};
use kernel::ports::index::{Entry, Text};
use kernel::stream::{StreamId, Version};
use kernel::time::Time;

/// Maximum searchable bytes of a scratchpad: each update writes them again.
const SEARCHED: usize = 4_000;

/// A scratchpad as shown in lists.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PadSummary {
    /// Name of the scratchpad.
    pub name: String,
    /// True if it is empty.
    pub empty: bool,
    /// Keys of its object, most recently updated first, at most ten; empty for a text.
    pub keys: Vec<String>,
    /// True if it has a schema.
    pub has_schema: bool,
    /// True if only people may change it.
    pub read_only: bool,
    /// Version of its last change.
    pub version: Version,
    /// Time of its last change.
    pub updated_at: Time,
    /// Author of its last change.
    pub updated_by: Actor,
    /// Its deletion, if it was deleted.
    pub deleted: Option<Deletion>,
}

/// All scratchpads of one owner, as shown in lists.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OwnerSummary {
    /// Their scope.
    pub scope: Scope,
    /// Their owner; absent in the global scope.
    pub owner: Option<String>,
    /// The scratchpads, ordered by name.
    pub pads: Vec<PadSummary>,
    /// Deleted scratchpads that can still be restored, last deleted first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deleted: Vec<PadSummary>,
    /// Time of the last change.
    pub updated_at: Time,
    /// Version of their stream: its number of facts.
    pub version: Version,
}

impl Pad {
    /// Returns the scratchpad's row for lists.
    #[must_use]
    pub fn summary(&self) -> PadSummary {
        let mut keys: Vec<(&String, &Version)> = self.keys.iter().collect();
        keys.sort_by_key(|(_, version)| std::cmp::Reverse(**version));
        PadSummary {
            name: self.name.clone(),
            empty: self.is_empty(),
            keys: keys
                .into_iter()
                .take(10)
                .map(|(key, _)| key.clone())
                .collect(),
            has_schema: self.definition.schema.is_some(),
            read_only: self.definition.read_only,
            version: self.changed,
            updated_at: self.updated_at,
            updated_by: self.updated_by.clone(),
            deleted: self.deleted.clone(),
        }
    }
}

impl Scratchpads {
    /// Returns true if the fact is about a scratchpad that was deleted and is not erased yet.
    #[must_use]
    pub fn is_of_deleted(&self, fact: &Fact) -> bool {
        let mut of_its_time = self
            .deleted
            .iter()
            .filter(|(deleted, pad)| (pad.since..=**deleted).contains(&fact.version));
        let name = name_of(fact);
        of_its_time.any(|(_, pad)| name.as_ref() == Some(&pad.name))
    }

    /// Returns the owner's row for lists.
    #[must_use]
    pub fn summary(&self, owner: &str) -> OwnerSummary {
        OwnerSummary {
            scope: self.scope,
            owner: (!owner.is_empty()).then(|| owner.to_owned()),
            pads: self.pads.values().map(|pad| pad.summary()).collect(),
            deleted: self
                .deleted
                .values()
                .rev()
                .map(|pad| pad.summary())
                .collect(),
            updated_at: self.updated_at,
            version: self.version,
        }
    }

    pub(super) fn list_entry(&self, stream: &StreamId) -> Option<Entry> {
        let (_, owner) = of_stream(stream)?;
        let due = self
            .deleted
            .values()
            .filter_map(|pad| pad.deleted.as_ref())
            .map(|deletion| deletion.purge_at)
            .min();
        let status = if self.pads.is_empty() {
            DELETED
        } else {
            self.scope.name()
        };
        Some(Entry {
            stream: stream.clone(),
            status: status.into(),
            updated_at: self.updated_at,
            attention: 0,
            readers: self.readers(stream),
            due,
            doc: serde_json::to_string(&self.summary(&owner)).ok()?,
        })
    }

    pub(super) fn search_texts(&self, event: &Event) -> Vec<Text> {
        let name = match event {
            Event::ScratchpadDefined(body) => &body.name,
            Event::ScratchpadUpdated(body) => &body.name,
            Event::ScratchpadWritten(body) => &body.name,
            Event::ScratchpadCleared(body) => &body.name,
            Event::ScratchpadReverted(body) => &body.name,
            Event::ScratchpadDeleted(body) => &body.name,
            Event::ScratchpadRestored(body) => &body.name,
            Event::ScratchpadMerged(_) | Event::Unreadable(_) => return Vec::new(),
        };
        // A text replaces the previous one: the text of a deleted scratchpad is empty.
        let (title, body) = match self.pad(name) {
            Some(pad) => (name.clone(), search_text(&pad.value)),
            None => (String::new(), String::new()),
        };
        vec![Text {
            item: name.clone(),
            kind: "scratchpad",
            title,
            body,
        }]
    }
}

fn search_text(value: &Value) -> String {
    let mut text = match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) if fields.is_empty() => String::new(),
        other => other.to_string(),
    };
    if text.len() > SEARCHED {
        let mut end = SEARCHED;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
    }
    text
}

/// Returns the name of the scratchpad that a fact is about; `None` if the fact was redacted.
pub(super) fn name_of(fact: &Fact) -> Option<String> {
    let body: Value = serde_json::from_str(fact.body.get()).ok()?;
    body.get("name")?.as_str().map(ToOwned::to_owned)
}
