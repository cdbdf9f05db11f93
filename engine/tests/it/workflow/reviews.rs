//! Reviews: no agent reviews its own work, remarks refer to existing things, and approved work stays unchanged.

use engine::numbers::ArtifactNo;
use engine::workflow::attention::ItemKind;
use engine::workflow::ops::artifact_record::{ArtifactRecord, NewArtifact};
use engine::workflow::ops::task_add::NewTask;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_review::{Remarks, TaskReview};
use engine::workflow::ops::workflow_edit::{PolicyChange, WorkflowEdit};
use engine::workflow::shared::ArtifactKind;
use engine::workflow::task::{Comment, Outcome, ReviewStatus, TaskStatus};
use kernel::actor::{Actor, Role};
use kernel::error::{Code, Error};

use crate::workflow::harness::{World, lease, other, person, reviewer, task, worker};

fn hand_in(world: &mut World, actor: &Actor, content: &str) {
    let op = TaskComplete {
        force: false,
        workflow: Some(world.workflow()),
        task: task(1),
        summary: "written".into(),
        next_steps: Vec::new(),
        artifacts: vec![NewArtifact {
            kind: ArtifactKind::Code,
            path: "src/token.rs".into(),
            description: None,
            content: Some(kernel::ports::blobs::Content::Text(content.into())),
            checksum: None,
            commit: None,
        }],
        lease: Some(lease(world, 1)),
    };
    world.ok(actor, op);
}

fn in_review() -> World {
    let mut world = World::new();
    world.add(NewTask {
        title: "Write it".into(),
        needs_review: true,
        ..NewTask::default()
    });
    world.add_after("Use it", &[1]);
    world.claim(&worker(), 1).unwrap();
    hand_in(&mut world, &worker(), "one\ntwo\n");
    world
}

fn review(world: &World, status: ReviewStatus, comments: Option<Remarks>) -> TaskReview {
    TaskReview {
        force: false,
        workflow: Some(world.workflow()),
        task: task(1),
        status,
        comments,
        lines: std::collections::BTreeMap::new(),
    }
}

fn text(text: &str) -> Remarks {
    Remarks::Text(text.into())
}

#[test]
fn approval_completes_the_task_and_frees_what_waits() {
    let mut world = in_review();
    assert_eq!(world.status(1), TaskStatus::Review);
    assert!(world.claim(&other(), 2).is_err(), "not before the review");
    let op = review(&world, ReviewStatus::Approved, None);
    let done = world.ok(&reviewer(), op).task;
    assert_eq!(done.status, TaskStatus::Completed);
    assert_eq!(done.reviewed_by.as_deref(), Some("r1"));
    world.claim(&other(), 2).unwrap();
}

#[test]
fn rework_puts_it_back_with_the_remarks_and_a_new_attempt() {
    let mut world = in_review();
    let op = review(
        &world,
        ReviewStatus::NeedsRework,
        Some(text("two is wrong")),
    );
    let back = world.ok(&person(), op).task;
    assert_eq!(back.status, TaskStatus::Pending);
    assert_eq!(back.attempts[0].outcome, Some(Outcome::NeedsRework));
    let again = world.claim(&other(), 1).unwrap();
    assert_eq!(again.task.reviews[0].comments[0].text, "two is wrong");
    assert_eq!(again.lease.fence, 2);
    assert!(
        again.context.text.contains("two is wrong"),
        "the next one reads it: {}",
        again.context.text
    );
}

#[test]
fn a_verdict_is_none_on_an_attempt_that_was_given_back() {
    let mut world = World::new();
    world.add(NewTask {
        title: "Write it".into(),
        needs_review: true,
        ..NewTask::default()
    });
    let held = world.claim(&worker(), 1).unwrap().lease.id;
    let release = TaskRelease {
        workflow: Some(world.workflow()),
        task: task(1),
        handoff_note: None,
        lease: Some(held),
    };
    world.ok(&worker(), release);
    // A person's completion has no attempt.
    hand_in(&mut world, &person(), "one\n");
    let op = review(&world, ReviewStatus::Rejected, Some(text("not wanted")));
    let attempts = world.ok(&reviewer(), op).task.attempts;
    let outcomes: Vec<_> = attempts.iter().map(|attempt| attempt.outcome).collect();
    assert_eq!(outcomes, [Some(Outcome::Released)]);
}

#[test]
fn rejection_fails_it_and_cuts_off_what_waits() {
    let mut world = in_review();
    let op = review(&world, ReviewStatus::Rejected, Some(text("not wanted")));
    assert_eq!(world.ok(&reviewer(), op).task.status, TaskStatus::Failed);
    let state = world.state();
    let behind = state.tasks.find(engine::numbers::TaskNo(2)).unwrap();
    let (status, reason) = state.visible_status_and_reason(behind);
    assert_eq!(status, TaskStatus::Blocked);
    assert_eq!(reason.as_deref(), Some("upstream_failed"));
}

#[test]
fn nobody_reviews_work_of_their_own() {
    let as_reviewer = |name: &str| Actor::new(name, Role::Reviewer);
    let mut world = in_review();
    let op = review(&world, ReviewStatus::Approved, None);
    let error = world.refused(&as_reviewer("w1"), op);
    assert_eq!(error.code, Code::Forbidden);

    // Nor the author of an earlier attempt.
    let op = review(&world, ReviewStatus::NeedsRework, Some(text("again")));
    world.ok(&reviewer(), op);
    world.claim(&other(), 1).unwrap();
    hand_in(&mut world, &other(), "one\nzwei\n");
    for name in ["w1", "w2"] {
        let op = review(&world, ReviewStatus::Approved, None);
        let error = world.refused(&as_reviewer(name), op);
        assert_eq!(error.code, Code::Forbidden, "{name}");
    }
    // A person with the same name as an agent is a different actor.
    let op = review(&world, ReviewStatus::Approved, None);
    world.ok(&Actor::new("w2", Role::Member), op);
}

#[test]
fn a_person_does_not_approve_what_they_handed_in() {
    let mut world = in_review();
    let op = review(
        &world,
        ReviewStatus::NeedsRework,
        Some(text("I shall do it")),
    );
    world.ok(&person(), op);
    hand_in(&mut world, &person(), "eins\n");
    let op = review(&world, ReviewStatus::Approved, None);
    assert_eq!(world.refused(&person(), op).code, Code::Forbidden);
    let op = review(&world, ReviewStatus::Approved, None);
    world.ok(&Actor::new("bert", Role::Owner), op);
}

fn comment(artifact: Option<u32>, line: Option<u32>, to_line: Option<u32>) -> Remarks {
    Remarks::List(vec![Comment {
        text: "here".into(),
        artifact: artifact.map(ArtifactNo),
        line,
        to_line,
    }])
}

#[test]
fn remarks_point_at_what_there_is() {
    let pointer = |error: Error| error.extra.fields[0].pointer.clone();
    let cases = [
        (comment(Some(1), Some(2), Some(2)), None),
        (comment(Some(1), None, None), None),
        (comment(None, None, None), None),
        (
            comment(Some(9), Some(1), None),
            Some("/comments/0/artifact"),
        ),
        (
            comment(Some(2), Some(1), None),
            Some("/comments/0/artifact"),
        ),
        (comment(None, Some(1), None), Some("/comments/0/artifact")),
        (comment(Some(1), Some(0), None), Some("/comments/0/line")),
        (comment(Some(1), None, Some(3)), Some("/comments/0/line")),
        (
            comment(Some(1), Some(3), Some(2)),
            Some("/comments/0/to_line"),
        ),
        (Remarks::Text("  ".into()), Some("/comments")),
        (Remarks::List(Vec::new()), Some("/comments")),
    ];
    for (remarks, expected) in cases {
        let mut world = in_review();
        // The second artifact belongs to no task.
        let op = ArtifactRecord {
            workflow: world.workflow(),
            kind: ArtifactKind::Document,
            path: "notes.md".into(),
            description: None,
            associated_task: None,
            content: None,
            checksum: Some("ab".repeat(32)),
            commit: None,
        };
        world.ok(&worker(), op);
        let op = review(&world, ReviewStatus::NeedsRework, Some(remarks.clone()));
        match (world.call(&reviewer(), op), expected) {
            (Ok(_), None) => {}
            (Err(error), Some(expected)) => assert_eq!(pointer(error), expected, "{remarks:?}"),
            (Ok(_), Some(expected)) => panic!("{remarks:?} is not refused at {expected}"),
            (Err(error), None) => panic!("{remarks:?} is refused: {error:?}"),
        }
    }
}

#[test]
fn what_changed_while_it_was_read_is_not_approved() {
    let mut world = in_review();
    let seen = world.task(1).changed;
    let op = ArtifactRecord {
        workflow: world.workflow(),
        kind: ArtifactKind::Code,
        path: "src/token.rs".into(),
        description: None,
        associated_task: Some(task(1)),
        content: Some(kernel::ports::blobs::Content::Text("one\nthree\n".into())),
        checksum: None,
        commit: None,
    };
    world.ok(&worker(), op);
    let op = review(&world, ReviewStatus::Approved, None);
    let error = world.call_at(&reviewer(), op, Some(seen)).unwrap_err();
    assert_eq!(crate::workflow::harness::word(&error), "stale");
}

#[test]
fn a_change_of_what_was_approved_asks_for_another_review() {
    let mut world = in_review();
    let op = review(&world, ReviewStatus::Approved, None);
    world.ok(&reviewer(), op);
    let op = ArtifactRecord {
        workflow: world.workflow(),
        kind: ArtifactKind::Code,
        path: "src/token.rs".into(),
        description: None,
        associated_task: Some(task(1)),
        content: Some(kernel::ports::blobs::Content::Text("other\n".into())),
        checksum: None,
        commit: None,
    };
    world.ok(&worker(), op);
    let task = world.task(1);
    assert_eq!(task.status, TaskStatus::Review);
    assert_eq!(task.review_status, None);
    assert!(task.reviews[0].dismissed.is_some());
    assert!(world.claim(&other(), 2).is_err());
}

fn remark(text: &str) -> Comment {
    Comment {
        text: text.into(),
        artifact: None,
        line: None,
        to_line: None,
    }
}

#[test]
fn the_inbox_says_why_a_rejected_task_failed() {
    for (remarks, said) in [
        (
            Some(text("Keys are in the log.")),
            "r1 rejected it: Keys are in the log.",
        ),
        (
            Some(Remarks::List(vec![
                remark("No tests."),
                remark("No errors."),
            ])),
            "r1 rejected it: No tests. No errors.",
        ),
    ] {
        let mut world = in_review();
        let op = review(&world, ReviewStatus::Rejected, remarks);
        world.ok(&reviewer(), op);
        let item = world.state().find_item("escalation:T1").unwrap();
        assert_eq!(item.detail, said);
    }
}

/// Rejects the work `times` times with the policy `limit`; returns the warnings for people.
fn sent_back(times: u32, limit: Option<u32>) -> Vec<String> {
    let mut world = in_review();
    if let Some(limit) = limit {
        let change = PolicyChange {
            rework_limit: Some(limit),
            ..PolicyChange::default()
        };
        let op = WorkflowEdit {
            workflow: world.workflow(),
            name: None,
            goal: None,
            constraints: None,
            memory_core_refs: None,
            policy: Some(change),
        };
        world.ok(&person(), op);
    }
    for nth in 0..times {
        if nth > 0 {
            world.claim(&worker(), 1).unwrap();
            hand_in(&mut world, &worker(), &format!("attempt {nth}"));
        }
        let remark = format!("not yet, {}", nth + 1);
        let op = review(&world, ReviewStatus::NeedsRework, Some(text(&remark)));
        world.ok(&reviewer(), op);
    }
    let items = world.state().items();
    let warnings = items
        .into_iter()
        .filter(|item| item.kind == ItemKind::Warning);
    warnings.map(|item| item.detail).collect()
}

#[test]
fn people_hear_of_work_that_is_sent_back_again_and_again() {
    for (times, limit, told) in [
        (2, None, 0),
        (3, None, 1),
        (5, None, 1),
        (6, None, 2),
        (1, Some(2), 0),
        (2, Some(2), 1),
        (1, Some(1), 1),
        (4, Some(0), 0),
    ] {
        assert_eq!(sent_back(times, limit).len(), told, "{times} of {limit:?}");
    }
    let said = sent_back(3, None).remove(0);
    assert_eq!(
        said,
        "T1 was not accepted in 3 reviews; the last was by r1: not yet, 3. Say what is wanted with `task_edit`, split \
         it, or give it to somebody else with `task_assign`."
    );
}
