//! Differences between a source record and the task that was imported from it before.

use exchange::plan::{PlannedTask, State};

use crate::workflow::facts::TaskEdited;
use crate::workflow::ops::task_add::estimate;
use crate::workflow::origin::ImportedState;
use crate::workflow::task::{ReviewStatus, Task, TaskStatus};
use kernel::time::Time;

/// Returns the reason why an import cannot move a task to that state: it is held, or a review here decides.
pub(super) fn blocking_reason(here: &Task, state: ImportedState, now: Time) -> Option<String> {
    if let Some(lease) = here.lease.as_ref().filter(|lease| lease.is_live(now)) {
        return Some(format!("is held by {}", lease.holder));
    }
    let is_done = here.needs_review && state == ImportedState::Done;
    match here.review_status {
        _ if here.status == TaskStatus::Review => Some("waits for a review".into()),
        Some(ReviewStatus::Approved) => None,
        Some(_) if is_done => Some("was not approved in a review".into()),
        None if is_done => Some("needs a review".into()),
        _ => None,
    }
}

/// Returns the changed fields of a task, apart from its edges and its state.
pub(super) fn edit_fact(here: &Task, task: &PlannedTask) -> Option<TaskEdited> {
    let title = (here.title != task.title).then(|| task.title.clone());
    let description = (here.description != task.description).then(|| task.description.clone());
    let acceptance = (here.acceptance != task.acceptance).then(|| task.acceptance.clone());
    let group = task
        .group
        .clone()
        .filter(|group| here.group.as_ref() != Some(group));
    let priority = task.priority.filter(|priority| here.priority != *priority);
    let is_said = title.is_some() || description.is_some() || acceptance.is_some();
    if !is_said && group.is_none() && priority.is_none() {
        return None;
    }
    let tokens = estimate(&task.title, &task.description, &task.acceptance);
    Some(TaskEdited {
        id: here.id,
        title,
        description,
        acceptance,
        join: None,
        group,
        priority,
        needs_review: None,
        capabilities: None,
        retries: None,
        cooldown_seconds: None,
        estimate_minutes: None,
        branch: None,
        links: None,
        paths: None,
        tokens: is_said.then_some(tokens),
    })
}

/// Returns the time until which the source defers a task.
pub(super) fn not_before(task: &PlannedTask) -> Option<Time> {
    task.not_before.as_deref().and_then(Time::parse)
}

pub(super) fn state(state: &State) -> ImportedState {
    match state {
        State::Open | State::Begun => ImportedState::Open,
        State::Held(_) => ImportedState::Held,
        State::Review => ImportedState::Review,
        State::Done => ImportedState::Done,
        State::Cancelled => ImportedState::Cancelled,
    }
}
