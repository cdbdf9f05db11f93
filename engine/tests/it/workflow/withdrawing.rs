//! Open questions at the end of a workflow: they are recorded as withdrawn, and no longer need an answer.

use engine::numbers::{ApprovalNo, QuestionNo, Ref};
use engine::workflow::ops::approval_give::{ApprovalGive, ApprovalWord};
use engine::workflow::ops::approval_request::ApprovalRequest;
use engine::workflow::ops::workflow_cancel::WorkflowCancel;
use engine::workflow::ops::workflow_complete::WorkflowComplete;
use engine::workflow::people::{ApprovalStatus, Subject};
use engine::workflow::state::Status;

use crate::workflow::harness::{World, fold, lead, person, word, worker};
use crate::workflow::words::{answer, ask};

/// Returns a workflow without tasks, with Q1 (with a deadline), Q2 and P1 open and Q3 answered.
fn asked() -> World {
    let mut world = World::new();
    for (no, question) in ["Which port?", "Which name?", "Which key?"]
        .iter()
        .enumerate()
    {
        let mut op = ask(&world, question);
        if no == 0 {
            op.default = Some("8080".into());
            op.deadline_seconds = Some(600);
        }
        world.ok(&worker(), op);
    }
    let op = answer(&world, 3, "the blue one");
    world.ok(&person(), op);
    let op = ApprovalRequest {
        workflow: world.workflow(),
        subject: Subject::Plan("Drop the table".into()),
        reason: "It is old".into(),
    };
    world.ok(&worker(), op);
    world
}

fn complete(world: &World, force: bool, reason: Option<&str>) -> WorkflowComplete {
    WorkflowComplete {
        workflow: world.workflow(),
        force,
        reason: reason.map(Into::into),
    }
}

#[test]
fn a_workflow_with_open_questions_ends_only_when_a_person_insists() {
    let mut world = asked();
    for actor in [lead(), person()] {
        let op = complete(&world, false, None);
        let error = world.refused(&actor, op);
        assert_eq!(word(&error), "questions_open");
        for part in [
            "2 questions are open: Q1, Q2.",
            "1 request for approval is open: P1.",
        ] {
            assert!(error.detail.contains(part), "{}", error.detail);
        }
    }
    let op = complete(&world, true, Some("enough"));
    world.refused(&lead(), op);
    let op = complete(&world, true, None);
    let error = world.refused(&person(), op);
    assert_eq!(error.extra.fields[0].pointer, "/reason");
    world.add_after("left", &[]);
    let op = complete(&world, false, None);
    let error = world.refused(&lead(), op);
    assert_eq!(word(&error), "tasks_open");
    assert!(error.detail.contains("T1") && error.detail.contains("Q1, Q2"));
}

#[test]
fn what_is_given_up_is_withdrawn_and_says_so_to_whoever_answers() {
    type End = fn(&mut World);
    let ends: [(Status, End); 2] = [
        (Status::Completed, |world| {
            let op = complete(world, true, Some("the customer left"));
            world.ok(&person(), op);
        }),
        (Status::Cancelled, |world| {
            let op = WorkflowCancel {
                workflow: world.workflow(),
                reason: Some("the customer left".into()),
            };
            world.ok(&lead(), op);
        }),
    ];
    for (status, end) in ends {
        let mut world = asked();
        assert_eq!(world.state().attention(), 3);
        end(&mut world);
        let state = world.state();
        assert_eq!((state.status, state.attention()), (status, 0));
        assert!(state.items().is_empty());
        let derived = state.derived();
        assert!(derived.open_questions.is_empty() && derived.open_approvals.is_empty());
        assert!(derived.deadlines.is_empty());
        let gone = state.questions.find(QuestionNo(1)).unwrap();
        assert_eq!(
            gone.withdrawn.as_ref().unwrap().reason.as_deref(),
            Some("the customer left")
        );
        assert!(
            state
                .questions
                .find(QuestionNo(3))
                .unwrap()
                .withdrawn
                .is_none()
        );
        let request = state.approvals.find(ApprovalNo(1)).unwrap();
        assert_eq!(request.status, ApprovalStatus::Withdrawn);
        let op = answer(&world, 1, "8080");
        let late = world.refused(&person(), op);
        let op = ApprovalGive {
            workflow: Some(world.workflow()),
            approval: Ref::local(ApprovalNo(1)),
            status: ApprovalWord::Approved,
            comments: None,
        };
        let later = world.refused(&person(), op);
        for (error, thing) in [(late, "Q1"), (later, &*request.id.to_string())] {
            assert_eq!(word(&error), "withdrawn");
            for part in [thing, "ended the workflow", "the customer left"] {
                assert!(error.detail.contains(part), "{}", error.detail);
            }
        }
        assert_eq!(fold(&world.workflow_facts()), *world.state());
        let read: engine::workflow::Workflow =
            serde_json::from_value(serde_json::json!(*world.state())).unwrap();
        assert_eq!(read, *world.state());
    }
}
