//! Sweeps: effects of time, recorded once, only by Loci itself.

use engine::workflow::attention::ItemKind;
use engine::workflow::ops::question_ask::QuestionAsk;
use engine::workflow::ops::restore::Restore;
use engine::workflow::ops::sweep::{Sweep, Swept};
use engine::workflow::ops::workflow_cancel::WorkflowCancel;
use engine::workflow::ops::workflow_edit::{PolicyChange, WorkflowEdit};
use engine::workflow::state::Status;
use engine::workflow::task::TaskStatus;
use kernel::actor::{Actor, Role};
use kernel::error::Code;

use crate::workflow::harness::{World, lead, lease, other, person, task, worker};

fn sweep(world: &mut World) -> Swept {
    let op = Sweep {
        workflow: world.workflow(),
    };
    world.ok(&Actor::system(), op)
}

fn ask(world: &mut World, default: Option<&str>) {
    let op = QuestionAsk {
        workflow: world.workflow(),
        task: Some(task(1)),
        question: "Which one?".into(),
        options: Vec::new(),
        default: default.map(Into::into),
        deadline: None,
        deadline_seconds: default.map(|_| 600),
        lease: Some(lease(world, 1)),
    };
    world.ok(&worker(), op);
}

#[test]
fn nobody_but_loci_sweeps() {
    for role in Role::GRANTABLE {
        let mut world = World::new();
        let op = Sweep {
            workflow: world.workflow(),
        };
        let error = world.refused(&Actor::new("x", role), op);
        assert_eq!(error.code, Code::Forbidden, "{}", role.name());
    }
    assert!(!engine::operations::names().contains(&"sweep"));
}

#[test]
fn a_lease_that_ran_out_is_written_once_and_asks_for_a_person() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.claim(&worker(), 1).unwrap();
    world.pass(899);
    assert_eq!(sweep(&mut world), Swept::default());
    world.pass(1);
    assert_eq!(world.state().due(), Some(world.now));
    assert_eq!(sweep(&mut world).leases, [engine::numbers::TaskNo(1)]);
    let task = world.task(1);
    assert_eq!(task.status, TaskStatus::Pending);
    assert_eq!(task.stalled.as_deref(), Some("w1"));
    assert!(
        world
            .state()
            .items()
            .iter()
            .any(|item| item.item == "lease_expired:T1")
    );
    assert!(
        !sweep(&mut world).lead,
        "and the lead ran out with it, once"
    );
    world.claim(&other(), 1).unwrap();
    assert!(
        world
            .state()
            .items()
            .iter()
            .all(|item| item.item != "lease_expired:T1")
    );
}

#[test]
fn a_lead_that_ran_out_leaves_the_lead_vacant() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.pass(900);
    assert!(sweep(&mut world).lead);
    assert_eq!(world.state().lead.agent, None);
    assert!(world.state().lead.expired);
    assert!(world.state().is_lead_vacant());
    assert_eq!(sweep(&mut world), Swept::default());
    // Work without a lead continues, and does not move the item about it.
    let since = world.now;
    world.pass(60);
    world.claim(&worker(), 1).unwrap();
    let items = world.state().items();
    let vacant = items
        .iter()
        .find(|item| item.kind == ItemKind::LeadVacant)
        .unwrap();
    assert_eq!(vacant.since, since);
}

#[test]
fn a_lead_that_calls_does_not_run_out() {
    let mut world = World::new();
    for _ in 0..10 {
        world.pass(600);
        world.add_after("More", &[]);
    }
    assert!(!sweep(&mut world).lead);
    assert_eq!(
        world.state().lead.agent.as_deref(),
        Some(lead().id.as_str())
    );
}

#[test]
fn a_default_is_the_answer_when_the_deadline_has_passed() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.claim(&worker(), 1).unwrap();
    world.pass(800);
    ask(&mut world, Some("the first"));
    world.pass(600);
    let swept = sweep(&mut world);
    assert_eq!(swept.questions.len(), 1);
    assert!(swept.leases.is_empty(), "the lease's clock stood still");
    let state = world.state();
    let question = state.questions.iter().next().unwrap();
    assert_eq!(question.answer.as_deref(), Some("the first"));
    assert_eq!(question.answered_by, Some(Actor::system()));
    assert!(world.task(1).is_leased(world.now.plus(899_999)));
    assert!(!world.task(1).is_leased(world.now.plus(900_000)));
}

#[test]
fn without_a_default_a_question_waits_on() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.claim(&worker(), 1).unwrap();
    ask(&mut world, None);
    world.pass(100_000);
    let swept = sweep(&mut world);
    assert!(swept.questions.is_empty() && swept.leases.is_empty());
    assert!(
        world
            .state()
            .items()
            .iter()
            .any(|item| item.item == "question:Q1")
    );
}

/// Returns the status after `days` days and a sweep, and whether it is deleted.
fn after(world: &mut World, days: i64) -> (Status, bool) {
    world.pass(days * 24 * 60 * 60);
    sweep(world);
    (world.state().status, world.state().purge_at.is_some())
}

fn kept_for(world: &mut World, policy: PolicyChange) {
    let edit = WorkflowEdit {
        workflow: world.workflow(),
        name: None,
        goal: None,
        constraints: None,
        memory_core_refs: None,
        policy: Some(policy),
    };
    world.ok(&person(), edit);
}

fn ended() -> World {
    let mut world = World::new();
    let end = WorkflowCancel {
        workflow: world.workflow(),
        reason: None,
    };
    world.ok(&lead(), end);
    world
}

#[test]
fn a_policy_archives_and_deletes_what_has_ended_and_a_pin_keeps_it() {
    let mut world = ended();
    assert_eq!(world.state().due(), None);
    let policy = PolicyChange {
        archive_days: Some(10),
        delete_days: Some(30),
        ..PolicyChange::default()
    };
    kept_for(&mut world, policy);
    assert_eq!(after(&mut world, 9), (Status::Cancelled, false));
    assert_eq!(after(&mut world, 1), (Status::Archived, false));
    let facts = world.workflow_facts().len();
    assert_eq!(after(&mut world, 19), (Status::Archived, false));
    assert_eq!(world.workflow_facts().len(), facts, "once");
    assert_eq!(after(&mut world, 1), (Status::Archived, true));
    // A restored workflow stays.
    let back = Restore {
        workflow: world.workflow(),
    };
    world.ok(&person(), back);
    assert!(world.state().policy.pinned);
    assert_eq!(after(&mut world, 100), (Status::Archived, false));

    let mut pinned = ended();
    let policy = PolicyChange {
        archive_days: Some(1),
        pinned: Some(true),
        ..PolicyChange::default()
    };
    kept_for(&mut pinned, policy);
    assert_eq!(after(&mut pinned, 400), (Status::Cancelled, false));
}
