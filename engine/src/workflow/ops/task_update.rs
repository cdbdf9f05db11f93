//! `task_update`.

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::TaskUpdated;
use crate::workflow::ops::task_claim::begin;
use crate::workflow::ops::tasked::{Tasked, tasked};
use crate::workflow::ops::{active, held_or_led, on_task, settle_at, tell_holder, wrong_status};
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
/// kept for whoever takes the task next. `in_progress` on a task that is assigned to the caller claims it, and the
/// response has its lease.
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

/// The members of the response by default.
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
        return tasked(draft, no);
    }
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
