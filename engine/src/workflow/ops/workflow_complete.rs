//! `workflow_complete`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use std::collections::BTreeSet;

use crate::error::{Error, Result};
use crate::id::Id;
use crate::numbers::TaskNo;
use crate::operation::{How, Operation, Spec};
use crate::spec;
use crate::tx::{Draft, Tx};
use crate::workflow::edge::Join;
use crate::workflow::facts::{TaskCancelled, WorkflowEnded};
use crate::workflow::find::Summary;
use crate::workflow::graph::Gate;
use crate::workflow::ops::{active, tell_all};
use crate::workflow::people::Priority;
use crate::workflow::shown::UPSTREAM_FAILED;
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::TaskStatus;

/// The most tasks that a refusal names.
const NAMED: usize = 20;

/// Ends a workflow whose tasks are all done. Refused while tasks are open, unless a person forces it
/// and says why: they are cancelled then. Tasks behind failures that people have accepted can't run
/// any more and do not count as open.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowComplete {
    /// The workflow.
    pub workflow: Id,
    /// End it although tasks are open; people only, and `reason` must say why.
    #[serde(default)]
    pub force: bool,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The workflow after its end.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ended {
    /// The workflow as lists show it.
    pub workflow: Summary,
    /// Tasks that were cancelled with it.
    pub cancelled: Vec<TaskNo>,
}

impl Operation for WorkflowComplete {
    type Output = Ended;
    const SPEC: Spec = spec!(Write "workflow_complete" Access::LEADERS);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WorkflowComplete, tx: &mut Tx) -> Result<Ended> {
    let draft = active(tx, op.workflow)?;
    draft.expect_of("workflow", draft.changed)?;
    let mut cut = BTreeSet::new();
    if is_every_failure_accepted(draft) {
        cut = cut_off(draft);
    }
    let open: Vec<TaskNo> = unfinished(draft)
        .into_iter()
        .filter(|no| !cut.contains(no))
        .collect();
    if !open.is_empty() {
        check_force(op, draft, &open)?;
    }
    for id in cut.iter().copied() {
        let reason = Some(UPSTREAM_FAILED.into());
        draft.record(TaskCancelled { id, reason });
    }
    for id in open.iter().copied() {
        let reason = op.reason.clone();
        draft.record(TaskCancelled { id, reason });
    }
    let has_failed = draft.derived().counts[TaskStatus::Failed as usize] > 0;
    let status = if has_failed || !open.is_empty() {
        Status::CompletedWithFailures
    } else {
        Status::Completed
    };
    if !open.is_empty() {
        let words = "The workflow was completed while tasks were open: they are cancelled.";
        tell_all(draft, Priority::Urgent, words, op.reason.as_deref());
    }
    draft.record(WorkflowEnded {
        status,
        reason: op.reason.clone(),
    });
    Ok(Ended {
        workflow: draft.summary(),
        cancelled: cut.into_iter().chain(open).collect(),
    })
}

/// The tasks that have not ended.
#[must_use]
pub fn unfinished(workflow: &Workflow) -> Vec<TaskNo> {
    let tasks = workflow.tasks.iter();
    tasks
        .filter(|task| !task.status.is_terminal())
        .map(|task| task.id)
        .collect()
}

fn check_force(op: &WorkflowComplete, draft: &Draft<Workflow>, open: &[TaskNo]) -> Result<()> {
    if !op.force {
        let mut names: Vec<String> = open.iter().take(NAMED).map(ToString::to_string).collect();
        if open.len() > NAMED {
            names.push(format!("{} more", open.len() - NAMED));
        }
        let detail = format!(
            "{} tasks are open: {}. Finish, skip or cancel them; a person may end the workflow with \
             `force` and a reason.",
            open.len(),
            names.join(", ")
        );
        return Err(Error::conflict("tasks_open", detail));
    }
    if !draft.cx.actor.role.is_person() {
        return Err(Error::forbidden(
            "Only a person may end a workflow while tasks are open.",
        ));
    }
    if op.reason.as_deref().is_none_or(|why| why.trim().is_empty()) {
        return Err(Error::field("/reason", "say why open tasks are given up"));
    }
    Ok(())
}

fn is_every_failure_accepted(workflow: &Workflow) -> bool {
    let mut failed = workflow.tasks.iter();
    failed.all(|task| task.status != TaskStatus::Failed || task.failure_accepted)
}

/// The waiting tasks that can never run, because a failure cuts them or something before them off.
fn cut_off(workflow: &Workflow) -> BTreeSet<TaskNo> {
    let mut cut = BTreeSet::new();
    for no in workflow.in_reverse_order().into_iter().rev() {
        let Some(task) = workflow.tasks.get(no) else {
            continue;
        };
        let mut needs = task.depends_on.iter();
        let is_behind = !task.depends_on.is_empty()
            && match task.join {
                Join::Any => needs.all(|need| cut.contains(&need.task)),
                Join::All | Join::NoneFailed => needs.any(|need| cut.contains(&need.task)),
            };
        if task.status.is_waiting() && (workflow.gate(task) == Gate::Cut || is_behind) {
            cut.insert(no);
        }
    }
    cut
}
