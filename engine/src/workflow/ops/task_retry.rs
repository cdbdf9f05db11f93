//! `task_retry`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskRetried;
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{plan_task, settle, settle_at, wrong_status};
use kernel::prelude::*;

/// Makes a failed, cancelled or skipped task claimable again and resets its retry counter. Also ends the cooldown after
/// a failure. Tasks that were skipped because of it become pending, too.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskRetry {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Reason.
    pub reason: Option<String>,
}

impl Operation for TaskRetry {
    type Output = Tasked;
    const SPEC: Spec =
        spec!(Write "task_retry" Access::LEADERS, LEAN).refuses(&["ended", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskRetry, tx: &mut Tx) -> Result<Tasked> {
    let (draft, no) = plan_task(tx, op.workflow, op.task)?;
    let task = draft.tasks.find(no)?;
    if !task.can_be_retried() {
        return Err(wrong_status(task, "put back"));
    }
    draft.record(TaskRetried {
        id: no,
        reason: op.reason.clone(),
    });
    settle_at(draft, vec![no]);
    settle(draft, &[no]);
    task_response(draft, no)
}
