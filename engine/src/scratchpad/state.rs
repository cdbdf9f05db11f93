//! The state of one owner's scratchpads.

use std::collections::BTreeMap;
use std::sync::Arc;

use imbl::{OrdMap, OrdSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

use crate::scratchpad::address::{Scope, of_stream, session};
use crate::scratchpad::facts::Event;
use crate::session::SessionKey;
use kernel::access::Readers;
use kernel::actor::Actor;
use kernel::fact::{Fact, Meta};
use kernel::memory::Memory;
use kernel::ports::index::{Entry, Text};
use kernel::stream::{StreamId, Version};
use kernel::tenant::{Tenancy, Tenant};
use kernel::time::Time;

/// Default minimum share of a context, in tokens.
pub const MIN_TOKENS: u32 = 200;
/// Default maximum share of a context, in tokens.
pub const MAX_TOKENS: u32 = 1_500;

/// Definition of a scratchpad.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Definition {
    /// JSON Schema (2020-12) for its state.
    pub schema: Option<Value>,
    /// Initial state.
    pub template: Option<Value>,
    /// True if only people may change it.
    #[serde(default)]
    pub read_only: bool,
    /// Minimum share of a context, in tokens.
    pub min_tokens: u32,
    /// Maximum share of a context, in tokens.
    pub max_tokens: u32,
}

impl Default for Definition {
    fn default() -> Self {
        Self {
            schema: None,
            template: None,
            read_only: false,
            min_tokens: MIN_TOKENS,
            max_tokens: MAX_TOKENS,
        }
    }
}

impl Definition {
    /// Returns the empty state: `{}` with a schema, otherwise an empty text.
    #[must_use]
    pub fn empty(&self) -> Value {
        match self.schema {
            Some(_) => Value::Object(Map::new()),
            None => Value::String(String::new()),
        }
    }

    /// Returns the definition for a change of the state `before`: a state is filled step by step, so its schema requires
    /// at the top only what is there already.
    #[must_use]
    pub fn after(&self, before: &Value) -> Self {
        let mut definition = self.clone();
        let schema = definition.schema.as_mut();
        let required = schema.and_then(|schema| schema.get_mut("required"));
        if let Some(Value::Array(names)) = required {
            names.retain(|name| name.as_str().is_none_or(|name| before.get(name).is_some()));
        }
        definition
    }
}

/// A place at which a state does not fit a schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Misfit {
    /// JSON pointer into the state.
    pub pointer: String,
    /// Description of the problem and the expected value.
    pub message: String,
}

/// A state that was set aside because it did not fit a changed schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetAside {
    /// Version at which `scratchpad_at` still shows it.
    pub version: Version,
    /// Time at which it was set aside.
    pub at: Time,
    /// Places at which it did not fit.
    pub misfits: Vec<Misfit>,
}

/// Original of a copied scratchpad.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// Owner of the original.
    pub owner: String,
    /// Version of the original when it was copied, or when changes were last merged into it.
    pub version: Version,
    /// State of the copy at that time: later changes are merged back.
    pub value: Value,
}

/// Deletion of a scratchpad.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Deletion {
    /// Time of the deletion.
    pub at: Time,
    /// Author of the deletion.
    pub by: Actor,
    /// Time of erasure unless restored.
    pub purge_at: Time,
}

/// A scratchpad.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pad {
    /// Name of the scratchpad.
    pub name: String,
    /// Its state: a text or an object.
    pub value: Value,
    /// Its definition.
    pub definition: Definition,
    /// Version at which each key of the object last changed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub keys: BTreeMap<String, Version>,
    /// The state that was set aside last.
    pub set_aside: Option<SetAside>,
    /// Original of a copy.
    pub origin: Option<Origin>,
    /// Version at which it began.
    pub since: Version,
    /// Version of its last change.
    pub changed: Version,
    /// Time of its creation.
    pub created_at: Time,
    /// Its creator.
    pub created_by: Actor,
    /// Time of its last change.
    pub updated_at: Time,
    /// Author of its last change.
    pub updated_by: Actor,
    /// Its deletion, if it was deleted.
    pub deleted: Option<Deletion>,
}

impl Pad {
    /// Returns true if it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        is_empty(&self.value)
    }
}

/// Returns true if a state is empty.
#[must_use]
pub fn is_empty(value: &Value) -> bool {
    match value {
        Value::String(text) => text.trim().is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// All scratchpads of one owner in one scope.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scratchpads {
    /// Their scope.
    pub scope: Scope,
    /// Existing scratchpads by name.
    pub pads: OrdMap<String, Arc<Pad>>,
    /// Deleted scratchpads that are not erased yet, by the version of their deletion.
    #[serde(default)]
    pub deleted: OrdMap<Version, Arc<Pad>>,
    /// Names of the agents that wrote here.
    #[serde(default)]
    pub writers: OrdSet<String>,
    /// Time of the last change.
    pub updated_at: Time,
    /// Number of facts in this state.
    pub version: Version,
}

impl Scratchpads {
    /// Returns the scratchpad with this name.
    #[must_use]
    pub fn pad(&self, name: &str) -> Option<&Pad> {
        self.pads.get(name).map(Arc::as_ref)
    }

    /// Returns the last deleted scratchpad with this name that can be restored.
    #[must_use]
    pub fn find_deleted_pad(&self, name: &str) -> Option<(Version, &Pad)> {
        self.deleted
            .iter()
            .rev()
            .find(|(_, pad)| pad.name == name)
            .map(|(version, pad)| (*version, Arc::as_ref(pad)))
    }
}

impl Memory for Scratchpads {
    const KIND: &'static str = "scratchpad";
    const SCHEMA: u16 = 1;
    const KEEPS_READERS: bool = true;
    const HIDES_FACTS: bool = true;
    type Event = Event;

    fn tenancy(stream: &StreamId, tenant: &Tenant) -> Tenancy {
        let Some((scope, owner)) = of_stream(stream) else {
            return Tenancy::Foreign;
        };
        let is_own = match scope {
            Scope::Global => return Tenancy::Shared,
            Scope::Resource => tenant.user_id.as_deref() == Some(owner.as_str()),
            Scope::Thread => false,
        };
        // Without a user, the owner of a session's resource-scoped scratchpads is its key.
        let key = SessionKey::parse(&owner).ok();
        let is_of_session =
            key.is_some_and(|key| tenant.owns(key.user_id.as_deref(), key.namespace.as_deref()));
        if is_own || is_of_session {
            Tenancy::Own
        } else {
            Tenancy::Foreign
        }
    }

    fn apply(&mut self, meta: &Meta, event: &Event) {
        self.fold(meta, event);
    }

    fn entry(&self, stream: &StreamId) -> Option<Entry> {
        self.list_entry(stream)
    }

    fn texts(&self, _: &StreamId, _: &Meta, event: &Event) -> Vec<Text> {
        self.search_texts(event)
    }

    /// A thread's scratchpads have the readers of its session, or their writers while there is no session; everyone may
    /// read all others.
    fn readers(&self, stream: &StreamId) -> Readers {
        if self.version == 0 || self.scope != Scope::Thread {
            return Readers::Everyone;
        }
        let writers = self.writers.iter().cloned().collect();
        match of_stream(stream).and_then(|(scope, owner)| session(scope, &owner)) {
            Some(key) => Readers::Of {
                stream: key.stream(),
                before: writers,
            },
            None => Readers::Agents(writers),
        }
    }

    fn hides(&self, fact: &Fact, _: Time) -> bool {
        self.is_of_deleted(fact)
    }
}
