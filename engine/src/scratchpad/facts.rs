//! The facts of one owner's scratchpads. Bodies hold decisions, not their consequences.

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
    /// Events of scratchpads.
    pub enum Event {
        /// A scratchpad was created, or its definition was changed.
        ScratchpadDefined = "scratchpad_defined" 1,
        /// A patch was merged into a scratchpad.
        ScratchpadUpdated = "scratchpad_updated" 1,
        /// The whole state of a scratchpad was replaced.
        ScratchpadWritten = "scratchpad_written" 1,
        /// A scratchpad was emptied.
        ScratchpadCleared = "scratchpad_cleared" 1,
        /// A scratchpad was reverted to an earlier state.
        ScratchpadReverted = "scratchpad_reverted" 1,
        /// The changes of a copy were merged into its original.
        ScratchpadMerged = "scratchpad_merged" 1,
        /// A scratchpad was deleted; it can still be restored.
        ScratchpadDeleted = "scratchpad_deleted" 1,
        /// A deleted scratchpad was restored.
        ScratchpadRestored = "scratchpad_restored" 1,
    }
}

/// Body of `scratchpad_defined`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadDefined {
    /// Name of the scratchpad.
    pub name: String,
    /// Scope of all scratchpads in the stream.
    pub scope: Scope,
    /// Its definition.
    pub definition: Definition,
    /// The new state; absent to keep the current one.
    pub value: Option<Value>,
    /// Reasons why the previous state was set aside; empty if it was not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set_aside: Vec<Misfit>,
    /// Original of a copy.
    pub origin: Option<Origin>,
}

/// Body of `scratchpad_updated`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadUpdated {
    /// Name of the scratchpad.
    pub name: String,
    /// The merged patch, without forbidden keys.
    pub patch: Value,
    /// Meaning of `null` in the patch.
    #[serde(default, skip_serializing_if = "is_keep")]
    pub nulls: Nulls,
    /// Name of the tool whose call contained the patch.
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
    /// Name of the scratchpad.
    pub name: String,
    /// The new state.
    pub value: Value,
}

/// Body of `scratchpad_cleared`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadCleared {
    /// Name of the scratchpad.
    pub name: String,
}

/// Body of `scratchpad_reverted`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadReverted {
    /// Name of the scratchpad.
    pub name: String,
    /// Version of the stream that had this state.
    pub version: Version,
    /// The restored state.
    pub value: Value,
}

/// Body of `scratchpad_merged`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadMerged {
    /// Name of the scratchpad.
    pub name: String,
    /// The original as of this merge.
    pub origin: Origin,
}

/// Body of `scratchpad_deleted`.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadDeleted {
    /// Name of the scratchpad.
    pub name: String,
    /// Time of erasure unless restored.
    pub purge_at: Time,
    /// Reason for the deletion.
    pub reason: Option<String>,
}

/// Body of `scratchpad_restored`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ScratchpadRestored {
    /// Name of the scratchpad.
    pub name: String,
    /// Version at which it was deleted.
    pub deleted: Version,
}
