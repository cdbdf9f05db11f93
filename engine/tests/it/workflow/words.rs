//! Questions and approvals between people and agents.

use engine::numbers::{ApprovalNo, QuestionNo, Ref, TaskNo};
use engine::workflow::ops::approval_give::{ApprovalGive, ApprovalWord};
use engine::workflow::ops::approval_request::ApprovalRequest;
use engine::workflow::ops::question_answer::QuestionAnswer;
use engine::workflow::ops::question_ask::QuestionAsk;
use engine::workflow::people::{ApprovalStatus, Subject};
use kernel::actor::{Actor, Role};
use kernel::memory::Memory;
use kernel::notice::Notice;
use kernel::time::SECOND;

use crate::workflow::harness::{
    Breaking, World, lead, lease, other, person, reviewer, task, word, worker,
};

pub fn notices(world: &World, actor: &Actor) -> Vec<Notice> {
    world.state().inbox(actor, world.now)
}

/// Returns the messages for the actor, without notices about actions.
pub fn heard(world: &World, actor: &Actor) -> Vec<String> {
    let notices = notices(world, actor).into_iter();
    let notices = notices.filter(|notice| notice.group.is_none());
    notices.map(|notice| notice.message).collect()
}

pub fn ask(world: &World, question: &str) -> QuestionAsk {
    QuestionAsk {
        workflow: world.workflow(),
        task: None,
        question: question.into(),
        options: Vec::new(),
        default: None,
        deadline: None,
        deadline_seconds: None,
        lease: None,
    }
}

pub fn answer(world: &World, no: u32, answer: &str) -> QuestionAnswer {
    QuestionAnswer {
        workflow: Some(world.workflow()),
        question: Ref::local(QuestionNo(no)),
        answer: answer.into(),
    }
}

#[test]
fn a_question_stops_the_clock_of_its_holder_s_lease() {
    let mut world = World::new();
    world.add_after("Tokens", &[]);
    world.claim(&worker(), 1).unwrap();
    world.pass(60);
    let mut op = ask(&world, "RS256 or HS256?");
    op.task = Some(task(1));
    op.options = vec!["RS256".into(), "HS256".into()];
    assert_eq!(
        world.refused(&worker(), op.clone()).extra.fields[0].pointer,
        "/lease"
    );
    op.lease = Some("T1:9".into());
    assert_eq!(word(&world.refused(&worker(), op.clone())), "lease_lost");
    op.lease = Some(lease(&world, 1));
    let asked = world.ok(&worker(), op);
    assert!(asked.parked);
    assert_eq!(world.task(1).waits_for, Some(QuestionNo(1)));
    let until = world.task(1).lease.unwrap().until;
    world.pass(10 * 24 * 60 * 60);
    assert!(world.task(1).is_leased(world.now));
    assert_eq!(word(&world.claim(&other(), 1).unwrap_err()), "held");
    let item = &world.state().items()[0];
    assert_eq!(
        (item.item.as_str(), item.detail.as_str()),
        ("question:Q1", "Options: RS256, HS256.")
    );
    let op = answer(&world, 1, "HS256, it is internal");
    world.ok(&person(), op);
    let lease = world.task(1).lease.unwrap();
    assert_eq!(lease.until.since(until), 10 * 24 * 60 * 60 * SECOND);
    assert_eq!((lease.parked_at, world.task(1).waits_for), (None, None));
    assert!(world.state().items().is_empty());
    let told = &notices(&world, &worker())[0];
    assert_eq!(
        (told.kind.as_str(), told.priority.as_str()),
        ("answer", "urgent")
    );
    assert_eq!(told.message, "RS256 or HS256? — HS256, it is internal");
    assert!(notices(&world, &other()).is_empty());
}

#[test]
fn somebody_else_s_question_stops_no_clock() {
    let mut world = World::new();
    world.add_after("Tokens", &[]);
    world.claim(&worker(), 1).unwrap();
    let mut op = ask(&world, "Is this still wanted?");
    op.task = Some(task(1));
    let asked = world.ok(&reviewer(), op);
    assert!(!asked.parked);
    let task = world.task(1);
    assert_eq!(
        (task.waits_for, task.lease.unwrap().parked_at),
        (None, None)
    );
}

#[test]
fn the_first_answer_counts() {
    let mut world = World::new();
    let op = ask(&world, "Which region?");
    world.ok(&worker(), op);
    let op = answer(&world, 1, "Berlin");
    world.ok(&person(), op);
    let op = answer(&world, 1, "Paris");
    let error = world.refused(&Actor::new("olga", Role::Owner), op);
    assert_eq!(word(&error), "answered");
    assert!(
        error.detail.contains("anna") && error.detail.contains("Berlin"),
        "{error}"
    );
}

#[test]
fn questions_that_cannot_be_asked() {
    let mut world = World::new();
    let broken: &[Breaking<QuestionAsk>] = &[
        ("/question", |op| op.question = String::new()),
        ("/options", |op| op.options = vec!["a".into(); 21]),
        ("/options/1", |op| {
            op.options = vec!["a".into(), String::new()];
        }),
        ("/default", |op| op.default = Some("a".into())),
        ("/deadline_seconds", |op| op.deadline_seconds = Some(0)),
        ("/deadline", |op| op.deadline = Some(kernel::Time(0))),
    ];
    for (pointer, breaks) in broken {
        let mut op = ask(&world, "Which?");
        breaks(&mut op);
        assert_eq!(
            world.refused(&worker(), op).extra.fields[0].pointer,
            *pointer
        );
    }
    let op = ask(&world, "Which?");
    assert_eq!(word(&world.refused(&person(), op)), "forbidden");
    let op = answer(&world, 1, "a");
    assert_eq!(word(&world.refused(&worker(), op)), "forbidden");
}

#[test]
fn consent_is_asked_for_and_given_by_people_only() {
    let mut world = World::new();
    world.add_after("Drop the table", &[]);
    let request = |subject| ApprovalRequest {
        workflow: world.workflow(),
        subject,
        reason: "it can't be undone".into(),
    };
    let risky = request(Subject::Task(TaskNo(1)));
    let plan = request(Subject::Plan("Migrate at night".into()));
    let unknown = request(Subject::Task(TaskNo(7)));
    world.ok(&worker(), risky);
    world.ok(&worker(), plan);
    assert_eq!(
        world.refused(&worker(), unknown).extra.fields[0].pointer,
        "/subject"
    );
    let word_on = |no, status, comments: Option<&str>| ApprovalGive {
        workflow: Some(world.workflow()),
        approval: Ref::local(ApprovalNo(no)),
        status,
        comments: comments.map(Into::into),
    };
    let yes = word_on(1, ApprovalWord::Approved, None);
    let bare_no = word_on(2, ApprovalWord::Refused, None);
    let no = word_on(2, ApprovalWord::Refused, Some("By day, with a backup."));
    assert_eq!(word(&world.refused(&lead(), yes.clone())), "forbidden");
    assert_eq!(
        world.ok(&person(), yes).approval.status,
        ApprovalStatus::Approved
    );
    assert_eq!(
        world.refused(&person(), bare_no).extra.fields[0].pointer,
        "/comments"
    );
    world.pass(1);
    world.ok(&person(), no);
    assert_eq!(
        heard(&world, &worker()),
        [
            "Approved: Drop the table.",
            "Refused: Migrate at night. By day, with a backup."
        ]
    );
}
