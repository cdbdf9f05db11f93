//! `task_accept_failed`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::FailureAccepted;
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{on_task, wrong_status};
use crate::workflow::task::TaskStatus;
use kernel::prelude::*;

/// Accepts the failure of a task: it leaves the inbox, and the workflow can be completed with failures. Tasks that need
/// its success stay cut off.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskAcceptFailed {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Reason.
    pub reason: Option<String>,
}

impl Operation for TaskAcceptFailed {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_accept_failed" Access::PEOPLE, LEAN).refuses(&[
        "ended",
        "unmet_needs",
        "wrong_status",
    ]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskAcceptFailed, tx: &mut Tx) -> Result<Tasked> {
    let (draft, no) = on_task(tx, op.workflow, op.task)?;
    let task = draft.tasks.find(no)?;
    if task.status != TaskStatus::Failed {
        return Err(wrong_status(task, "accepted as failed"));
    }
    if !task.failure_accepted {
        draft.record(FailureAccepted {
            id: no,
            reason: op.reason.clone(),
        });
    }
    task_response(draft, no)
}
