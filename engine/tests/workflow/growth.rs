//! That a plan ten times as large costs ten times as much and not a hundred times, whatever its shape: while one is
//! decided, nobody else writes.

use std::time::{Duration, Instant};

use engine::workflow::ops::task_add::{NewTask, TaskAdd};
use engine::workflow::ops::task_complete::TaskComplete;
use kernel::error::Code;
use serde_json::json;

use crate::harness::{World, fold, lead, lease, worker};

/// The smaller plan; the other is ten times as large.
const TASKS: usize = 100;
/// The fastest of how many runs counts.
const RUNS: usize = 3;
/// How many times longer the larger one may take: what grows with the square would take a hundred times as long.
const TIMES: u32 = 35;

fn task(key: &str, needs: &[&str]) -> NewTask {
    NewTask {
        key: Some(key.into()),
        title: "One".into(),
        depends_on: needs.iter().map(|need| (*need).into()).collect(),
        ..NewTask::default()
    }
}

/// One task, and all others behind it.
fn fan(tasks: usize) -> Vec<NewTask> {
    let behind = (1..tasks).map(|nth| task(&format!("k{nth}"), &["first"]));
    std::iter::once(task("first", &[])).chain(behind).collect()
}

/// One task, many behind it, and behind each of these another one that takes longer than all before.
fn tree(tasks: usize) -> Vec<NewTask> {
    let mut all = fan(tasks / 2);
    for nth in 1..tasks / 2 {
        let mut last = task(&format!("l{nth}"), &[&format!("k{nth}")]);
        last.estimate_minutes = Some(u32::try_from(nth).unwrap());
        all.push(last);
    }
    all
}

/// Tasks that all reserve the same.
fn crowd(tasks: usize) -> Vec<NewTask> {
    let mut all = fan(tasks);
    for task in &mut all {
        task.depends_on.clear();
        task.paths = (0..30).map(|nth| format!("src/{nth}.rs")).collect();
    }
    all
}

/// Tasks one behind the other.
fn chain(tasks: usize) -> Vec<NewTask> {
    let key = |nth: usize| format!("k{nth}");
    let mut all = vec![task(&key(0), &[])];
    all.extend((1..tasks).map(|nth| task(&key(nth), &[&key(nth - 1)])));
    all
}

fn add(world: &World, tasks: Vec<NewTask>) -> TaskAdd {
    TaskAdd {
        workflow: world.workflow(),
        task: NewTask::default(),
        tasks,
        decisions: Vec::new(),
    }
}

/// Fails when ten times as much takes far more than ten times as long. `ready` makes what `run` is timed with.
#[expect(
    clippy::disallowed_methods,
    reason = "two sizes in one run are compared"
)]
fn grows<T>(what: &str, ready: impl Fn(usize) -> T, mut run: impl FnMut(T)) {
    let mut least = |tasks: usize| {
        let times = (0..RUNS).map(|_| {
            let ready = ready(tasks);
            let began = Instant::now();
            run(ready);
            began.elapsed()
        });
        times.min().unwrap_or(Duration::MAX)
    };
    let (few, many) = (least(TASKS), least(TASKS * 10));
    assert!(many < few * TIMES, "{what}: {few:?}, then {many:?}");
}

#[test]
fn a_plan_costs_what_its_tasks_cost() {
    let shapes: [(&str, fn(usize) -> Vec<NewTask>); 3] =
        [("fan", fan), ("tree", tree), ("crowd", crowd)];
    for (what, shape) in shapes {
        let ready = |tasks| {
            let world = World::new();
            let add = add(&world, shape(tasks));
            (world, add)
        };
        grows(what, ready, |(mut world, add)| {
            world.ok(&lead(), add);
        });
        let facts = |tasks| {
            let (mut world, add) = ready(tasks);
            world.ok(&lead(), add);
            world.workflow_facts()
        };
        grows(what, facts, |facts| {
            fold(&facts);
        });
    }
}

#[test]
fn a_task_with_many_behind_it_is_completed_as_soon() {
    let ready = |tasks| {
        let mut world = World::new();
        let add = add(&world, fan(tasks));
        world.ok(&lead(), add);
        world.claim(&worker(), 1).unwrap();
        world
    };
    grows("completing", ready, |mut world| {
        let done = json!({
            "workflow": world.workflow(), "task": "T1", "lease": lease(&world, 1), "summary": "s"
        });
        let done: TaskComplete = serde_json::from_value(done).unwrap();
        world.ok(&worker(), done);
    });
}

#[test]
fn a_chain_that_is_too_long_is_refused_before_it_is_made() {
    let ready = |tasks| {
        let world = World::new();
        // The smaller one is too long as well.
        let add = add(&world, chain(tasks * 3));
        (world, add)
    };
    grows("chain", ready, |(mut world, add)| {
        assert_eq!(world.refused(&lead(), add).code, Code::TooLarge);
    });
}
