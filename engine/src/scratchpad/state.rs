//! The state of one owner's scratchpads. Knows nothing of who asks.

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

/// A scratchpad's share of a context unless given: what it gets at least, in tokens.
pub const MIN_TOKENS: u32 = 200;
/// What it gets at most unless given, in tokens.
pub const MAX_TOKENS: u32 = 1_500;

/// How a scratchpad is to be.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Definition {
    /// The JSON Schema (2020-12) that its state has to fit.
    pub schema: Option<Value>,
    /// What it begins with.
    pub template: Option<Value>,
    /// Whether only people may change it.
    #[serde(default)]
    pub read_only: bool,
    /// What it gets of a context at least, in tokens.
    pub min_tokens: u32,
    /// What it gets of a context at most, in tokens.
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
    /// What an empty pad holds: `{}` under a schema, otherwise an empty text.
    #[must_use]
    pub fn empty(&self) -> Value {
        match self.schema {
            Some(_) => Value::Object(Map::new()),
            None => Value::String(String::new()),
        }
    }
}

/// One place at which a state does not fit a schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Misfit {
    /// A JSON pointer into the state.
    pub pointer: String,
    /// What is wrong there and what was expected.
    pub message: String,
}

/// A state that a changed schema did not fit any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SetAside {
    /// The version at which `scratchpad_at` still shows it.
    pub version: Version,
    /// When it was set aside.
    pub at: Time,
    /// Where it did not fit.
    pub misfits: Vec<Misfit>,
}

/// What a pad is a copy of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Origin {
    /// The owner of the original.
    pub owner: String,
    /// The original's version when it was copied, or when changes last went back to it.
    pub version: Version,
    /// The copy's state then: what it has changed since goes back.
    pub value: Value,
}

/// That a pad was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Deletion {
    /// When.
    pub at: Time,
    /// By whom.
    pub by: Actor,
    /// When it is erased unless restored.
    pub purge_at: Time,
}

/// One scratchpad.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pad {
    /// Its name.
    pub name: String,
    /// A text or an object.
    pub value: Value,
    /// How it is to be.
    pub definition: Definition,
    /// The version at which each key of the object last changed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub keys: BTreeMap<String, Version>,
    /// The state that was set aside last.
    pub set_aside: Option<SetAside>,
    /// What it is a copy of.
    pub origin: Option<Origin>,
    /// The version with which it began.
    pub since: Version,
    /// The version at which it last changed.
    pub changed: Version,
    /// When it was made.
    pub created_at: Time,
    /// By whom.
    pub created_by: Actor,
    /// When it last changed.
    pub updated_at: Time,
    /// By whom.
    pub updated_by: Actor,
    /// That it was deleted.
    pub deleted: Option<Deletion>,
}

impl Pad {
    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        is_empty(&self.value)
    }
}

/// Whether a state says nothing.
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
    /// The scope of them all.
    pub scope: Scope,
    /// Those there are, by name.
    pub pads: OrdMap<String, Arc<Pad>>,
    /// Those deleted and not erased yet, by the version at which they were deleted.
    #[serde(default)]
    pub deleted: OrdMap<Version, Arc<Pad>>,
    /// The agents that wrote here, by name.
    #[serde(default)]
    pub writers: OrdSet<String>,
    /// When something last happened.
    pub updated_at: Time,
    /// Number of facts in this state.
    pub version: Version,
}

impl Scratchpads {
    /// The pad of that name.
    #[must_use]
    pub fn pad(&self, name: &str) -> Option<&Pad> {
        self.pads.get(name).map(Arc::as_ref)
    }

    /// The one of that name that was deleted last and can be restored.
    #[must_use]
    pub fn deleted_pad(&self, name: &str) -> Option<(Version, &Pad)> {
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
        // Without a user, a session's pads of scope resource have its key for an owner.
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

    /// A thread's pads are its session's, and as long as there is none those agents' that wrote in them;
    /// all others are everyone's.
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
