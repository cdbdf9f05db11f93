//! The cost of a call about a plan does not grow with the plan, and the derived data for that is correct.

use engine::workflow::ops::task_add::{NewTask, NewWhen, TaskAdd};
use engine::workflow::ops::task_link::TaskLink;
use engine::workflow::ops::task_list::TaskList;
use engine::workflow::ops::task_unlink::TaskUnlink;
use engine::workflow::ready::Asker;

use crate::workflow::growing::{Call, compare};
use crate::workflow::harness::{World, fold, lead, task};

#[test]
fn no_call_costs_more_because_the_plan_is_long() {
    compare(PLANS.map(planned), &PLAN_CALLS);
}

/// Calls about the last tasks of a plan.
const PLAN_CALLS: [Call; 3] = [
    ("task_add", |world| {
        let last = last(world);
        world.add_after("Another part", &[last, last - 1]);
    }),
    ("task_link and task_unlink", |world| {
        let (from, to) = (last(world) - 9, last(world));
        link(world, from, to);
        let op = TaskUnlink {
            workflow: Some(world.workflow()),
            from: task(from),
            to: task(to),
        };
        world.ok(&lead(), op);
    }),
    ("task_list", |world| {
        let op = TaskList {
            workflow: world.workflow(),
            limit: Some(5),
            ..TaskList::default()
        };
        let (state, asker) = (world.state(), Asker::default());
        let page = op.page(&state, world.now, asker).unwrap();
        assert_eq!(page.items.len(), 5);
        assert_eq!(page.total, Some(state.tasks.len() as u64));
    }),
];

/// Number of tasks in a short and a long plan.
const PLANS: [usize; 2] = [100, 3_000];

/// Returns a plan in which each task waits for the one four before it, except the first of each twenty.
fn planned(size: usize) -> World {
    let mut world = World::new();
    for from in (0..size).step_by(100) {
        let tasks = (from..from + 100).map(|nth| NewTask {
            title: format!("Part {nth}"),
            key: Some(format!("key-{nth}")),
            depends_on: match nth % 20 {
                0..4 => Vec::new(),
                _ => vec![format!("key-{}", nth - 4).as_str().into()],
            },
            ..NewTask::default()
        });
        let op = TaskAdd {
            workflow: world.workflow(),
            tasks: tasks.collect(),
            ..TaskAdd::default()
        };
        world.ok(&lead(), op);
    }
    world
}

fn last(world: &World) -> u32 {
    world.state().tasks.next().0 - 1
}

fn link(world: &mut World, from: u32, to: u32) {
    let op = TaskLink {
        workflow: Some(world.workflow()),
        from: task(from),
        to: task(to),
        when: NewWhen::default(),
    };
    world.ok(&lead(), op);
}

#[test]
fn depths_and_edges_are_those_of_the_plan() {
    let mut world = planned(100);
    let depths = |world: &World| {
        let state = world.state();
        let depths = &state.derived().depths;
        [1, 5, 20, 21, 40].map(|no| depths[&no])
    };
    assert_eq!(depths(&world), [1, 2, 5, 1, 5]);
    assert_eq!(world.state().derived().edges, 80);
    // The second twenty begin after the last of the first twenty.
    link(&mut world, 20, 21);
    assert_eq!(depths(&world), [1, 2, 5, 6, 5]);
    link(&mut world, 20, 24);
    assert_eq!(depths(&world), [1, 2, 5, 6, 10]);
    assert_eq!(world.state().derived().edges, 82);
    let cycle = TaskLink {
        workflow: Some(world.workflow()),
        from: task(40),
        to: task(4),
        when: NewWhen::default(),
    };
    let refused = world.refused(&lead(), cycle);
    assert!(refused.detail.contains("T4 → T8"), "{refused:?}");
    let op = TaskUnlink {
        workflow: Some(world.workflow()),
        from: task(20),
        to: task(24),
    };
    world.ok(&lead(), op);
    assert_eq!(depths(&world), [1, 2, 5, 6, 5]);
    assert_eq!(world.state().derived().edges, 81);
    assert_eq!(
        fold(&world.workflow_facts()).derived(),
        world.state().derived()
    );
}
