//! Response of operations on one task.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::TaskNo;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;
use kernel::error::Result;
use kernel::id::Id;
use kernel::tx::Draft;

/// Default fields of the response: those that the caller did not send itself.
pub const LEAN: &[&str] = &[
    "task.id",
    "task.status",
    "task.assigned_to",
    "task.review_status",
    "warnings",
];

/// The task after the call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tasked {
    /// Id of the workflow.
    pub workflow: Id,
    /// The task.
    pub task: Task,
    /// Things to check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// Returns the response for a task of the draft.
///
/// # Errors
/// Returns `not_found` if there is no such task.
pub fn task_response(draft: &Draft<Workflow>, no: TaskNo) -> Result<Tasked> {
    Ok(Tasked {
        workflow: draft.id,
        task: draft.visible_task(draft.tasks.find(no)?),
        warnings: Vec::new(),
    })
}
