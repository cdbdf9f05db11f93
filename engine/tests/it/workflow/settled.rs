//! The inbox after a verdict: settled items have an outcome and an actor, and finished work adds no items.

use engine::numbers::{ApprovalNo, Ref};
use engine::workflow::ops::approval_give::{ApprovalGive, ApprovalWord};
use engine::workflow::ops::approval_request::ApprovalRequest;
use engine::workflow::ops::inbox_get::InboxGet;
use engine::workflow::ops::inbox_list::InboxList;
use engine::workflow::ops::item_snooze::ItemSnooze;
use engine::workflow::ops::sweep::Sweep;
use engine::workflow::ops::task_add::NewTask;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_review::{Remarks, TaskReview};
use engine::workflow::ops::workflow_cancel::WorkflowCancel;
use engine::workflow::people::Subject;
use engine::workflow::task::ReviewStatus;
use kernel::actor::Actor;
use kernel::error::Code;

use crate::workflow::harness::{World, lease, person, reviewer, task, worker};
use crate::workflow::words;

fn complete(world: &mut World, no: u32) {
    world.claim(&worker(), no).unwrap();
    let op = TaskComplete {
        force: false,
        workflow: Some(world.workflow()),
        task: task(no),
        lease: Some(lease(world, no)),
        summary: "done".into(),
        next_steps: Vec::new(),
        artifacts: Vec::new(),
    };
    world.ok(&worker(), op);
}

fn reviewed(world: &mut World) {
    world.add(NewTask {
        title: "Write it".into(),
        needs_review: true,
        ..NewTask::default()
    });
}

fn verdict(world: &mut World, status: ReviewStatus, comment: Option<&str>) {
    let op = TaskReview {
        force: false,
        workflow: Some(world.workflow()),
        task: task(1),
        status,
        comments: comment.map(|text| Remarks::Text(text.into())),
        lines: std::collections::BTreeMap::new(),
    };
    world.ok(&reviewer(), op);
}

fn get(world: &World, item: &str) -> InboxGet {
    InboxGet {
        workflow: world.workflow(),
        item: item.into(),
    }
}

fn outcome(world: &mut World, item: &str) -> String {
    let op = get(world, item);
    let thing = world.ok(&person(), op);
    assert_eq!(thing.item.item, item);
    thing.outcome.unwrap()
}

#[test]
fn a_settled_review_says_who_gave_which_verdict() {
    for (status, comment, expected) in [
        (
            ReviewStatus::Approved,
            None,
            "r1 approved it. T1 is completed now.",
        ),
        (
            ReviewStatus::NeedsRework,
            Some("No tests."),
            "r1 asked for rework: “No tests.”. T1 is pending now.",
        ),
        (
            ReviewStatus::Rejected,
            Some("Not wanted."),
            "r1 rejected it: “Not wanted.”. T1 is failed now.",
        ),
    ] {
        let mut world = World::new();
        reviewed(&mut world);
        complete(&mut world, 1);
        let open = get(&world, "review:T1");
        assert_eq!(world.ok(&person(), open.clone()).outcome, None);
        world.pass(60);
        verdict(&mut world, status, comment);
        assert_eq!(outcome(&mut world, "review:T1"), expected);
        let item = world.ok(&person(), open).item;
        assert_eq!((item.title.as_str(), item.since), ("Write it", world.now));
    }
}

#[test]
fn a_settled_question_and_approval_say_the_answer() {
    let mut world = World::new();
    world.add_after("One", &[]);
    let op = words::ask(&world, "RS256 or HS256?");
    world.ok(&worker(), op);
    let op = words::answer(&world, 1, "RS256");
    world.ok(&person(), op);
    let mara = person().id;
    let said = outcome(&mut world, "question:Q1");
    assert_eq!(said, format!("{mara} answered “RS256”."));
    for (nth, word, comment, expected) in [
        (1, ApprovalWord::Approved, None, "approved it."),
        (
            2,
            ApprovalWord::Refused,
            Some("Too early."),
            "refused it: “Too early.”.",
        ),
    ] {
        let op = ApprovalRequest {
            workflow: world.workflow(),
            subject: Subject::Plan("Migrate at night".into()),
            reason: "It cannot be undone.".into(),
        };
        world.ok(&worker(), op);
        let op = ApprovalGive {
            workflow: Some(world.workflow()),
            approval: Ref::local(ApprovalNo(nth)),
            status: word,
            comments: comment.map(Into::into),
        };
        world.ok(&person(), op);
        let said = outcome(&mut world, &format!("approval:P{nth}"));
        assert_eq!(said, format!("{mara} {expected}"));
    }
    let op = words::ask(&world, "And when?");
    world.ok(&worker(), op);
    let op = WorkflowCancel {
        workflow: world.workflow(),
        reason: None,
    };
    world.ok(&person(), op);
    let said = outcome(&mut world, "question:Q2");
    assert_eq!(
        said,
        format!("{mara} ended the workflow without an answer. The workflow is cancelled.")
    );
}

#[test]
fn what_was_never_in_the_inbox_is_not_found() {
    let mut world = World::new();
    world.add_after("One", &[]);
    for item in ["review:T9", "question:Q1", "no_such:T1", "lead", ""] {
        let op = get(&world, item);
        assert_eq!(world.refused(&person(), op).code, Code::NotFound, "{item}");
    }
}

#[test]
fn a_plan_without_open_work_asks_for_no_lead() {
    let mut world = World::new();
    reviewed(&mut world);
    let sweep = |world: &mut World| {
        let op = Sweep {
            workflow: world.workflow(),
        };
        world.ok(&Actor::system(), op)
    };
    world.pass(900);
    assert!(sweep(&mut world).lead);
    assert!(world.state().is_lead_vacant(), "work waits to be claimed");
    complete(&mut world, 1);
    assert!(!world.state().is_lead_vacant(), "a review needs no lead");
    assert_eq!(world.state().attention(), 1);
    assert!(!world.state().summary().is_finished());
    verdict(&mut world, ReviewStatus::Approved, None);
    assert_eq!(world.state().attention(), 0);
    assert!(world.state().summary().is_finished());
    world.add_after("More", &[]);
    assert!(!world.state().summary().is_finished());
    assert!(world.state().is_lead_vacant());
}

#[test]
fn a_workflow_without_tasks_is_not_finished() {
    assert!(!World::new().state().summary().is_finished());
}

#[test]
fn an_item_that_was_put_off_is_listed_on_request_and_comes_back() {
    let mut world = World::new();
    reviewed(&mut world);
    complete(&mut world, 1);
    let snooze = |world: &mut World, seconds| {
        let op = ItemSnooze {
            workflow: world.workflow(),
            item: "review:T1".into(),
            until: None,
            seconds: Some(seconds),
        };
        world.ok(&person(), op);
    };
    let listed = |world: &mut World, include_snoozed| {
        let op = InboxList {
            workflow: Some(world.workflow()),
            include_snoozed,
            ..InboxList::default()
        };
        let page = world.ok(&person(), op);
        (page.items.len(), page.snoozed)
    };
    snooze(&mut world, 60);
    assert_eq!(listed(&mut world, false), (0, 1));
    assert_eq!(listed(&mut world, true), (1, 1));
    world.pass(59);
    assert!(world.state().items()[0].is_snoozed(world.now));
    world.pass(1);
    assert!(!world.state().items()[0].is_snoozed(world.now));
    snooze(&mut world, 60);
    snooze(&mut world, 0);
    assert_eq!(listed(&mut world, false), (1, 0));
    assert_eq!(world.state().items()[0].snoozed_until, None);
}
