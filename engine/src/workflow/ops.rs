//! Operations on a workflow, one per file; the table is in [`operations`](crate::operations). This module holds the
//! code that several of them share.

pub mod approval_give;
pub mod approval_request;
pub mod artifact_diff;
pub mod artifact_get;
pub mod artifact_list;
pub mod artifact_record;
mod awaited;
mod checks;
pub mod decision_approve;
pub mod decision_record;
pub mod decision_reject;
pub mod decision_supersede;
pub mod discovery_record;
pub mod inbox_get;
pub mod inbox_list;
pub mod item_snooze;
mod leading;
mod lost;
pub mod nudge_acknowledge;
pub mod nudge_send;
pub mod question_answer;
pub mod question_ask;
pub mod recall;
mod reserved;
pub mod restore;
pub mod sweep;
pub mod task_accept_failed;
pub mod task_add;
pub mod task_assign;
pub mod task_cancel;
pub mod task_claim;
pub mod task_complete;
pub mod task_context;
pub mod task_edit;
pub mod task_explain;
pub mod task_fail;
pub mod task_get;
pub mod task_heartbeat;
pub mod task_link;
pub mod task_list;
pub mod task_ready;
pub mod task_release;
pub mod task_retry;
pub mod task_review;
pub mod task_skip;
pub mod task_unlink;
pub mod task_update;
pub mod tasked;
mod telling;
pub mod usage_report;
mod warn;
pub mod warning_settle;
pub mod workflow_archive;
pub mod workflow_at;
pub mod workflow_cancel;
pub mod workflow_complete;
pub mod workflow_create;
pub mod workflow_delete;
pub mod workflow_digest;
pub mod workflow_edit;
pub mod workflow_export;
pub mod workflow_get;
pub mod workflow_import;
pub mod workflow_lead;
pub mod workflow_list;
pub mod workflow_pause;
pub mod workflow_plan;
pub mod workflow_resume;

pub use leading::{must_not_be_replaced, plan, plan_task};
pub use telling::{tell, tell_all, tell_holder};

pub use checks::{
    ENTRIES, LINE, TextLine, check_cores, check_entries, check_form, check_line, check_tasks_exist,
    check_text, within,
};

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::{Ref, TaskNo};
use crate::workflow::facts::{LeaseExpired, LeaseRenewed, TaskRetried, TaskSkipped};
use crate::workflow::find::Summary;
use crate::workflow::graph::Gate;
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::{Lease, Task, TaskStatus};
use crate::workflow::{self};
use kernel::actor::Role;
use kernel::error::{Error, Result};
use kernel::id::Id;
use kernel::time::SECOND;
use kernel::tx::{Draft, Tx};
use kernel::view::View;

/// Returns the draft of an existing workflow. If the caller sent an epoch, it must still hold that lead.
///
/// # Errors
/// Returns `not_found` if there is no such workflow, `conflict` (`lead_lost`) if the caller's lead is over.
pub fn draft<'a>(tx: &'a mut Tx<'_>, id: Id) -> Result<&'a mut Draft<Workflow>> {
    let draft = draft_without_lead(tx, id)?;
    leading::must_lead_as_said(draft)?;
    Ok(draft)
}

fn no_workflow(id: Id) -> Error {
    Error::not_found(format!(
        "There is no workflow {id}. `workflow_list` lists those there are."
    ))
}

/// Like [`draft`], without the check of the lead.
fn draft_without_lead<'a>(tx: &'a mut Tx<'_>, id: Id) -> Result<&'a mut Draft<Workflow>> {
    let draft = tx.draft::<Workflow>(&workflow::stream(id))?;
    if !draft.exists() {
        return Err(no_workflow(id));
    }
    Ok(draft)
}

/// Returns the draft of an existing, active workflow. If the caller leads, renews the lead.
///
/// # Errors
/// Returns `not_found` if there is no such workflow, `conflict` (`ended`) if it has ended.
pub fn active<'a>(tx: &'a mut Tx<'_>, id: Id) -> Result<&'a mut Draft<Workflow>> {
    let draft = draft(tx, id)?;
    if draft.status != Status::Active {
        let status = draft.status.name();
        return Err(Error::conflict(
            "ended",
            format!(
                "The workflow is {status}: nothing in it changes any more. `workflow_get` still shows it, and \
                 `workflow_list` those where work goes on."
            ),
        ));
    }
    leading::renew_lead(draft);
    Ok(draft)
}

/// Returns the state of an existing workflow for reading.
///
/// # Errors
/// Returns `not_found` if there is no such workflow, `gone` if it was erased.
pub async fn read(view: &View, id: Id) -> Result<std::sync::Arc<Workflow>> {
    let (state, _) = view.state::<Workflow>(&workflow::stream(id)).await?;
    if !state.exists() {
        return Err(no_workflow(id));
    }
    Ok(state)
}

/// Returns the task if the caller holds it under a live lease; renews the lease if less than half of it is left. A
/// person needs no lease.
///
/// # Errors
/// Returns `invalid` without `lease`, `conflict` (`lease_lost`) if it is not the current lease.
pub fn find_held(draft: &mut Draft<Workflow>, no: TaskNo, lease: Option<&str>) -> Result<Task> {
    let task = draft.tasks.find(no)?.clone();
    let actor = &draft.cx.actor;
    if actor.role.is_person() {
        return Ok(task);
    }
    let Some(lease) = lease else {
        let is_holder = task
            .lease
            .as_ref()
            .is_some_and(|lease| actor.is_agent_named(&lease.holder));
        let detail = if is_holder {
            "the holder of a task sends its lease's id; `task_claim` with `resume` gives a new one"
                .to_owned()
        } else {
            format!("{no} is not yours: take it with `task_claim`, then send the id of its lease")
        };
        return Err(Error::field("/lease", detail));
    };
    let Some(current) = &task.lease else {
        return Err(lost::lease_error(draft, &task));
    };
    let is_mine = actor.is_agent_named(&current.holder);
    if is_mine && current.id != lease {
        return Err(Error::conflict(
            "lease_lost",
            format!(
                "{lease} is not the lease that holds {no} now: that is {}. If you did not claim {no} \
                 again, another process of yours did; `task_claim` with `resume` takes it over.",
                current.id
            ),
        ));
    }
    if !is_mine || !current.is_live(draft.cx.now) {
        return Err(lost::lease_error(draft, &task));
    }
    renew(draft, no, current);
    draft.tasks.find(no).cloned()
}

fn renew(draft: &mut Draft<Workflow>, id: TaskNo, lease: &Lease) {
    let (now, lasts) = (draft.cx.now, i64::from(lease.seconds) * SECOND);
    if lease.parked_at.is_none() && lease.until.since(now) < lasts / 2 {
        draft.record(LeaseRenewed {
            id,
            until: now.plus(lasts),
        });
    }
}

/// Records the expiry of a task's lease if it has expired. A blocked task stays on hold with its reason. A task that is
/// now on a branch not taken is skipped.
pub fn expire(draft: &mut Draft<Workflow>, id: TaskNo) {
    let now = draft.cx.now;
    let Some(task) = draft.tasks.get(id) else {
        return;
    };
    let lapsed = task.lease.as_ref().filter(|lease| !lease.is_live(now));
    if let Some(fence) = lapsed.map(|lease| lease.fence) {
        let is_blocked = task.status == TaskStatus::Blocked;
        let blocked = is_blocked.then(|| task.blocked_reason.clone().unwrap_or_default());
        draft.record(LeaseExpired { id, fence, blocked });
        settle_at(draft, vec![id]);
    }
}

/// Reason of a task that was skipped because its branch was not taken; it becomes pending again if the branch may be
/// taken.
pub const NOT_TAKEN: &str = "its branch was not taken";

/// Updates all direct and indirect dependents of `changed`: tasks on a branch not taken become skipped, tasks that Loci
/// had skipped and whose branch may be taken again become pending.
pub fn settle(draft: &mut Draft<Workflow>, changed: &[TaskNo]) {
    // A plan may name one task thousands of times.
    let changed: BTreeSet<&TaskNo> = changed.iter().collect();
    let behind: BTreeSet<TaskNo> = changed
        .into_iter()
        .filter_map(|no| draft.tasks.get(*no))
        .flat_map(|task| task.blocks.iter().copied())
        .collect();
    settle_at(draft, behind.into_iter().collect());
}

/// Like [`settle`], beginning with `tasks` themselves.
pub fn settle_at(draft: &mut Draft<Workflow>, mut tasks: Vec<TaskNo>) {
    // There are no cycles, so every task is final after its dependencies are.
    while let Some(id) = tasks.pop() {
        let Some(task) = draft.tasks.get(id) else {
            continue;
        };
        let is_off = draft.gate(task) == Gate::Skip;
        let was_off =
            task.status == TaskStatus::Skipped && task.reason.as_deref() == Some(NOT_TAKEN);
        if task.status.is_waiting() && is_off {
            draft.record(TaskSkipped {
                id,
                reason: Some(NOT_TAKEN.into()),
            });
        } else if was_off && !is_off {
            draft.record(TaskRetried {
                id,
                reason: Some("its branch may be taken again".into()),
            });
        } else {
            warn::warn_unmet(draft, id);
            continue;
        }
        if let Some(task) = draft.tasks.get(id) {
            tasks.extend(task.blocks.iter().copied());
        }
    }
}

/// Returns the draft of an active workflow and the number of the task, after a check of the version that the caller
/// expects.
///
/// # Errors
/// Returns `not_found`, `conflict` (`ended`) if the workflow has ended, `conflict` (`stale`) if the task has changed
/// since.
pub fn on_task<'a>(
    tx: &'a mut Tx<'_>,
    workflow: Option<Id>,
    task: Ref<TaskNo>,
) -> Result<(&'a mut Draft<Workflow>, TaskNo)> {
    let draft = active(tx, task.workflow(workflow)?)?;
    let changed = draft.tasks.find(task.number)?.changed;
    draft.expect_of(task.number, changed)?;
    Ok((draft, task.number))
}

/// Returns the task if the caller may act on it: its holder with the lease, or a person or an orchestrator who does not
/// hold it.
///
/// # Errors
/// Returns the errors of [`find_held`], and `conflict` (`lead_lost`) if another agent has taken the lead from the caller.
pub fn find_held_or_led(
    draft: &mut Draft<Workflow>,
    no: TaskNo,
    lease: Option<&str>,
) -> Result<Task> {
    let task = draft.tasks.find(no)?;
    let is_holder = task
        .lease
        .as_ref()
        .is_some_and(|lease| draft.cx.actor.is_agent_named(&lease.holder));
    if lease.is_none() && !is_holder && is_leading(draft) {
        must_not_be_replaced(draft)?;
        return Ok(task.clone());
    }
    find_held(draft, no, lease)
}

/// Returns the error for a step that a task's status does not allow, with the steps that are possible. `done` is the
/// requested change, such as `skipped`.
#[must_use]
pub fn wrong_status(task: &Task, done: &str) -> Error {
    let possible = match task.status {
        TaskStatus::Pending | TaskStatus::Assigned => {
            "it can be claimed (`task_claim`), assigned, edited, skipped or cancelled"
        }
        TaskStatus::InProgress | TaskStatus::Blocked => {
            "its holder can update, complete (`task_complete`), fail or release it; a person or an \
             orchestrator can release (`task_release`), skip or cancel it"
        }
        TaskStatus::Review => "it can be reviewed (`task_review`), skipped or cancelled",
        TaskStatus::Completed => "nothing more: add another task for what is left (`task_add`)",
        TaskStatus::Failed => {
            "it can be retried (`task_retry`), assigned, skipped or cancelled, and a person can accept the \
             failure"
        }
        TaskStatus::Cancelled | TaskStatus::Skipped => "it can be put back with `task_retry`",
    };
    let (no, standing) = (task.id, task.standing());
    Error::conflict(
        "wrong_status",
        format!("{no} {standing} and cannot be {done}. Possible now: {possible}."),
    )
}

/// Returns true if the caller is an orchestrator, a member or an owner.
#[must_use]
pub fn is_leading(draft: &Draft<Workflow>) -> bool {
    let actor = &draft.cx.actor;
    matches!(actor.role, Role::Orchestrator | Role::Member | Role::Owner)
}

/// Workflow after a call that concerns all of it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowNow {
    /// The workflow as lists show it.
    pub workflow: Summary,
}

impl WorkflowNow {
    /// Default fields of the response.
    pub const LEAN: &'static [&'static str] =
        &["workflow.id", "workflow.status", "workflow.paused"];

    /// Returns the response for the current state.
    #[must_use]
    pub fn of(workflow: &Workflow) -> Self {
        Self {
            workflow: workflow.summary(),
        }
    }
}
