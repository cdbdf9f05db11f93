//! Memories in the contexts of tasks: reading them is a recall, and the memory records the task.

use engine::crystal::ops::core_create::CoreCreate;
use engine::crystal::ops::memory_create::MemoryCreate;
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::usage::Use;
use engine::numbers::TaskNo;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_context::TaskContextRead;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use kernel::time::HOUR;
use kernel::{Id, Operation};
use serde_json::json;

use crate::crystals::harness::{BEGIN, World, agent, memory, person, query};

fn op<O: Operation>(arguments: serde_json::Value) -> O {
    serde_json::from_value(arguments).unwrap()
}

/// Creates a workflow of two tasks that names a core with one memory.
async fn workflow(world: &World) -> Id {
    world.ok::<CoreCreate>(op(json!({ "name": "auth" }))).await;
    let create = MemoryCreate {
        core: Some("auth".into()),
        memories: vec![memory("jose", "Tokens are signed with jose.")],
        ..MemoryCreate::default()
    };
    world.ok(create).await;
    let create = json!({
        "name": "Auth", "goal": "Tokens", "memory_core_refs": ["auth"],
        "tasks": [{ "title": "Issue tokens" }, { "title": "Check tokens" }],
    });
    world.ok::<WorkflowCreate>(op(create)).await.workflow
}

async fn used_for(world: &World) -> Vec<Use> {
    let get = MemoryGet {
        id: "jose".into(),
        core: Some("auth".into()),
        trail: true,
    };
    world.ok(get).await.trail.unwrap().used_for
}

#[tokio::test]
async fn whoever_is_given_a_memory_for_a_task_recalls_it_once() {
    let world = World::new().await;
    let workflow = workflow(&world).await;
    let context = |task: &str| op::<TaskContextRead>(json!({ "workflow": workflow, "task": task }));
    // A person reads it.
    world.call(person(), context("T1")).await.unwrap();
    world.pass(HOUR);
    let claim = json!({ "workflow": workflow, "task": "T1" });
    let claim: TaskClaim = op(claim);
    world.call(agent("ann"), claim).await.unwrap();
    world.recalled("jose", 1).await;
    world.call(agent("ann"), context("T1")).await.unwrap();
    world.pass(HOUR);
    world.call(agent("bob"), context("T2")).await.unwrap();
    world.recalled("jose", 2).await;
    let got = world.get("jose").await.unwrap();
    assert_eq!(got.last_accessed, BEGIN.plus(2 * HOUR));
    let expected = [(2, 2), (1, 1)].map(|(task, hours)| Use {
        workflow,
        task: TaskNo(task),
        at: BEGIN.plus(hours * HOUR),
    });
    assert_eq!(used_for(&world).await, expected);
}

#[tokio::test]
async fn what_does_not_fit_into_a_context_is_not_recalled() {
    let world = World::new().await;
    let workflow = workflow(&world).await;
    let long = MemoryCreate {
        core: Some("auth".into()),
        memories: (0..40)
            .map(|n| {
                memory(
                    &format!("m{n}"),
                    &format!("Rule {n}. {}", "So it is. ".repeat(40)),
                )
            })
            .collect(),
        ..MemoryCreate::default()
    };
    world.ok(long).await;
    let claim = json!({ "workflow": workflow, "task": "T1", "budget": 500 });
    let claim: TaskClaim = op(claim);
    let claimed = world.call(agent("ann"), claim).await.unwrap();
    world.hub.close().await;
    for n in 0..40 {
        let is_in = claimed.context.text.contains(&format!("Rule {n}."));
        let recalls = world.get(&format!("m{n}")).await.unwrap().access_count;
        assert_eq!(recalls, u32::from(is_in), "{n}");
    }
}

#[tokio::test]
async fn a_memory_whose_id_looks_like_a_task_is_recalled_like_any_other() {
    let world = World::new().await;
    let workflow = workflow(&world).await;
    let id = format!("for-task:{workflow}:T1");
    world
        .remember(vec![
            memory(&id, "Likes tea"),
            memory("m2", "Likes tea too"),
        ])
        .await;
    world.call(agent("ann"), query("likes tea")).await.unwrap();
    world.recalled(&id, 1).await;
    world.recalled("m2", 1).await;
    let get = MemoryGet {
        id: "m2".into(),
        core: None,
        trail: true,
    };
    assert_eq!(world.ok(get).await.trail.unwrap().used_for, []);
}
