//! Edges that wait for a choice: they name an existing or planned decision, and a possible option.

use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::task_add::{NewDecision, NewTask, TaskAdd};
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_edit::TaskEdit;
use engine::workflow::ops::task_explain::TaskExplain;
use engine::workflow::ops::task_link::TaskLink;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use engine::workflow::task::TaskStatus::{Pending, Skipped};
use kernel::Operation;
use kernel::error::{Code, Error};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::workflow::harness::{World, fold, lead, lease, worker};

/// Plans a decision.
pub fn plan(world: &mut World, question: &str, options: &[&str]) {
    let op = TaskAdd {
        workflow: world.workflow(),
        task: NewTask::default(),
        tasks: Vec::new(),
        decisions: vec![NewDecision {
            key: None,
            question: question.into(),
            options: options.iter().map(|option| (*option).into()).collect(),
        }],
    };
    world.ok(&lead(), op);
}

/// Parses an operation on the workflow from JSON.
pub fn op<O: Operation + DeserializeOwned>(world: &World, mut what: Value) -> O {
    what["workflow"] = json!(world.workflow());
    serde_json::from_value(what).unwrap()
}

fn on(option: &str) -> Value {
    json!({ "choice": { "decision": "store", "option": option } })
}

/// Returns a world in which T1 is to decide between two stores (D1, `store`), with T2 and T3 waiting for either.
fn forked() -> World {
    let mut world = World::new();
    let small = json!([{ "task": "design", "when": on("cafe\u{301} sqlite ") }]);
    let new: TaskAdd = op(
        &world,
        json!({
            "decisions": [{
                "key": "store", "question": "Which store?", "options": ["Caf\u{e9} SQLite", "Postgres"]
            }],
            "tasks": [
                { "key": "design", "title": "Design" },
                { "title": "Small", "depends_on": small },
                { "title": "Large", "depends_on": [{ "task": "design", "when": on("postgres") }] },
            ],
        }),
    );
    let added = world.ok(&lead(), new);
    assert_eq!(json!(added.decisions), json!(["D1"]));
    world
}

fn complete(world: &mut World, no: u32) {
    world.claim(&worker(), no).unwrap();
    let done: TaskComplete = op(
        world,
        json!({ "task": format!("T{no}"), "lease": lease(world, no), "summary": "done" }),
    );
    world.ok(&worker(), done);
}

fn decide(world: &mut World, mut what: Value) -> Result<Vec<String>, Error> {
    what["rationale"] = json!("so");
    let record: DecisionRecord = op(world, what);
    world.call(&worker(), record).map(|made| made.warnings)
}

#[test]
fn a_planned_decision_opens_the_branch_that_differs_by_case_alone() {
    for made in [
        json!({ "decision": "store", "choice": " POSTGRES" }),
        json!({ "decision": "D1", "choice": "postgres" }),
        json!({ "question": "which store? ", "choice": "Postgres" }),
    ] {
        let mut world = forked();
        complete(&mut world, 1);
        assert_eq!([world.status(2), world.status(3)], [Pending, Pending]);
        assert!(world.claim(&worker(), 3).is_err());
        let warnings = decide(&mut world, made.clone()).unwrap();
        assert!(warnings.is_empty(), "{made}: {warnings:?}");
        let statuses = [world.status(2), world.status(3)];
        assert_eq!(statuses, [Skipped, Pending], "{made}");
        let state = world.state();
        let decision = state.decisions.iter().next().unwrap();
        let question = decision.question.to_lowercase();
        assert_eq!((decision.id.0, question.trim()), (1, "which store?"));
        assert_eq!(decision.alternatives, ["Caf\u{e9} SQLite"]);
        world.claim(&worker(), 3).unwrap();
        assert_eq!(*world.state(), fold(&world.workflow_facts()));
        // A superseding decision must also choose from the options.
        let anew = |choice: &str| -> DecisionSupersede {
            let what = json!({ "decision": "D1", "choice": choice, "rationale": "so" });
            op(&world, what)
        };
        let (odd, good) = (anew("Oracle"), anew("CAFE\u{301} SQLITE"));
        let refused = world.refused(&worker(), odd);
        assert_eq!(refused.extra.fields[0].pointer, "/choice");
        world.ok(&worker(), good);
        assert_eq!(world.status(2), Pending);
    }
}

#[test]
fn a_choice_that_was_not_planned_is_refused_with_the_options() {
    let mut world = forked();
    let odd = json!({ "decision": "store", "choice": "Oracle" });
    let error = decide(&mut world, odd).unwrap_err();
    assert_eq!(error.extra.fields[0].pointer, "/choice");
    for words in [
        "D1 (`store`, Which store?)",
        "Caf\u{e9} SQLite, Postgres",
        "`task_add`",
    ] {
        assert!(error.detail.contains(words), "{error}");
    }
    let good = json!({ "decision": "store", "choice": "postgres" });
    decide(&mut world, good.clone()).unwrap();
    let again = decide(&mut world, good).unwrap_err();
    assert_eq!(again.extra.reason.as_deref(), Some("decided"));
    assert!(again.detail.contains("`decision_supersede`"), "{again}");
    let unknown = json!({ "decision": "stor", "choice": "postgres" });
    let unknown = decide(&mut world, unknown).unwrap_err();
    assert!(
        unknown.detail.contains("D1 (`store`, Which store?)"),
        "{unknown}"
    );
}

#[test]
fn whoever_decides_something_else_hears_what_is_still_waited_for() {
    let mut world = forked();
    let other = json!({ "question": "Which colour?", "choice": "red" });
    let warnings = decide(&mut world, other).unwrap();
    assert_eq!(warnings.len(), 1);
    let words = "D1 (`store`, Which store?) is still to be decided, and T2 waits";
    assert!(warnings[0].starts_with(words), "{warnings:?}");
    decide(
        &mut world,
        json!({ "decision": "store", "choice": "postgres" }),
    )
    .unwrap();
    let state = world.state();
    let ids: Vec<u32> = state.decisions.iter().map(|made| made.id.0).collect();
    assert_eq!(ids, [1, 2], "D1 was kept for it");
    assert_eq!(*state, fold(&world.workflow_facts()));
    // Derived data is the same after reading a snapshot.
    let stored = serde_json::to_string(&*state).unwrap();
    let read: engine::workflow::Workflow = serde_json::from_str(&stored).unwrap();
    assert_eq!(read, *state);
}

#[test]
fn of_two_who_decide_at_once_the_second_hears_of_the_first() {
    let mut world = forked();
    let choose = |choice: &str| json!({ "question": "Which store?", "choice": choice });
    assert!(decide(&mut world, choose("Postgres")).unwrap().is_empty());
    let warnings = decide(&mut world, choose("Caf\u{e9} SQLite")).unwrap();
    assert!(
        warnings[0].starts_with("D1 asked the same, and w1 chose Postgres"),
        "{warnings:?}"
    );
    complete(&mut world, 1);
    assert_eq!([world.status(2), world.status(3)], [Skipped, Pending]);
}

#[test]
fn the_worker_before_a_fork_is_told_to_decide() {
    let mut world = forked();
    let context = world.claim(&worker(), 1).unwrap().context.text;
    let words = "D1 is to be decided: Which store? (Caf\u{e9} SQLite or Postgres). `decision_record` with \
                 `decision` D1";
    assert!(context.contains(words), "{context}");
    let done: TaskComplete = op(
        &world,
        json!({ "task": "T1", "lease": "T1:1", "summary": "done" }),
    );
    world.ok(&worker(), done);
    let explain: TaskExplain = op(&world, json!({ "task": "T3" }));
    let waits = world.ok(&worker(), explain).task.waits_for;
    assert_eq!(waits.len(), 1, "{waits:?}");
    let words = "D1 (`store`, Which store?) has to be decided with `decision_record`";
    assert!(waits[0].text.starts_with(words), "{waits:?}");
}

/// Returns the errors of all operations that create an edge, with the pointer at its condition.
fn refusals(world: &World, when: &Value) -> Vec<(&'static str, Error)> {
    let mut world = world.clone();
    let needs = json!([{ "task": "T1", "when": when }]);
    let create: WorkflowCreate = serde_json::from_value(json!({
        "name": "n", "goal": "g", "tasks": [
            { "key": "T1", "title": "a" }, { "title": "b", "depends_on": needs },
        ]
    }))
    .unwrap();
    let add: TaskAdd = op(&world, json!({ "title": "b", "depends_on": needs }));
    let several = json!({ "tasks": [{ "title": "b", "depends_on": needs }] });
    let several: TaskAdd = op(&world, several);
    let edit: TaskEdit = op(&world, json!({ "task": "T4", "depends_on": needs }));
    let link = json!({ "from": "T1", "to": "T4", "when": when });
    let link: TaskLink = op(&world, link);
    vec![
        ("/tasks/1/depends_on/0", world.refused(&lead(), create)),
        ("/depends_on/0", world.refused(&lead(), add)),
        ("/tasks/0/depends_on/0", world.refused(&lead(), several)),
        ("/depends_on/0", world.refused(&lead(), edit)),
        ("/when", world.refused(&lead(), link)),
    ]
}

#[test]
fn no_edge_waits_for_what_cannot_come() {
    let mut world = forked();
    world.add_after("Last", &[]);
    for decision in ["D9", "stoer", "T1", ""] {
        let when = json!({ "choice": { "decision": decision, "option": "x" } });
        let missing = format!("there is no decision `{decision}` here");
        for (at, (pointer, error)) in refusals(&world, &when).into_iter().enumerate() {
            assert_eq!(error.code, Code::Invalid);
            assert_eq!(error.extra.fields[0].pointer, pointer, "{error}");
            // A new workflow has none.
            let those = if at == 0 {
                "there is none yet"
            } else {
                "there are D1 (`store`, Which store?)"
            };
            for words in [missing.as_str(), those, "`decision_record`"] {
                assert!(error.detail.contains(words), "{words}: {error}");
            }
        }
    }
    for (option, words) in [
        ("Oracle", "Caf\u{e9} SQLite, Postgres"),
        (" ", "must not be empty"),
    ] {
        for (pointer, error) in refusals(&world, &on(option)).into_iter().skip(1) {
            assert_eq!(error.extra.fields[0].pointer, pointer, "{error}");
            assert!(error.detail.contains(words), "{error}");
        }
    }
}

#[test]
fn of_a_decision_that_was_made_its_options_are_known() {
    let mut world = forked();
    world.add_after("Last", &[]);
    let made = json!({ "question": "Which way?", "choice": "left", "alternatives": ["right"] });
    decide(&mut world, made).unwrap();
    let link = |world: &World, option: &str| -> TaskLink {
        let when = json!({ "choice": { "decision": "D2", "option": option } });
        op(world, json!({ "from": "T1", "to": "T4", "when": when }))
    };
    for option in ["LEFT", " right"] {
        let op = link(&world, option);
        world.clone().ok(&lead(), op);
    }
    let up = link(&world, "up");
    assert!(world.refused(&lead(), up).detail.contains("left, right"));
    // A superseding decision may add an option.
    let anew = json!({ "decision": "D2", "choice": "up", "rationale": "so" });
    let anew: DecisionSupersede = op(&world, anew);
    world.ok(&worker(), anew);
    let up = link(&world, "up");
    world.ok(&lead(), up);
    complete(&mut world, 1);
    assert_eq!(world.status(4), Pending);
}

#[test]
fn a_plan_of_decisions_is_held_to_the_rules() {
    let mut world = forked();
    for (decision, field) in [
        (json!({ "question": " " }), "question"),
        (json!({ "question": "q", "options": ["a"] }), "options"),
        (
            json!({ "question": "q", "options": ["a", " A"] }),
            "options/1",
        ),
        (
            json!({ "question": "q", "options": ["a", " "] }),
            "options/1",
        ),
        (json!({ "question": "q", "key": "D7" }), "key"),
        (json!({ "question": "q", "key": "store" }), "key"),
    ] {
        let add: TaskAdd = op(&world, json!({ "decisions": [decision] }));
        let error = world.refused(&lead(), add);
        let pointer = format!("/decisions/0/{field}");
        assert_eq!(error.extra.fields[0].pointer, pointer, "{error}");
    }
}

#[test]
fn options_are_the_same_whatever_their_case_and_encoding() {
    use engine::workflow::graph::is_same_option;
    for (one, other, same) in [
        ("JWT", "jwt", true),
        (" jwt\n", "JWT", true),
        ("Caf\u{e9}", "CAFE\u{301}", true),
        ("Stra\u{df}e", "STRASSE", true),
        ("\u{3a3}\u{391}\u{3a3}", "\u{3c3}\u{3b1}\u{3c2}", true),
        ("\u{ff21}", "a", true),
        ("jwt", "jwts", false),
        ("a b", "ab", false),
        ("", " ", true),
    ] {
        assert_eq!(is_same_option(one, other), same, "{one} and {other}");
        assert_eq!(is_same_option(other, one), same, "{other} and {one}");
    }
}
