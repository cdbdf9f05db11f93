//! `task_cancel`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskCancelled;
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{plan_task, settle, tell_holder, wrong_status};
use kernel::prelude::*;

/// Cancels a task. Tasks that need its success are cut off until it is retried or skipped.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskCancel {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Reason.
    pub reason: Option<String>,
}

impl Operation for TaskCancel {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_cancel" Access::LEADERS, LEAN)
        .with(&[Trait::Destroys])
        .refuses(&["ended", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskCancel, tx: &mut Tx) -> Result<Tasked> {
    let (draft, no) = plan_task(tx, op.workflow, op.task)?;
    let task = draft.tasks.find(no)?;
    if !task.can_be_ended() {
        return Err(wrong_status(task, "cancelled"));
    }
    tell_holder(draft, no, "was cancelled", op.reason.as_deref());
    draft.record(TaskCancelled {
        id: no,
        reason: op.reason.clone(),
    });
    settle(draft, &[no]);
    task_response(draft, no)
}
