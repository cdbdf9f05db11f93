//! `task_release`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskReleased;
use crate::workflow::ops::tasked::{LEAN, Tasked, task_response};
use crate::workflow::ops::{find_held_or_led, on_task, settle_at, tell_holder, wrong_status};
use kernel::prelude::*;

/// Gives a held task back, with a note for the next holder. Allowed for its holder, and for a person or an orchestrator
/// if the holder is lost.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskRelease {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Note for the next holder.
    pub handoff_note: Option<String>,
    /// Id of my lease, if I hold the task; people and orchestrators need none for tasks of others.
    pub lease: Option<String>,
}

impl Operation for TaskRelease {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_release" Access::VOICES, LEAN)
        .with(&[Trait::MakesRoom])
        .everyday(&["workflow", "task", "lease", "handoff_note"])
        .refuses(&["ended", "lease_lost", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskRelease, tx: &mut Tx) -> Result<Tasked> {
    let (draft, no) = on_task(tx, op.workflow, op.task)?;
    let task = find_held_or_led(draft, no, op.lease.as_deref())?;
    if !task.can_be_released() {
        return Err(wrong_status(&task, "released"));
    }
    tell_holder(draft, no, "was given back", op.handoff_note.as_deref());
    draft.record(TaskReleased {
        id: no,
        handoff_note: op.handoff_note.clone(),
    });
    settle_at(draft, vec![no]);
    task_response(draft, no)
}
