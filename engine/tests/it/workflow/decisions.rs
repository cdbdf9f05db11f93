//! Decisions: recorded, superseded, ruled on, and the branches that follow them.

use engine::numbers::{ApprovalNo, DecisionNo, Ref, TaskNo};
use engine::workflow::ops::approval_give::{ApprovalGive, ApprovalWord};
use engine::workflow::ops::approval_request::ApprovalRequest;
use engine::workflow::ops::decision_approve::DecisionApprove;
use engine::workflow::ops::decision_record::{DecisionMade, DecisionRecord};
use engine::workflow::ops::decision_reject::DecisionReject;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::task_add::{NewNeed, NewTask, NewWhen};
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::people::{ApprovalStatus, Subject};
use engine::workflow::shared::DecisionStatus;
use engine::workflow::task::TaskStatus;
use kernel::actor::Actor;

use crate::workflow::harness::{
    Breaking, World, lead, lease, other, person, reviewer, task, word, worker,
};

fn decide(world: &World, choice: &str) -> DecisionRecord {
    DecisionRecord {
        decision: None,
        workflow: world.workflow(),
        question: "Which library?".into(),
        choice: choice.into(),
        alternatives: vec!["our own".into()],
        rationale: "it is kept up".into(),
        affects_tasks: Vec::new(),
        reversible: true,
    }
}

fn supersede(world: &mut World, no: u32, choice: &str) -> DecisionMade {
    let op = instead_of(world, no, choice);
    world.ok(&worker(), op)
}

fn instead_of(world: &World, no: u32, choice: &str) -> DecisionSupersede {
    DecisionSupersede {
        workflow: Some(world.workflow()),
        decision: Ref::local(DecisionNo(no)),
        question: None,
        choice: choice.into(),
        alternatives: Vec::new(),
        rationale: "we know better now".into(),
        affects_tasks: None,
        reversible: None,
    }
}

fn approve(world: &World, no: u32) -> DecisionApprove {
    DecisionApprove {
        workflow: Some(world.workflow()),
        decision: Ref::local(DecisionNo(no)),
        comments: None,
    }
}

fn reject(world: &World, no: u32, comments: &str) -> DecisionReject {
    DecisionReject {
        workflow: Some(world.workflow()),
        decision: Ref::local(DecisionNo(no)),
        comments: comments.into(),
    }
}

fn ask_for(world: &mut World, actor: &Actor, no: u32) -> ApprovalNo {
    let op = ApprovalRequest {
        workflow: world.workflow(),
        subject: Subject::Decision(DecisionNo(no)),
        reason: "it is hard to undo".into(),
    };
    world.ok(actor, op).approval.id
}

#[test]
fn a_decision_keeps_what_was_said() {
    let mut world = World::new();
    world.add_after("Choose", &[]);
    let mut op = decide(&world, "jose");
    op.affects_tasks = vec![task(1)];
    let made = world.ok(&worker(), op).decision;
    assert_eq!((made.id, made.made_by), (DecisionNo(1), worker()));
    assert_eq!(made.affects_tasks, [TaskNo(1)]);
    assert_eq!(made.status, DecisionStatus::Recorded);
    assert!(made.tokens > 0);
    let given = world.state().agent_contributions["w1"]
        .decisions_made
        .clone();
    assert!(given.into_iter().eq([DecisionNo(1)]));
}

#[test]
fn what_is_missing_is_named() {
    let mut world = World::new();
    let broken: &[Breaking<DecisionRecord>] = &[
        ("/question", |op| op.question = " ".into()),
        ("/choice", |op| op.choice = String::new()),
        ("/rationale", |op| op.rationale = String::new()),
        ("/alternatives", |op| {
            op.alternatives = vec![String::new(); 101];
        }),
        ("/affects_tasks/0", |op| op.affects_tasks = vec![task(9)]),
    ];
    for (pointer, breaks) in broken {
        let mut op = decide(&world, "jose");
        breaks(&mut op);
        let error = world.refused(&worker(), op);
        assert_eq!(error.extra.fields[0].pointer, *pointer);
    }
    assert!(world.state().decisions.is_empty());
}

#[test]
fn a_chain_of_decisions_is_kept_and_grows_at_its_end_only() {
    let mut world = World::new();
    let op = decide(&world, "jose");
    world.ok(&worker(), op);
    let second = supersede(&mut world, 1, "paseto").decision;
    assert_eq!(second.question, "Which library?");
    assert_eq!(second.supersedes, Some(DecisionNo(1)));
    supersede(&mut world, 2, "jose again");
    let state = world.state();
    let first = state.decisions.find(DecisionNo(1)).unwrap();
    assert_eq!(first.status, DecisionStatus::Superseded);
    assert_eq!(first.superseded_by, Some(DecisionNo(2)));
    let late = DecisionSupersede {
        workflow: None,
        decision: Ref {
            workflow: Some(world.workflow()),
            number: DecisionNo(1),
        },
        question: None,
        choice: "none".into(),
        alternatives: Vec::new(),
        rationale: "why not".into(),
        affects_tasks: None,
        reversible: None,
    };
    let error = world.refused(&worker(), late);
    assert_eq!(word(&error), "superseded");
    assert!(error.detail.contains("D2"), "{error}");
    let ruled = approve(&world, 1);
    assert_eq!(word(&world.refused(&person(), ruled)), "superseded");
}

#[test]
fn a_decision_that_takes_anothers_place_is_as_hard_to_undo_unless_it_says_otherwise() {
    for (before, given, after) in [
        (true, None, true),
        (false, None, false),
        (false, Some(true), true),
        (true, Some(false), false),
    ] {
        let mut world = World::new();
        let op = DecisionRecord {
            reversible: before,
            ..decide(&world, "jose")
        };
        world.ok(&worker(), op);
        let op = DecisionSupersede {
            reversible: given,
            ..instead_of(&world, 1, "our own")
        };
        let made = world.ok(&worker(), op).decision;
        assert_eq!(made.reversible, after, "{before} {given:?}");
        // The new choice was an alternative before.
        assert!(made.alternatives.is_empty());
    }
}

#[test]
fn what_a_person_decided_only_a_person_decides_anew() {
    // Author, the person's verdict on it, and whether an agent may supersede it.
    for (by, word_on_it, may) in [
        (worker(), None, true),
        (worker(), Some(false), true),
        (worker(), Some(true), false),
        (person(), None, false),
        (person(), Some(true), false),
        (person(), Some(false), true),
    ] {
        let mut world = World::new();
        let op = decide(&world, "jose");
        world.ok(&by, op);
        match word_on_it {
            Some(true) => drop(world.ok(&person(), approve(&world, 1))),
            Some(false) => drop(world.ok(&person(), reject(&world, 1, "no"))),
            None => {}
        }
        for agent in [lead(), worker(), reviewer()] {
            let op = instead_of(&world, world.state().decisions.next().0 - 1, "paseto");
            if may {
                world.ok(&agent, op);
                continue;
            }
            let error = world.refused(&agent, op);
            assert_eq!(word(&error), "forbidden");
            assert!(error.detail.contains("D1 was"), "{error}");
            assert!(error.detail.contains(&person().id), "{error}");
        }
        let op = instead_of(&world, world.state().decisions.next().0 - 1, "paseto");
        world.ok(&person(), op);
    }
}

/// T1 is done; T2 waits for the choice "a", T3 for "b", T4 comes after T3.
fn fork(world: &mut World) {
    let mut op = decide(world, "a");
    op.alternatives = vec!["b".into()];
    world.add_after("Choose", &[]);
    world.ok(&worker(), op);
    for (title, option) in [("Do a", "a"), ("Do b", "b")] {
        world.add(NewTask {
            title: title.into(),
            depends_on: vec![NewNeed::Full {
                task: "T1".into(),
                when: NewWhen::Choice {
                    decision: "D1".into(),
                    option: option.into(),
                },
            }],
            ..NewTask::default()
        });
    }
    world.add_after("After b", &[3]);
    world.claim(&worker(), 1).unwrap();
    let done = TaskComplete {
        force: false,
        workflow: Some(world.workflow()),
        task: task(1),
        lease: Some(lease(world, 1)),
        summary: "chosen".into(),
        next_steps: Vec::new(),
        artifacts: Vec::new(),
    };
    world.ok(&worker(), done);
}

fn statuses(world: &World) -> [TaskStatus; 3] {
    [world.status(2), world.status(3), world.status(4)]
}

fn open(world: &World) -> Vec<u32> {
    let state = world.state();
    state.derived().open.iter().map(|(_, _, no)| *no).collect()
}

#[test]
fn branches_follow_the_choice_through_the_whole_chain() {
    use TaskStatus::{Pending, Skipped};
    let mut world = World::new();
    fork(&mut world);
    assert_eq!(statuses(&world), [Pending, Skipped, Skipped]);
    assert_eq!(open(&world), [2]);
    supersede(&mut world, 1, "b");
    assert_eq!(statuses(&world), [Skipped, Pending, Pending]);
    assert_eq!(open(&world), [3]);
    // The edges still name the first decision, but the third one is authoritative.
    supersede(&mut world, 2, "a");
    assert_eq!(statuses(&world), [Pending, Skipped, Skipped]);
    assert_eq!(open(&world), [2]);
    let op = reject(&world, 3, "neither");
    world.ok(&person(), op);
    assert_eq!(statuses(&world), [Pending, Pending, Pending]);
    assert_eq!(open(&world), [0_u32; 0]);
}

#[test]
fn work_on_a_branch_that_is_left_is_reported() {
    let mut world = World::new();
    fork(&mut world);
    world.claim(&other(), 2).unwrap();
    let made = supersede(&mut world, 1, "b");
    assert_eq!(world.status(2), TaskStatus::InProgress);
    assert_eq!(
        made.warnings,
        ["T2 is in progress on a branch that is not taken: `task_cancel` calls it off."]
    );
}

#[test]
fn only_people_rule_and_a_refusal_says_why() {
    let mut world = World::new();
    let op = decide(&world, "jose");
    world.ok(&worker(), op);
    for agent in [lead(), worker(), reviewer()] {
        let op = approve(&world, 1);
        assert_eq!(word(&world.refused(&agent, op)), "forbidden");
    }
    let op = reject(&world, 1, "  ");
    assert_eq!(
        world.refused(&person(), op).extra.fields[0].pointer,
        "/comments"
    );
    let op = reject(&world, 1, "too young");
    let ruled = world.ok(&person(), op).decision;
    assert_eq!(ruled.status, DecisionStatus::Rejected);
    assert_eq!(ruled.comments.as_deref(), Some("too young"));
    let op = approve(&world, 1);
    let ruled = world.ok(&person(), op).decision;
    assert_eq!(ruled.status, DecisionStatus::Approved);
    let before = world.facts.len();
    let op = approve(&world, 1);
    world.ok(&person(), op);
    assert_eq!(
        world.facts.len(),
        before,
        "the same word again records nothing"
    );
}

#[test]
fn ruling_answers_every_request_about_the_decision() {
    let mut world = World::new();
    for _ in 0..2 {
        let op = decide(&world, "jose");
        world.ok(&worker(), op);
    }
    let one = ask_for(&mut world, &worker(), 1);
    let two = ask_for(&mut world, &reviewer(), 1);
    let elsewhere = ask_for(&mut world, &worker(), 2);
    assert_eq!(
        ask_for(&mut world, &worker(), 1),
        one,
        "asking twice is one request"
    );
    let op = approve(&world, 1);
    assert_eq!(world.ok(&person(), op).approvals, [one, two]);
    let status = |world: &World, no| world.state().approvals.find(no).unwrap().status;
    assert_eq!(status(&world, one), ApprovalStatus::Approved);
    assert_eq!(status(&world, elsewhere), ApprovalStatus::Pending);
    // Conversely, a verdict on the request is a verdict on the decision.
    let give = ApprovalGive {
        workflow: Some(world.workflow()),
        approval: Ref::local(elsewhere),
        status: ApprovalWord::Refused,
        comments: Some("not yet".into()),
    };
    world.ok(&person(), give.clone());
    let state = world.state();
    let ruled = state.decisions.find(DecisionNo(2)).unwrap();
    assert_eq!(ruled.status, DecisionStatus::Rejected);
    assert_eq!(word(&world.refused(&person(), give)), "given");
}

#[test]
fn a_stale_word_is_refused() {
    let mut world = World::new();
    let op = decide(&world, "jose");
    let made = world.ok(&worker(), op).decision;
    let op = approve(&world, 1);
    let error = world
        .call_at(&person(), op, Some(made.changed - 1))
        .unwrap_err();
    assert_eq!(
        (word(&error).as_str(), error.extra.current),
        ("stale", Some(made.changed))
    );
    let op = approve(&world, 1);
    world.call_at(&person(), op, Some(made.changed)).unwrap();
}
