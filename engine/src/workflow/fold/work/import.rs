//! Applies the origin of a task and its state in the source. No attempt is recorded for it.

use super::{close, end, put_back};
use crate::workflow::facts::TaskImported;
use crate::workflow::origin::{ImportedState, Origin, update_time};
use crate::workflow::task::{Outcome, Task, TaskResult, TaskStatus};
use kernel::time::Time;

pub(super) fn apply_import(task: &mut Task, at: Time, body: &TaskImported) {
    let before = task.origin.as_ref();
    let not_before = match body.state {
        Some(_) => body.not_before,
        None => before.and_then(|origin| origin.not_before),
    };
    let before = before.map(|origin| origin.state);
    task.origin = Some(Box::new(Origin {
        format: body.format,
        key: body.key.clone(),
        state: body.state.or(before).unwrap_or(ImportedState::Open),
        hash: body.hash.clone(),
        needs: body.needs.clone(),
        updated_at: update_time(&body.record),
        not_before,
    }));
    match body.state {
        None => {}
        Some(ImportedState::Open) => {
            if !task.status.is_waiting() {
                reopen(task, at);
            }
            // A running local cooldown is not shortened.
            if task.failures == 0 {
                task.not_before = body.not_before;
            }
        }
        Some(ImportedState::Held) => {
            reopen(task, at);
            task.status = TaskStatus::Blocked;
            task.blocked_reason.clone_from(&body.reason);
        }
        Some(ImportedState::Review) => {
            apply_done(task, at, body);
            task.needs_review = true;
            task.status = TaskStatus::Review;
            task.review_status = None;
        }
        Some(ImportedState::Done) => {
            apply_done(task, at, body);
            task.status = TaskStatus::Completed;
            task.completed_at = Some(body.ended_at.unwrap_or(at));
        }
        Some(ImportedState::Cancelled) => {
            end(task, at, TaskStatus::Cancelled, body.reason.as_ref());
        }
    }
}

/// Makes the task claimable: it is open in the source.
fn reopen(task: &mut Task, at: Time) {
    close(task, at, Outcome::Released, None);
    put_back(task);
    task.failures = 0;
    task.failure_accepted = false;
    task.not_before = None;
    task.stalled = None;
    task.completed_at = None;
    task.review_status = None;
    task.reason = None;
}

/// Stores the result of a task that was done in the source.
fn apply_done(task: &mut Task, at: Time, body: &TaskImported) {
    close(task, at, Outcome::Released, None);
    put_back(task);
    task.stalled = None;
    task.not_before = None;
    task.reason = None;
    task.result = body.reason.clone().map(|summary| TaskResult {
        summary,
        next_steps: Vec::new(),
        by: None,
        tokens: 0,
    });
}
