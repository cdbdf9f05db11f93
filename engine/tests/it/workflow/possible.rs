//! Possible steps of a task in each state: the checks of pages equal the decisions.

use engine::workflow::task::{Task, TaskStatus};
use serde_json::{Value, json};

use crate::workflow::harness::{World, lead, worker};
use crate::workflow::refusals::call;

/// A call that advances T1: true if its worker makes it, the operation, and its arguments.
type Step = (bool, &'static str, fn() -> Value);

const CLAIM: Step = (true, "task_claim", || json!({ "task": "T1" }));
const FAIL: Step = (
    true,
    "task_fail",
    || json!({ "task": "T1", "lease": "T1:1", "error": "no", "retryable": false }),
);
const COMPLETE: Step = (
    true,
    "task_complete",
    || json!({ "task": "T1", "lease": "T1:1", "summary": "done" }),
);
const END: fn() -> Value = || json!({ "task": "T1", "reason": "not needed" });

/// The calls that lead T1 to each state; true if it needs a review.
const STATES: [(TaskStatus, bool, &[Step]); 8] = [
    (TaskStatus::Pending, false, &[]),
    (
        TaskStatus::Assigned,
        false,
        &[(
            false,
            "task_assign",
            || json!({ "task": "T1", "agent": "w1" }),
        )],
    ),
    (TaskStatus::InProgress, false, &[CLAIM]),
    (TaskStatus::Review, true, &[CLAIM, COMPLETE]),
    (TaskStatus::Completed, false, &[CLAIM, COMPLETE]),
    (TaskStatus::Failed, false, &[CLAIM, FAIL]),
    (TaskStatus::Cancelled, false, &[(false, "task_cancel", END)]),
    (TaskStatus::Skipped, false, &[(false, "task_skip", END)]),
];

/// An operation, the check of pages before they offer it, and its arguments.
type Offer = (&'static str, fn(&Task) -> bool, fn() -> Value);

const OFFERS: [Offer; 6] = [
    (
        "task_assign",
        Task::can_be_assigned,
        || json!({ "task": "T1", "agent": null }),
    ),
    (
        "task_release",
        Task::can_be_released,
        || json!({ "task": "T1" }),
    ),
    (
        "task_retry",
        Task::can_be_retried,
        || json!({ "task": "T1" }),
    ),
    ("task_skip", Task::can_be_ended, END),
    ("task_cancel", Task::can_be_ended, END),
    (
        "task_edit",
        Task::can_be_ended,
        || json!({ "task": "T1", "title": "Renamed" }),
    ),
];

#[test]
fn what_pages_offer_is_what_decisions_do() {
    for (status, needs_review, steps) in STATES {
        for (name, can, args) in OFFERS {
            let mut world = World::new();
            let task = json!({ "title": "It", "needs_review": needs_review });
            call(&mut world, &lead(), "task_add", task).unwrap();
            for (by_worker, step, args) in steps {
                let actor = if *by_worker { worker() } else { lead() };
                call(&mut world, &actor, step, args()).unwrap();
            }
            let task = world.task(1);
            assert_eq!(task.status, status);
            let done = call(&mut world, &lead(), name, args());
            assert_eq!(done.is_ok(), can(&task), "{name} of {status:?}: {done:?}");
        }
    }
}
