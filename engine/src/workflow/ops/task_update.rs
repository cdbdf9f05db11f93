//! `task_update`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskUpdated;
use crate::workflow::ops::tasked::{LEAN, Tasked, tasked};
use crate::workflow::ops::{held_or_led, on_task, settle_at, tell_holder, wrong_status};
use crate::workflow::task::TaskStatus;
use kernel::prelude::*;

/// How a held task goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// It goes on.
    InProgress,
    /// Its holder keeps it and cannot go on.
    Blocked,
    /// It is given back for anybody to claim.
    Pending,
}

impl Progress {
    /// The task's status.
    #[must_use]
    pub const fn status(self) -> TaskStatus {
        match self {
            Self::InProgress => TaskStatus::InProgress,
            Self::Blocked => TaskStatus::Blocked,
            Self::Pending => TaskStatus::Pending,
        }
    }
}

/// Reports how a held task goes: it goes on, it cannot go on (say why), or it is given back. A note is
/// kept for whoever takes the task next.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskUpdate {
    /// The workflow; may be left out when `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// How it goes.
    pub status: Progress,
    /// Why it is blocked or put back.
    pub reason: Option<String>,
    /// What was done so far.
    pub note: Option<String>,
    /// The id of my lease, when I hold the task; people and orchestrators need none for tasks of others.
    pub lease: Option<String>,
}

impl Operation for TaskUpdate {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_update" Access::VOICES, LEAN)
        .everyday(&["workflow", "task", "lease", "status", "note", "reason"])
        .refuses(&["ended", "lease_lost", "unmet_needs", "wrong_status"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskUpdate, tx: &mut Tx) -> Result<Tasked> {
    let is_blank = |text: &Option<String>| text.as_ref().is_none_or(|text| text.trim().is_empty());
    if op.status == Progress::Blocked && is_blank(&op.reason) {
        return Err(Error::field("/reason", "say why it cannot go on"));
    }
    let (draft, no) = on_task(tx, op.workflow, op.task)?;
    let task = held_or_led(draft, no, op.lease.as_deref())?;
    let status = op.status.status();
    if !task.status.is_held() {
        return Err(wrong_status(&task, status.name()));
    }
    if status == TaskStatus::InProgress && task.lease.is_none() {
        let detail = format!(
            "Nobody holds {no}: `task_release` lets it be claimed, and whoever claims it puts it in progress."
        );
        return Err(Error::conflict("wrong_status", detail));
    }
    let says_nothing = status == TaskStatus::InProgress
        && task.status == status
        && is_blank(&op.note)
        && is_blank(&op.reason);
    if status == TaskStatus::Pending {
        tell_holder(draft, no, "was given back", op.reason.as_deref());
    }
    if !says_nothing {
        draft.record(TaskUpdated {
            id: no,
            status,
            reason: op.reason.clone(),
            note: op.note.clone(),
        });
        settle_at(draft, vec![no]);
    }
    tasked(draft, no)
}
