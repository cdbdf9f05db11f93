//! Notices about others' actions: a lead learns of progress, a holder of its lease.

use engine::numbers::{ApprovalNo, QuestionNo, Ref};
use engine::workflow::ops::approval_give::{ApprovalGive, ApprovalWord};
use engine::workflow::ops::approval_request::ApprovalRequest;
use engine::workflow::ops::question_answer::QuestionAnswer;
use engine::workflow::ops::question_ask::QuestionAsk;
use engine::workflow::ops::sweep::Sweep;
use engine::workflow::ops::task_add::NewTask;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_review::{Remarks, TaskReview};
use engine::workflow::ops::task_update::{Progress, TaskUpdate};
use engine::workflow::ops::workflow_lead::{LeadAction, WorkflowLead};
use engine::workflow::people::Subject;
use engine::workflow::state::Workflow;
use engine::workflow::task::ReviewStatus;
use kernel::actor::{Actor, Role};
use kernel::memory::{Memory, Receipt};
use kernel::notice::Notice;

use crate::workflow::harness::{World, lead, lease, other, person, reviewer, task, worker};
use crate::workflow::standing::complete;

fn heard(world: &World, actor: &Actor) -> Vec<Notice> {
    world.state().inbox(actor, world.now)
}

fn kinds(world: &World, actor: &Actor) -> Vec<String> {
    heard(world, actor)
        .into_iter()
        .map(|notice| notice.kind)
        .collect()
}

/// Records the receipt of the notices, as the kernel does.
fn deliver(world: &mut World, actor: &Actor) {
    let ids: Vec<String> = heard(world, actor)
        .into_iter()
        .map(|notice| notice.id)
        .collect();
    let stream = engine::workflow::stream(world.workflow());
    let receipt = world
        .state()
        .receipt(actor, &Receipt::Delivered(ids))
        .unwrap();
    world
        .decide(&Actor::system(), None, 0, |tx| {
            tx.draft::<Workflow>(&stream)?.record(receipt);
            Ok(())
        })
        .unwrap();
}

fn needing_review(world: &mut World) {
    world.add(NewTask {
        title: "Checked".into(),
        needs_review: true,
        retries: Some(0),
        ..NewTask::default()
    });
}

fn review(world: &mut World, no: u32, status: ReviewStatus) {
    let op = TaskReview {
        workflow: Some(world.workflow()),
        task: task(no),
        status,
        comments: Some(Remarks::Text("so".into())),
        force: false,
        lines: std::collections::BTreeMap::new(),
    };
    world.ok(&reviewer(), op);
}

/// An action on T1, which `worker` holds, and the kind of the notice for `lead`.
type Deed = (&'static str, fn(&mut World));

const DEEDS: &[Deed] = &[
    ("handed_in", |world| complete(world, &worker(), 1).unwrap()),
    ("failed", |world| {
        let op = TaskFail {
            workflow: Some(world.workflow()),
            task: task(1),
            error: "boom".into(),
            retryable: false,
            lease: Some(lease(world, 1)),
        };
        world.ok(&worker(), op);
    }),
    ("lease_expired", |world| {
        world.pass(901);
        let op = Sweep {
            workflow: world.workflow(),
        };
        world.ok(&Actor::system(), op);
    }),
    ("waiting", |world| {
        let op = QuestionAsk {
            workflow: world.workflow(),
            task: Some(task(1)),
            question: "Which?".into(),
            options: Vec::new(),
            default: None,
            deadline: None,
            deadline_seconds: None,
            lease: Some(lease(world, 1)),
        };
        world.ok(&worker(), op);
    }),
];

#[test]
fn whoever_leads_hears_how_the_work_goes() {
    for (kind, does) in DEEDS {
        let mut world = World::new();
        needing_review(&mut world);
        world.claim(&worker(), 1).unwrap();
        assert!(heard(&world, &lead()).is_empty());
        does(&mut world);
        assert_eq!(kinds(&world, &lead()), [*kind]);
        let told = heard(&world, &lead()).remove(0);
        assert!(
            told.message.contains("T1") && told.message.contains("w1"),
            "{}",
            told.message
        );
        // Other workers get no notice.
        assert!(heard(&world, &other()).is_empty(), "{kind}");
        deliver(&mut world, &lead());
        assert!(heard(&world, &lead()).is_empty(), "{kind}");
    }
}

/// A wait in T1, and the action that resolves it.
type Settled = (&'static str, fn(&mut World), fn(&mut World));

const SETTLED: &[Settled] = &[
    (
        "blocked",
        |world| progress(world, Progress::Blocked),
        |world| progress(world, Progress::InProgress),
    ),
    (
        "a question",
        |world| DEEDS[3].1(world),
        |world| {
            let op = QuestionAnswer {
                workflow: Some(world.workflow()),
                question: Ref::local(QuestionNo(1)),
                answer: "This.".into(),
            };
            world.ok(&person(), op);
        },
    ),
    (
        "an approval",
        |world| {
            let op = ApprovalRequest {
                workflow: world.workflow(),
                subject: Subject::Plan("Drop the table.".into()),
                reason: "It cannot be undone.".into(),
            };
            world.ok(&worker(), op);
        },
        |world| {
            let op = ApprovalGive {
                workflow: Some(world.workflow()),
                approval: Ref::local(ApprovalNo(1)),
                status: ApprovalWord::Approved,
                comments: None,
            };
            world.ok(&person(), op);
        },
    ),
];

fn progress(world: &mut World, status: Progress) {
    let op = TaskUpdate {
        workflow: Some(world.workflow()),
        task: task(1),
        status,
        reason: Some("The database is locked.".into()),
        note: None,
        lease: Some(lease(world, 1)),
    };
    world.ok(&worker(), op);
}

#[test]
fn what_is_settled_before_it_is_told_is_told_no_more() {
    for (what, waits, settles) in SETTLED {
        let mut world = World::new();
        needing_review(&mut world);
        world.claim(&worker(), 1).unwrap();
        waits(&mut world);
        assert_eq!(heard(&world, &lead()).len(), 1, "{what}");
        settles(&mut world);
        assert!(heard(&world, &lead()).is_empty(), "{what}");
        // A new wait causes a new notice.
        waits(&mut world);
        assert!(!heard(&world, &lead()).is_empty(), "{what}");
    }
}

#[test]
fn verdicts_are_told_and_own_deeds_are_not() {
    for status in [
        ReviewStatus::Approved,
        ReviewStatus::NeedsRework,
        ReviewStatus::Rejected,
    ] {
        let mut world = World::new();
        needing_review(&mut world);
        world.claim(&lead(), 1).unwrap();
        complete(&mut world, &lead(), 1).unwrap();
        assert!(heard(&world, &lead()).is_empty(), "its own deed");
        review(&mut world, 1, status);
        assert_eq!(kinds(&world, &lead()), ["reviewed"]);
    }
}

#[test]
fn a_new_lead_hears_what_the_old_one_had_not() {
    let mut world = World::new();
    needing_review(&mut world);
    needing_review(&mut world);
    world.claim(&worker(), 1).unwrap();
    complete(&mut world, &worker(), 1).unwrap();
    deliver(&mut world, &lead());
    world.claim(&worker(), 2).unwrap();
    complete(&mut world, &worker(), 2).unwrap();
    let next = Actor::new("o2", Role::Orchestrator);
    assert!(heard(&world, &next).is_empty(), "it does not lead yet");
    world.pass(901);
    let take = WorkflowLead {
        workflow: world.workflow(),
        action: LeadAction::Take,
        epoch: None,
        handoff_note: None,
    };
    world.ok(&next, take);
    let told = heard(&world, &next);
    assert_eq!(told.len(), 1);
    assert!(told[0].message.contains("T2"), "{}", told[0].message);
    assert!(heard(&world, &lead()).is_empty());
}

#[test]
fn a_holder_hears_what_became_of_its_lease() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.add_after("Two", &[]);
    world.claim(&worker(), 1).unwrap();
    world.claim(&worker(), 2).unwrap();
    let by_hand = TaskComplete {
        workflow: Some(world.workflow()),
        task: task(1),
        summary: "done by hand".into(),
        next_steps: Vec::new(),
        artifacts: Vec::new(),
        lease: None,
        force: false,
    };
    world.ok(&person(), by_hand);
    let told = heard(&world, &worker());
    assert!(
        told[0].message.contains("T1 was completed by a person"),
        "{told:?}"
    );
    deliver(&mut world, &worker());
    world.pass(901);
    let sweep = Sweep {
        workflow: world.workflow(),
    };
    world.ok(&Actor::system(), sweep);
    let told = heard(&world, &worker());
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].kind, "lease_lost");
    assert!(
        told[0].message.starts_with("Your lease ran out: T2:1 at"),
        "{}",
        told[0].message
    );
    // An agent that has claimed it again needs no notice.
    world.claim(&worker(), 2).unwrap();
    assert!(heard(&world, &worker()).is_empty());
}

#[test]
fn what_was_done_counts_for_the_one_whose_work_was_taken() {
    let done = |world: &World, actor: &Actor| {
        let state = world.state();
        let given = state.agent_contributions.get(&actor.id);
        given.map_or(0, |given| given.tasks_completed.len())
    };
    let mut world = World::new();
    needing_review(&mut world);
    world.claim(&worker(), 1).unwrap();
    complete(&mut world, &worker(), 1).unwrap();
    assert_eq!(done(&world, &worker()), 0, "handed in is not done");
    review(&mut world, 1, ReviewStatus::NeedsRework);
    world.claim(&other(), 1).unwrap();
    complete(&mut world, &other(), 1).unwrap();
    assert_eq!((done(&world, &worker()), done(&world, &other())), (0, 0));
    review(&mut world, 1, ReviewStatus::Approved);
    assert_eq!((done(&world, &worker()), done(&world, &other())), (0, 1));
    world.add_after("Unreviewed", &[]);
    world.claim(&worker(), 2).unwrap();
    complete(&mut world, &worker(), 2).unwrap();
    assert_eq!((done(&world, &worker()), done(&world, &other())), (1, 1));
    let facts = world.workflow_facts();
    let words: Vec<String> = facts
        .iter()
        .filter(|fact| fact.kind == "task_completed")
        .map(engine::activity::describe::describe)
        .collect();
    assert_eq!(
        words,
        [
            "submitted T1: done",
            "submitted T1: done",
            "completed T2: done"
        ]
    );
}

#[test]
fn the_author_hears_of_a_verdict_that_is_not_an_approval() {
    for (status, expected) in [
        (
            ReviewStatus::NeedsRework,
            Some("T1 needs rework: `task_claim` with `task` T1 begins it again."),
        ),
        (ReviewStatus::Rejected, Some("T1 was rejected.")),
        (ReviewStatus::Approved, None),
    ] {
        let mut world = World::new();
        needing_review(&mut world);
        world.claim(&worker(), 1).unwrap();
        complete(&mut world, &worker(), 1).unwrap();
        review(&mut world, 1, status);
        let notices = heard(&world, &worker());
        let messages: Vec<&str> = notices.iter().map(|notice| &*notice.message).collect();
        assert_eq!(messages, Vec::from_iter(expected), "{status:?}");
        assert!(heard(&world, &other()).is_empty(), "{status:?}");
    }
}
