//! A failed task far upstream: tasks that need its success cannot start, name the cause, and become ready at once when
//! it is retried.

use engine::workflow::Workflow;
use engine::workflow::edge::{Join, When};
use engine::workflow::ops::task_accept_failed::TaskAcceptFailed;
use engine::workflow::ops::task_add::{NewNeed, NewTask};
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_link::TaskLink;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_unlink::TaskUnlink;
use engine::workflow::ready::Asker;
use engine::workflow::task::{Task, TaskStatus};
use engine::workflow::waiting::WaitKind;

use crate::workflow::harness::{World, fold, lead, lease, person, task, worker};

fn after(world: &mut World, join: Join, needs: &[(u32, When)]) -> u32 {
    let needs = needs.iter().map(|(no, when)| NewNeed::Full {
        task: format!("T{no}"),
        when: when.clone().into(),
    });
    let depends_on = needs.collect();
    let title = format!("task {}", world.state().tasks.len() + 1);
    world
        .add(NewTask {
            title,
            join,
            depends_on,
            retries: Some(0),
            ..NewTask::default()
        })
        .0
}

/// Returns a world with T1; T2 and T3 after it in a row; T4 alone; T5 after T3 or T4; T6 if T2 fails; T7 after T3 ends;
/// T8 after T3 and T4 unless one failed; T9 after T8.
fn long() -> World {
    use When::{Done, Failure, Success};
    let mut world = World::new();
    after(&mut world, Join::All, &[]);
    after(&mut world, Join::All, &[(1, Success)]);
    after(&mut world, Join::All, &[(2, Success)]);
    after(&mut world, Join::All, &[]);
    after(&mut world, Join::Any, &[(3, Success), (4, Success)]);
    after(&mut world, Join::All, &[(2, Failure)]);
    after(&mut world, Join::All, &[(3, Done)]);
    after(&mut world, Join::NoneFailed, &[(3, Success), (4, Success)]);
    after(&mut world, Join::All, &[(8, Success)]);
    world
}

fn fail(world: &mut World, no: u32) {
    world.claim(&worker(), no).unwrap();
    let op = TaskFail {
        workflow: Some(world.workflow()),
        task: task(no),
        error: "it broke".into(),
        retryable: false,
        lease: Some(lease(world, no)),
    };
    world.ok(&worker(), op);
}

fn cut(world: &World) -> Vec<u32> {
    let state = world.state();
    // Derived data does not depend on how the state came about.
    assert_eq!(fold(&world.workflow_facts()), *state);
    let read: Workflow = serde_json::from_value(serde_json::json!(*state)).unwrap();
    assert_eq!(read, *state);
    let is_blocked = |task: &&Task| state.visible_status_and_reason(task).0 == TaskStatus::Blocked;
    let blocked = state.tasks.iter().filter(is_blocked);
    let blocked: Vec<u32> = blocked.map(|task| task.id.0).collect();
    let counted = state.derived().counts[TaskStatus::Blocked as usize];
    assert_eq!(counted as usize, blocked.len());
    blocked
}

#[test]
fn whatever_needs_the_success_of_what_failed_is_cut_off_however_far_behind() {
    let mut world = long();
    assert_eq!(cut(&world), Vec::<u32>::new());
    fail(&mut world, 1);
    assert_eq!(cut(&world), [2, 3, 8, 9]);
    let state = world.state();
    for no in [2, 3, 8, 9] {
        let task = world.task(no);
        let waits = state.waits(&task, world.now, Asker::default());
        let failed: Vec<_> = waits
            .iter()
            .filter(|wait| wait.kind == WaitKind::UpstreamFailed)
            .collect();
        assert_eq!(failed.len(), 1, "T{no}: {waits:?}");
        assert_eq!(failed[0].task.unwrap().0, 1);
        assert!(
            failed[0].text.contains("T1 (task 1) is failed"),
            "{}",
            failed[0].text
        );
    }
    // Independent branches continue.
    world.claim(&worker(), 4).unwrap();
    assert_eq!(cut(&world), [2, 3, 8, 9]);
    let op = TaskAcceptFailed {
        workflow: Some(world.workflow()),
        task: task(1),
        reason: None,
    };
    world.ok(&person(), op);
    assert_eq!(cut(&world), [2, 3, 8, 9], "an accepted failure is one");
    let op = TaskRetry {
        workflow: Some(world.workflow()),
        task: task(1),
        reason: None,
    };
    world.ok(&lead(), op);
    assert_eq!(
        cut(&world),
        Vec::<u32>::new(),
        "put back, all of them wait again"
    );
}

#[test]
fn edges_that_come_and_go_cut_off_and_free() {
    let mut world = long();
    fail(&mut world, 1);
    let unlink = TaskUnlink {
        workflow: Some(world.workflow()),
        from: task(1),
        to: task(2),
    };
    world.ok(&lead(), unlink);
    assert_eq!(cut(&world), Vec::<u32>::new());
    let link = TaskLink {
        workflow: Some(world.workflow()),
        from: task(1),
        to: task(2),
        when: When::Success.into(),
    };
    world.ok(&lead(), link);
    assert_eq!(cut(&world), [2, 3, 8, 9]);
    fail(&mut world, 4);
    assert_eq!(cut(&world), [2, 3, 5, 8, 9], "neither of the two can come");
}
