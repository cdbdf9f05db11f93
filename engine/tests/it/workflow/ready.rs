//! One definition of ready: lists, pages, explanations and claims agree.

use engine::numbers::TaskNo;
use engine::workflow::facts::{Event, TaskImported};
use engine::workflow::ops::draft;
use engine::workflow::ops::sweep::Sweep;
use engine::workflow::ops::task_add::NewTask;
use engine::workflow::ops::task_assign::{TaskAssign, Tokens};
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_explain::TaskExplain;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_get::TaskGet;
use engine::workflow::ops::task_list::{Shelf, TaskList};
use engine::workflow::ops::task_ready::TaskReady;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_update::{Progress, TaskUpdate};
use engine::workflow::ops::workflow_get::WorkflowGet;
use engine::workflow::origin::{ImportedState, PlanFormat};
use engine::workflow::ready::Asker;
use engine::workflow::task::TaskStatus;
use engine::workflow::waiting::WaitKind;
use engine::workspace::ops::agent_pause::AgentPause;
use kernel::actor::Actor;
use kernel::time::Time;
use serde_json::json;

use crate::workflow::harness::{
    World, fold, lead, lease, other, person, reviewer, task, word, worker,
};

/// Imports the state of a task from another tool.
fn imported(world: &mut World, no: u32, state: ImportedState, not_before: Option<Time>) {
    let workflow = world.workflow();
    let body = TaskImported {
        id: TaskNo(no),
        format: PlanFormat::Beads,
        key: format!("bd-{no}"),
        hash: String::new(),
        needs: Vec::new(),
        state: Some(state),
        reason: (state == ImportedState::Held).then(|| "deferred in Beads".into()),
        ended_at: None,
        not_before,
        record: serde_json::Map::new(),
    };
    world
        .decide(&lead(), None, 0, |tx| {
            draft(tx, workflow)?.record(body);
            Ok(())
        })
        .unwrap();
}

fn assign(world: &mut World, no: u32, agent: &str) {
    let op = TaskAssign {
        tokens: Tokens::Unknown,
        workflow: Some(world.workflow()),
        task: task(no),
        agent: Some(agent.into()),
    };
    world.ok(&lead(), op);
}

fn block(world: &mut World, no: u32, reason: &str) {
    let op = TaskUpdate {
        workflow: Some(world.workflow()),
        task: task(no),
        status: Progress::Blocked,
        reason: Some(reason.into()),
        note: None,
        lease: Some(lease(world, no)),
    };
    world.ok(&worker(), op);
}

fn sweep(world: &mut World) {
    let workflow = world.workflow();
    world.ok(&Actor::system(), Sweep { workflow });
}

/// Returns a world with T1 open; T2 after T1; T3 held; T4 quiet; T5 blocked; T6 blocked with an expired lease; T7 on
/// hold by its import; T8 on hold and after T1; T9 deferred; T10 deferred until now; T11 assigned to w2; T12 assigned
/// to r1; T13 requiring SQL; T14 failed; T15 cut off by it; T16 done elsewhere.
fn all_sorts() -> World {
    let mut world = World::new();
    for no in 1..=16 {
        let needs: &[u32] = match no {
            2 | 8 => &[1],
            15 => &[14],
            _ => &[],
        };
        world.add(NewTask {
            title: format!("t{no}"),
            depends_on: needs
                .iter()
                .map(|no| format!("T{no}").as_str().into())
                .collect(),
            capabilities: if no == 13 { vec!["sql".into()] } else { vec![] },
            retries: Some(0),
            ..NewTask::default()
        });
    }
    let short = |world: &World, no: u32| TaskClaim {
        workflow: Some(world.workflow()),
        task: Some(task(no)),
        lease_seconds: Some(15),
        ..TaskClaim::default()
    };
    for no in [4, 6] {
        let op = short(&world, no);
        world.ok(&worker(), op);
    }
    block(&mut world, 6, "Waiting for the vendor");
    world.claim(&worker(), 14).unwrap();
    let fail = TaskFail {
        workflow: Some(world.workflow()),
        task: task(14),
        error: "it broke".into(),
        retryable: false,
        lease: Some(lease(&world, 14)),
    };
    world.ok(&worker(), fail);
    for no in [3, 5] {
        world.claim(&worker(), no).unwrap();
    }
    block(&mut world, 5, "No key");
    imported(&mut world, 7, ImportedState::Held, None);
    imported(&mut world, 8, ImportedState::Held, None);
    let later = world.now.plus(60_000);
    imported(&mut world, 9, ImportedState::Open, Some(later));
    let soon = world.now.plus(15_000);
    imported(&mut world, 10, ImportedState::Open, Some(soon));
    imported(&mut world, 16, ImportedState::Done, None);
    assign(&mut world, 11, "w2");
    assign(&mut world, 12, "r1");
    world.pass(15);
    world
}

/// Returns the tasks that are ready for `actor`; asserts that all reads agree.
fn ready(world: &mut World, actor: &Actor) -> Vec<u32> {
    let workflow = world.workflow();
    let op = TaskReady {
        workflow,
        explain: true,
        ..TaskReady::default()
    };
    let found = world.ok(actor, op);
    let ready: Vec<u32> = found.items.iter().map(|item| item.task.id.0).collect();
    assert!(found.items.iter().all(|item| item.task.ready));
    let waiting: Vec<u32> = found.waiting.iter().map(|task| task.id.0).collect();
    let view = world.ok(actor, WorkflowGet { workflow });
    let views: Vec<u32> = view.views.ready.iter().map(|no| no.0).collect();
    assert_eq!(views, ready, "the views of the workflow");
    let mut sorted = ready.clone();
    sorted.sort_unstable();
    let list = |world: &mut World, view| -> Vec<(u32, bool)> {
        let op = TaskList {
            workflow,
            view,
            ..TaskList::default()
        };
        let items = world.ok(actor, op).items;
        items.iter().map(|row| (row.id.0, row.ready)).collect()
    };
    let shelf: Vec<u32> = list(world, Some(Shelf::Ready))
        .iter()
        .map(|row| row.0)
        .collect();
    assert_eq!(shelf, sorted, "the list of ready tasks");
    for (no, says) in list(world, None) {
        let is_ready = ready.contains(&no);
        assert_eq!(says, is_ready, "T{no} in the list");
        let get = TaskGet {
            workflow: Some(workflow),
            task: task(no),
        };
        let got = world.ok(actor, get);
        assert_eq!(got.ready, is_ready, "task_get of T{no}");
        let explain = TaskExplain {
            workflow: Some(workflow),
            task: task(no),
        };
        let explained = world.ok(actor, explain).task;
        assert_eq!(explained.ready, is_ready, "task_explain of T{no}");
        assert_eq!(explained.waits_for, got.waits_for, "T{no}");
        let has_ended = got.task.status.is_terminal() && got.task.status != TaskStatus::Failed;
        assert_eq!(
            waiting.contains(&no),
            !is_ready && !has_ended,
            "T{no} waits"
        );
        if actor.role.is_agent() {
            let claimed = world.clone().call(
                actor,
                TaskClaim {
                    workflow: Some(workflow),
                    task: Some(task(no)),
                    capabilities: vec!["sql".into()],
                    ..TaskClaim::default()
                },
            );
            assert_eq!(claimed.is_ok(), is_ready, "T{no}: {:?}", claimed.err());
        }
    }
    ready
}

#[test]
fn every_read_and_every_claim_agree() {
    let mut world = all_sorts();
    assert_eq!(ready(&mut world, &worker()), [1, 4, 10, 13]);
    assert_eq!(ready(&mut world, &other()), [1, 4, 10, 11, 13]);
    assert_eq!(ready(&mut world, &lead()), [1, 4, 10, 13]);
    assert_eq!(ready(&mut world, &reviewer()), [12]);
    assert_eq!(ready(&mut world, &person()), [1, 4, 10, 11, 12, 13]);
    // A sweep records what is due, without changing the result.
    sweep(&mut world);
    assert_eq!(ready(&mut world, &worker()), [1, 4, 10, 13]);
    // The next claimed tasks are the first ones of the reads.
    let next = |world: &mut World| {
        let op = TaskClaim {
            workflow: Some(world.workflow()),
            ..TaskClaim::default()
        };
        world.ok(&worker(), op).task.id.0
    };
    assert_eq!(
        [next(&mut world), next(&mut world), next(&mut world)],
        [1, 4, 10]
    );
    let none = TaskClaim {
        workflow: Some(world.workflow()),
        ..TaskClaim::default()
    };
    assert_eq!(word(&world.refused(&worker(), none)), "nothing_ready");
    let pause = AgentPause {
        agent: "w2".into(),
        reason: None,
    };
    world.ok(&person(), pause);
    assert_eq!(ready(&mut world, &other()), [0; 0]);
    assert_eq!(ready(&mut world, &person()), [12, 13]);
}

#[test]
fn a_hold_says_why_and_who_ends_it() {
    let mut world = all_sorts();
    let waits = |world: &World, no: u32| -> Vec<(WaitKind, String)> {
        let waits = world
            .state()
            .waits(&world.task(no), world.now, Asker::default());
        waits
            .into_iter()
            .map(|wait| (wait.kind, wait.text))
            .collect()
    };
    let hold = "It is on hold: deferred in Beads. A person or an orchestrator lets it go on with `task_release`.";
    assert_eq!(waits(&world, 7), [(WaitKind::Blocked, hold.into())]);
    assert_eq!(waits(&world, 8).len(), 2);
    assert_eq!(waits(&world, 8)[1].0, WaitKind::Task);
    let until = world.now.plus(45_000);
    let deferred = format!("It is deferred until {until}.");
    assert_eq!(waits(&world, 9), [(WaitKind::Deferred, deferred)]);
    let refused = world.claim(&worker(), 7).unwrap_err();
    assert_eq!(word(&refused), "not_ready");
    assert!(refused.detail.contains(hold), "{refused}");
    // A task without a holder cannot be in progress.
    let go_on = TaskUpdate {
        workflow: Some(world.workflow()),
        task: task(7),
        status: Progress::InProgress,
        reason: None,
        note: None,
        lease: None,
    };
    assert_eq!(word(&world.refused(&lead(), go_on)), "wrong_status");
    let release = TaskRelease {
        workflow: Some(world.workflow()),
        task: task(7),
        handoff_note: None,
        lease: None,
    };
    world.ok(&lead(), release);
    world.claim(&worker(), 7).unwrap();
    // A deferral ends by itself, or by a call.
    let retry = TaskRetry {
        workflow: Some(world.workflow()),
        task: task(9),
        reason: None,
    };
    world.clone().ok(&lead(), retry);
    world.pass(44);
    assert!(world.claim(&worker(), 9).is_err());
    world.pass(1);
    world.claim(&worker(), 9).unwrap();
}

#[test]
fn what_blocks_a_task_outlives_the_lease_and_reaches_a_person() {
    let reason = "Waiting for the vendor to send an API key";
    let mut world = World::new();
    world.add_after("Charge the card", &[]);
    world.claim(&worker(), 1).unwrap();
    block(&mut world, 1, reason);
    let asks = |world: &World| -> Vec<(String, String, Option<String>)> {
        let items = world.state().items().into_iter();
        let items = items.filter(|item| item.thing == "T1");
        items
            .map(|item| (item.item, item.detail, item.from))
            .collect()
    };
    let asked = [(
        "blocked:T1".to_owned(),
        reason.to_owned(),
        Some("w1".to_owned()),
    )];
    assert_eq!(asks(&world), asked);
    world.pass(900);
    sweep(&mut world);
    let held = world.task(1);
    assert_eq!(held.status, TaskStatus::Blocked);
    assert_eq!(held.blocked_reason.as_deref(), Some(reason));
    assert_eq!(held.lease, None);
    assert_eq!(asks(&world), asked);
    assert_eq!(ready(&mut world, &other()), [0; 0]);
    let release = TaskRelease {
        workflow: Some(world.workflow()),
        task: task(1),
        handoff_note: Some("The key is in the vault".into()),
        lease: None,
    };
    world.ok(&person(), release);
    assert_eq!(asks(&world), []);
    let next = world.claim(&other(), 1).unwrap();
    let notes = [
        "Blocked: Waiting for the vendor to send an API key",
        "The key is in the vault",
    ];
    assert_eq!(next.task.attempts[0].notes, notes);
    for note in notes {
        assert!(next.context.text.contains(note), "{}", next.context.text);
    }
}

#[test]
fn a_lease_that_ran_out_before_reasons_were_kept_frees_its_task() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.claim(&worker(), 1).unwrap();
    block(&mut world, 1, "No key");
    world.pass(900);
    sweep(&mut world);
    let mut facts = world.workflow_facts();
    let expired = facts.iter_mut().find(|fact| fact.kind == "lease_expired");
    let expired = expired.unwrap();
    expired.schema = 1;
    expired.body = serde_json::value::to_raw_value(&json!({ "id": "T1", "fence": 1 })).unwrap();
    let read = kernel::event::Event::read(&expired.kind, expired.schema, &expired.body);
    assert!(matches!(read, Event::LeaseExpired(_)), "{read:?}");
    let state = fold(&facts);
    let task = state.tasks.get(TaskNo(1)).unwrap();
    assert_eq!(task.status, TaskStatus::Pending);
    assert!(state.is_ready(task, world.now, Asker::default()));
}
