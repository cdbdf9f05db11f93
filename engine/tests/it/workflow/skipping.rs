//! Branches: untaken ones are skipped transitively, become pending again if they may be taken, and tasks cut off by a
//! failure wait for a person or lead.

use engine::numbers::{DecisionNo, Ref};
use engine::workflow::edge::{Join, When};
use engine::workflow::graph::Gate;
use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::sweep::Sweep;
use engine::workflow::ops::task_add::{NewNeed, NewTask};
use engine::workflow::ops::task_assign::TaskAssign;
use engine::workflow::ops::task_cancel::TaskCancel;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_edit::TaskEdit;
use engine::workflow::ops::task_explain::TaskExplain;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_get::TaskGet;
use engine::workflow::ops::task_link::TaskLink;
use engine::workflow::ops::task_list::TaskList;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_skip::TaskSkip;
use engine::workflow::ops::task_unlink::TaskUnlink;
use engine::workflow::ops::task_update::{Progress, TaskUpdate};
use engine::workflow::ops::workflow_get::{WorkflowGet, WorkflowView};
use engine::workflow::ops::workflow_list::WorkflowList;
use engine::workflow::shown::UPSTREAM_FAILED;
use engine::workflow::task::TaskStatus::{self, Completed, Failed, Pending, Skipped};
use kernel::actor::Actor;
use kernel::time::{DAY, SECOND};

use crate::workflow::choices::plan;
use crate::workflow::harness::{World, lead, lease, person, task, word, worker};
use crate::workflow::memories::Memories;

fn after(world: &mut World, title: &str, join: Join, needs: &[(u32, When)]) -> u32 {
    world
        .add(NewTask {
            title: title.into(),
            join,
            depends_on: needs
                .iter()
                .map(|(no, when)| NewNeed::Full {
                    task: format!("T{no}"),
                    when: when.clone().into(),
                })
                .collect(),
            retries: Some(0),
            ..NewTask::default()
        })
        .0
}

fn complete(world: &mut World, no: u32) {
    let op = TaskComplete {
        force: false,
        workflow: Some(world.workflow()),
        task: task(no),
        summary: "done".into(),
        next_steps: Vec::new(),
        artifacts: Vec::new(),
        lease: None,
    };
    world.ok(&person(), op);
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

fn statuses(world: &World, tasks: &[u32]) -> Vec<TaskStatus> {
    tasks.iter().map(|no| world.status(*no)).collect()
}

/// Returns a world with T1; T2 if it succeeds, T3 if it fails, T4 after T3, T5 after whichever branch was taken.
fn two_branches() -> World {
    let mut world = World::new();
    after(&mut world, "try", Join::All, &[]);
    after(&mut world, "go on", Join::All, &[(1, When::Success)]);
    after(&mut world, "clean up", Join::All, &[(1, When::Failure)]);
    after(&mut world, "report", Join::All, &[(3, When::Success)]);
    let both = [(2, When::Success), (4, When::Success)];
    after(&mut world, "close", Join::NoneFailed, &both);
    world
}

#[test]
fn success_skips_the_branch_for_failure_and_all_behind_it() {
    let mut world = two_branches();
    complete(&mut world, 1);
    assert_eq!(
        statuses(&world, &[2, 3, 4, 5]),
        [Pending, Skipped, Skipped, Pending]
    );
    assert_eq!(
        world.task(4).reason.as_deref(),
        Some("its branch was not taken")
    );
    complete(&mut world, 2);
    world.claim(&worker(), 5).unwrap();
}

#[test]
fn failure_opens_its_branch_and_shows_the_other_one_as_cut_off() {
    let mut world = two_branches();
    fail(&mut world, 1);
    assert_eq!(statuses(&world, &[1, 2, 3]), [Failed, Pending, Pending]);
    let state = world.state();
    let shown = state.visible_status_and_reason(&world.task(2));
    assert_eq!(shown, (TaskStatus::Blocked, Some(UPSTREAM_FAILED.into())));
    complete(&mut world, 3);
    complete(&mut world, 4);
    let gate = |world: &World| world.state().gate(&world.task(5));
    assert_eq!(gate(&world), Gate::Cut, "what it needs is cut off");
    let op = TaskSkip {
        workflow: Some(world.workflow()),
        task: task(2),
        reason: None,
    };
    world.ok(&lead(), op);
    assert_eq!(gate(&world), Gate::Open);
}

#[test]
fn a_retry_brings_back_what_was_skipped_because_of_it() {
    let mut world = two_branches();
    let op = TaskSkip {
        workflow: Some(world.workflow()),
        task: task(1),
        reason: Some("not now".into()),
    };
    world.ok(&lead(), op);
    assert_eq!(statuses(&world, &[2, 3, 4, 5]), [Skipped; 4]);
    let op = TaskRetry {
        workflow: Some(world.workflow()),
        task: task(1),
        reason: Some("after all".into()),
    };
    world.ok(&lead(), op);
    assert_eq!(statuses(&world, &[1, 2, 3, 4, 5]), [Pending; 5]);
}

/// Returns the status of T2 in each read, and the number of tasks that a list counts as blocked.
fn said_of_two(world: &World) -> (Vec<(String, Option<String>)>, u32) {
    let services = Memories::of(world);
    let (workflow, id) = (Some(world.workflow()), world.workflow());
    let get = TaskGet {
        workflow,
        task: task(2),
    };
    let list = TaskList {
        workflow: id,
        ..TaskList::default()
    };
    let explain = TaskExplain {
        workflow,
        task: task(2),
    };
    let whole = services
        .ask(world.now, &person(), WorkflowGet { workflow: id })
        .unwrap();
    let whole = serde_json::to_value(whole).unwrap();
    // A reader of the answer can continue the fold, because it has the state itself.
    let read: WorkflowView = serde_json::from_value(whole.clone()).unwrap();
    assert_eq!(read.workflow.tasks, world.state().tasks);
    assert_eq!(read.workflow.derived(), world.state().derived());
    let list = serde_json::to_value(services.ask(world.now, &person(), list).unwrap()).unwrap();
    let explained = services.ask(world.now, &person(), explain).unwrap();
    let tasks = [
        serde_json::to_value(services.ask(world.now, &person(), get).unwrap().task).unwrap(),
        list["items"][1].clone(),
        serde_json::to_value(explained.task).unwrap(),
        whole["workflow"]["tasks"][1].clone(),
    ];
    let said = tasks
        .iter()
        .map(|task| {
            let text = |key: &str| task[key].as_str().map(ToOwned::to_owned);
            (text("status").unwrap(), text("blocked_reason"))
        })
        .collect();
    let rows = services
        .ask(world.now, &person(), WorkflowList::default())
        .unwrap();
    let blocked = rows.items[0].counts.get(&TaskStatus::Blocked).copied();
    (said, blocked.unwrap_or(0))
}

#[test]
fn every_door_says_the_same_of_what_a_failure_cut_off() {
    let mut world = two_branches();
    let pending = || vec![("pending".to_owned(), None); 4];
    let blocked = || vec![("blocked".to_owned(), Some(UPSTREAM_FAILED.to_owned())); 4];
    assert_eq!(said_of_two(&world), (pending(), 0));
    fail(&mut world, 1);
    // T5 after it is cut off with it.
    assert_eq!(said_of_two(&world), (blocked(), 2));
    // An assigned task is cut off as well, and is still assigned afterwards.
    let assign = TaskAssign {
        tokens: engine::workflow::ops::task_assign::Tokens::Unknown,
        workflow: Some(world.workflow()),
        task: task(2),
        agent: Some(worker().id),
    };
    let answer = world.ok(&lead(), assign);
    assert_eq!(answer.task.status, TaskStatus::Blocked);
    assert_eq!(said_of_two(&world), (blocked(), 2));
    let op = TaskRetry {
        workflow: Some(world.workflow()),
        task: task(1),
        reason: None,
    };
    world.ok(&lead(), op);
    assert_eq!(
        said_of_two(&world),
        (vec![("assigned".to_owned(), None); 4], 0)
    );
}

#[test]
fn what_somebody_skipped_stays_skipped() {
    let mut world = two_branches();
    let op = TaskSkip {
        workflow: Some(world.workflow()),
        task: task(2),
        reason: Some("nobody needs it".into()),
    };
    world.ok(&lead(), op);
    complete(&mut world, 1);
    assert_eq!(world.status(2), Skipped);
    assert_eq!(world.task(2).reason.as_deref(), Some("nobody needs it"));
}

#[test]
fn a_cancelled_task_cuts_off_and_an_end_is_an_end() {
    let mut world = World::new();
    after(&mut world, "first", Join::All, &[]);
    after(&mut world, "needs it", Join::All, &[(1, When::Success)]);
    after(&mut world, "needs its end", Join::All, &[(1, When::Done)]);
    let op = TaskCancel {
        workflow: Some(world.workflow()),
        task: task(1),
        reason: None,
    };
    world.ok(&lead(), op);
    assert_eq!(statuses(&world, &[2, 3]), [Pending, Pending]);
    assert!(world.claim(&worker(), 2).is_err());
    world.claim(&worker(), 3).unwrap();
}

#[test]
fn a_choice_opens_one_branch_and_another_choice_the_other() {
    let choice = |option: &str| When::Choice {
        decision: DecisionNo(1),
        option: option.into(),
    };
    let mut world = World::new();
    plan(&mut world, "Which library?", &["jose", "own"]);
    after(&mut world, "design", Join::All, &[]);
    after(&mut world, "with jose", Join::All, &[(1, choice("jose"))]);
    after(&mut world, "with own", Join::All, &[(1, choice("own"))]);
    after(&mut world, "test own", Join::All, &[(3, When::Success)]);
    complete(&mut world, 1);
    assert_eq!(statuses(&world, &[2, 3, 4]), [Pending; 3], "not decided");
    let record = DecisionRecord {
        decision: None,
        workflow: world.workflow(),
        question: "Which library?".into(),
        choice: "jose".into(),
        alternatives: vec!["own".into()],
        rationale: "it is maintained".into(),
        affects_tasks: Vec::new(),
        reversible: true,
    };
    world.ok(&worker(), record);
    assert_eq!(statuses(&world, &[2, 3, 4]), [Pending, Skipped, Skipped]);
    let anew = DecisionSupersede {
        workflow: Some(world.workflow()),
        decision: Ref::local(DecisionNo(1)),
        question: None,
        choice: "own".into(),
        alternatives: Vec::new(),
        rationale: "it does not fit".into(),
        affects_tasks: None,
        reversible: None,
    };
    world.ok(&worker(), anew);
    assert_eq!(statuses(&world, &[2, 3, 4]), [Skipped, Pending, Pending]);
}

#[test]
fn an_edge_that_is_written_later_counts_at_once() {
    let mut world = two_branches();
    complete(&mut world, 1);
    after(&mut world, "late", Join::All, &[]);
    let link = TaskLink {
        workflow: Some(world.workflow()),
        from: task(3),
        to: task(6),
        when: When::Success.into(),
    };
    world.ok(&lead(), link);
    assert_eq!(world.status(6), Skipped);
    let unlink = TaskUnlink {
        workflow: Some(world.workflow()),
        from: task(3),
        to: task(6),
    };
    world.ok(&lead(), unlink);
    assert_eq!(world.status(6), Pending);
    // A new task after a skipped one is skipped, too.
    let no = after(&mut world, "later", Join::All, &[(4, When::Success)]);
    assert_eq!(world.status(no), Skipped);
}

#[test]
fn no_edge_closes_a_cycle_whoever_writes_it() {
    let mut world = World::new();
    for no in 1..=4 {
        let needs = [(no - 1, When::Success)];
        after(
            &mut world,
            "next",
            Join::All,
            if no > 1 { &needs } else { &[] },
        );
    }
    let link = |from, to| TaskLink {
        workflow: None,
        from: task(from),
        to: task(to),
        when: When::Success.into(),
    };
    for (from, to, path) in [
        (4, 1, "T1 → T2 → T3 → T4 → T1"),
        (3, 2, "T2 → T3 → T2"),
        (2, 2, "T2 → T2"),
    ] {
        let mut op = link(from, to);
        op.workflow = Some(world.workflow());
        let error = world.refused(&lead(), op);
        assert_eq!(word(&error), "cycle");
        assert!(error.detail.contains(path), "{}", error.detail);
    }
    // Reversing an edge in one edit is no cycle; half of the edit is.
    let edit = TaskEdit {
        depends_on: Some(vec!["T4".into()]),
        ..TaskEdit::of(Some(world.workflow()), task(1))
    };
    assert_eq!(word(&world.refused(&lead(), edit)), "cycle");
    let free = TaskEdit {
        depends_on: Some(Vec::new()),
        ..TaskEdit::of(Some(world.workflow()), task(2))
    };
    world.ok(&lead(), free);
    let edit = TaskEdit {
        depends_on: Some(vec!["T4".into()]),
        ..TaskEdit::of(Some(world.workflow()), task(1))
    };
    world.ok(&lead(), edit);
    assert_eq!(world.task(4).blocks, [engine::numbers::TaskNo(1)]);
}

#[test]
fn what_a_begun_task_needs_does_not_change() {
    let mut world = World::new();
    after(&mut world, "one", Join::All, &[]);
    after(&mut world, "two", Join::All, &[]);
    world.claim(&worker(), 2).unwrap();
    let op = TaskLink {
        workflow: Some(world.workflow()),
        from: task(1),
        to: task(2),
        when: When::Success.into(),
    };
    assert_eq!(word(&world.refused(&lead(), op)), "wrong_status");
    complete(&mut world, 2);
    assert_eq!(world.status(2), Completed);
}

/// Releases a task.
type Return = fn(&mut World);

#[test]
fn what_comes_back_to_a_branch_not_taken_is_skipped() {
    let returns: [(&str, Return); 4] = [
        ("released", |world| {
            let op = TaskRelease {
                workflow: Some(world.workflow()),
                task: task(3),
                handoff_note: None,
                lease: Some(lease(world, 3)),
            };
            world.ok(&worker(), op);
        }),
        ("put back", |world| {
            let op = TaskUpdate {
                workflow: Some(world.workflow()),
                task: task(3),
                status: Progress::Pending,
                reason: None,
                note: None,
                lease: Some(lease(world, 3)),
            };
            world.ok(&worker(), op);
        }),
        ("failed, to be tried again", |world| {
            let op = TaskFail {
                workflow: Some(world.workflow()),
                task: task(3),
                error: "it broke".into(),
                retryable: true,
                lease: Some(lease(world, 3)),
            };
            world.ok(&worker(), op);
        }),
        ("left by whoever held it", |world| {
            world.pass(DAY / SECOND);
            let op = Sweep {
                workflow: world.workflow(),
            };
            world.ok(&Actor::system(), op);
        }),
    ];
    for (what, give_back) in returns {
        let mut world = World::new();
        after(&mut world, "try", Join::All, &[]);
        after(&mut world, "go on", Join::All, &[(1, When::Success)]);
        let clean_up = NewTask {
            title: "clean up".into(),
            depends_on: vec![NewNeed::Full {
                task: "T1".into(),
                when: When::Failure.into(),
            }],
            retries: Some(3),
            ..NewTask::default()
        };
        world.add(clean_up);
        after(&mut world, "report", Join::All, &[(3, When::Success)]);
        fail(&mut world, 1);
        world.claim(&worker(), 3).unwrap();
        let again = TaskRetry {
            workflow: Some(world.workflow()),
            task: task(1),
            reason: None,
        };
        world.ok(&person(), again);
        complete(&mut world, 1);
        assert_eq!(world.status(3), TaskStatus::InProgress, "{what}");
        give_back(&mut world);
        assert_eq!(statuses(&world, &[3, 4]), [Skipped, Skipped], "{what}");
    }
}
