//! What operations on one task answer: the task as it is now.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::TaskNo;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;
use kernel::error::Result;
use kernel::id::Id;
use kernel::tx::Draft;

/// What callers get of it who ask for nothing else: not what they have just sent.
pub const LEAN: &[&str] = &[
    "task.id",
    "task.status",
    "task.assigned_to",
    "task.review_status",
    "warnings",
];

/// The task as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tasked {
    /// The workflow.
    pub workflow: Id,
    /// The task.
    pub task: Task,
    /// What may want a second look.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// The answer about a task of the draft.
///
/// # Errors
/// `not_found` when there is no such task.
pub fn tasked(draft: &Draft<Workflow>, no: TaskNo) -> Result<Tasked> {
    Ok(Tasked {
        workflow: draft.id,
        task: draft.shown(draft.tasks.find(no)?),
        warnings: Vec::new(),
    })
}
