//! `task_skip`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskSkipped;
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{plan_task, settle, tell_holder, wrong_status};
use kernel::prelude::*;

/// Skips a task: it will not be done, and tasks that need its success are on a branch not taken. Tasks that only need
/// its end continue.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskSkip {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Reason.
    pub reason: Option<String>,
}

impl Operation for TaskSkip {
    type Output = Tasked;
    const SPEC: Spec =
        spec!(Write "task_skip" Access::LEADERS, LEAN).refuses(&["ended", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskSkip, tx: &mut Tx) -> Result<Tasked> {
    let (draft, no) = plan_task(tx, op.workflow, op.task)?;
    let task = draft.tasks.find(no)?;
    if !task.can_be_ended() {
        return Err(wrong_status(task, "skipped"));
    }
    tell_holder(draft, no, "was skipped", op.reason.as_deref());
    draft.record(TaskSkipped {
        id: no,
        reason: op.reason.clone(),
    });
    settle(draft, &[no]);
    task_response(draft, no)
}
