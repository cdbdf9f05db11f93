//! A scratchpad as answers give it.

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
    /// Who shares it.
    pub scope: Scope,
    /// Whose it is; absent for one of the workspace.
    pub owner: Option<String>,
    /// Its name.
    pub name: String,
    /// Whether anybody has defined or written it: one that nobody has is empty.
    pub exists: bool,
    /// Its state: a text, or an object.
    pub value: Value,
    /// How it is to be.
    #[serde(flatten)]
    pub definition: Definition,
    /// The state that a changed schema did not fit, set aside and still in the history.
    pub set_aside: Option<SetAside>,
    /// The version at which it last changed, for `if_version`; 0 when it does not exist.
    pub version: Version,
    /// When it was made.
    pub created_at: Option<Time>,
    /// When it last changed.
    pub updated_at: Option<Time>,
    /// By whom.
    pub updated_by: Option<Actor>,
}

impl PadView {
    /// The pad at that place; an empty one when there is none.
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
    /// Its name.
    pub name: String,
    /// The version at which it last changed, for `if_version`.
    pub pad_version: Version,
    /// Whether this call changed anything.
    pub changed: bool,
    /// The keys that were written; none for a text.
    pub keys: Vec<String>,
}

impl PadChanged {
    /// The pad as the decision leaves it.
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
