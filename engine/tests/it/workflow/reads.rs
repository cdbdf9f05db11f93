//! Reads of tasks: ready tasks in order, and the dependencies of waiting ones.

use engine::workflow::edge::When;
use engine::workflow::ops::question_ask::QuestionAsk;
use engine::workflow::ops::task_add::{NewNeed, NewTask};
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_explain::TaskExplain;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_get::TaskGet;
use engine::workflow::ops::task_list::{Shelf, TaskList};
use engine::workflow::ops::task_ready::TaskReady;
use engine::workflow::ops::workflow_get::views;
use engine::workflow::ops::workflow_pause::WorkflowPause;
use engine::workflow::ready::Asker;
use engine::workflow::task::TaskStatus;
use engine::workflow::waiting::WaitKind;

use crate::workflow::harness::{World, lead, lease, other, person, task, worker};

/// Returns a world with T1 ready, T2 and T3 after it, T4 after both, T5 failed, T6 after it, T7 requiring SQL.
fn busy() -> World {
    let mut world = World::new();
    world.add_after("root", &[]);
    world.add_after("left", &[1]);
    world.add_after("right", &[1]);
    world.add_after("both", &[2, 3]);
    world.add(NewTask {
        title: "fragile".into(),
        group: Some("edge".into()),
        retries: Some(0),
        ..NewTask::default()
    });
    world.add_after("behind the fragile", &[5]);
    world.add(NewTask {
        title: "query".into(),
        priority: Some(0),
        capabilities: vec!["sql".into()],
        ..NewTask::default()
    });
    world.claim(&worker(), 5).unwrap();
    let op = TaskFail {
        workflow: Some(world.workflow()),
        task: task(5),
        error: "it broke".into(),
        retryable: true,
        lease: Some(lease(&world, 5)),
    };
    world.ok(&worker(), op);
    world
}

fn ready(world: &mut World, op: TaskReady) -> Vec<u32> {
    let op = TaskReady {
        workflow: world.workflow(),
        ..op
    };
    let found = world.ok(&worker(), op);
    assert_eq!(found.total, Some(found.items.len() as u64));
    found.items.iter().map(|item| item.task.id.0).collect()
}

#[test]
fn ready_ones_come_in_the_order_in_which_claims_give_them_out() {
    let mut world = busy();
    assert_eq!(ready(&mut world, TaskReady::default()), [7, 1]);
    let without = TaskReady {
        capabilities: Some(Vec::new()),
        ..TaskReady::default()
    };
    assert_eq!(ready(&mut world, without), [1]);
}

#[test]
fn a_ready_task_says_what_it_frees_and_pages_go_on_where_they_ended() {
    let mut world = busy();
    let first = TaskReady {
        workflow: world.workflow(),
        limit: Some(1),
        ..TaskReady::default()
    };
    let page = world.ok(&worker(), first.clone());
    assert_eq!(page.items[0].task.id.0, 7);
    let next = TaskReady {
        cursor: page.next_cursor,
        ..first.clone()
    };
    let page = world.ok(&worker(), next);
    let root = &page.items[0];
    assert_eq!(root.task.id.0, 1);
    assert_eq!(
        root.unblocks.iter().map(|no| no.0).collect::<Vec<_>>(),
        [2, 3]
    );
    assert_eq!(root.chain_minutes, 90);
    assert_eq!(page.next_cursor, None);
    let wrong = TaskReady {
        cursor: Some("x".into()),
        ..first
    };
    assert_eq!(
        world.refused(&worker(), wrong).extra.fields[0].pointer,
        "/cursor"
    );
}

#[test]
fn explain_says_of_each_other_task_exactly_what_it_waits_for() {
    let mut world = busy();
    let op = TaskReady {
        workflow: world.workflow(),
        capabilities: Some(Vec::new()),
        explain: true,
        ..TaskReady::default()
    };
    let waiting = world.ok(&worker(), op).waiting;
    let told: Vec<(u32, Vec<(WaitKind, String)>)> = waiting
        .into_iter()
        .map(|task| {
            let waits = task.waits_for.into_iter();
            (
                task.id.0,
                waits.map(|wait| (wait.kind, wait.text)).collect(),
            )
        })
        .collect();
    let said = |kind, text: &str| (kind, text.to_owned());
    assert_eq!(
        told,
        [
            (
                2,
                vec![said(
                    WaitKind::Task,
                    "T1 (root) must be completed; it is pending."
                )]
            ),
            (
                3,
                vec![said(
                    WaitKind::Task,
                    "T1 (root) must be completed; it is pending."
                )]
            ),
            (
                4,
                vec![
                    said(
                        WaitKind::Task,
                        "T2 (left) must be completed; it is pending."
                    ),
                    said(
                        WaitKind::Task,
                        "T3 (right) must be completed; it is pending."
                    ),
                ]
            ),
            (
                5,
                vec![said(
                    WaitKind::Failed,
                    "It failed: a person or an orchestrator retries, assigns, skips or cancels it, \
                     or a person accepts the failure."
                )]
            ),
            (
                6,
                vec![said(
                    WaitKind::UpstreamFailed,
                    "T5 (fragile) is failed, but had to be completed: retry or skip it."
                )]
            ),
            (7, vec![said(WaitKind::Capabilities, "It asks for: sql.")]),
        ]
    );
}

#[test]
fn the_causes_at_the_bottom_are_named() {
    let mut world = busy();
    let explain = |world: &mut World, no| {
        let op = TaskExplain {
            workflow: Some(world.workflow()),
            task: task(no),
        };
        world.ok(&worker(), op)
    };
    let both = explain(&mut world, 4);
    assert_eq!(both.rests_on.iter().map(|no| no.0).collect::<Vec<_>>(), [1]);
    assert_eq!(both.holds_up, 0);
    assert_eq!(explain(&mut world, 1).holds_up, 3);
    let cut = explain(&mut world, 6);
    assert_eq!(cut.rests_on.iter().map(|no| no.0).collect::<Vec<_>>(), [5]);
    assert_eq!(cut.task.status, TaskStatus::Blocked);
}

#[test]
fn every_kind_of_wait_has_its_word() {
    let mut world = busy();
    let kinds = |world: &mut World, no| -> Vec<WaitKind> {
        let op = TaskGet {
            workflow: Some(world.workflow()),
            task: task(no),
        };
        let got = world.ok(&worker(), op);
        assert_eq!(
            got.ready,
            got.waits_for.is_empty() && !got.task.status.is_terminal()
        );
        got.waits_for.into_iter().map(|wait| wait.kind).collect()
    };
    assert_eq!(kinds(&mut world, 1), []);
    let keep = TaskAssign {
        tokens: engine::workflow::ops::task_assign::Tokens::Unknown,
        workflow: Some(world.workflow()),
        task: task(1),
        agent: Some("w2".into()),
    };
    world.ok(&lead(), keep);
    assert_eq!(kinds(&mut world, 1), [WaitKind::Assigned]);
    world.claim(&other(), 1).unwrap();
    assert_eq!(kinds(&mut world, 1), [WaitKind::Held]);
    let ask = QuestionAsk {
        workflow: world.workflow(),
        task: Some(task(1)),
        question: "Which?".into(),
        options: Vec::new(),
        default: None,
        deadline: None,
        deadline_seconds: None,
        lease: Some(lease(&world, 1)),
    };
    world.ok(&other(), ask);
    assert_eq!(kinds(&mut world, 1), [WaitKind::Question]);
    let pause = WorkflowPause {
        workflow: world.workflow(),
        reason: None,
    };
    world.ok(&person(), pause);
    assert_eq!(kinds(&mut world, 7), [WaitKind::Paused]);
    assert_eq!(ready(&mut world, TaskReady::default()), [] as [u32; 0]);
    let views = views(&world.state(), world.now, Asker::default());
    assert_eq!(views.ready, [], "all reads agree");
    crate::workflow::choices::plan(&mut world, "Which?", &["a", "b"]);
    let choice = When::Choice {
        decision: engine::numbers::DecisionNo(1),
        option: "a".into(),
    };
    world.add(NewTask {
        title: "chosen".into(),
        depends_on: vec![NewNeed::Full {
            task: "T5".into(),
            when: choice.into(),
        }],
        ..NewTask::default()
    });
    assert_eq!(
        kinds(&mut world, 8),
        [WaitKind::UpstreamFailed, WaitKind::Paused]
    );
}

#[test]
fn shelves_and_filters() {
    let mut world = busy();
    world.claim(&worker(), 1).unwrap();
    let list = |world: &mut World, op: TaskList| -> Vec<u32> {
        let op = TaskList {
            workflow: world.workflow(),
            ..op
        };
        let page = world.ok(&worker(), op);
        page.items.iter().map(|row| row.id.0).collect()
    };
    let on = |shelf| TaskList {
        view: Some(shelf),
        ..TaskList::default()
    };
    assert_eq!(list(&mut world, TaskList::default()), [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(list(&mut world, on(Shelf::Ready)), [7]);
    assert_eq!(list(&mut world, on(Shelf::Blocked)), [2, 3, 4, 6]);
    assert_eq!(list(&mut world, on(Shelf::InProgress)), [1]);
    assert_eq!(list(&mut world, on(Shelf::NeedsReview)), [] as [u32; 0]);
    let table = [
        (
            TaskList {
                text: Some("FRAGILE".into()),
                ..TaskList::default()
            },
            vec![5, 6],
        ),
        (
            TaskList {
                text: Some("ＦＲＡＧＩＬÉ".into()),
                ..TaskList::default()
            },
            vec![5, 6],
        ),
        (
            TaskList {
                group: Some("edge".into()),
                ..TaskList::default()
            },
            vec![5],
        ),
        (
            TaskList {
                status: Some(TaskStatus::Blocked),
                ..TaskList::default()
            },
            vec![6],
        ),
        (
            TaskList {
                agent: Some("w1".into()),
                ..TaskList::default()
            },
            vec![1],
        ),
    ];
    for (op, expected) in table {
        assert_eq!(list(&mut world, op.clone()), expected, "{op:?}");
    }
}

#[test]
fn a_list_pages_without_a_gap() {
    let mut world = busy();
    let (mut cursor, mut seen) = (None, Vec::new());
    loop {
        let op = TaskList {
            workflow: world.workflow(),
            limit: Some(3),
            cursor,
            ..TaskList::default()
        };
        let page = world.ok(&worker(), op);
        assert_eq!(page.total, Some(7));
        seen.extend(page.items.iter().map(|row| row.id.0));
        cursor = page.next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(seen, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn a_task_whose_holder_went_quiet_is_ready_again() {
    let mut world = busy();
    world.claim(&worker(), 1).unwrap();
    assert_eq!(ready(&mut world, TaskReady::default()), [7]);
    world.pass(901);
    assert_eq!(ready(&mut world, TaskReady::default()), [7, 1]);
}
