//! `task_fail`.

use crate::numbers::{Ref, TaskNo};
use crate::words::short;
use crate::workflow::facts::{LearningNoted, TaskFailed};
use crate::workflow::learning::{self, LearningName, TRIES};
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{find_held, on_task, settle, settle_at, tell_holder, wrong_status};
use crate::workflow::state::Workflow;
use kernel::prelude::*;
use kernel::time::SECOND;
use kernel::tx::Draft;

/// Reports a failed attempt. The task can be tried again after its cooldown; without retries left, or if `retryable` is
/// false, it fails for good and needs a person.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskFail {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Error of the attempt.
    #[schemars(regex(pattern = r"\S"))]
    pub error: String,
    /// False if another attempt makes no sense; default true.
    #[serde(default = "yes")]
    pub retryable: bool,
    /// Id of my lease; people need none.
    pub lease: Option<String>,
}

impl Operation for TaskFail {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_fail" Access::VOICES, LEAN)
        .everyday(&["workflow", "task", "lease", "error", "retryable"])
        .refuses(&["ended", "lease_lost", "wrong_status"]);
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
    let task = find_held(draft, no, op.lease.as_deref())?;
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
    note_row(draft, no);
    if retry_at.is_some() {
        settle_at(draft, vec![no]);
    } else {
        settle(draft, &[no]);
    }
    task_response(draft, no)
}

/// Records, once for a task, that its attempts fail repeatedly for the same reason.
fn note_row(draft: &mut Draft<Workflow>, no: TaskNo) {
    let id = LearningName::Task(no);
    let is_known = draft
        .learnings
        .get(&id)
        .is_some_and(|it| it.noted_at.is_some());
    let row = draft.tasks.get(no).and_then(learning::row);
    let Some((tries, error)) = row.filter(|(tries, _)| *tries >= TRIES && !is_known) else {
        return;
    };
    let (tries, error) = (u32::try_from(tries).unwrap_or(u32::MAX), short(error));
    draft.record(LearningNoted { id, tries, error });
}
