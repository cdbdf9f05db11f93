//! Bodies of facts about what was planned elsewhere and taken in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::numbers::{ArtifactNo, TaskNo};
use crate::workflow::origin::{ImportedState, PlanFormat};
use kernel::time::Time;

bodies! {
    /// Body of `task_imported`: where a task is from, and what it is there.
    TaskImported {
        /// Which task.
        id: TaskNo,
        /// The format it was read of.
        format: PlanFormat,
        /// Its name there.
        key: String,
        /// A hash of all that was read of it.
        hash: String,
        /// The tasks it waits for because that was written there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        needs: Vec<TaskNo>,
        /// Where it is in its life there; absent when that was taken over before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<ImportedState>,
        /// Why it is held, or what came of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// When it ended there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ended_at: Option<Time>,
        /// Until when it is deferred there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_before: Option<Time>,
        /// The rest of what was written of it, for the way back.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        record: Map<String, Value>,
    }
    /// Body of `workflow_imported`: something was taken in, as a whole.
    WorkflowImported {
        /// The format it was read of.
        format: PlanFormat,
        /// The name of its source, such as a file's.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        source: Option<String>,
        /// The SHA-256 of the text.
        sha256: String,
        /// How many tasks are new.
        created: u64,
        /// How many were changed.
        changed: u64,
        /// How many edges were set aside, because they would close a cycle.
        #[serde(default)]
        set_aside: u64,
        /// How much of it is quarantined.
        #[serde(default)]
        quarantined: u64,
        /// The artifact that keeps what is quarantined and what was set aside.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        artifact: Option<ArtifactNo>,
        /// What was written beside the tasks, for the way back.
        #[serde(default, skip_serializing_if = "Map::is_empty")]
        rest: Map<String, Value>,
    }
}
