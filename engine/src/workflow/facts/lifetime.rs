//! Bodies of facts about the workflow itself: it begins, changes, rests, ends, and somebody leads it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workflow::learning::Learned;
use crate::workflow::state::{Policy, Status};
use kernel::id::Id;
use kernel::time::Time;

bodies! {
    /// Body of `workflow_created`.
    WorkflowCreated {
        /// Its id.
        id: Id,
        /// Its name.
        name: String,
        /// What it is for.
        goal: String,
        /// What limits it.
        #[serde(default)]
        constraints: Vec<String>,
        /// Memory cores that give context.
        #[serde(default)]
        memory_core_refs: Vec<String>,
        /// Its rules.
        #[serde(default)]
        policy: Policy,
        /// Tokens of goal and constraints.
        #[serde(default)]
        tokens: u32,
    }
    /// Body of `workflow_edited`: what is absent stays.
    WorkflowEdited {
        /// Its name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What it is for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        goal: Option<String>,
        /// What limits it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        constraints: Option<Vec<String>>,
        /// Memory cores that give context.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memory_core_refs: Option<Vec<String>>,
        /// Its rules.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        policy: Option<Policy>,
        /// Tokens of goal and constraints, as far as they are in here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tokens: Option<u32>,
    }
    /// Body of `workflow_paused`.
    WorkflowPaused {
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `workflow_resumed`.
    WorkflowResumed {
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
    /// Body of `workflow_ended`.
    WorkflowEnded {
        /// How: completed, `completed_with_failures`, cancelled or archived.
        status: Status,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// What it has taught, and how much of that nobody has decided about; only where work ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        learned: Option<Learned>,
    }
    /// Body of `workflow_deleted`.
    WorkflowDeleted {
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// When it is erased unless restored.
        purge_at: Time,
    }
    /// Body of `workflow_restored`.
    WorkflowRestored {}
    /// Body of `lead_taken`.
    LeadTaken {
        /// The orchestrator.
        agent: String,
        /// Grows with every change of the lead.
        epoch: u32,
        /// Until when, unless renewed.
        until: Time,
    }
    /// Body of `lead_renewed`.
    LeadRenewed {
        /// Until when, unless renewed again.
        until: Time,
    }
    /// Body of `lead_ended`.
    LeadEnded {
        /// The epoch that ended.
        epoch: u32,
        /// What the next lead should know.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        handoff_note: Option<String>,
        /// Whether it ran out instead of being given back.
        expired: bool,
    }
}
