//! Warnings for people. A warning is not repeated while it is open.

use crate::numbers::{ApprovalNo, ArtifactNo, TaskNo};
use crate::words::short;
use crate::workflow::facts::WarningRaised;
use crate::workflow::people::{ApprovalStatus, Priority, Subject, Target};
use crate::workflow::state::Workflow;
use crate::workflow::task::{ReviewStatus, Task, TaskStatus};
use crate::workflow::warning::WarningKind;
use kernel::error::Error;
use kernel::tx::Draft;

use super::tell;

/// Warns that a version was recorded outside of the work on `task`.
pub(super) fn beside(draft: &mut Draft<Workflow>, task: TaskNo, artifact: ArtifactNo, text: &str) {
    let path = |no: ArtifactNo| draft.artifacts.get(no).map(|made| made.path.as_str());
    let is_known = draft.open_warnings().any(|warning| {
        warning.kind == WarningKind::Beside
            && warning.task == task
            && warning.artifact.and_then(path) == path(artifact)
    });
    if !is_known {
        let id = draft.warnings.next();
        draft.record(WarningRaised {
            id,
            kind: WarningKind::Beside,
            task,
            artifact: Some(artifact),
            approval: None,
            text: text.into(),
        });
    }
}

/// Checks a begun task after a change of its dependencies: raises a warning if it is completed and they no longer hold,
/// notifies the holder if it is in progress.
pub(super) fn warn_unmet(draft: &mut Draft<Workflow>, no: TaskNo) {
    let Some(task) = draft.tasks.get(no).cloned() else {
        return;
    };
    match task.status {
        TaskStatus::Completed if task.unmet.is_empty() && !draft.stands(&task) => {
            let is_known = draft
                .open_warnings()
                .any(|warning| warning.kind == WarningKind::Unmet && warning.task == no);
            if !is_known {
                let id = draft.warnings.next();
                let text = format!("{no} is done, and {}.", draft.unmet_in_words(&task));
                draft.record(WarningRaised {
                    id,
                    kind: WarningKind::Unmet,
                    task: no,
                    artifact: None,
                    approval: None,
                    text,
                });
            }
        }
        TaskStatus::InProgress | TaskStatus::Blocked => {
            let unmet = draft.unmet(&task);
            let Some(lease) = task.lease.as_ref().filter(|_| !unmet.is_empty()) else {
                return;
            };
            let words = format!(
                "{no} cannot be completed for now: {}. Go on with what does not need it, or give it back \
                 with `task_release`.",
                draft.unmet_in_words(&task)
            );
            let told = draft.derived().to_agent.get(&lease.holder);
            let mut told = told.into_iter().flatten();
            let is_told = told.any(|no| {
                let nudge = draft.nudges.get(crate::numbers::NudgeNo(*no));
                nudge.is_some_and(|nudge| nudge.message == words)
            });
            if !is_told && !draft.cx.actor.is_agent_named(&lease.holder) {
                let target = Target::Agent(lease.holder.clone());
                tell(draft, target, Priority::Urgent, &words, None);
            }
        }
        _ => {}
    }
}

/// Warns that the work on a task was not accepted, each time that the number of such reviews reaches a multiple of the
/// policy's `rework_limit`. Not called for a rejection: that task is reported as failed.
pub(super) fn warn_rework(draft: &mut Draft<Workflow>, no: TaskNo) {
    let Some(task) = draft.tasks.get(no) else {
        return;
    };
    let reviews = task.reviews.iter();
    let against = reviews.filter(|review| review.status != ReviewStatus::Approved);
    let (times, limit) = (against.count(), draft.policy.rework_limit as usize);
    if limit == 0 || times == 0 || !times.is_multiple_of(limit) {
        return;
    }
    let last = task.reviews.last();
    let remark = last.and_then(|review| review.comments.first());
    let remark = remark.map_or_else(String::new, |remark| format!(": {}", short(&remark.text)));
    let by = last.map_or("nobody", |review| review.by.id.as_str());
    let text = format!(
        "{no} was not accepted in {times} reviews; the last was by {by}{remark}. Say what is wanted with \
         `task_edit`, split it, or give it to somebody else with `task_assign`."
    );
    let id = draft.warnings.next();
    draft.record(WarningRaised {
        id,
        kind: WarningKind::SentBack,
        task: no,
        artifact: None,
        approval: None,
        text,
    });
}

/// Returns the error for a task that cannot be completed or approved because of unmet dependencies.
pub(super) fn unmet(draft: &Draft<Workflow>, task: &Task, done: &str) -> Error {
    let no = task.id;
    let wants = draft.unmet_in_words(task);
    let next = if draft.cx.actor.role.is_person() {
        match done {
            "approved" => {
                "Settle that first, or send `task_review` with `force`: then it says that it was done in spite \
                 of it."
            }
            _ => {
                "Settle that first, or send `task_complete` with `force`: then it says that it was done in spite \
                 of it."
            }
        }
    } else {
        "Wait for that with `changes_wait` and keep the lease with `task_heartbeat`, or give the task back \
         with `task_release`; only a person can go on in spite of it."
    };
    Error::conflict(
        "unmet_needs",
        format!("{no} cannot be {done} now: {wants}. {next}"),
    )
}

/// Warns that a task was handed in while an approval about it is pending or was refused; returns the warnings for the
/// worker.
pub(super) fn warn_unapproved(draft: &mut Draft<Workflow>, no: TaskNo) -> Vec<String> {
    let derived = draft.derived();
    let asked = derived
        .open_approvals
        .iter()
        .chain(&derived.refused_approvals);
    let about: Vec<ApprovalNo> = asked
        .map(|no| ApprovalNo(*no))
        .filter(|id| is_about(draft, *id, no))
        .collect();
    let mut told = Vec::new();
    for id in about {
        let Some(approval) = draft.approvals.get(id) else {
            continue;
        };
        let word = match (approval.status, &approval.given_by) {
            (ApprovalStatus::Refused, Some(by)) => format!("was refused by {}", by.id),
            _ => "waits for a person's word".into(),
        };
        let text = format!(
            "{no} was handed in although {id} ({}) {word}.",
            draft.subject(&approval.subject).0.trim_end_matches('.')
        );
        told.push(text.clone());
        let warning = draft.warnings.next();
        draft.record(WarningRaised {
            id: warning,
            kind: WarningKind::Unapproved,
            task: no,
            artifact: None,
            approval: Some(id),
            text,
        });
    }
    told
}

/// Returns true if the request is about that task, about an artifact or decision for it, or about a plan of its last
/// holder during its attempt, and no later request on the same subject was approved.
fn is_about(draft: &Draft<Workflow>, id: ApprovalNo, no: TaskNo) -> bool {
    let Some(approval) = draft.approvals.get(id) else {
        return false;
    };
    let holder = draft.tasks.get(no).and_then(Task::attempt);
    let is_about = match &approval.subject {
        Subject::Task(task) => *task == no,
        Subject::Artifact(made) => draft
            .artifacts
            .get(*made)
            .is_some_and(|made| made.associated_task == Some(no)),
        Subject::Decision(made) => draft
            .decisions
            .get(*made)
            .is_some_and(|made| made.superseded_by.is_none() && made.affects_tasks.contains(&no)),
        Subject::Plan(_) => holder.is_some_and(|last| {
            approval.requested_by.is_agent_named(&last.agent) && approval.requested_at >= last.from
        }),
    };
    is_about
        && !draft
            .approvals
            .iter()
            .rev()
            .take_while(|later| later.id > id)
            .any(|later| {
                later.subject == approval.subject && later.status == ApprovalStatus::Approved
            })
}
