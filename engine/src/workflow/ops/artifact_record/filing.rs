//! Selects the task of a version and its effect on a review. A version is never filed silently under another agent's
//! task, and only the agent that handed work in changes it.

use crate::numbers::{ArtifactNo, TaskNo};
use crate::workflow::facts::ReviewDismissed;
use crate::workflow::ops::lost::lease_error;
use crate::workflow::ops::{settle, tell, warn};
use crate::workflow::people::{Priority, Target};
use crate::workflow::state::Workflow;
use crate::workflow::task::{ReviewStatus, Task, TaskStatus};
use kernel::actor::Actor;
use kernel::error::Result;
use kernel::time::Time;
use kernel::tx::Draft;

/// Returns the one task that the caller holds, or a warning if it holds several.
///
/// # Errors
/// Returns `conflict` (`lease_lost`) if the lease of the task that the caller claimed last has expired.
pub(super) fn find_held_task(draft: &Draft<Workflow>) -> Result<(Option<TaskNo>, Option<String>)> {
    let (actor, now) = (&draft.cx.actor, draft.cx.now);
    if !actor.role.is_agent() {
        return Ok((None, None));
    }
    let held = draft.derived().held.get(&actor.id);
    let held = held.into_iter().flatten().map(|no| TaskNo(*no));
    let held: Vec<TaskNo> = held
        .filter(|no| draft.tasks.get(*no).is_some_and(|task| task.is_leased(now)))
        .collect();
    match held.as_slice() {
        [one] => Ok((Some(*one), None)),
        [] => match draft.derived().taken.get(&actor.id) {
            Some((_, no)) if has_expired(draft, TaskNo(*no), actor) => {
                Err(lease_error(draft, draft.tasks.find(TaskNo(*no))?))
            }
            _ => Ok((None, None)),
        },
        several => {
            let names: Vec<String> = several.iter().map(ToString::to_string).collect();
            let text = format!(
                "You hold {}: it was filed under none of them. Name one with `associated_task`.",
                names.join(", ")
            );
            Ok((None, Some(text)))
        }
    }
}

/// Returns true if the task is unfinished and the agent's last attempt at it ended because the lease expired.
fn has_expired(draft: &Draft<Workflow>, no: TaskNo, actor: &Actor) -> bool {
    draft.tasks.get(no).is_some_and(|task| {
        let mut attempts = task.attempts.iter().rev();
        let last = attempts.find(|attempt| actor.is_agent_named(&attempt.agent));
        let is_over = last.is_some_and(|last| match last.outcome {
            None => !task.is_leased(draft.cx.now),
            Some(outcome) => outcome == crate::workflow::task::Outcome::Expired,
        });
        is_over && !task.status.is_terminal()
    })
}

/// Rejects a version for a task that the caller worked on and does not hold any more, unless the caller's work was
/// handed in.
///
/// # Errors
/// Returns `conflict` (`lease_lost`).
pub(super) fn must_not_have_lost(draft: &Draft<Workflow>, no: TaskNo) -> Result<()> {
    let task = draft.tasks.find(no)?;
    let (actor, now) = (&draft.cx.actor, draft.cx.now);
    let has_worked = task
        .attempts
        .iter()
        .any(|attempt| actor.is_agent_named(&attempt.agent));
    if has_worked && !holds(task, actor, now) && !has_handed_in(task, actor) {
        return Err(lease_error(draft, task));
    }
    Ok(())
}

/// Returns true if the caller holds that task.
pub(super) fn is_held(draft: &Draft<Workflow>, no: Option<TaskNo>) -> bool {
    let task = no.and_then(|no| draft.tasks.get(no));
    task.is_some_and(|task| holds(task, &draft.cx.actor, draft.cx.now))
}

fn holds(task: &Task, actor: &Actor, now: Time) -> bool {
    let lease = task.lease.as_ref();
    lease.is_some_and(|lease| lease.is_live(now) && actor.is_agent_named(&lease.holder))
}

fn has_handed_in(task: &Task, actor: &Actor) -> bool {
    let by = task.result.as_ref().and_then(|result| result.by.as_ref());
    matches!(task.status, TaskStatus::Review | TaskStatus::Completed)
        && by.is_some_and(|by| by.is_same(actor))
}

fn is_held_by_another(task: &Task, actor: &Actor, now: Time) -> bool {
    let lease = task.lease.as_ref();
    lease.is_some_and(|lease| lease.is_live(now) && !actor.is_agent_named(&lease.holder))
}

/// Relation of a new version to work that was handed in or is in progress.
pub(super) enum Standing {
    /// No relation.
    Apart,
    /// Changes the work, by the agent that handed it in: it must be reviewed again.
    Changes(TaskNo),
    /// Recorded outside the work: it is not part of it.
    Beside(TaskNo),
}

/// Returns the relation of a version of the path, recorded for `task`, to work that was handed in or is in progress.
pub(super) fn standing(draft: &Draft<Workflow>, path: &str, task: Option<TaskNo>) -> Standing {
    let (actor, now) = (&draft.cx.actor, draft.cx.now);
    let owner = draft.derived().made_for.get(path).map(|no| TaskNo(*no));
    for (no, is_of_path) in [(task, task.is_some() && task == owner), (owner, true)] {
        let Some(of) = no.and_then(|no| draft.tasks.get(no)) else {
            continue;
        };
        let is_approved = of.review_status == Some(ReviewStatus::Approved);
        let is_guarded = match of.status {
            TaskStatus::Review => true,
            TaskStatus::Completed => is_approved,
            // A version for a task that somebody else holds is guarded, too.
            _ => task == Some(of.id) && is_held_by_another(of, actor, now),
        };
        if !is_guarded {
            continue;
        }
        if task == Some(of.id) && has_handed_in(of, actor) {
            // A new path after an approval does not change the approved work. A change after dependent tasks have begun
            // does not become part of it.
            return match of.status {
                TaskStatus::Review => Standing::Changes(of.id),
                _ if !is_of_path => Standing::Apart,
                _ if is_built_on(draft, of.id) => Standing::Beside(of.id),
                _ => Standing::Changes(of.id),
            };
        }
        if !goes_on(draft, task, of) {
            return Standing::Beside(of.id);
        }
    }
    Standing::Apart
}

/// Returns true if the caller holds `task` and it depends on the approved task: its work continues from that.
fn goes_on(draft: &Draft<Workflow>, task: Option<TaskNo>, approved: &Task) -> bool {
    approved.status == TaskStatus::Completed
        && task.and_then(|no| draft.tasks.get(no)).is_some_and(|task| {
            holds(task, &draft.cx.actor, draft.cx.now)
                && draft
                    .ancestors(task.id, draft.tasks.len())
                    .contains(&approved.id)
        })
}

/// Returns true if a direct or indirect dependent of the task was begun.
fn is_built_on(draft: &Draft<Workflow>, no: TaskNo) -> bool {
    let behind = draft.descendants(no, draft.tasks.len());
    behind
        .iter()
        .filter_map(|no| draft.tasks.get(*no))
        .any(|task| {
            task.status.is_held()
                || matches!(task.status, TaskStatus::Review | TaskStatus::Completed)
        })
}

/// Applies the consequences of the relation; returns the warning for the caller.
pub(super) fn follow(
    draft: &mut Draft<Workflow>,
    standing: &Standing,
    artifact: ArtifactNo,
    before: Option<ArtifactNo>,
) -> Option<String> {
    match standing {
        Standing::Apart => None,
        Standing::Changes(id) => {
            draft.record(ReviewDismissed { id: *id, artifact });
            // A task that was skipped because this one had succeeded may have to be done after all.
            settle(draft, &[*id]);
            None
        }
        Standing::Beside(task) => {
            let text = words(draft, *task, artifact, before);
            warn::beside(draft, *task, artifact, &text);
            if let Some(holder) = holder(draft, *task) {
                let by = &draft.cx.actor.id;
                let words = format!("{by} recorded something for the task that you hold. {text}");
                tell(draft, Target::Agent(holder), Priority::Normal, &words, None);
            }
            Some(text)
        }
    }
}

/// Returns the current holder of the task.
fn holder(draft: &Draft<Workflow>, task: TaskNo) -> Option<String> {
    let lease = draft.tasks.get(task)?.lease.as_ref()?;
    lease.is_live(draft.cx.now).then(|| lease.holder.clone())
}

fn words(
    draft: &Draft<Workflow>,
    task: TaskNo,
    artifact: ArtifactNo,
    before: Option<ArtifactNo>,
) -> String {
    let made = draft.artifacts.get(artifact);
    let path = made.map_or("", |made| made.path.as_str());
    let work = match draft.tasks.get(task).map(|task| task.status) {
        Some(TaskStatus::Review) => "what was handed in".to_owned(),
        Some(TaskStatus::Completed) => "what was approved".to_owned(),
        _ => format!("what {} makes", holder(draft, task).unwrap_or_default()),
    };
    // The newest version that belongs to the task remains valid.
    let derived = draft.derived();
    let of_task = derived.artifacts_of.get(&task.0).into_iter().flatten();
    let counts = of_task
        .map(|no| ArtifactNo(*no))
        .find(|no| draft.artifacts.get(*no).is_some_and(|of| of.path == path))
        .or(before);
    let stays = counts.map_or_else(
        || format!("it is no part of {work}"),
        |counts| format!("{counts} stays {work}"),
    );
    format!("{artifact} ({path}) stands beside the work of {task}: {stays}.")
}
