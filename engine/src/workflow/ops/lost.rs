//! Explains why a lease is no longer valid and what to do about it.

use crate::workflow::state::Workflow;
use crate::workflow::task::{Attempt, Outcome, Task, TaskStatus};
use kernel::error::Error;
use kernel::tx::Draft;

/// Returns the error for an agent that claims to hold a task and does not.
pub(super) fn lease_error(draft: &Draft<Workflow>, task: &Task) -> Error {
    let (actor, now) = (&draft.cx.actor, draft.cx.now);
    let no = task.id;
    let mine = task
        .attempts
        .iter()
        .rev()
        .find(|attempt| actor.is_agent_named(&attempt.agent));
    let holder = task.lease.as_ref().filter(|lease| lease.is_live(now));
    let detail = match (mine, holder) {
        (Some(mine), Some(lease)) if lease.holder != actor.id => format!(
            "{}, and {no} is held by {} now. Leave it to them; `task_claim` gives you another one.",
            how_it_ended(task, mine),
            task.holder_in_words(lease)
        ),
        (None, Some(lease)) => format!(
            "{no} is held by {}. `task_claim` gives you another one.",
            task.holder_in_words(lease)
        ),
        (Some(mine), _) => {
            format!("{}. {}", how_it_ended(task, mine), what_now(draft, task))
        }
        (None, None) => format!(
            "Nobody holds {no} now{}. {}",
            who_held_it(task),
            what_now(draft, task)
        ),
    };
    Error::conflict("lease_lost", detail)
}

/// Describes the last holder and the end of its attempt, if there was one.
fn who_held_it(task: &Task) -> String {
    let Some(last) = task.attempt() else {
        return ", and nobody has yet".into();
    };
    let end = last.to.or(task.lease.as_ref().map(|lease| lease.until));
    let at = end.map_or_else(String::new, |at| format!(" at {at}"));
    let how = match last.outcome {
        None | Some(Outcome::Expired) => "whose lease ran out",
        Some(Outcome::Released) => "who gave it back",
        Some(Outcome::Failed) => "whose attempt failed",
        Some(Outcome::Completed) => "who handed it in",
        Some(Outcome::NeedsRework) => "whose work was sent back",
        Some(Outcome::Rejected) => "whose work was rejected",
        Some(Outcome::Cancelled) => "from whom it was taken",
        Some(Outcome::Resumed) => "who began again",
    };
    format!(": the last was {}, {how}{at}", last.agent)
}

fn how_it_ended(task: &Task, mine: &Attempt) -> String {
    let lease = format!("Your lease {}:{}", task.id, mine.fence);
    let at = mine.to.map_or_else(String::new, |at| format!(" at {at}"));
    match mine.outcome {
        // The lease has expired, but the expiry is not recorded yet.
        None => {
            let until = task.lease.as_ref().map(|lease| lease.until);
            let at = until.map_or_else(String::new, |at| format!(" at {at}"));
            format!("{lease} ran out{at}")
        }
        Some(Outcome::Expired) => format!("{lease} ran out{at}"),
        Some(Outcome::Resumed) => format!("Another process of yours took {} over{at}", task.id),
        Some(Outcome::Released) => format!("{} was given back{at}", task.id),
        Some(Outcome::Failed) => format!("Your attempt at {} failed{at}", task.id),
        Some(Outcome::Cancelled) => format!("{} was called off{at}", task.id),
        Some(Outcome::Completed) => format!("{} was handed in{at}", task.id),
        Some(Outcome::NeedsRework) => format!("{} was sent back for rework", task.id),
        Some(Outcome::Rejected) => format!("Your work on {} was rejected", task.id),
    }
}

fn what_now(draft: &Draft<Workflow>, task: &Task) -> String {
    let no = task.id;
    match task.status {
        TaskStatus::Pending | TaskStatus::InProgress | TaskStatus::Blocked => {
            if draft.paused.is_some() {
                "The workflow is paused: wait with `changes_wait` until it goes on, then claim it again with \
                 `task_claim`."
                    .into()
            } else if draft.unmet(task).is_empty() {
                "Claim it again with `task_claim`: its context has the notes of the attempts before."
                    .into()
            } else {
                "It waits for something else now: `task_explain` says for what.".into()
            }
        }
        TaskStatus::Assigned => match &task.assigned_to {
            Some(agent) if draft.cx.actor.is_agent_named(agent) => {
                "It is kept for you: claim it with `task_claim`.".into()
            }
            Some(agent) => format!("It is kept for {agent}; `task_claim` gives you another one."),
            None => "Claim it with `task_claim`.".into(),
        },
        TaskStatus::Review => format!(
            "{no} waits for a review: a review that asks for rework makes it claimable again. `task_claim` \
             gives you another one."
        ),
        TaskStatus::Completed => format!(
            "{no} is done: nothing more is wanted of it; `task_claim` gives you another one."
        ),
        TaskStatus::Failed => format!(
            "{no} has failed for good: whoever leads can put it back with `task_retry`, then it can be \
             claimed."
        ),
        TaskStatus::Cancelled | TaskStatus::Skipped => format!(
            "{no} is {}: whoever leads can put it back with `task_retry`; `task_claim` gives you another \
             one.",
            task.status.name()
        ),
    }
}
