//! Applies facts about the work on tasks: attempts, their ends, verdicts.

use std::sync::Arc;

use crate::numbers::TaskNo;
use crate::workflow::facts::{
    Event, TaskClaimed, TaskCompleted, TaskFailed, TaskRetried, TaskReviewed, TaskUpdated,
};
use crate::workflow::state::Workflow;
use crate::workflow::task::{
    Attempt, Lease, Outcome, Review, ReviewStatus, Task, TaskResult, TaskStatus,
};
use kernel::actor::Actor;
use kernel::fact::Meta;
use kernel::time::Time;

/// Maximum length, in characters, of the summary that is kept with an attempt after a later attempt handed in another
/// result.
const SUMMARY: usize = 1_000;

mod import;

impl Workflow {
    pub(super) fn work_event(&mut self, meta: &Meta, event: &Event) {
        match event {
            Event::TaskClaimed(body) => {
                self.contribute(meta, |_| {});
                self.turn(meta, body.id, |task| apply_claim(task, meta.at, body));
                self.take_note(body.id);
                self.no_more_untaken(meta, body.id);
            }
            Event::LeaseRenewed(body) => self.change_task(body.id, |task| {
                if let Some(lease) = &mut task.lease {
                    lease.until = body.until;
                }
            }),
            Event::LeaseExpired(body) => self.turn(meta, body.id, |task| {
                let expired = task.lease.take_if(|lease| lease.fence == body.fence);
                if let Some(lease) = expired {
                    task.stalled = Some(lease.holder);
                    // The attempt ended when its lease expired, not when the sweep found it.
                    close(task, meta.at.min(lease.until), Outcome::Expired, None);
                    put_back(task);
                    if let Some(reason) = &body.blocked {
                        task.status = TaskStatus::Blocked;
                        task.blocked_reason = Some(reason.clone());
                    }
                }
            }),
            Event::TaskReleased(body) => self.turn(meta, body.id, |task| {
                note(task, body.handoff_note.as_ref());
                close(task, meta.at, Outcome::Released, None);
                put_back(task);
                task.stalled = None;
            }),
            Event::TaskUpdated(body) => {
                self.contribute(meta, |_| {});
                self.turn(meta, body.id, |task| apply_update(task, meta.at, body));
            }
            Event::TaskCompleted(body) => {
                self.contribute(meta, |_| {});
                self.turn(meta, body.id, |task| apply_completion(task, meta, body));
                self.credit(body.id);
            }
            Event::TaskFailed(body) => {
                self.turn(meta, body.id, |task| apply_failure(task, meta.at, body));
            }
            Event::TaskRetried(body) => {
                self.turn(meta, body.id, |task| apply_retry(task, meta.at, body));
            }
            Event::TaskSkipped(body) => self.turn(meta, body.id, |task| {
                end(task, meta.at, TaskStatus::Skipped, body.reason.as_ref());
            }),
            Event::TaskCancelled(body) => self.turn(meta, body.id, |task| {
                end(task, meta.at, TaskStatus::Cancelled, body.reason.as_ref());
            }),
            Event::FailureAccepted(body) => self.turn(meta, body.id, |task| {
                task.failure_accepted = true;
                task.reason.clone_from(&body.reason);
            }),
            Event::TaskReviewed(body) => {
                self.contribute(meta, |_| {});
                self.turn(meta, body.id, |task| {
                    apply_review(task, meta.at, &meta.actor, body);
                });
                self.credit(body.id);
            }
            Event::TaskImported(body) => {
                self.turn(meta, body.id, |task| {
                    import::apply_import(task, meta.at, body);
                });
            }
            Event::ReviewDismissed(body) => {
                self.turn(meta, body.id, |task| {
                    let last = task.reviews.last_mut();
                    if let Some(review) = last.filter(|last| last.status == ReviewStatus::Approved)
                    {
                        review.dismissed =
                            Some(format!("{} changed what was reviewed", body.artifact));
                    }
                    task.review_status = None;
                    task.completed_at = None;
                    task.status = TaskStatus::Review;
                });
                self.credit(body.id);
            }
            _ => {}
        }
    }

    /// Credits a completed task to the agent whose work was accepted; removes the credit while the task is not
    /// completed.
    fn credit(&mut self, no: TaskNo) {
        let Some(task) = self.body.tasks.get(no) else {
            return;
        };
        let by = task.result.as_ref().and_then(|result| result.by.as_ref());
        let Some(by) = by.filter(|by| by.role.is_agent()) else {
            return;
        };
        let is_done = task.status == TaskStatus::Completed;
        if let Some(given) = self.body.agent_contributions.get_mut(&by.id) {
            let given = Arc::make_mut(given);
            if is_done {
                given.tasks_completed.insert(no);
            } else {
                given.tasks_completed.remove(&no);
            }
        }
    }
}

fn apply_claim(task: &mut Task, at: Time, body: &TaskClaimed) {
    close(task, at, Outcome::Resumed, None);
    // An agent that resumes a task still waits for the answer to its earlier question.
    let resumes = task
        .lease
        .as_ref()
        .is_some_and(|lease| lease.holder == body.holder);
    if !resumes {
        task.wait_no_more();
    }
    task.status = TaskStatus::InProgress;
    task.assigned_to = Some(body.holder.clone());
    task.assigned_at = Some(at);
    task.stalled = None;
    task.untaken = false;
    task.blocked_reason = None;
    task.not_before = None;
    task.fence = body.fence;
    task.lease = Some(Lease {
        id: Lease::id_of(body.id, body.fence),
        holder: body.holder.clone(),
        fence: body.fence,
        until: body.until,
        seconds: body.seconds,
        parked_at: task.waits_for_person().then_some(at),
    });
    task.attempts.push(Attempt {
        agent: body.holder.clone(),
        fence: body.fence,
        from: at,
        to: None,
        outcome: None,
        error: None,
        summary: None,
        notes: Vec::new(),
        tokens_in: 0,
        tokens_out: 0,
        cost_micros: 0,
    });
}

fn apply_update(task: &mut Task, at: Time, body: &TaskUpdated) {
    note(task, body.note.as_ref());
    let reason = body
        .reason
        .as_deref()
        .filter(|text| !text.trim().is_empty());
    let reason = reason.map(|text| match body.status {
        TaskStatus::Blocked => format!("Blocked: {text}"),
        TaskStatus::Pending => format!("Given back: {text}"),
        _ => text.to_owned(),
    });
    note(task, reason.as_ref());
    task.status = body.status;
    task.blocked_reason = match body.status {
        TaskStatus::Blocked => body.reason.clone(),
        _ => None,
    };
    if body.status == TaskStatus::Pending {
        task.reason.clone_from(&body.reason);
        close(task, at, Outcome::Released, None);
        put_back(task);
        task.stalled = None;
    }
}

fn apply_completion(task: &mut Task, meta: &Meta, body: &TaskCompleted) {
    keep_summary(task);
    close(task, meta.at, Outcome::Completed, None);
    task.lease = None;
    task.result = Some(TaskResult {
        summary: body.summary.clone(),
        next_steps: body.next_steps.clone(),
        by: Some(meta.actor.clone()),
        tokens: body.tokens,
    });
    task.blocked_reason = None;
    task.wait_no_more();
    task.stalled = None;
    task.not_before = None;
    task.assigned_to
        .get_or_insert_with(|| meta.actor.id.clone());
    task.unmet.clone_from(&body.unmet);
    task.reviewer = None;
    if task.needs_review {
        task.status = TaskStatus::Review;
        task.review_status = None;
    } else {
        task.status = TaskStatus::Completed;
        task.completed_at = Some(meta.at);
    }
}

fn apply_failure(task: &mut Task, at: Time, body: &TaskFailed) {
    close(task, at, Outcome::Failed, Some(&body.error));
    task.failures = task.failures.saturating_add(1);
    put_back(task);
    match body.retry_at {
        Some(retry_at) => task.not_before = (retry_at > at).then_some(retry_at),
        None => task.status = TaskStatus::Failed,
    }
    task.failure_accepted = false;
}

fn apply_retry(task: &mut Task, at: Time, body: &TaskRetried) {
    close(task, at, Outcome::Released, None);
    put_back(task);
    task.failures = 0;
    task.failure_accepted = false;
    task.not_before = None;
    task.stalled = None;
    task.completed_at = None;
    task.review_status = None;
    task.reason.clone_from(&body.reason);
}

fn apply_review(task: &mut Task, at: Time, by: &Actor, body: &TaskReviewed) {
    task.reviews.push(Review {
        by: by.clone(),
        at,
        status: body.status,
        comments: body.comments.clone(),
        attempt: u32::try_from(task.attempts.len()).unwrap_or(u32::MAX),
        dismissed: None,
    });
    task.reviewed_by = Some(by.id.clone());
    task.review_status = Some(body.status);
    match body.status {
        ReviewStatus::Approved => {
            task.status = TaskStatus::Completed;
            task.completed_at = Some(at);
            if !body.unmet.is_empty() {
                task.unmet.clone_from(&body.unmet);
            }
        }
        ReviewStatus::NeedsRework => {
            judge(task, Outcome::NeedsRework);
            put_back(task);
        }
        ReviewStatus::Rejected => {
            judge(task, Outcome::Rejected);
            task.status = TaskStatus::Failed;
            task.failure_accepted = false;
        }
    }
}

/// Stores the previous summary with its attempt before the task gets a new result.
fn keep_summary(task: &mut Task) {
    let Some(result) = &task.result else { return };
    let handed_in = task
        .attempts
        .iter_mut()
        .rev()
        .find(|attempt| attempt.was_handed_in());
    if let Some(attempt) = handed_in {
        let end = result.summary.char_indices().nth(SUMMARY);
        let end = end.map_or(result.summary.len(), |(end, _)| end);
        attempt.summary = Some(result.summary[..end].to_owned());
    }
}

/// Closes the running attempt.
fn close(task: &mut Task, at: Time, outcome: Outcome, error: Option<&String>) {
    if let Some(attempt) = task
        .attempts
        .last_mut()
        .filter(|attempt| attempt.outcome.is_none())
    {
        attempt.to = Some(at);
        attempt.outcome = Some(outcome);
        attempt.error = error.cloned();
    }
}

/// Overwrites the outcome of the last attempt with a review's verdict, if that attempt handed the work in.
fn judge(task: &mut Task, outcome: Outcome) {
    let last = task.attempts.last_mut();
    if let Some(attempt) = last.filter(|last| last.outcome == Some(Outcome::Completed)) {
        attempt.outcome = Some(outcome);
    }
}

/// Makes a task claimable again.
fn put_back(task: &mut Task) {
    task.status = TaskStatus::Pending;
    task.lease = None;
    task.assigned_to = None;
    task.assigned_at = None;
    task.blocked_reason = None;
    task.wait_no_more();
}

fn end(task: &mut Task, at: Time, status: TaskStatus, reason: Option<&String>) {
    close(task, at, Outcome::Cancelled, None);
    task.lease = None;
    task.status = status;
    task.blocked_reason = None;
    task.wait_no_more();
    task.stalled = None;
    task.reason = reason.cloned();
}

fn note(task: &mut Task, text: Option<&String>) {
    if let (Some(text), Some(attempt)) = (text, task.attempts.last_mut()) {
        attempt.notes.push(text.clone());
    }
}
