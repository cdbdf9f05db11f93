//! Access to operations, and states in which they are rejected.

use kernel::Operation;
use kernel::access::Access;
use kernel::actor::Role;
use kernel::operation::Visitor;
use serde_json::{Value, json};

use crate::workflow::harness::{World, lead, person, word};

/// Operations between people and agents, with the letters of the permitted roles: orchestrator, worker, reviewer,
/// librarian, observer, person (member or owner), viewer.
const WHO: &str = "
    decision_record owrh
    decision_supersede owrh
    decision_approve h
    decision_reject h
    discovery_record owrh
    artifact_record owrh
    nudge_send oh
    nudge_acknowledge owrlb
    question_ask owr
    question_answer h
    approval_request owr
    approval_give h
    item_snooze h
    warning_settle h
    task_claim owr
    task_heartbeat owr
    task_complete owrh
    task_fail owrh
    task_release owrh
    task_update owrh
    usage_report owrh
    workflow_edit oh
    workflow_pause oh
    workflow_resume oh
    workflow_lead o
    workflow_complete oh
    workflow_cancel oh
    workflow_archive oh
    workflow_delete h
    restore h
    workflow_get owrlbhv
    workflow_list owrlbhv
    workflow_at owrlbhv
    workflow_digest owrlbhv
    workflow_import oh
    workflow_export owrlbhv
    learning_list owrlbhv
    learning_get owrlbhv
    learning_edit lh
    learning_promote lh
    learning_dismiss lh
    learning_reopen lh
    artifact_get owrlbhv
    artifact_list owrlbhv
    artifact_diff owrlbhv
    inbox_list owrlbhv
    activity_list owrlbhv
    changes_wait owrlbhv
";

const fn letter(role: Role) -> char {
    match role {
        Role::Orchestrator => 'o',
        Role::Worker => 'w',
        Role::Reviewer => 'r',
        Role::Librarian => 'l',
        Role::Observer => 'b',
        Role::Member | Role::Owner => 'h',
        Role::Viewer => 'v',
        Role::System => 's',
    }
}

struct Find<'a>(&'a str, Option<Access>);

impl Visitor for Find<'_> {
    fn visit<O: Operation>(&mut self) {
        if O::SPEC.name == self.0 {
            self.1 = Some(O::SPEC.access);
        }
    }
}

#[test]
fn every_role_may_what_the_table_says() {
    for line in WHO.lines().filter(|line| !line.trim().is_empty()) {
        let (name, letters) = line.trim().split_once(' ').unwrap();
        let mut found = Find(name, None);
        engine::operations::each(&mut found);
        let access = found.1.unwrap_or_else(|| panic!("{name} is in no table"));
        for role in Role::GRANTABLE {
            let may = letters.contains(letter(role));
            assert_eq!(access.allows(role), may, "{name} by {}", role.name());
        }
        assert!(!access.allows(Role::System), "{name}");
    }
}

/// Calls the operation of that name with JSON arguments, as a door would.
struct Call<'a> {
    world: &'a mut World,
    name: &'a str,
    args: Value,
    answer: Option<Result<Value, kernel::Error>>,
}

impl Visitor for Call<'_> {
    fn visit<O: Operation>(&mut self) {
        if O::SPEC.name == self.name {
            let op: O = serde_json::from_value(self.args.clone())
                .unwrap_or_else(|error| panic!("{}: {error}", self.name));
            let by_person = O::SPEC.access.allows(person().role);
            let actor = if by_person { person() } else { lead() };
            let answer = self.world.call(&actor, op);
            self.answer = Some(answer.map(|output| serde_json::to_value(output).unwrap()));
        }
    }
}

fn call(world: &mut World, name: &str, mut args: Value) -> Result<Value, kernel::Error> {
    args["workflow"] = json!(world.workflow());
    let mut call = Call {
        world,
        name,
        args,
        answer: None,
    };
    engine::operations::each(&mut call);
    call.answer
        .unwrap_or_else(|| panic!("{name} is in no table"))
}

/// Calls that succeed in an active workflow, with minimal arguments.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        (
            "decision_record",
            json!({"question": "Which?", "choice": "a", "rationale": "it is there"}),
        ),
        (
            "decision_supersede",
            json!({"decision": "D1", "choice": "b", "rationale": "it is better"}),
        ),
        ("decision_approve", json!({"decision": "D2"})),
        (
            "decision_reject",
            json!({"decision": "D2", "comments": "no"}),
        ),
        (
            "discovery_record",
            json!({"content": "it is slow", "type": "risk"}),
        ),
        (
            "artifact_record",
            json!({"type": "document", "path": "notes.md", "content": "# Notes"}),
        ),
        ("nudge_send", json!({"target": "all", "message": "hello"})),
        ("question_ask", json!({"question": "Which?"})),
        ("item_snooze", json!({"item": "question:Q1", "seconds": 60})),
        ("question_answer", json!({"question": "Q1", "answer": "a"})),
        (
            "approval_request",
            json!({"subject": {"plan": "Migrate"}, "reason": "it is risky"}),
        ),
        (
            "approval_give",
            json!({"approval": "P1", "status": "approved"}),
        ),
        ("workflow_edit", json!({"name": "Auth 2"})),
        ("workflow_pause", json!({})),
        ("workflow_resume", json!({})),
        ("workflow_lead", json!({"action": "renew"})),
        ("workflow_complete", json!({})),
    ]
}

#[test]
fn what_has_ended_is_not_changed_any_more() {
    let mut world = World::new();
    for (name, args) in calls() {
        if let Err(error) = call(&mut world, name, args) {
            panic!("{name} while it is active: {error}");
        }
    }
    let facts = world.facts.len();
    for (name, args) in calls() {
        let error = call(&mut world, name, args).unwrap_err();
        assert_eq!(word(&error), "ended", "{name}");
    }
    assert_eq!(world.facts.len(), facts);
    // Usage and notices of the last minute still count.
    call(
        &mut world,
        "usage_report",
        json!({"tokens_in": 5, "cost": 0.25}),
    )
    .unwrap();
    call(
        &mut world,
        "nudge_acknowledge",
        json!({"nudge": "N1", "acted": true}),
    )
    .unwrap();
    call(&mut world, "workflow_archive", json!({})).unwrap();
}

#[test]
fn what_was_stored_is_what_there_is() {
    let mut world = World::new();
    for (name, args) in calls() {
        call(&mut world, name, args).unwrap();
    }
    let state = world.state();
    let stored = serde_json::to_string(&*state).unwrap();
    let restored: engine::workflow::Workflow = serde_json::from_str(&stored).unwrap();
    assert_eq!(restored, *state);
    assert_eq!(
        crate::workflow::harness::fold(&world.workflow_facts()),
        *state
    );
}
