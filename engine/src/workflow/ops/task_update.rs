//! `task_update`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskUpdated;
use crate::workflow::ops::task_claim::begin;
use crate::workflow::ops::tasked::{Tasked, task_response};
use crate::workflow::ops::{
    active, find_held_or_led, on_task, settle_at, tell_holder, wrong_status,
};
use crate::workflow::task::TaskStatus;
use kernel::prelude::*;

/// Progress of a held task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// Work continues.
    InProgress,
    /// Its holder keeps it but is blocked.
    Blocked,
    /// It is given back and can be claimed again.
    Pending,
}

impl Progress {
    /// Returns the corresponding status of the task.
    #[must_use]
    pub const fn status(self) -> TaskStatus {
        match self {
            Self::InProgress => TaskStatus::InProgress,
            Self::Blocked => TaskStatus::Blocked,
            Self::Pending => TaskStatus::Pending,
        }
    }
}

/// Reports the progress of a held task: work continues, is blocked (with a reason), or the task is given back. A note
/// is kept for the next holder. `in_progress` on a task that is assigned to the caller claims it, and the response has
/// its lease.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskUpdate {
    /// Id of the workflow; optional if `task` names it.
    pub workflow: Option<Id>,
    /// The task.
    pub task: Ref<TaskNo>,
    /// Progress to report.
    pub status: Progress,
    /// Reason why it is blocked or given back; required for `blocked`.
    pub reason: Option<String>,
    /// Work done so far.
    pub note: Option<String>,
    /// Id of my lease, if I hold the task; people and orchestrators need none for tasks of others.
    pub lease: Option<String>,
}

/// Default fields of the response.
const LEAN: &[&str] = &[
    "task.id",
    "task.status",
    "task.assigned_to",
    "task.lease.id",
    "task.lease.until",
    "warnings",
];

impl Operation for TaskUpdate {
    type Output = Tasked;
    const SPEC: Spec = spec!(Write "task_update" Access::VOICES, LEAN)
        .everyday(&["workflow", "task", "lease", "status", "note", "reason"])
        .refuses(&[
            "capabilities",
            "ended",
            "held",
            "lease_lost",
            "not_ready",
            "paused",
            "unmet_needs",
            "wrong_status",
        ]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &TaskUpdate, tx: &mut Tx) -> Result<Tasked> {
    let is_blank = |text: &Option<String>| text.as_ref().is_none_or(|text| text.trim().is_empty());
    if op.status == Progress::Blocked && is_blank(&op.reason) {
        return Err(Error::field("/reason", "say why it cannot go on"));
    }
    let (draft, no) = on_task(tx, op.workflow, op.task)?;
    let task = draft.tasks.find(no)?;
    let assignee = task.assigned_to.as_deref();
    let is_own = assignee.is_some_and(|assignee| draft.cx.actor.is_agent_named(assignee));
    if op.status == Progress::InProgress && task.status == TaskStatus::Assigned && is_own {
        let workflow = draft.id;
        begin(tx, workflow, no)?;
        let draft = active(tx, workflow)?;
        if !is_blank(&op.note) {
            draft.record(TaskUpdated {
                id: no,
                status: TaskStatus::InProgress,
                reason: None,
                note: op.note.clone(),
            });
        }
        return task_response(draft, no);
    }
    let task = find_held_or_led(draft, no, op.lease.as_deref())?;
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
    task_response(draft, no)
}
