//! `workflow_complete`.

use kernel::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Display;

use crate::numbers::{ApprovalNo, QuestionNo, TaskNo};
use crate::workflow::edge::Join;
use crate::workflow::facts::{ApprovalWithdrawn, QuestionWithdrawn, TaskCancelled, WorkflowEnded};
use crate::workflow::find::Summary;
use crate::workflow::graph::Gate;
use crate::workflow::learning::{Learned, count_learnings};
use crate::workflow::ops::{plan, tell_all};
use crate::workflow::people::Priority;
use crate::workflow::shown::UPSTREAM_FAILED;
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::TaskStatus;

/// Maximum number of things of a kind that an error names.
const NAMED: usize = 20;

/// Completes a workflow whose tasks are all done. Rejected while tasks, questions or requests for approval are open,
/// unless a person forces it with a reason: open tasks are then cancelled, the others withdrawn. Tasks that depend on
/// accepted failures can't run any more and do not count as open.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WorkflowComplete {
    /// Id of the workflow.
    pub workflow: Id,
    /// Completes it although something is open; people only, `reason` is then required.
    #[serde(default)]
    pub force: bool,
    /// Reason.
    pub reason: Option<String>,
}

/// The workflow after its end.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Ended {
    /// The workflow as lists show it.
    pub workflow: Summary,
    /// Tasks that were cancelled with it.
    pub cancelled: Vec<TaskNo>,
    /// Number of its learnings; `learning_list` returns them.
    pub learned: Learned,
}

impl Operation for WorkflowComplete {
    type Output = Ended;
    const SPEC: Spec = spec!(Write "workflow_complete" Access::LEADERS, &["workflow.id", "workflow.status", "cancelled", "learned"]).everyday(&["workflow", "force", "reason"]).refuses(&["ended", "questions_open", "tasks_open"]);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WorkflowComplete, tx: &mut Tx) -> Result<Ended> {
    let draft = plan(tx, op.workflow)?;
    draft.expect_all_of("workflow", draft.changed)?;
    let mut cut = BTreeSet::new();
    if is_every_failure_accepted(draft) {
        cut = find_cut_off(draft);
    }
    let open: Vec<TaskNo> = open_tasks(draft)
        .into_iter()
        .filter(|no| !cut.contains(no))
        .collect();
    check_force(op, draft, &open)?;
    for id in cut.iter().copied() {
        let reason = Some(UPSTREAM_FAILED.into());
        draft.record(TaskCancelled { id, reason });
    }
    for id in open.iter().copied() {
        let reason = op.reason.clone();
        draft.record(TaskCancelled { id, reason });
    }
    withdraw_asked(draft, op.reason.as_ref());
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
    let learned = count_learnings(draft);
    draft.record(WorkflowEnded {
        status,
        reason: op.reason.clone(),
        learned: Some(learned),
    });
    Ok(Ended {
        workflow: draft.summary(),
        learned,
        cancelled: cut.into_iter().chain(open).collect(),
    })
}

/// Returns the unfinished tasks.
#[must_use]
pub fn open_tasks(workflow: &Workflow) -> Vec<TaskNo> {
    let tasks = workflow.tasks.iter();
    tasks
        .filter(|task| !task.status.is_terminal())
        .map(|task| task.id)
        .collect()
}

/// Withdraws the pending questions and requests for approval.
pub fn withdraw_asked(draft: &mut Draft<Workflow>, reason: Option<&String>) {
    for no in draft.derived().open_questions.clone() {
        draft.record(QuestionWithdrawn {
            id: QuestionNo(no),
            reason: reason.cloned(),
        });
    }
    for no in draft.derived().open_approvals.clone() {
        draft.record(ApprovalWithdrawn {
            id: ApprovalNo(no),
            reason: reason.cloned(),
        });
    }
}

fn check_force(op: &WorkflowComplete, draft: &Draft<Workflow>, open: &[TaskNo]) -> Result<()> {
    let derived = draft.derived();
    let questions = derived.open_questions.iter().map(|no| QuestionNo(*no));
    let approvals = derived.open_approvals.iter().map(|no| ApprovalNo(*no));
    let kinds = [
        ("task", count_and_names(open.iter())),
        ("question", count_and_names(questions)),
        ("request for approval", count_and_names(approvals)),
    ];
    let said: Vec<String> = kinds
        .into_iter()
        .filter_map(|(noun, (count, names))| match count {
            0 => None,
            1 => Some(format!("1 {noun} is open: {names}.")),
            count => Some(format!("{count} {} are open: {names}.", plural(noun))),
        })
        .collect();
    if said.is_empty() {
        return Ok(());
    }
    if !op.force {
        let (reason, what) = match open {
            [] => ("questions_open", "Wait for the answers (`changes_wait`)"),
            _ => (
                "tasks_open",
                "Finish them, or call them off with `task_skip` or `task_cancel`",
            ),
        };
        let detail = format!(
            "{} {what}; a person may end the workflow with `force` and a reason.",
            said.join(" ")
        );
        return Err(Error::conflict(reason, detail));
    }
    if !draft.cx.actor.role.is_person() {
        return Err(Error::forbidden(
            "Only a person may end a workflow while something is open: ask for it with `question_ask`.",
        ));
    }
    if op.reason.as_deref().is_none_or(|why| why.trim().is_empty()) {
        return Err(Error::field("/reason", "say why what is open is given up"));
    }
    Ok(())
}

fn plural(noun: &str) -> &str {
    match noun {
        "task" => "tasks",
        "question" => "questions",
        _ => "requests for approval",
    }
}

/// Returns the number of things, and the names of the first ones.
fn count_and_names(things: impl Iterator<Item = impl Display>) -> (usize, String) {
    let mut names: Vec<String> = things.map(|thing| thing.to_string()).collect();
    let count = names.len();
    if count > NAMED {
        names.truncate(NAMED);
        names.push(format!("{} more", count - NAMED));
    }
    (count, names.join(", "))
}

fn is_every_failure_accepted(workflow: &Workflow) -> bool {
    let mut failed = workflow.tasks.iter();
    failed.all(|task| task.status != TaskStatus::Failed || task.failure_accepted)
}

/// Returns the waiting tasks that can never run because of a failure of a direct or indirect dependency.
fn find_cut_off(workflow: &Workflow) -> BTreeSet<TaskNo> {
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
