//! What can happen to the scratchpads of one owner. Bodies hold what was decided, not what follows
//! from it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_with::skip_serializing_none;

use crate::scratchpad::address::Scope;
use crate::scratchpad::merge::Nulls;
use crate::scratchpad::state::{Definition, Misfit, Origin};
use kernel::events;
use kernel::stream::Version;
use kernel::time::Time;

events! {
    /// What happens to scratchpads.
    pub enum Event {
        /// One was made, or its definition was changed.
        ScratchpadDefined = "scratchpad_defined" 1,
        /// A patch was merged into one.
        ScratchpadUpdated = "scratchpad_updated" 1,
        /// The whole state of one was replaced.
        ScratchpadWritten = "scratchpad_written" 1,
        /// One was emptied.
        ScratchpadCleared = "scratchpad_cleared" 1,
        /// One got back a state that it had.
        ScratchpadReverted = "scratchpad_reverted" 1,
        /// The changes of a copy went back to where it came from.
        ScratchpadMerged = "scratchpad_merged" 1,
        /// One was deleted; it can still be restored.
        ScratchpadDeleted = "scratchpad_deleted" 1,
        /// A deleted one was restored.
        ScratchpadRestored = "scratchpad_restored" 1,
    }
}

/// Body of `scratchpad_defined`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadDefined {
    /// Its name.
    pub name: String,
    /// The scope of all pads in the stream.
    pub scope: Scope,
    /// How it is to be.
    pub definition: Definition,
    /// The state it gets; absent when it keeps the one it has.
    pub value: Option<Value>,
    /// Why the state it had was set aside; empty when it was not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<Misfit>,
    /// What it is a copy of.
    pub origin: Option<Origin>,
}

/// Body of `scratchpad_updated`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadUpdated {
    /// Its name.
    pub name: String,
    /// What was merged into it, without forbidden keys.
    pub patch: Value,
    /// What `null` means in the patch.
    #[serde(default, skip_serializing_if = "is_keep")]
    pub nulls: Nulls,
    /// The tool call that it came with, by the tool's name.
    pub tool: Option<String>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_keep(nulls: &Nulls) -> bool {
    *nulls == Nulls::Keep
}

/// Body of `scratchpad_written`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadWritten {
    /// Its name.
    pub name: String,
    /// Its state from now on.
    pub value: Value,
}

/// Body of `scratchpad_cleared`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadCleared {
    /// Its name.
    pub name: String,
}

/// Body of `scratchpad_reverted`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadReverted {
    /// Its name.
    pub name: String,
    /// The version of the stream at which it had this state.
    pub version: Version,
    /// That state.
    pub value: Value,
}

/// Body of `scratchpad_merged`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadMerged {
    /// Its name.
    pub name: String,
    /// What the original is like from now on, as far as the copy knows.
    pub origin: Origin,
}

/// Body of `scratchpad_deleted`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadDeleted {
    /// Its name.
    pub name: String,
    /// When it is erased unless restored.
    pub purge_at: Time,
    /// Why.
    pub reason: Option<String>,
}

/// Body of `scratchpad_restored`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadRestored {
    /// Its name.
    pub name: String,
    /// The version at which it was deleted.
    pub deleted: Version,
}
