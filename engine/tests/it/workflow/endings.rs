//! The lifecycle of a workflow: lead, pause, end, archive and restore.

use engine::numbers::TaskNo;
use engine::workflow::ops::item_snooze::ItemSnooze;
use engine::workflow::ops::restore::Restore;
use engine::workflow::ops::task_accept_failed::TaskAcceptFailed;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::workflow_archive::WorkflowArchive;
use engine::workflow::ops::workflow_cancel::WorkflowCancel;
use engine::workflow::ops::workflow_complete::WorkflowComplete;
use engine::workflow::ops::workflow_delete::WorkflowDelete;
use engine::workflow::ops::workflow_edit::{PolicyChange, WorkflowEdit};
use engine::workflow::ops::workflow_lead::{LeadAction, WorkflowLead};
use engine::workflow::ops::workflow_pause::WorkflowPause;
use engine::workflow::ops::workflow_resume::WorkflowResume;
use engine::workflow::state::Status;
use engine::workflow::task::TaskStatus;
use kernel::actor::{Actor, Role};
use kernel::memory::Memory;
use kernel::time::DAY;

use crate::workflow::harness::{World, fold, lead, lease, person, task, word, worker};

fn second() -> Actor {
    Actor::new("lead-2", Role::Orchestrator)
}

fn led(world: &World, action: LeadAction) -> WorkflowLead {
    WorkflowLead {
        workflow: world.workflow(),
        action,
        epoch: None,
        handoff_note: None,
    }
}

fn complete(world: &World, force: bool, reason: Option<&str>) -> WorkflowComplete {
    WorkflowComplete {
        workflow: world.workflow(),
        force,
        reason: reason.map(Into::into),
    }
}

fn do_task(world: &mut World, no: u32) {
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

fn fail_task(world: &mut World, no: u32) {
    world.claim(&worker(), no).unwrap();
    let op = TaskFail {
        workflow: Some(world.workflow()),
        task: task(no),
        lease: Some(lease(world, no)),
        error: "no".into(),
        retryable: false,
    };
    world.ok(&worker(), op);
}

#[test]
fn a_pause_stops_claims_and_is_told() {
    let mut world = World::new();
    world.add_after("Tokens", &[]);
    let pause = WorkflowPause {
        workflow: world.workflow(),
        reason: Some("The plan changes.".into()),
    };
    let resume = WorkflowResume {
        workflow: world.workflow(),
        reason: None,
    };
    assert_eq!(word(&world.refused(&worker(), pause.clone())), "forbidden");
    assert!(world.ok(&person(), pause.clone()).workflow.paused);
    let facts = world.facts.len();
    world.ok(&person(), pause);
    assert_eq!(world.facts.len(), facts, "it is paused already");
    assert_eq!(word(&world.claim(&worker(), 1).unwrap_err()), "paused");
    let told = world.state().inbox(&worker(), world.now);
    assert!(told[0].message.ends_with("The plan changes."), "{told:?}");
    world.pass(1);
    assert!(!world.ok(&lead(), resume).workflow.paused);
    assert_eq!(world.state().inbox(&worker(), world.now).len(), 2);
    world.claim(&worker(), 1).unwrap();
}

#[test]
fn a_lead_is_taken_over_when_it_is_given_back_or_runs_out() {
    let mut world = World::new();
    let (take, renew) = (
        led(&world, LeadAction::Take),
        led(&world, LeadAction::Renew),
    );
    let error = world.refused(&second(), take.clone());
    assert_eq!(word(&error), "led");
    assert_eq!(word(&world.refused(&second(), renew.clone())), "lead_lost");
    assert_eq!(word(&world.refused(&worker(), take.clone())), "forbidden");
    world.pass(600);
    let now = world.ok(&lead(), renew.clone());
    assert_eq!((now.epoch, now.until), (1, Some(world.now.plus(900_000))));
    world.pass(901);
    let taken = world.ok(&second(), take.clone());
    assert_eq!(
        (taken.epoch, taken.taken_from.as_deref()),
        (2, Some("lead"))
    );
    assert_eq!(word(&world.refused(&lead(), renew)), "lead_lost");
    let mut release = led(&world, LeadAction::Release);
    release.epoch = Some(1);
    assert_eq!(
        word(&world.refused(&second(), release.clone())),
        "lead_lost"
    );
    release.epoch = Some(2);
    release.handoff_note = Some("T4 is the hard one".into());
    assert_eq!(world.ok(&second(), release).agent, None);
    let back = world.ok(&lead(), take.clone());
    assert_eq!(
        (back.epoch, back.handoff_note.as_deref()),
        (3, Some("T4 is the hard one"))
    );
    // The same orchestrator after a crash: a new epoch locks out its old process.
    assert_eq!(world.ok(&lead(), take).epoch, 4);
}

#[test]
fn calls_of_the_one_who_leads_keep_the_lead() {
    let mut world = World::new();
    world.pass(800);
    world.add_after("Tokens", &[]);
    world.pass(800);
    let state = world.state();
    assert!(state.lead.until.is_some_and(|until| until > world.now));
}

#[test]
fn an_edit_changes_what_it_names() {
    let mut world = World::new();
    let nothing = WorkflowEdit {
        workflow: world.workflow(),
        name: None,
        goal: None,
        constraints: None,
        memory_core_refs: None,
        policy: None,
    };
    assert_eq!(word(&world.refused(&lead(), nothing.clone())), "invalid");
    let edit = WorkflowEdit {
        goal: Some("Tokens for everyone".into()),
        policy: Some(PolicyChange {
            retries: Some(5),
            ..PolicyChange::default()
        }),
        ..nothing.clone()
    };
    let changed = world.state().changed;
    world.ok(&lead(), edit.clone());
    let state = world.state();
    assert_eq!(
        (&*state.name, &*state.goal),
        ("Auth", "Tokens for everyone")
    );
    assert_eq!((state.policy.retries, state.policy.lease_seconds), (5, 900));
    let error = world.call_at(&lead(), edit, Some(changed)).unwrap_err();
    assert_eq!(word(&error), "stale");
    let bad = WorkflowEdit {
        policy: Some(PolicyChange {
            lease_seconds: Some(1),
            ..PolicyChange::default()
        }),
        ..nothing
    };
    assert_eq!(
        world.refused(&lead(), bad).extra.fields[0].pointer,
        "/policy/lease_seconds"
    );
}

#[test]
fn a_workflow_is_completed_when_its_tasks_are() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.add_after("Two", &[]);
    do_task(&mut world, 1);
    let error = {
        let op = complete(&world, false, None);
        world.refused(&lead(), op)
    };
    assert_eq!(word(&error), "tasks_open");
    assert!(
        error.detail.contains("T2") && !error.detail.contains("T1"),
        "{error}"
    );
    do_task(&mut world, 2);
    let op = complete(&world, false, None);
    let ended = world.ok(&lead(), op);
    assert_eq!(ended.workflow.status, Status::Completed);
    let op = complete(&world, false, None);
    assert_eq!(word(&world.refused(&lead(), op)), "ended");
}

#[test]
fn only_a_person_with_a_reason_gives_open_tasks_up() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.claim(&worker(), 1).unwrap();
    for (actor, reason, why) in [
        (lead(), Some("late"), "forbidden"),
        (person(), None, "invalid"),
        (person(), Some(" "), "invalid"),
    ] {
        let op = complete(&world, true, reason);
        assert_eq!(word(&world.refused(&actor, op)), why);
    }
    let op = complete(&world, true, Some("out of time"));
    let ended = world.ok(&person(), op);
    assert_eq!(ended.cancelled, [TaskNo(1)]);
    assert_eq!(ended.workflow.status, Status::CompletedWithFailures);
    let task = world.task(1);
    assert_eq!(
        (task.status, task.reason.as_deref()),
        (TaskStatus::Cancelled, Some("out of time"))
    );
    assert_eq!(task.lease, None);
    assert_eq!(world.state().inbox(&worker(), world.now).len(), 1);
}

#[test]
fn what_hangs_on_an_accepted_failure_does_not_hold_the_end_up() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.add_after("Two", &[1]);
    world.add_after("Three", &[2]);
    world.add_after("Four", &[]);
    fail_task(&mut world, 1);
    do_task(&mut world, 4);
    let op = complete(&world, false, None);
    let error = world.refused(&lead(), op);
    assert!(error.detail.contains("T2, T3"), "{error}");
    let accept = TaskAcceptFailed {
        workflow: Some(world.workflow()),
        task: task(1),
        reason: None,
    };
    world.ok(&person(), accept);
    let op = complete(&world, false, None);
    let ended = world.ok(&lead(), op);
    assert_eq!(ended.workflow.status, Status::CompletedWithFailures);
    assert_eq!(ended.cancelled, [TaskNo(2), TaskNo(3)]);
    assert_eq!(world.task(3).reason.as_deref(), Some("upstream_failed"));
}

#[test]
fn cancelled_put_away_deleted_and_brought_back() {
    let mut world = World::new();
    world.add_after("One", &[]);
    let archive = WorkflowArchive {
        workflow: world.workflow(),
        reason: None,
    };
    let restore = Restore {
        workflow: world.workflow(),
    };
    let delete = WorkflowDelete {
        workflow: world.workflow(),
        reason: None,
        dry_run: false,
    };
    assert_eq!(word(&world.refused(&lead(), archive.clone())), "active");
    let op = WorkflowCancel {
        workflow: world.workflow(),
        reason: Some("not wanted".into()),
    };
    let ended = world.ok(&lead(), op);
    assert_eq!(
        (ended.workflow.status, ended.cancelled),
        (Status::Cancelled, vec![TaskNo(1)])
    );
    assert_eq!(world.ok(&lead(), archive).workflow.status, Status::Archived);
    assert_eq!(
        word(&world.refused(&person(), restore.clone())),
        "not_deleted"
    );
    assert_eq!(word(&world.refused(&lead(), delete.clone())), "forbidden");
    let mut look = delete.clone();
    look.dry_run = true;
    let looked = world.ok(&person(), look);
    assert_eq!((looked.deleted, looked.tasks, looked.open), (false, 1, 0));
    let deleted = world.ok(&person(), delete.clone());
    assert!(deleted.deleted);
    assert_eq!(deleted.purge_at, world.now.plus(7 * DAY));
    assert_eq!(world.state().due(), Some(deleted.purge_at));
    assert_eq!(word(&world.refused(&person(), delete.clone())), "not_found");
    assert_eq!(word(&world.refused(&lead(), restore.clone())), "forbidden");
    assert_eq!(
        world.ok(&person(), restore.clone()).workflow.status,
        Status::Archived
    );
    world.ok(&person(), delete);
    world.pass(7 * 24 * 60 * 60);
    assert_eq!(word(&world.refused(&person(), restore)), "too_late");
    assert_eq!(fold(&world.workflow_facts()), *world.state());
}

#[test]
fn an_item_is_put_off_until_its_time() {
    let mut world = World::new();
    world.add_after("One", &[]);
    fail_task(&mut world, 1);
    let snooze = |item: &str, seconds| ItemSnooze {
        workflow: world.workflow(),
        item: item.into(),
        until: None,
        seconds: Some(seconds),
    };
    let (off, missing, long) = (
        snooze("escalation:T1", 3600),
        snooze("review:T1", 3600),
        snooze("escalation:T1", 100 * 24 * 60 * 60),
    );
    assert_eq!(word(&world.refused(&person(), missing)), "not_found");
    assert_eq!(word(&world.refused(&person(), long)), "invalid");
    assert_eq!(word(&world.refused(&lead(), off.clone())), "forbidden");
    let until = world.ok(&person(), off).item.snoozed_until;
    assert_eq!(until, Some(world.now.plus(3_600_000)));
    assert_eq!(world.state().attention(), 1, "it is put off, not done");
}
