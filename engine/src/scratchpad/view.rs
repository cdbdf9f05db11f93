//! Responses for scratchpads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

use crate::scratchpad::address::{Address, Scope};
use crate::scratchpad::state::{Definition, Pad, SetAside};
use kernel::actor::Actor;
use kernel::stream::Version;
use kernel::time::Time;

/// A scratchpad.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PadView {
    /// Its scope.
    pub scope: Scope,
    /// Its owner; absent in the global scope.
    pub owner: Option<String>,
    /// Name of the scratchpad.
    pub name: String,
    /// False if it was never defined or written; it is empty then.
    pub exists: bool,
    /// Its state: a text, or an object.
    pub value: Value,
    /// Its definition.
    #[serde(flatten)]
    pub definition: Definition,
    /// A state that did not fit a changed schema, set aside and kept in the history.
    pub set_aside: Option<SetAside>,
    /// Version of its last change, for `if_version`; 0 if it does not exist.
    pub version: Version,
    /// Time of its creation.
    pub created_at: Option<Time>,
    /// Time of its last change.
    pub updated_at: Option<Time>,
    /// Author of its last change.
    pub updated_by: Option<Actor>,
}

impl PadView {
    /// Builds the view of the scratchpad at an address; empty if it does not exist.
    #[must_use]
    pub fn of(at: &Address, pad: Option<&Pad>) -> Self {
        let definition = pad.map_or_else(Definition::default, |pad| pad.definition.clone());
        Self {
            scope: at.scope,
            owner: (!at.owner.is_empty()).then(|| at.owner.clone()),
            name: at.name.clone(),
            exists: pad.is_some(),
            value: pad.map_or_else(|| definition.empty(), |pad| pad.value.clone()),
            definition,
            set_aside: pad.and_then(|pad| pad.set_aside.clone()),
            version: pad.map_or(0, |pad| pad.changed),
            created_at: pad.map(|pad| pad.created_at),
            updated_at: pad.map(|pad| pad.updated_at),
            updated_by: pad.map(|pad| pad.updated_by.clone()),
        }
    }
}

/// A scratchpad after a change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PadChanged {
    /// Name of the scratchpad.
    pub name: String,
    /// Version of its last change, for `if_version`.
    pub pad_version: Version,
    /// True if this call changed anything.
    pub changed: bool,
    /// The written keys; empty for a text.
    pub keys: Vec<String>,
}

impl PadChanged {
    /// Builds the response after a change; `before` is the version before it.
    #[must_use]
    pub fn of(at: &Address, pad: Option<&Pad>, before: Version, keys: Vec<String>) -> Self {
        let pad_version = pad.map_or(0, |pad| pad.changed);
        Self {
            name: at.name.clone(),
            pad_version,
            changed: pad_version > before,
            keys,
        }
    }
}
