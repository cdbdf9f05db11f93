//! Every step of a task from every state by every kind of caller, as one table per step.
//!
//! A cell is the task's status after the step, or the reason for its rejection; `-` is `forbidden`. The tables serve as
//! a specification: a changed rule shows as a changed cell.

use std::fmt::Write as _;

use engine::numbers::{Number, TaskNo};
use engine::workflow::ops::question_ask::QuestionAsk;
use engine::workflow::ops::task_accept_failed::TaskAcceptFailed;
use engine::workflow::ops::task_add::NewTask;
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_cancel::TaskCancel;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_edit::TaskEdit;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_heartbeat::TaskHeartbeat;
use engine::workflow::ops::task_link::TaskLink;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_review::{Remarks, TaskReview};
use engine::workflow::ops::task_skip::TaskSkip;
use engine::workflow::ops::task_unlink::TaskUnlink;
use engine::workflow::ops::task_update::{Progress, TaskUpdate};
use engine::workflow::ops::workflow_cancel::WorkflowCancel;
use engine::workflow::task::ReviewStatus;
use kernel::actor::{Actor, Role};
use kernel::error::Result;

use crate::workflow::harness::{World, lead, lease, other, person, reviewer, task, word, worker};

const STATES: [&str; 15] = [
    "pending",
    "waiting",
    "assigned",
    "resting",
    "in_progress",
    "blocked",
    "parked",
    "lapsed",
    "review",
    "completed",
    "failed",
    "accepted",
    "cancelled",
    "skipped",
    "ended",
];

/// Returns a world in which T2 is in that state; T1 is a finished task, T3 waits for T2. `w1` holds T2, or worked on it
/// last.
fn begun(state: &str) -> World {
    let mut world = World::new();
    world.add_after("Before", &[]);
    world.add(NewTask {
        title: "The task".into(),
        depends_on: vec!["T1".into()],
        needs_review: state == "review",
        retries: Some(u32::from(state == "resting")),
        cooldown_seconds: 60,
        ..NewTask::default()
    });
    world.add_after("After", &[2]);
    if state != "waiting" {
        complete(&mut world, &person(), 1).unwrap();
    }
    if matches!(state, "pending" | "waiting") {
        return world;
    }
    if state == "assigned" {
        assign(&mut world, &lead(), 2).unwrap();
        return world;
    }
    world.claim(&worker(), 2).unwrap();
    match state {
        "blocked" => block(&mut world, &worker(), 2).unwrap(),
        "parked" => {
            let op = question(&world, 2);
            world.ok(&worker(), op);
        }
        "lapsed" => world.pass(901),
        "review" | "completed" => complete(&mut world, &worker(), 2).unwrap(),
        "resting" | "failed" => fail(&mut world, &worker(), 2).unwrap(),
        "accepted" => {
            fail(&mut world, &worker(), 2).unwrap();
            accept(&mut world, &person(), 2).unwrap();
        }
        "cancelled" => cancel(&mut world, &lead(), 2).unwrap(),
        "skipped" => skip(&mut world, &lead(), 2).unwrap(),
        "ended" => {
            let op = WorkflowCancel {
                workflow: world.workflow(),
                reason: None,
            };
            world.ok(&lead(), op);
        }
        _ => {}
    }
    world
}

fn question(world: &World, no: u32) -> QuestionAsk {
    QuestionAsk {
        workflow: world.workflow(),
        task: Some(task(no)),
        question: "Which?".into(),
        options: Vec::new(),
        default: None,
        deadline: None,
        deadline_seconds: None,
        lease: Some(lease(world, no)),
    }
}

/// Returns the lease that `actor` sends: workers send that of the task, even if it is not theirs.
fn carried(world: &World, actor: &Actor, no: u32) -> Option<String> {
    (actor.role == Role::Worker).then(|| lease(world, no))
}

type Step = fn(&mut World, &Actor, u32) -> Result<()>;

fn claim(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    world.claim(actor, no).map(drop)
}

fn assign(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskAssign {
        tokens: engine::workflow::ops::task_assign::Tokens::Unknown,
        workflow: Some(world.workflow()),
        task: task(no),
        agent: Some("w1".into()),
    };
    world.call(actor, op).map(drop)
}

fn release(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskRelease {
        workflow: Some(world.workflow()),
        task: task(no),
        handoff_note: Some("half done".into()),
        lease: carried(world, actor, no),
    };
    world.call(actor, op).map(drop)
}

fn heartbeat(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskHeartbeat {
        workflow: Some(world.workflow()),
        task: task(no),
        lease: lease(world, no),
        lease_seconds: None,
    };
    world.call(actor, op).map(drop)
}

fn update(world: &mut World, actor: &Actor, no: u32, status: Progress) -> Result<()> {
    let op = TaskUpdate {
        workflow: Some(world.workflow()),
        task: task(no),
        status,
        reason: Some("the service is down".into()),
        note: None,
        lease: carried(world, actor, no),
    };
    world.call(actor, op).map(drop)
}

fn block(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    update(world, actor, no, Progress::Blocked)
}

fn go_on(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    update(world, actor, no, Progress::InProgress)
}

fn complete(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskComplete {
        force: false,
        workflow: Some(world.workflow()),
        task: task(no),
        summary: "done".into(),
        next_steps: Vec::new(),
        artifacts: Vec::new(),
        lease: carried(world, actor, no),
    };
    world.call(actor, op).map(drop)
}

fn fail(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskFail {
        workflow: Some(world.workflow()),
        task: task(no),
        error: "it broke".into(),
        retryable: true,
        lease: carried(world, actor, no),
    };
    world.call(actor, op).map(drop)
}

fn retry(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskRetry {
        workflow: Some(world.workflow()),
        task: task(no),
        reason: None,
    };
    world.call(actor, op).map(drop)
}

fn skip(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskSkip {
        workflow: Some(world.workflow()),
        task: task(no),
        reason: None,
    };
    world.call(actor, op).map(drop)
}

fn cancel(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskCancel {
        workflow: Some(world.workflow()),
        task: task(no),
        reason: None,
    };
    world.call(actor, op).map(drop)
}

fn accept(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskAcceptFailed {
        workflow: Some(world.workflow()),
        task: task(no),
        reason: None,
    };
    world.call(actor, op).map(drop)
}

fn judge(world: &mut World, actor: &Actor, no: u32, status: ReviewStatus) -> Result<()> {
    let op = TaskReview {
        force: false,
        workflow: Some(world.workflow()),
        task: task(no),
        status,
        comments: Some(Remarks::Text("see the third line".into())),
        lines: std::collections::BTreeMap::new(),
    };
    world.call(actor, op).map(drop)
}

fn approve(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    judge(world, actor, no, ReviewStatus::Approved)
}

fn send_back(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    judge(world, actor, no, ReviewStatus::NeedsRework)
}

fn reject(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    judge(world, actor, no, ReviewStatus::Rejected)
}

fn edit(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskEdit {
        title: Some("Another title".into()),
        ..TaskEdit::of(Some(world.workflow()), task(no))
    };
    world.call(actor, op).map(drop)
}

fn link(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskLink {
        workflow: Some(world.workflow()),
        from: task(1),
        to: task(no),
        when: engine::workflow::When::Done.into(),
    };
    world.call(actor, op).map(drop)
}

fn unlink(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = TaskUnlink {
        workflow: Some(world.workflow()),
        from: task(1),
        to: task(no),
    };
    world.call(actor, op).map(drop)
}

const STEPS: [(&str, Step); 18] = [
    ("task_claim", claim),
    ("task_assign to w1", assign),
    ("task_release", release),
    ("task_heartbeat", heartbeat),
    ("task_update blocked", block),
    ("task_update in_progress", go_on),
    ("task_complete", complete),
    ("task_fail", fail),
    ("task_retry", retry),
    ("task_skip", skip),
    ("task_cancel", cancel),
    ("task_accept_failed", accept),
    ("task_review approved", approve),
    ("task_review needs_rework", send_back),
    ("task_review rejected", reject),
    ("task_edit title", edit),
    ("task_link T1 to it", link),
    ("task_unlink T1 from it", unlink),
];

#[test]
fn every_step_in_every_state_by_everybody() {
    let callers = [
        ("lead", lead()),
        ("holder", worker()),
        ("worker", other()),
        ("reviewer", reviewer()),
        ("person", person()),
        ("librarian", Actor::new("l1", Role::Librarian)),
        ("observer", Actor::new("o1", Role::Observer)),
        ("viewer", Actor::new("vera", Role::Viewer)),
    ];
    let mut tables = String::new();
    for (name, step) in STEPS {
        writeln!(tables, "## {name}\n").unwrap();
        write!(tables, "{:12}", "").unwrap();
        for (caller, _) in &callers {
            write!(tables, "{caller:15}").unwrap();
        }
        tables.truncate(tables.trim_end().len());
        tables.push('\n');
        for state in STATES {
            write!(tables, "{state:12}").unwrap();
            let begun = begun(state);
            for (_, actor) in &callers {
                let mut world = begun.clone();
                let before = world.facts.len();
                let cell = match step(&mut world, actor, 2) {
                    Ok(()) => world.status(2).name().to_owned(),
                    Err(error) => {
                        assert_eq!(world.facts.len(), before, "a refusal leaves nothing behind");
                        match word(&error).as_str() {
                            "forbidden" => "-".into(),
                            refusal => format!("({refusal})"),
                        }
                    }
                };
                write!(tables, "{cell:15}").unwrap();
            }
            tables.truncate(tables.trim_end().len());
            tables.push('\n');
        }
        tables.push('\n');
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(tables) });
}

#[test]
fn a_refusal_says_what_is_possible() {
    let mut world = begun("completed");
    let error = skip(&mut world, &lead(), 2).unwrap_err();
    assert_eq!(
        error.detail,
        "T2 is completed and cannot be skipped. Possible now: nothing more: add another task for \
         what is left (`task_add`)."
    );
    let mut world = begun("failed");
    let error = complete(&mut world, &person(), 2).unwrap_err();
    assert!(error.detail.contains("retried"), "{}", error.detail);
}

#[test]
fn an_old_version_of_the_task_is_refused_and_of_another_one_is_not() {
    let mut world = begun("pending");
    let seen = world.task(2).changed;
    edit(&mut world, &lead(), 3).unwrap();
    let of = |no| TaskEdit {
        priority: Some(0),
        ..TaskEdit::of(None, engine::numbers::Ref::local(TaskNo::new(no)))
    };
    let op = TaskEdit {
        workflow: Some(world.workflow()),
        ..of(2)
    };
    world.call_at(&lead(), op.clone(), Some(seen)).unwrap();
    let error = world.call_at(&lead(), op, Some(seen)).unwrap_err();
    assert_eq!(word(&error), "stale");
    assert_eq!(error.extra.current, Some(world.task(2).changed));
}
