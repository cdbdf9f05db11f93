//! Bodies of facts about imports of plans from other tools.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::numbers::{ArtifactNo, TaskNo};
use crate::workflow::origin::{ImportedState, PlanFormat};
use kernel::time::Time;

bodies! {
    /// Body of `task_imported`: origin of a task and its state in the source.
    TaskImported {
        /// Task in this workflow.
        id: TaskNo,
        /// Format of the source.
        format: PlanFormat,
        /// Id of the task in the source.
        key: String,
        /// Hash of everything that was read for the task.
        hash: String,
        /// Dependencies that come from the source.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        needs: Vec<TaskNo>,
        /// State of the task in the source; absent if it was applied by an earlier import.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<ImportedState>,
        /// Reason for the hold, or the result of the task.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Time at which the task ended in the source.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ended_at: Option<Time>,
        /// Time until which the task is deferred in the source.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_before: Option<Time>,
        /// Remaining members of the source record, kept for the export.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        record: Map<String, Value>,
    }
    /// Body of `workflow_imported`: summary of an import.
    WorkflowImported {
        /// Format of the source.
        format: PlanFormat,
        /// Name of the source, such as a file name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
        /// SHA-256 of the text.
        sha256: String,
        /// Number of new tasks.
        created: u64,
        /// Number of changed tasks.
        changed: u64,
        /// Number of edges that were left out because they would close a cycle.
        #[serde(default)]
        set_aside: u64,
        /// Number of quarantined parts.
        #[serde(default)]
        quarantined: u64,
        /// Artifact that holds the quarantined parts and the edges that were left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        artifact: Option<ArtifactNo>,
        /// Content of the source outside its tasks, kept for the export.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        rest: Map<String, Value>,
    }
}
