//! Integrity of results: submitted or approved work is changed only by the agent that submitted it, records under
//! another's task are marked, and nothing is completed on top of something incomplete.

use engine::numbers::{DecisionNo, Ref, TaskNo, WarningNo};
use engine::workflow::attention::ItemKind;
use engine::workflow::context::Format;
use engine::workflow::ops::artifact_record::{ArtifactMade, NewArtifact};
use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::sweep::Sweep;
use engine::workflow::ops::task_add::{NewNeed, NewTask, NewWhen};
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_retry::TaskRetry;
use engine::workflow::ops::task_review::TaskReview;
use engine::workflow::ops::task_skip::TaskSkip;
use engine::workflow::ops::warning_settle::WarningSettle;
use engine::workflow::task::{ReviewStatus, TaskStatus};
use engine::workflow::warning::WarningKind;
use engine::workflow::{Join, When};
use kernel::Result;
use kernel::actor::Actor;
use kernel::memory::Memory;

use crate::workflow::artifacts::made;
use crate::workflow::harness::{World, lead, lease, other, person, reviewer, task, word, worker};

fn reviewed(world: &mut World, title: &str) {
    world.add(NewTask {
        title: title.into(),
        needs_review: true,
        ..NewTask::default()
    });
}

fn record(world: &mut World, actor: &Actor, no: Option<u32>, text: &str) -> Result<ArtifactMade> {
    let mut op = made(world, Some(text));
    op.associated_task = no.map(task);
    world.call(actor, op)
}

pub fn complete(world: &mut World, actor: &Actor, no: u32) -> Result<()> {
    let op = completion(world, actor, no);
    world.call(actor, op).map(drop)
}

fn completion(world: &World, actor: &Actor, no: u32) -> TaskComplete {
    TaskComplete {
        workflow: Some(world.workflow()),
        task: task(no),
        summary: "done".into(),
        next_steps: Vec::new(),
        artifacts: Vec::<NewArtifact>::new(),
        lease: actor.role.is_agent().then(|| lease(world, no)),
        force: false,
    }
}

fn review(world: &World, no: u32) -> TaskReview {
    TaskReview {
        workflow: Some(world.workflow()),
        task: task(no),
        status: ReviewStatus::Approved,
        comments: None,
        force: false,
        lines: std::collections::BTreeMap::new(),
    }
}

/// Returns T1 with an artifact by `worker`, approved; T2 after it and T3 independent.
fn approved() -> World {
    let mut world = World::new();
    reviewed(&mut world, "Tokens");
    world.add_after("Behind", &[1]);
    world.add_after("Beside", &[]);
    world.claim(&worker(), 1).unwrap();
    record(&mut world, &worker(), None, "one\n").unwrap();
    complete(&mut world, &worker(), 1).unwrap();
    let op = review(&world, 1);
    world.ok(&reviewer(), op);
    world
}

fn warnings(world: &World) -> Vec<(WarningKind, u32)> {
    let state = world.state();
    let open = state.open_warnings();
    open.map(|warning| (warning.kind, warning.task.0)).collect()
}

#[test]
fn a_version_is_filed_under_the_one_task_that_its_maker_holds() {
    for (held, said, filed) in [
        (&[][..], None, None),
        (&[1], None, Some(1)),
        (&[1, 2], None, None),
        (&[1, 2], Some(2), Some(2)),
        (&[], Some(3), Some(3)),
    ] {
        let mut world = World::new();
        for title in ["One", "Two", "Three"] {
            world.add_after(title, &[]);
        }
        for no in held {
            world.claim(&worker(), *no).unwrap();
        }
        let answer = record(&mut world, &worker(), said, "text").unwrap();
        let case = format!("{held:?} and {said:?}");
        assert_eq!(answer.artifact.associated_task, filed.map(TaskNo), "{case}");
        let is_told = held.len() > 1 && said.is_none();
        assert_eq!(!answer.warnings.is_empty(), is_told, "{case}");
    }
}

#[test]
fn only_who_handed_it_in_changes_what_was_approved() {
    // Author of the record, its task, and whether T1 needs another review.
    let cases: [(Actor, Option<u32>, bool); 7] = [
        (worker(), Some(1), true),
        (worker(), None, false),
        (other(), None, false),
        (other(), Some(1), false),
        (other(), Some(3), false),
        (lead(), Some(1), false),
        (person(), Some(1), false),
    ];
    for (actor, under, reopens) in cases {
        let mut world = approved();
        let answer = record(&mut world, &actor, under, "changed\n").unwrap();
        let case = format!("{} under {under:?}", actor.id);
        let status = world.status(1);
        assert_eq!(status == TaskStatus::Review, reopens, "{case}");
        assert_eq!(status == TaskStatus::Completed, !reopens, "{case}");
        let is_flagged = !reopens;
        assert_eq!(!warnings(&world).is_empty(), is_flagged, "{case}");
        assert_eq!(!answer.warnings.is_empty(), is_flagged, "{case}");
        assert_eq!(answer.artifact.beside.is_some(), is_flagged, "{case}");
        if !is_flagged {
            continue;
        }
        // The approved version stays authoritative: a claim of the next task gets it, not the later one.
        let claim = TaskClaim {
            workflow: Some(world.workflow()),
            task: Some(task(2)),
            capabilities: vec!["rust".into()],
            format: Format::Blocks,
            ..TaskClaim::default()
        };
        let context = world.call(&other(), claim).unwrap().context;
        let made = context
            .blocks
            .iter()
            .find(|block| block.name == "artifacts");
        let sources: Vec<&str> = made
            .unwrap()
            .items
            .iter()
            .map(|item| item.source.as_str())
            .collect();
        assert_eq!(sources, ["A1"], "{case}");
        let item = world.state().find_item("warning:W1").unwrap();
        assert_eq!(item.kind, ItemKind::Warning);
        assert!(
            item.detail.contains("A1 stays what was approved"),
            "{}",
            item.detail
        );
        let heard = world.state().inbox(&lead(), world.now);
        let is_told = heard.iter().any(|notice| notice.kind == "warning");
        assert_eq!(is_told, actor != lead(), "{case}");
        // A repetition adds no second warning, and a person resolves it.
        record(&mut world, &actor, under, "and again\n").unwrap();
        assert_eq!(warnings(&world).len(), 1, "{case}");
        let settle = WarningSettle {
            workflow: Some(world.workflow()),
            warning: Ref::local(WarningNo(1)),
            note: None,
        };
        world.ok(&person(), settle);
        assert!(warnings(&world).is_empty(), "{case}");
        assert!(world.state().find_item("warning:W1").is_none(), "{case}");
    }
}

#[test]
fn who_goes_on_from_what_was_approved_changes_its_files_as_it_must() {
    let mut world = approved();
    world.claim(&other(), 2).unwrap();
    let answer = record(&mut world, &other(), None, "more\n").unwrap();
    assert_eq!(answer.artifact.associated_task, Some(TaskNo(2)));
    assert!(warnings(&world).is_empty());
    assert_eq!(world.status(1), TaskStatus::Completed);
}

#[test]
fn what_others_build_on_stays_as_it_was_approved() {
    let mut world = approved();
    world.claim(&other(), 2).unwrap();
    let answer = record(&mut world, &worker(), Some(1), "late\n").unwrap();
    assert_eq!(answer.artifact.beside, Some(TaskNo(1)));
    assert_eq!(world.status(1), TaskStatus::Completed);
    assert_eq!(warnings(&world), [(WarningKind::Beside, 1)]);
    complete(&mut world, &other(), 2).unwrap();
}

#[test]
fn what_is_being_reviewed_is_changed_by_its_maker_alone() {
    for (actor, under, dismisses) in [
        (worker(), Some(1), true),
        (worker(), None, false),
        (other(), Some(1), false),
        (other(), None, false),
        (person(), Some(1), false),
        (person(), None, false),
    ] {
        let mut world = World::new();
        reviewed(&mut world, "Tokens");
        world.claim(&worker(), 1).unwrap();
        record(&mut world, &worker(), None, "one\n").unwrap();
        complete(&mut world, &worker(), 1).unwrap();
        let seen = world.task(1).changed;
        record(&mut world, &actor, under, "two\n").unwrap();
        let op = review(&world, 1);
        let answer = world.call_at(&reviewer(), op, Some(seen));
        let case = format!("{} under {under:?}", actor.id);
        assert_eq!(answer.is_err(), dismisses, "{case}");
        assert_eq!(warnings(&world).is_empty(), dismisses, "{case}");
    }
}

#[test]
fn what_is_under_way_is_changed_by_its_holder_alone() {
    for (actor, under, is_beside) in [
        (worker(), None, false),
        (worker(), Some(1), false),
        (other(), Some(1), true),
        (other(), None, false),
        (lead(), Some(1), true),
        (person(), Some(1), true),
    ] {
        let mut world = World::new();
        reviewed(&mut world, "Tokens");
        world.claim(&worker(), 1).unwrap();
        record(&mut world, &worker(), None, "safe\n").unwrap();
        let answer = record(&mut world, &actor, under, "other\n").unwrap();
        let case = format!("{} under {under:?}", actor.id);
        assert_eq!(answer.artifact.beside.is_some(), is_beside, "{case}");
        assert_eq!(!answer.warnings.is_empty(), is_beside, "{case}");
        assert_eq!(!warnings(&world).is_empty(), is_beside, "{case}");
        let heard = world.state().inbox(&worker(), world.now);
        let words = "for the task that you hold. A2";
        let is_told = heard.iter().any(|notice| notice.message.contains(words));
        assert_eq!(is_told, is_beside, "{case}");
        complete(&mut world, &worker(), 1).unwrap();
        let state = world.state();
        let made = state.derived().artifacts_of.get(&1);
        let made: Vec<u32> = made.into_iter().flatten().copied().collect();
        let newest = if is_beside || under.is_none() && actor != worker() {
            1
        } else {
            2
        };
        assert_eq!(made, [newest], "{case}");
    }
}

#[test]
fn a_path_is_the_same_however_it_is_written() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.claim(&worker(), 1).unwrap();
    for (path, expected) in [
        ("src/a.rs", Some("src/a.rs")),
        ("./src/a.rs", Some("src/a.rs")),
        ("src//./a.rs", Some("src/a.rs")),
        ("src/a.rs/", Some("src/a.rs")),
        ("/src/a.rs", Some("/src/a.rs")),
        ("https://example.org//a", Some("https://example.org//a")),
        ("../a.rs", None),
        ("src/../../a.rs", None),
        (".", None),
        ("//", None),
    ] {
        let mut op = made(&world, Some(path));
        op.path = path.into();
        let answer = world.call(&worker(), op);
        let path_of = answer.map(|made| made.artifact.path);
        assert_eq!(path_of.ok().as_deref(), expected, "{path}");
    }
}

#[test]
fn after_a_lost_lease_nothing_is_recorded() {
    for (under, is_swept, is_taken) in [
        (None, false, false),
        (Some(1), false, false),
        (None, true, false),
        (Some(1), true, false),
        (None, true, true),
        (Some(1), true, true),
    ] {
        let mut world = World::new();
        world.add_after("One", &[]);
        world.add_after("Two", &[]);
        world.claim(&worker(), 1).unwrap();
        let ran_out = format!("T1:1 ran out at {}", world.now.plus(900_000));
        world.pass(901);
        let sweep = Sweep {
            workflow: world.workflow(),
        };
        if is_swept {
            world.ok(&Actor::system(), sweep);
        }
        if is_taken {
            world.claim(&other(), 1).unwrap();
        }
        let error = record(&mut world, &worker(), under, "late").unwrap_err();
        let case = format!("{under:?} {is_swept} {is_taken}: {}", error.detail);
        assert_eq!(word(&error), "lease_lost", "{case}");
        assert!(error.detail.contains(&ran_out), "{case}");
        assert!(error.detail.contains("`task_claim`"), "{case}");
        // The current claim counts again.
        world.claim(&worker(), 2).unwrap();
        let answer = record(&mut world, &worker(), None, "in time").unwrap();
        assert_eq!(answer.artifact.associated_task, Some(TaskNo(2)), "{case}");
    }
}

#[test]
fn nothing_is_completed_on_what_is_put_back() {
    let mut world = World::new();
    world.add_after("Risky", &[]);
    world.add(NewTask {
        title: "Roll back".into(),
        depends_on: vec![NewNeed::Full {
            task: "T1".into(),
            when: When::Failure.into(),
        }],
        ..NewTask::default()
    });
    world.claim(&worker(), 1).unwrap();
    let fail = engine::workflow::ops::task_fail::TaskFail {
        workflow: Some(world.workflow()),
        task: task(1),
        error: "boom".into(),
        retryable: false,
        lease: Some(lease(&world, 1)),
    };
    world.ok(&worker(), fail);
    world.claim(&other(), 2).unwrap();
    let retry = TaskRetry {
        workflow: Some(world.workflow()),
        task: task(1),
        reason: None,
    };
    world.ok(&person(), retry);
    let told = world.state().inbox(&other(), world.now);
    assert!(
        told[0].message.contains("T2 cannot be completed for now"),
        "{told:?}"
    );
    let error = complete(&mut world, &other(), 2).unwrap_err();
    assert_eq!(word(&error), "unmet_needs");
    assert!(
        error.detail.contains("T1 (Risky) must fail"),
        "{}",
        error.detail
    );
    // A person can with `force`, and the task is marked from then on.
    let error = complete(&mut world, &person(), 2).unwrap_err();
    assert!(error.detail.contains("`force`"), "{}", error.detail);
    let forced = TaskComplete {
        force: true,
        ..completion(&world, &person(), 2)
    };
    world.ok(&person(), forced);
    assert_eq!(world.task(2).unmet, [TaskNo(1)]);
    assert!(warnings(&world).is_empty());
    let skip = TaskSkip {
        workflow: Some(world.workflow()),
        task: task(1),
        reason: None,
    };
    world.ok(&person(), skip);
}

#[test]
fn a_decision_that_turns_leaves_no_work_done_in_silence() {
    for is_done in [false, true] {
        let mut world = World::new();
        world.add_after("First", &[]);
        let decide = DecisionRecord {
            decision: None,
            workflow: world.workflow(),
            question: "Which way?".into(),
            choice: "left".into(),
            alternatives: vec!["right".into()],
            rationale: "so".into(),
            affects_tasks: Vec::new(),
            reversible: true,
        };
        world.ok(&lead(), decide);
        world.add(NewTask {
            title: "Left".into(),
            join: Join::All,
            depends_on: vec![NewNeed::Full {
                task: "T1".into(),
                when: NewWhen::Choice {
                    decision: "D1".into(),
                    option: "left".into(),
                },
            }],
            ..NewTask::default()
        });
        world.claim(&worker(), 1).unwrap();
        complete(&mut world, &worker(), 1).unwrap();
        world.claim(&worker(), 2).unwrap();
        if is_done {
            complete(&mut world, &worker(), 2).unwrap();
        }
        let turn = DecisionSupersede {
            workflow: Some(world.workflow()),
            decision: Ref::local(DecisionNo(1)),
            question: None,
            choice: "right".into(),
            alternatives: vec!["left".into()],
            rationale: "so".into(),
            affects_tasks: None,
            reversible: None,
        };
        world.ok(&lead(), turn);
        if is_done {
            assert_eq!(warnings(&world), [(WarningKind::Unmet, 2)]);
        } else {
            let error = complete(&mut world, &worker(), 2).unwrap_err();
            assert_eq!(word(&error), "unmet_needs");
        }
    }
}

/// `force` is for people only.
#[test]
fn an_agent_forces_nothing() {
    let mut world = World::new();
    world.add_after("One", &[]);
    world.add_after("Two", &[1]);
    let forced = TaskComplete {
        force: true,
        ..completion(&world, &worker(), 2)
    };
    assert_eq!(word(&world.refused(&worker(), forced)), "lease_lost");
    let unforced = completion(&world, &person(), 2);
    assert_eq!(word(&world.refused(&person(), unforced)), "unmet_needs");
}
