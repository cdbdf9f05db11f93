//! Short workflow views: the first open tasks, and the way to get the rest.

use engine::workflow::ops::task_add::{NewTask, TaskAdd};
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_skip::TaskSkip;
use engine::workflow::ops::workflow_get::WorkflowView;
use engine::workflow::ready::Asker;
use engine::workflow::state::Workflow;

use crate::workflow::harness::{World, lead, lease, task, worker};

fn short(world: &World) -> WorkflowView {
    let worker = worker();
    let asker = Asker {
        actor: Some(&worker),
        ..Asker::default()
    };
    WorkflowView::short(Workflow::clone(&world.state()), world.now, asker)
}

fn with_tasks(count: usize, title: &str) -> World {
    let mut world = World::new();
    let task = NewTask {
        title: title.into(),
        ..NewTask::default()
    };
    let op = TaskAdd {
        workflow: world.workflow(),
        tasks: vec![task; count],
        ..TaskAdd::default()
    };
    world.ok(&lead(), op);
    world
}

fn numbers(view: &WorkflowView) -> Vec<u32> {
    view.workflow.tasks.iter().map(|task| task.id.0).collect()
}

#[test]
fn a_small_workflow_is_whole() {
    let view = short(&with_tasks(50, "part"));
    assert_eq!(numbers(&view), (1..=50).collect::<Vec<_>>());
    assert_eq!((view.views.ready.len(), view.more), (50, None));
}

#[test]
fn of_a_large_one_the_open_tasks_are_named_and_the_rest_counted() {
    let mut world = with_tasks(200, "part");
    for no in 1..=20 {
        let op = TaskSkip {
            workflow: Some(world.workflow()),
            task: task(no),
            reason: None,
        };
        world.ok(&lead(), op);
    }
    world.claim(&worker(), 150).unwrap();
    let view = short(&world);
    let mut expected: Vec<u32> = (21..=69).collect();
    expected.push(150);
    assert_eq!(numbers(&view), expected);
    assert_eq!(
        view.more.as_deref(),
        Some(
            "50 of 200 tasks are here, open ones first: `task_list` gives all of them, page by page. \
             50 of 179 are in `views.ready`: name it in `fields` for all."
        )
    );
    assert_eq!(view.views.ready.len(), 50);
    assert_eq!(view.views.counts.values().sum::<u32>(), 200);
}

#[test]
fn long_needs_are_cut() {
    let mut world = with_tasks(51, "part");
    let all: Vec<u32> = (1..=51).collect();
    world.add_after("last", &all);
    for no in all {
        world.claim(&worker(), no).unwrap();
        let op = TaskComplete {
            workflow: Some(world.workflow()),
            task: task(no),
            summary: "done".into(),
            next_steps: Vec::new(),
            artifacts: Vec::new(),
            lease: Some(lease(&world, no)),
            force: false,
        };
        world.ok(&worker(), op);
    }
    let view = short(&world);
    let last = view.workflow.tasks.iter().last().unwrap();
    assert_eq!((last.id.0, last.depends_on.len()), (52, 50));
    assert_eq!(
        view.more.as_deref(),
        Some(
            "50 of 52 tasks are here, open ones first: `task_list` gives all of them, page by page. \
             1 tasks need more than the 50 that are named: `task_get` names all."
        )
    );
}

#[test]
fn long_titles_count_by_their_bytes() {
    // Each takes 900 bytes and 100 for the names of its members.
    let mut world = with_tasks(100, &"\u{4e00}".repeat(300));
    world.claim(&worker(), 60).unwrap();
    let view = short(&world);
    assert_eq!(numbers(&view).len(), 16);
    assert!(numbers(&view).contains(&60));
}
