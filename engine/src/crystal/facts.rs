//! Facts of a core and their bodies.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::governing::Approval;
use crate::crystal::record::{Crystal, Trust};
use crate::numbers::TaskNo;
use crate::workspace::settings::PromotedReaders;
use kernel::access::Readers;
use kernel::events;
use kernel::id::Id;
use kernel::time::Time;

events! {
    /// Facts of a core.
    pub enum Event {
        /// A core was created.
        CoreCreated = "core_created" 1,
        /// The readers of memories promoted into the core were changed.
        CoreEdited = "core_edited" 1,
        /// The readers of the core were changed.
        CoreShared = "core_shared" 1,
        /// A memory was added.
        CrystalAdded = "crystal_added" 1,
        /// A memory was changed.
        CrystalEdited = "crystal_edited" 1,
        /// Memories were forgotten.
        CrystalsForgotten = "crystals_forgotten" 1,
        /// An agent recalled memories.
        CrystalsRecalled = "crystals_recalled" 1,
        /// The writers and the approval rules of the core were changed.
        CoreGoverned = "core_governed" 1,
        /// An agent proposed a memory, where people approve first.
        CrystalProposed = "crystal_proposed" 1,
        /// A person approved a proposed memory.
        CrystalApproved = "crystal_approved" 1,
        /// A person rejected a proposed memory.
        CrystalRejected = "crystal_rejected" 1,
        /// An agent was notified of rulings on its memories.
        RulingsTold = "rulings_told" 1,
    }
}

/// Body of `core_created`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoreCreated {
    /// Description of its purpose.
    pub description: Option<String>,
    /// Agents that may write to it. Without it, everyone who may read it.
    pub writers: Option<BTreeSet<String>>,
    /// Readers of memories that sessions promote into it. Without it, as set by the workspace.
    pub promoted_readers: Option<PromotedReaders>,
    /// Memories of agents that need a person's approval.
    #[serde(default, skip_serializing_if = "Approval::is_off")]
    pub approval: Approval,
    /// Trust levels of memories that are quarantined until a person has reviewed them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
}

/// Body of `core_governed`, with the new values.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CoreGoverned {
    /// Description of its purpose.
    pub description: Option<String>,
    /// Agents that may write to it. Without it, everyone who may read it.
    pub writers: Option<BTreeSet<String>>,
    /// Memories of agents that need a person's approval.
    #[serde(default)]
    pub approval: Approval,
    /// Trust levels of memories that are quarantined until a person has reviewed them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub quarantine: BTreeSet<Trust>,
}

/// Body of `crystal_proposed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalProposed {
    /// The whole record as its author wants it.
    pub record: Crystal,
}

/// Body of `crystal_approved`. The fact before it holds the memory.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalApproved {
    /// Id of the memory.
    pub id: String,
}

/// Body of `crystal_rejected`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalRejected {
    /// Id of the memory.
    pub id: String,
    /// Reason, in the person's words.
    pub reason: Option<String>,
    /// Time at which it is erased.
    pub purge_at: Time,
}

/// Body of `rulings_told`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RulingsTold {
    /// Name of the agent.
    pub agent: String,
    /// Ids of the notices.
    pub notices: Vec<String>,
}

/// Body of `core_edited`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CoreEdited {
    /// Readers of memories that sessions promote into it. Without it, as set by the workspace.
    pub promoted_readers: Option<PromotedReaders>,
}

/// Body of `core_shared`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CoreShared {
    /// New readers.
    pub readers: Readers,
}

/// Body of `crystal_added`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalAdded {
    /// The whole record.
    pub record: Crystal,
}

/// Body of `crystal_edited`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalEdited {
    /// The whole record as it is now.
    pub record: Crystal,
}

/// Body of `crystals_forgotten`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalsForgotten {
    /// Ids of the memories.
    pub ids: Vec<String>,
    /// Time at which they are erased for good.
    pub purge_at: Time,
}

/// Body of `crystals_recalled`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CrystalsRecalled {
    /// Name of the agent.
    pub agent: String,
    /// Ids of the memories.
    pub ids: Vec<String>,
    /// Workflow of the task for whose context they were used. Absent if the agent searched for them.
    pub workflow: Option<Id>,
    /// Number of the task in the workflow.
    pub task: Option<TaskNo>,
}
