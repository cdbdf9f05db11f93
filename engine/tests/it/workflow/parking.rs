//! Parked leases: a holder that waits for an answer loses no time.

use engine::numbers::{ApprovalNo, QuestionNo, Ref, TaskNo};
use engine::workflow::context::{Recalled, Shape, assemble};
use engine::workflow::ops::approval_give::{ApprovalGive, ApprovalWord};
use engine::workflow::ops::approval_request::ApprovalRequest;
use engine::workflow::ops::question_ask::QuestionAsk;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::ops::task_explain::TaskExplain;
use engine::workflow::ops::task_get::TaskGet;
use engine::workflow::ops::task_list::TaskList;
use engine::workflow::ops::task_release::TaskRelease;
use engine::workflow::ops::task_update::TaskUpdate;
use engine::workflow::ops::workflow_get::views;
use engine::workflow::people::Subject;
use engine::workflow::ready::Asker;
use engine::workflow::shown::FOR_PERSON;
use serde_json::json;

use crate::workflow::choices::op;
use crate::workflow::harness::{World, lead, lease, other, person, tags, task, word, worker};
use crate::workflow::leases::{one_task, resume};
use crate::workflow::words;

fn ask(world: &mut World) -> QuestionNo {
    let op = QuestionAsk {
        task: Some(task(1)),
        lease: Some(lease(world, 1)),
        ..words::ask(world, "Which one?")
    };
    world.ok(&worker(), op).question.id
}

fn answer(world: &mut World, question: QuestionNo) {
    world.ok(&person(), words::answer(world, question.0, "that one"));
}

#[test]
fn a_parked_lease_never_runs_out_and_its_clock_goes_on_with_the_answer() {
    let mut world = one_task();
    world.claim(&worker(), 1).unwrap();
    world.pass(800);
    let question = ask(&mut world);
    world.pass(86_400);
    assert_eq!(word(&world.claim(&other(), 1).unwrap_err()), "held");
    answer(&mut world, question);
    world.pass(899);
    assert!(world.task(1).is_leased(world.now), "to ask was to renew");
    world.pass(1);
    assert!(!world.task(1).is_leased(world.now));
}

#[test]
fn an_agent_that_begins_again_still_waits_for_its_answer() {
    let mut world = one_task();
    world.claim(&worker(), 1).unwrap();
    let question = ask(&mut world);
    let op = resume(&world);
    world.ok(&worker(), op);
    world.pass(86_400);
    assert!(world.task(1).is_leased(world.now));
    answer(&mut world, question);
    assert_eq!(world.task(1).waits_for, None);
    world.pass(901);
    assert!(!world.task(1).is_leased(world.now));
}

#[test]
fn a_holder_who_asked_twice_waits_for_both_answers() {
    for (begins_again, order) in [
        (false, [0, 1]),
        (false, [1, 0]),
        (true, [0, 1]),
        (true, [1, 0]),
    ] {
        let mut world = one_task();
        world.claim(&worker(), 1).unwrap();
        let asked = [ask(&mut world), ask(&mut world)];
        if begins_again {
            let op = resume(&world);
            world.ok(&worker(), op);
        }
        world.pass(86_400);
        answer(&mut world, asked[order[0]]);
        world.pass(86_400);
        let task = world.task(1);
        assert!(task.is_leased(world.now), "{order:?}: one is still open");
        assert_eq!(task.waits_for, Some(asked[order[1]]));
        answer(&mut world, asked[order[1]]);
        assert_eq!(world.task(1).waits_for, None);
        world.pass(901);
        assert!(!world.task(1).is_leased(world.now), "{order:?}");
    }
}

#[test]
fn a_question_of_an_earlier_attempt_parks_no_later_one() {
    let mut world = one_task();
    world.claim(&worker(), 1).unwrap();
    ask(&mut world);
    let back = TaskRelease {
        workflow: Some(world.workflow()),
        task: task(1),
        handoff_note: None,
        lease: Some(lease(&world, 1)),
    };
    world.ok(&worker(), back);
    world.pass(60);
    world.claim(&worker(), 1).unwrap();
    let now = ask(&mut world);
    answer(&mut world, now);
    assert_eq!(world.task(1).waits_for, None);
    world.pass(901);
    assert!(!world.task(1).is_leased(world.now));
}

#[test]
fn a_parked_task_can_be_taken_from_its_holder() {
    for actor in [person(), lead()] {
        let mut world = one_task();
        world.claim(&worker(), 1).unwrap();
        ask(&mut world);
        let op = TaskRelease {
            workflow: Some(world.workflow()),
            task: task(1),
            handoff_note: Some("it takes too long".into()),
            lease: None,
        };
        world.ok(&actor, op);
        let claimed = world.claim(&other(), 1).unwrap();
        assert_eq!(claimed.lease.parked_at, None);
        assert_eq!(claimed.task.attempts[0].notes, ["it takes too long"]);
    }
}

#[test]
fn a_holder_that_asks_for_approval_of_its_task_loses_no_time() {
    let mut world = one_task();
    world.claim(&worker(), 1).unwrap();
    let request = ApprovalRequest {
        workflow: world.workflow(),
        subject: Subject::Task(TaskNo(1)),
        reason: "It deletes the table.".into(),
    };
    world.ok(&worker(), request);
    let question = ask(&mut world);
    world.pass(86_400);
    assert_eq!(word(&world.claim(&other(), 1).unwrap_err()), "held");
    answer(&mut world, question);
    world.pass(86_400);
    assert!(world.task(1).is_leased(world.now), "one of two is decided");
    let yes = ApprovalGive {
        workflow: Some(world.workflow()),
        approval: Ref::local(ApprovalNo(1)),
        status: ApprovalWord::Approved,
        comments: None,
    };
    world.ok(&person(), yes);
    assert!(!world.task(1).waits_for_person());
    world.pass(901);
    assert!(!world.task(1).is_leased(world.now));
}

#[test]
fn a_parked_task_waits_for_a_person_wherever_it_is_worded() {
    let mut world = one_task();
    world.add_after("After it", &[1]);
    world.claim(&worker(), 1).unwrap();
    ask(&mut world);
    // Dependents name it, whatever its displayed status.
    let explain: TaskExplain = op(&world, json!({ "task": "T2" }));
    let waits = world.ok(&worker(), explain).task.waits_for;
    let text = &waits[0].text;
    assert!(
        text.ends_with("must be completed; it waits for a person."),
        "{text}"
    );
    let get: TaskGet = op(&world, json!({ "task": "T1" }));
    let got = world.ok(&worker(), get);
    assert_eq!(got.waits_for[0].text, "w1 waits for a person to answer Q1.");
    assert_eq!(got.task.standing(), FOR_PERSON);
    // It is not listed as in progress.
    for (view, expected) in [("waits_for_person", 1), ("in_progress", 0), ("blocked", 1)] {
        let list: TaskList = op(&world, json!({ "view": view }));
        let items = world.ok(&worker(), list).items;
        assert_eq!(items.len(), expected, "{view}");
        let is_first = items.iter().any(|row| row.id == TaskNo(1));
        assert_eq!(is_first, view == "waits_for_person");
    }
    let views = views(&world.state(), world.now, Asker::default());
    assert_eq!(
        (views.waits_for_person, views.in_progress),
        (vec![TaskNo(1)], vec![])
    );
    // Agents that ask for work, or for this task, get this reason.
    let any: TaskClaim = op(&world, json!({}));
    let refused = world.refused(&other(), any);
    assert!(refused.detail.contains("1 wait for a person"), "{refused}");
    assert!(!refused.detail.contains("in progress"), "{refused}");
    let refused = world.claim(&other(), 1).unwrap_err();
    assert!(
        refused
            .detail
            .contains("who waits for a person to answer Q1"),
        "{refused}"
    );
    // Its own context, with a note in it.
    let update: TaskUpdate = op(
        &world,
        json!({ "task": "T1", "status": "in_progress", "note": "half", "lease": lease(&world, 1) }),
    );
    world.ok(&worker(), update);
    let recalled = Recalled::default();
    let context = assemble(
        &world.state(),
        TaskNo(1),
        Shape::default(),
        world.now,
        &recalled,
        (&tags(&worker()), &|text| {
            u32::try_from(text.len().div_ceil(4)).unwrap()
        }),
    )
    .unwrap();
    let words = "Attempt 1 by w1 waits for a person";
    assert!(context.text.contains(words), "{}", context.text);
    // With the answer it is in progress again.
    answer(&mut world, QuestionNo(1));
    assert_eq!(world.task(1).standing(), "is in progress");
}
