//! `task_retry`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskRetried;
use crate::workflow::ops::tasked::{LEAN, Tasked, tasked};
use crate::workflow::ops::{plan_task, settle, settle_at, wrong_status};
use kernel::prelude::*;

/// Puts a task back that failed, was cancelled or was skipped, or ends its rest after a failure: it can
/// be claimed again, with all its tries before it. Tasks that were skipped because of it are put back
/// too.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskRetry {
    /// The workflow; may be left out when `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Why.
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
    tasked(draft, no)
}
