//! Artifacts under review: later changes dismiss the review, and the author cannot review them.

use engine::workflow::ops::task_add::NewTask;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_review::TaskReview;
use engine::workflow::task::{ReviewStatus, TaskStatus};

use crate::workflow::artifacts::made;
use crate::workflow::harness::{World, lease, other, person, reviewer, task, word, worker};

/// Returns T1 with an artifact, submitted for review.
fn handed_in() -> World {
    hand_in(planned())
}

/// Returns T1, not started.
fn planned() -> World {
    let mut world = World::new();
    world.add(NewTask {
        title: "Tokens".into(),
        needs_review: true,
        ..NewTask::default()
    });
    world
}

fn hand_in(mut world: World) -> World {
    world.claim(&worker(), 1).unwrap();
    let mut op = made(&world, Some("one\n"));
    op.associated_task = Some(task(1));
    world.ok(&worker(), op);
    let done = TaskComplete {
        force: false,
        workflow: Some(world.workflow()),
        task: task(1),
        lease: Some(lease(&world, 1)),
        summary: "done".into(),
        next_steps: Vec::new(),
        artifacts: Vec::new(),
    };
    world.ok(&worker(), done);
    world
}

fn review(world: &World) -> TaskReview {
    TaskReview {
        force: false,
        workflow: Some(world.workflow()),
        task: task(1),
        status: ReviewStatus::Approved,
        comments: None,
        lines: std::collections::BTreeMap::new(),
    }
}

#[test]
fn an_agent_s_change_dismisses_the_approval_and_a_person_s_does_not() {
    let mut world = handed_in();
    let op = review(&world);
    world.ok(&reviewer(), op);
    assert_eq!(world.status(1), TaskStatus::Completed);
    let op = made(&world, Some("mended\n"));
    world.ok(&person(), op);
    assert_eq!(world.status(1), TaskStatus::Completed);
    let mut op = made(&world, Some("changed\n"));
    op.associated_task = Some(task(1));
    world.ok(&worker(), op);
    let task = world.task(1);
    assert_eq!(
        (task.status, task.review_status),
        (TaskStatus::Review, None)
    );
    assert_eq!(
        task.reviews[0].dismissed.as_deref(),
        Some("A3 changed what was reviewed")
    );
    let op = review(&world);
    world.ok(&reviewer(), op);
    assert_eq!(world.status(1), TaskStatus::Completed);
}

#[test]
fn something_else_beside_what_was_approved_leaves_the_approval() {
    let mut world = handed_in();
    let op = review(&world);
    world.ok(&reviewer(), op);
    let mut beside = made(&world, Some("unrelated\n"));
    beside.path = "unrelated.md".into();
    beside.associated_task = Some(task(1));
    world.ok(&other(), beside);
    assert_eq!(world.status(1), TaskStatus::Completed);
    // Another task continues the approved artifact.
    world.add_after("Go on", &[1]);
    let mut on = made(&world, Some("more\n"));
    on.associated_task = Some(task(2));
    world.ok(&other(), on);
    assert_eq!(world.status(1), TaskStatus::Completed);
}

#[test]
fn who_made_something_for_a_task_does_not_review_it() {
    let record = |world: &mut World| {
        let mut made = made(world, Some("by a person\n"));
        made.associated_task = Some(task(1));
        made.path = "notes.md".into();
        world.ok(&person(), made);
    };
    let mut world = planned();
    record(&mut world);
    let mut world = hand_in(world);
    let op = review(&world);
    let error = world.call(&person(), op).unwrap_err();
    assert_eq!(error.code, kernel::Code::Forbidden);
    let op = review(&world);
    world.ok(&reviewer(), op);
    // Records outside of the attempt are not part of the review.
    let mut world = handed_in();
    record(&mut world);
    let op = review(&world);
    world.ok(&person(), op);
}

#[test]
fn a_reviewer_who_looked_at_an_earlier_version_is_told() {
    let mut world = handed_in();
    let looked_at = world.task(1).changed;
    let mut op = made(&world, Some("changed meanwhile\n"));
    op.associated_task = Some(task(1));
    world.ok(&worker(), op);
    let op = review(&world);
    let error = world.call_at(&reviewer(), op, Some(looked_at)).unwrap_err();
    assert_eq!(word(&error), "stale");
    assert_eq!(world.status(1), TaskStatus::Review);
}
