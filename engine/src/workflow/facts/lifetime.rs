//! Bodies of facts about the lifecycle of a workflow and its lead.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workflow::learning::Learned;
use crate::workflow::state::{Policy, Status};
use kernel::id::Id;
use kernel::time::Time;

bodies! {
    /// Body of `workflow_created`.
    WorkflowCreated {
        /// Id of the workflow.
        id: Id,
        /// Name of the workflow.
        name: String,
        /// Goal of the workflow.
        goal: String,
        /// Constraints of the workflow.
        #[serde(default)]
        constraints: Vec<String>,
        /// Memory cores that give context.
        #[serde(default)]
        memory_core_refs: Vec<String>,
        /// Policy of the workflow.
        #[serde(default)]
        policy: Policy,
        /// Number of tokens of goal and constraints.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `workflow_edited`: absent members stay unchanged.
    WorkflowEdited {
        /// Name of the workflow.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Goal of the workflow.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        goal: Option<String>,
        /// Constraints of the workflow.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        constraints: Option<Vec<String>>,
        /// Memory cores that give context.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memory_core_refs: Option<Vec<String>>,
        /// Policy of the workflow.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        policy: Option<Policy>,
        /// Number of tokens of goal and constraints; absent if neither changed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tokens: Option<u32>,
    }
    /// Body of `workflow_paused`.
    WorkflowPaused {
        /// Reason for the pause.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `workflow_resumed`.
    WorkflowResumed {
        /// Reason for resuming.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `workflow_ended`.
    WorkflowEnded {
        /// Final status: `completed`, `completed_with_failures`, `cancelled` or `archived`.
        status: Status,
        /// Reason for the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Number of learnings, and of those that are not decided; only if work ended.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        learned: Option<Learned>,
    }
    /// Body of `workflow_deleted`.
    WorkflowDeleted {
        /// Reason for the deletion.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Time at which the workflow is erased unless restored.
        purge_at: Time,
    }
    /// Body of `workflow_restored`.
    WorkflowRestored {}
    /// Body of `lead_taken`.
    LeadTaken {
        /// Orchestrator that leads.
        agent: String,
        /// Epoch of the lead; grows with every change of the lead.
        epoch: u32,
        /// End of the lead unless renewed.
        until: Time,
    }
    /// Body of `lead_renewed`.
    LeadRenewed {
        /// End of the lead unless renewed again.
        until: Time,
    }
    /// Body of `lead_ended`.
    LeadEnded {
        /// Epoch that ended.
        epoch: u32,
        /// Note for the next lead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handoff_note: Option<String>,
        /// True if the lead expired instead of being given back.
        expired: bool,
    }
}
