//! `task_fail`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskFailed;
use crate::workflow::ops::tasked::{LEAN, Tasked, tasked};
use crate::workflow::ops::{held, on_task, settle, settle_at, tell_holder, wrong_status};
use kernel::prelude::*;
use kernel::time::SECOND;

/// Says that an attempt failed. The task rests for its cooldown and can then be tried again; after its
/// last try, or when trying again makes no sense, it has failed and asks for a person.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskFail {
    /// The workflow; may be left out when `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// What went wrong.
    pub error: String,
    /// Whether trying again makes sense; yes unless given.
    #[serde(default = "yes")]
    pub retryable: bool,
    /// The id of my lease; people need none.
    pub lease: Option<String>,
}

impl Operation for TaskFail {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_fail" Access::VOICES, LEAN);
    const HOW: How<Self> = How::Decide(decide);
}

const fn yes() -> bool {
    true
}

fn decide(op: &TaskFail, tx: &mut Tx) -> Result<Tasked> {
    if op.error.trim().is_empty() {
        return Err(Error::field("/error", "say what went wrong"));
    }
    let (draft, no) = on_task(tx, op.workflow, op.task)?;
    let task = held(draft, no, op.lease.as_deref())?;
    if !task.status.is_held() {
        return Err(wrong_status(&task, "failed"));
    }
    if draft.cx.actor.role.is_person() {
        tell_holder(draft, no, "was called failed by a person", Some(&op.error));
    }
    let rests = i64::from(task.cooldown_seconds) * SECOND;
    let can_try_again = op.retryable && task.failures < task.retries;
    let retry_at = can_try_again.then(|| draft.cx.now.plus(rests));
    draft.record(TaskFailed {
        id: no,
        error: op.error.clone(),
        retry_at,
    });
    if retry_at.is_some() {
        settle_at(draft, vec![no]);
    } else {
        settle(draft, &[no]);
    }
    tasked(draft, no)
}
