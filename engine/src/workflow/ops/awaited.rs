//! Waiting rules of `task_claim`: decides if a claim waits for a task, and explains why none came.

use crate::numbers::TaskNo;
use crate::workflow;
use crate::workflow::ops::task_claim::TaskClaim;
use crate::workflow::ready::Asker;
use crate::workflow::state::{Status, Workflow};
use crate::workflow::task::{Task, TaskStatus};
use crate::workspace::Workspace;
use kernel::error::Error;
use kernel::stream::StreamId;
use kernel::time::{SECOND, Time};
use kernel::waiting::{Outlook, Scene, Waiting};

/// Maximum time that a claim waits, in seconds.
pub(super) const MAX_SECONDS: u32 = 60;
/// Maximum `retry_after_seconds` for an agent that does not wait.
const COME_AGAIN: i64 = 30;

/// Waiting rules of claims.
pub(super) const AWAITED: Waiting<TaskClaim> = Waiting {
    seconds: |op| op.wait.unwrap_or(0),
    stream: |op| Some(workflow::stream(workflow_of(op)?)),
    idle: &["nothing_ready", "paused", "held", "not_ready"],
    look,
};

fn workflow_of(op: &TaskClaim) -> Option<kernel::Id> {
    match op.task {
        Some(task) => task.workflow(op.workflow).ok(),
        None => op.workflow,
    }
}

fn look(op: &TaskClaim, scene: &Scene) -> Outlook {
    let stream = workflow_of(op).map(workflow::stream);
    let found = stream.and_then(|stream| scene.states.find(&stream));
    let state = found.and_then(|loaded| loaded.state.downcast::<Workflow>().ok());
    // The decision reports problems with the workflow.
    let Some(state) = state.filter(|state| state.status == Status::Active) else {
        return Outlook::Now(None);
    };
    let workspace = scene.states.find(&StreamId::workspace());
    let workspace = workspace.and_then(|loaded| loaded.state.downcast::<Workspace>().ok());
    let is_paused = workspace
        .as_ref()
        .is_some_and(|workspace| workspace.is_paused(&scene.actor.id));
    if state.paused.is_some() || is_paused {
        return Outlook::Later(None);
    }
    let workspace = workspace.unwrap_or_default();
    let asker = op.asker(scene.actor, &workspace);
    match op.task {
        Some(task) => outlook_of(&state, task.number, scene, asker),
        None => any(&state, scene, asker),
    }
}

fn any(state: &Workflow, scene: &Scene, asker: Asker) -> Outlook {
    let now = scene.now;
    let mut soonest = lease_end(state, now);
    for (_, task) in state.on_offer(now) {
        if scene.taken.contains(&u64::from(task.id.0)) {
            continue;
        }
        if state.is_ready(task, now, asker) {
            return Outlook::Now(Some(task.id.0.into()));
        }
        soonest = sooner(soonest, rests(task, now));
    }
    Outlook::Later(soonest)
}

fn outlook_of(state: &Workflow, no: TaskNo, scene: &Scene, asker: Asker) -> Outlook {
    let now = scene.now;
    let Some(task) = state
        .tasks
        .get(no)
        .filter(|task| !task.status.is_terminal())
    else {
        return Outlook::Now(None);
    };
    let lease = task.lease.as_ref().filter(|lease| lease.is_live(now));
    // A holder does not wait for its own lease.
    if lease.is_some_and(|lease| scene.actor.is_agent_named(&lease.holder)) {
        return Outlook::Now(None);
    }
    let is_free = !scene.taken.contains(&u64::from(no.0));
    if is_free && state.is_ready(task, now, asker) {
        return Outlook::Now(Some(no.0.into()));
    }
    let ends = lease.filter(|lease| lease.parked_at.is_none());
    Outlook::Later(sooner(ends.map(|lease| lease.until), rests(task, now)))
}

/// Returns the time at which the next lease expires unless it is renewed.
fn lease_end(state: &Workflow, now: Time) -> Option<Time> {
    let mut leases = state.derived().leases.iter().map(|(until, _)| *until);
    leases.find(|until| *until > now)
}

fn rests(task: &Task, now: Time) -> Option<Time> {
    task.not_before.filter(|at| *at > now)
}

fn sooner(one: Option<Time>, other: Option<Time>) -> Option<Time> {
    one.into_iter().chain(other).min()
}

/// Returns the error for a claim without a ready task: counts of the tasks by reason, and the time to retry.
pub(super) fn nothing_ready(state: &Workflow, now: Time) -> Error {
    let open = state.on_offer(now).map(|(_, task)| task);
    let open: Vec<&Task> = open.filter(|task| task.status.is_waiting()).collect();
    let resting = open.iter().copied();
    let resting = resting.filter(|task| rests(task, now).is_some());
    let (failed, deferred): (Vec<&Task>, Vec<&Task>) = resting.partition(|task| task.failures > 0);
    let resting = failed.len() + deferred.len();
    let counted = |statuses: &[TaskStatus]| -> usize {
        let counts = statuses
            .iter()
            .map(|status| state.derived().counts[*status as usize]);
        counts.sum::<u32>() as usize
    };
    let waiting = counted(&[TaskStatus::Pending, TaskStatus::Assigned]);
    let held = state.derived().held.values().flatten();
    let held: Vec<&Task> = held.filter_map(|no| state.tasks.get(TaskNo(*no))).collect();
    let parked = |status: TaskStatus| -> usize {
        let held = held.iter();
        held.filter(|task| task.status == status && task.waits_for_person())
            .count()
    };
    let waiting_for_person = parked(TaskStatus::InProgress) + parked(TaskStatus::Blocked);
    let parts = [
        (waiting.saturating_sub(open.len()), "wait for other tasks"),
        (open.len() - resting, "for others or other capabilities"),
        (failed.len(), "rest after a failure"),
        (deferred.len(), "deferred"),
        (waiting_for_person, "wait for a person"),
        (
            counted(&[TaskStatus::InProgress]).saturating_sub(parked(TaskStatus::InProgress)),
            "in progress",
        ),
        (
            counted(&[TaskStatus::Blocked]).saturating_sub(parked(TaskStatus::Blocked)),
            "blocked",
        ),
        (counted(&[TaskStatus::Review]), "in review"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let where_they_are = match parts.as_slice() {
        [] => "none is open".to_owned(),
        parts => parts.join(", "),
    };
    let detail = format!(
        "No task is ready for you: {where_they_are}. `task_claim` with `wait` gets the next one at once."
    );
    let mut error = Error::conflict("nothing_ready", detail);
    let mut soonest = lease_end(state, now);
    for task in open {
        soonest = sooner(soonest, rests(task, now));
    }
    let seconds = soonest.map_or(COME_AGAIN, |at| at.since(now) / SECOND + 1);
    error.extra.retry_after_seconds = u64::try_from(seconds.min(COME_AGAIN)).ok();
    error
}
