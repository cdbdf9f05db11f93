//! Leases and their fences: one holder, and late writes are rejected.

use engine::workflow::ops::task_add::NewTask;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_heartbeat::TaskHeartbeat;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_update::{Progress, TaskUpdate};
use engine::workflow::task::{Outcome, TaskStatus};
use engine::workspace::ops::agent_pause::AgentPause;
use kernel::error::Code;

use crate::workflow::harness::{World, lead, lease, other, person, task, word, worker};

pub fn one_task() -> World {
    let mut world = World::new();
    world.add(NewTask {
        title: "One".into(),
        retries: Some(1),
        cooldown_seconds: 60,
        ..NewTask::default()
    });
    world
}

fn complete(world: &World, lease: Option<String>) -> TaskComplete {
    TaskComplete {
        force: false,
        workflow: Some(world.workflow()),
        task: task(1),
        summary: "done".into(),
        next_steps: Vec::new(),
        artifacts: Vec::new(),
        lease,
    }
}

fn heartbeat(world: &World, lease: &str, lease_seconds: Option<u32>) -> TaskHeartbeat {
    TaskHeartbeat {
        workflow: Some(world.workflow()),
        task: task(1),
        lease: lease.into(),
        lease_seconds,
    }
}

pub fn resume(world: &World) -> TaskClaim {
    TaskClaim {
        workflow: Some(world.workflow()),
        task: Some(task(1)),
        resume: true,
        ..TaskClaim::default()
    }
}

#[test]
fn two_claims_of_one_task_have_one_winner() {
    let mut world = one_task();
    let won = world.claim(&worker(), 1).unwrap();
    assert_eq!((won.lease.id.as_str(), won.lease.fence), ("T1:1", 1));
    let lost = world.claim(&other(), 1).unwrap_err();
    assert_eq!(word(&lost), "held");
    assert!(lost.detail.contains("w1"), "{}", lost.detail);
}

#[test]
fn the_best_ready_task_is_the_most_urgent_then_the_one_with_most_behind_it() {
    let mut world = World::new();
    for (title, priority, minutes) in [
        ("short", 2, 10),
        ("long", 2, 90),
        ("urgent", 0, 5),
        ("needs sql", 0, 5),
    ] {
        world.add(NewTask {
            title: title.into(),
            priority: Some(priority),
            estimate_minutes: Some(minutes),
            capabilities: if title == "needs sql" {
                vec!["sql".into()]
            } else {
                Vec::new()
            },
            ..NewTask::default()
        });
    }
    let mut given = Vec::new();
    for agent in [worker(), other(), lead()] {
        let op = TaskClaim {
            workflow: Some(world.workflow()),
            ..TaskClaim::default()
        };
        given.push(world.ok(&agent, op).task.title);
    }
    assert_eq!(given, ["urgent", "long", "short"]);
    let op = TaskClaim {
        workflow: Some(world.workflow()),
        ..TaskClaim::default()
    };
    assert_eq!(word(&world.refused(&worker(), op)), "nothing_ready");
}

#[test]
fn a_write_with_a_lost_lease_is_never_applied() {
    let mut world = one_task();
    let old = world.claim(&worker(), 1).unwrap().lease.id;
    world.pass(901);
    // The task has not been claimed again, but the lease has expired.
    let op = complete(&world, Some(old.clone()));
    assert_eq!(word(&world.refused(&worker(), op)), "lease_lost");
    let new = world.claim(&other(), 1).unwrap();
    assert_eq!(new.lease.fence, 2);
    let calls: [(&str, kernel::Error); 4] = [
        ("complete", {
            let op = complete(&world, Some(old.clone()));
            world.refused(&worker(), op)
        }),
        ("heartbeat", {
            let op = heartbeat(&world, &old, None);
            world.refused(&worker(), op)
        }),
        ("fail", {
            let op = TaskFail {
                workflow: Some(world.workflow()),
                task: task(1),
                error: "too late".into(),
                retryable: true,
                lease: Some(old.clone()),
            };
            world.refused(&worker(), op)
        }),
        ("update", {
            let op = TaskUpdate {
                workflow: Some(world.workflow()),
                task: task(1),
                status: Progress::Blocked,
                reason: Some("too late".into()),
                note: None,
                lease: Some(old.clone()),
            };
            world.refused(&worker(), op)
        }),
    ];
    for (name, error) in calls {
        assert_eq!(word(&error), "lease_lost", "{name}");
    }
    let attempts = world.task(1).attempts;
    assert_eq!(attempts[0].outcome, Some(Outcome::Expired));
    assert_eq!(attempts[1].agent, "w2");
}

#[test]
fn a_holder_who_forgets_its_lease_is_told_so() {
    let mut world = one_task();
    world.claim(&worker(), 1).unwrap();
    let op = complete(&world, None);
    let error = world.refused(&worker(), op);
    assert_eq!(error.code, Code::Invalid);
    assert_eq!(error.extra.fields[0].pointer, "/lease");
}

#[test]
fn an_orchestrator_that_holds_a_task_needs_its_lease_too() {
    let mut world = one_task();
    world.claim(&lead(), 1).unwrap();
    let release = |lease| TaskRelease {
        workflow: None,
        task: task(1),
        handoff_note: None,
        lease,
    };
    let mut op = release(None);
    op.workflow = Some(world.workflow());
    assert_eq!(world.refused(&lead(), op).code, Code::Invalid);
    let mut op = release(Some(lease(&world, 1)));
    op.workflow = Some(world.workflow());
    world.ok(&lead(), op);
    assert_eq!(world.status(1), TaskStatus::Pending);
}

#[test]
fn resuming_shuts_the_old_process_out() {
    let mut world = one_task();
    let old = world.claim(&worker(), 1).unwrap().lease.id;
    let op = resume(&world);
    let new = world.ok(&worker(), op).lease;
    assert_eq!(new.fence, 2);
    let op = complete(&world, Some(old));
    assert_eq!(word(&world.refused(&worker(), op)), "lease_lost");
    let op = complete(&world, Some(new.id));
    world.ok(&worker(), op);
    let op = resume(&world);
    assert_eq!(word(&world.refused(&worker(), op)), "lease_lost");
}

#[test]
fn a_heartbeat_renews_the_lease_and_other_calls_do_when_half_is_gone() {
    let mut world = one_task();
    let id = world.claim(&worker(), 1).unwrap().lease.id;
    let until = |world: &World| world.task(1).lease.unwrap().until;
    let first = until(&world);
    let update = |world: &World| TaskUpdate {
        workflow: Some(world.workflow()),
        task: task(1),
        status: Progress::InProgress,
        reason: None,
        note: Some("half way".into()),
        lease: Some(id.clone()),
    };
    world.pass(100);
    let op = update(&world);
    world.ok(&worker(), op);
    assert_eq!(until(&world), first, "more than half is left");
    let op = heartbeat(&world, &id, None);
    world.ok(&worker(), op);
    assert_eq!(until(&world), world.now.plus(900_000));
    world.pass(500);
    let op = update(&world);
    world.ok(&worker(), op);
    assert_eq!(until(&world), world.now.plus(900_000));
    let op = heartbeat(&world, &id, Some(3_600));
    let beaten = world.ok(&worker(), op);
    assert_eq!(beaten.lease.until, world.now.plus(3_600_000));
    for wrong in [14, 86_401] {
        let op = heartbeat(&world, &id, Some(wrong));
        assert_eq!(world.refused(&worker(), op).code, Code::Invalid);
    }
}

#[test]
fn a_paused_agent_takes_up_again_what_it_holds() {
    let mut world = one_task();
    world.add_after("Two", &[]);
    world.claim(&worker(), 1).unwrap();
    let pause = AgentPause {
        agent: worker().id,
        reason: None,
    };
    world.ok(&person(), pause);
    assert_eq!(word(&world.claim(&worker(), 2).unwrap_err()), "paused");
    let op = resume(&world);
    assert_eq!(world.ok(&worker(), op).lease.fence, 2);
}

#[test]
fn what_one_noted_is_there_for_the_next() {
    let mut world = one_task();
    let id = world.claim(&worker(), 1).unwrap().lease.id;
    let update = |note: &str| TaskUpdate {
        workflow: None,
        task: task(1),
        status: Progress::InProgress,
        reason: None,
        note: Some(note.into()),
        lease: Some(id.clone()),
    };
    for note in ["read the schema", "wrote half of it"] {
        let mut op = update(note);
        op.workflow = Some(world.workflow());
        world.ok(&worker(), op);
    }
    world.pass(901);
    let next = world.claim(&other(), 1).unwrap().task;
    assert_eq!(
        next.attempts[0].notes,
        ["read the schema", "wrote half of it"]
    );
    assert_eq!(next.attempts.len(), 2);
    assert_eq!(next.stalled, None);
}

#[test]
fn tries_are_counted_and_there_is_a_rest_between_them() {
    let fail = |world: &mut World, retryable| {
        let op = TaskFail {
            workflow: Some(world.workflow()),
            task: task(1),
            error: "it broke".into(),
            retryable,
            lease: Some(lease(world, 1)),
        };
        world.ok(&worker(), op).task
    };
    let mut world = one_task();
    world.claim(&worker(), 1).unwrap();
    let rested = fail(&mut world, true);
    assert_eq!(rested.status, TaskStatus::Pending);
    assert_eq!(rested.not_before, Some(world.now.plus(60_000)));
    let early = world.claim(&worker(), 1).unwrap_err();
    assert_eq!(word(&early), "not_ready");
    assert!(early.detail.contains("rests until"), "{}", early.detail);
    for (passes, retry_after) in [(0, 30), (30, 30), (1, 30), (1, 29), (27, 2)] {
        world.pass(passes);
        let any = TaskClaim {
            workflow: Some(world.workflow()),
            ..TaskClaim::default()
        };
        let none = world.refused(&worker(), any);
        assert_eq!(word(&none), "nothing_ready");
        assert_eq!(none.extra.retry_after_seconds, Some(retry_after));
    }
    world.pass(1);
    world.claim(&worker(), 1).unwrap();
    let failed = fail(&mut world, true);
    assert_eq!(failed.status, TaskStatus::Failed);
    assert_eq!(failed.attempt().unwrap().error.as_deref(), Some("it broke"));

    let mut world = one_task();
    world.claim(&worker(), 1).unwrap();
    assert_eq!(fail(&mut world, false).status, TaskStatus::Failed);
}
