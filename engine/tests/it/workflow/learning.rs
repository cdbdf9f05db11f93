//! Learnings of a workflow: derived by rules, with stable names, and people's verdicts on them.

use engine::crystal::{self, Core};
use engine::learning::ops::learning_dismiss::LearningDismiss;
use engine::learning::ops::learning_edit::LearningEdit;
use engine::learning::ops::learning_promote::LearningPromote;
use engine::learning::ops::learning_reopen::LearningReopen;
use engine::learning::{Known, LearningRow, OnlyTold, counts, rows};
use engine::workflow::learning::{LearningKind, LearningStatus};
use engine::workflow::ops::decision_record::DecisionRecord;
use engine::workflow::ops::decision_reject::DecisionReject;
use engine::workflow::ops::decision_supersede::DecisionSupersede;
use engine::workflow::ops::discovery_record::DiscoveryRecord;
use engine::workflow::ops::task_add::TaskAdd;
use engine::workflow::ops::task_complete::TaskComplete;
use engine::workflow::ops::task_fail::TaskFail;
use engine::workflow::ops::task_review::TaskReview;
use engine::workflow::ops::workflow_complete::WorkflowComplete;
use kernel::actor::{Actor, Role};
use kernel::operation::Operation;
use kernel::tx::States;
use serde_json::{Value, json};

use crate::workflow::harness::{World, lead, lease, other, person, reviewer, word, worker};

fn librarian() -> Actor {
    Actor::new("lib", Role::Librarian)
}

fn made<O: Operation>(world: &World, mut arguments: Value) -> O {
    arguments["workflow"] = json!(world.workflow());
    serde_json::from_value(arguments).unwrap()
}

fn did<O: Operation>(world: &mut World, actor: &Actor, arguments: Value) -> Value {
    let op: O = made(world, arguments);
    world.pass(1);
    json!(world.ok(actor, op))
}

fn add(world: &mut World, task: &Value) {
    did::<TaskAdd>(world, &lead(), json!({ "tasks": [task] }));
}

fn fail(world: &mut World, no: u32, error: &str) {
    world.claim(&worker(), no).unwrap();
    let lease = lease(world, no);
    let fail = json!({ "task": format!("T{no}"), "error": error, "lease": lease });
    did::<TaskFail>(world, &worker(), fail);
}

fn complete(world: &mut World, no: u32, summary: &str) {
    world.claim(&worker(), no).unwrap();
    let lease = lease(world, no);
    let done = json!({ "task": format!("T{no}"), "summary": summary, "lease": lease });
    did::<TaskComplete>(world, &worker(), done);
}

fn learned(world: &World) -> Vec<LearningRow> {
    let state = world.state();
    rows(&state, OnlyTold::No)
        .iter()
        .map(Known::whole)
        .collect()
}

fn ids(world: &World) -> Vec<String> {
    learned(world)
        .iter()
        .map(|row| row.id.to_string())
        .collect()
}

fn one(world: &World, id: &str) -> LearningRow {
    let mut all = learned(world).into_iter();
    all.find(|row| row.id.to_string() == id)
        .unwrap_or_else(|| panic!("no {id} in {:?}", ids(world)))
}

fn decide(world: &mut World, choice: &str, rationale: &str) {
    let decision = json!({
        "question": "Which library?", "choice": choice, "alternatives": ["jwt-simple"],
        "rationale": rationale,
    });
    did::<DecisionRecord>(world, &worker(), decision);
}

#[test]
fn a_decision_teaches_as_long_as_it_holds_and_says_why() {
    let mut world = World::new();
    decide(&mut world, "jose", "it has types");
    decide(&mut world, "bcrypt", "it was there");
    assert_eq!(ids(&world), ["L-D2", "L-D1"]);
    let row = one(&world, "L-D1");
    assert_eq!(
        row.text,
        "Which library? → jose. Why: it has types. Not: jwt-simple."
    );
    assert_eq!(
        (row.kind, row.core.as_str()),
        (Some(LearningKind::Decision), "auth")
    );
    assert_eq!(row.evidence[0].thing, "D1");
    let anew =
        json!({ "decision": "D1", "choice": "paseto", "rationale": "no algorithms to choose" });
    did::<DecisionSupersede>(&mut world, &worker(), anew);
    let no = json!({ "decision": "D2", "comments": "too slow" });
    did::<DecisionReject>(&mut world, &person(), no);
    assert_eq!(
        ids(&world),
        ["L-D3"],
        "the newest alone, and not what was rejected"
    );
}

#[test]
fn what_is_found_teaches_when_it_is_an_insight_or_wanted() {
    let mut world = World::new();
    let core = json!({ "name": "db" });
    let core: engine::crystal::ops::core_create::CoreCreate = serde_json::from_value(core).unwrap();
    world.ok(&lead(), core);
    for (kind, core) in [
        ("insight", Value::Null),
        ("constraint", Value::Null),
        ("risk", json!("db")),
        ("opportunity", Value::Null),
    ] {
        let found =
            json!({ "content": format!("a {kind}"), "type": kind, "promote_to_core": core });
        did::<DiscoveryRecord>(&mut world, &worker(), found);
    }
    assert_eq!(ids(&world), ["L-F3", "L-F1"]);
    let wanted = one(&world, "L-F3");
    assert_eq!(
        (wanted.core.as_str(), wanted.topics),
        ("db", vec!["risk".to_owned()])
    );
    assert!(wanted.importance > one(&world, "L-F1").importance);
}

#[test]
fn three_tries_in_a_row_that_fail_alike_make_themselves_known() {
    let mut world = World::new();
    add(&mut world, &json!({ "title": "Migrate", "retries": 9 }));
    fail(&mut world, 1, "no such column refresh_token (attempt 1)");
    fail(&mut world, 1, "no such column refresh_token (attempt 2)");
    assert_eq!(learned(&world), []);
    fail(&mut world, 1, "disk full");
    fail(&mut world, 1, "no such column refresh_token");
    fail(&mut world, 1, "No such column: refresh_token");
    assert!(
        world.state().learnings.is_empty(),
        "another reason breaks the row"
    );
    fail(&mut world, 1, "no such column refresh_token at line 7");
    let row = one(&world, "L-T1");
    assert_eq!(row.kind, Some(LearningKind::Failure));
    assert!(row.noted_at.is_some());
    assert_eq!(row.evidence.len(), 6);
    assert_eq!(
        (world.state().learned.found, world.state().learned.open),
        (1, 1)
    );
    let told = rows(&world.state(), OnlyTold::Yes).len();
    assert_eq!(
        told, 1,
        "the list over all workflows has it while the work goes on"
    );
    let heard = crate::workflow::words::notices(&world, &lead());
    let heard: Vec<&str> = heard.iter().map(|it| it.message.as_str()).collect();
    let learned = heard.iter().filter(|it| it.contains("(L-T1)")).count();
    assert_eq!(learned, 1, "{heard:?}");
    // Once per task, however long the series grows.
    fail(&mut world, 1, "no such column refresh_token");
    let noted = world.workflow_facts();
    let noted = noted.iter().filter(|fact| fact.kind == "learning_noted");
    assert_eq!(noted.count(), 1);
    complete(&mut world, 1, "Added the column by a migration");
    let row = one(&world, "L-T1");
    assert_eq!(
        row.kind,
        Some(LearningKind::Pattern),
        "what worked is known now"
    );
    assert!(
        row.text.contains("What worked: Added the column"),
        "{}",
        row.text
    );
}

#[test]
fn what_worked_is_what_came_after_the_failure_and_no_later_rework() {
    let mut world = World::new();
    let locked = "Database is locked: another migration runs";
    for no in [1, 2] {
        let title = format!("Write migration {no}");
        add(
            &mut world,
            &json!({ "title": title, "needs_review": true, "retries": 3 }),
        );
        fail(&mut world, no, locked);
        complete(&mut world, no, "Took the advisory lock first");
        let task = format!("T{no}");
        let back =
            json!({ "task": task, "status": "needs_rework", "comments": "no down migration" });
        did::<TaskReview>(&mut world, &reviewer(), back);
        complete(&mut world, no, "Added the down migration");
        let good = json!({ "task": task, "status": "approved" });
        did::<TaskReview>(&mut world, &reviewer(), good);
    }
    assert_eq!(
        one(&world, "L-T1").text,
        "“Write migration 1” failed at first: Database is locked: another migration runs. What worked: Took the advisory \
         lock first"
    );
    let all = learned(&world);
    let met = all
        .iter()
        .find(|row| row.text.contains("was met in"))
        .unwrap();
    assert!(
        met.text
            .ends_with("What got past it: Took the advisory lock first"),
        "{}",
        met.text
    );
}

#[test]
fn a_lease_that_ran_out_says_nothing_of_a_reason() {
    let mut world = World::new();
    add(&mut world, &json!({ "title": "Migrate", "retries": 9 }));
    fail(&mut world, 1, "locked");
    world.claim(&worker(), 1).unwrap();
    world.pass(100_000);
    fail(&mut world, 1, "locked");
    fail(&mut world, 1, "locked");
    assert!(one(&world, "L-T1").noted_at.is_some());
}

#[test]
fn errors_and_reworks_that_come_again_are_patterns() {
    let mut world = World::new();
    for title in ["Sign", "Check", "Rotate"] {
        add(
            &mut world,
            &json!({ "title": title, "group": "backend", "needs_review": true, "retries": 0 }),
        );
    }
    fail(&mut world, 1, "timeout after 30 s in clock.rs:3");
    fail(&mut world, 2, "Timeout after 12 s in clock.rs:9");
    for (round, remark) in ["Tests are missing", "The error is swallowed"]
        .iter()
        .enumerate()
    {
        complete(&mut world, 3, &format!("round {round}"));
        let back = json!({ "task": "T3", "status": "needs_rework", "comments": remark });
        did::<TaskReview>(&mut world, &reviewer(), back);
    }
    let all = learned(&world);
    let kinds: Vec<String> = all
        .iter()
        .map(|row| row.id.to_string()[..3].to_owned())
        .collect();
    assert_eq!(kinds, ["L-R", "L-T", "L-E", "L-T"], "{:?}", ids(&world));
    assert_eq!(
        all[0].text,
        "Work of the group “backend” was sent back twice. Reviewers asked for: Tests are missing; The error is \
         swallowed"
    );
    assert_eq!(all[0].topics, ["review", "backend"]);
    assert!(
        all[2]
            .text
            .starts_with("“timeout after 30 s in clock.rs:3” was met in “Sign”; “Check”."),
        "{}",
        all[2].text
    );
    assert_eq!(
        (all[2].evidence.len(), all[2].evidence[1].thing.as_str()),
        (2, "T2")
    );
    // Names are derived from the source, so they are stable.
    let before = ids(&world);
    add(&mut world, &json!({ "title": "More", "group": "frontend" }));
    complete(&mut world, 4, "done");
    assert_eq!(ids(&world), before);
}

#[test]
fn the_end_says_how_much_was_taught_and_nothing_changes_after_it() {
    let mut world = World::new();
    decide(&mut world, "jose", "it has types");
    let found = json!({ "content": "Clocks drift", "type": "insight" });
    did::<DiscoveryRecord>(&mut world, &worker(), found);
    let dismiss = json!({ "learning": "L-F1" });
    did::<LearningDismiss>(&mut world, &person(), dismiss);
    let ended = did::<WorkflowComplete>(&mut world, &lead(), json!({}));
    assert_eq!(ended["learned"], json!({ "found": 2, "open": 1 }));
    let fact = world.workflow_facts().pop().unwrap();
    assert_eq!(fact.kind, "workflow_ended");
    assert!(
        fact.body
            .get()
            .contains(r#""learned":{"found":2,"open":1}"#),
        "{}",
        fact.body
    );
    let before = learned(&world);
    world.pass(1_000_000);
    assert_eq!(learned(&world), before);
    assert_eq!(world.state().summary().learned.open, 1);
    did::<LearningPromote>(&mut world, &person(), json!({ "learning": "L-D1" }));
    assert_eq!(world.state().summary().learned.open, 0);
    did::<LearningReopen>(&mut world, &person(), json!({ "learning": "L-F1" }));
    assert_eq!(world.state().summary().learned.open, 1);
}

fn core(world: &World, name: &str) -> std::sync::Arc<Core> {
    let loaded = world.hot.find(&crystal::stream(name)).unwrap();
    loaded.state.downcast().unwrap()
}

#[test]
fn what_is_promoted_is_a_memory_with_its_source_and_once() {
    let mut world = World::new();
    decide(&mut world, "jose", "it has types");
    let edit = json!({ "learning": "L-D1", "text": "Use jose for tokens: it has types.", "importance": 0.9 });
    did::<LearningEdit>(&mut world, &person(), edit);
    let kept = did::<LearningPromote>(
        &mut world,
        &librarian(),
        json!({ "learning": "L-D1", "topics": ["tokens"] }),
    );
    let learning = &kept["learning"];
    let memory = format!("{}.L-D1", world.workflow());
    assert_eq!(
        (learning["status"].as_str(), learning["memory"].as_str()),
        (Some("promoted"), Some(&*memory))
    );
    let state = core(&world, "auth");
    let entry = &state.crystals[&*memory];
    assert_eq!(
        entry.source,
        Some(engine::workflow::stream(world.workflow()))
    );
    let fact = world.facts_of(&crystal::stream("auth")).pop().unwrap();
    let record: Value = serde_json::from_str(fact.body.get()).unwrap();
    let record = &record["record"];
    assert_eq!(record["text"], "Use jose for tokens: it has types.");
    assert_eq!(
        (&record["topics"], &record["importance"]),
        (&json!(["tokens"]), &json!(0.9))
    );
    assert_eq!(record["provenance"]["message"], "D1");
    assert_eq!(
        (&record["trust"], &record["agent"]),
        (&json!("agent"), &json!("lib"))
    );
    assert_eq!(record["metadata"]["learned_by"], "w1");
    let again = made::<LearningPromote>(&world, json!({ "learning": "L-D1" }));
    assert_eq!(word(&world.refused(&person(), again)), "promoted");
    let edit = made::<LearningEdit>(&world, json!({ "learning": "L-D1", "text": "x" }));
    assert_eq!(word(&world.refused(&person(), edit)), "promoted");
    // Its source was superseded: the kept memory is still listed, with the reason why it no longer holds.
    let anew = json!({ "decision": "D1", "choice": "paseto", "rationale": "simpler" });
    did::<DecisionSupersede>(&mut world, &worker(), anew);
    let row = one(&world, "L-D1");
    assert_eq!(row.gone.as_deref(), Some("D2 took the place of D1."));
    assert_eq!(row.memory, Some(memory));
}

#[test]
fn what_people_promote_is_theirs_and_can_be_taken_back() {
    let mut world = World::new();
    decide(&mut world, "jose", "it has types");
    did::<LearningPromote>(&mut world, &person(), json!({ "learning": "L-D1" }));
    let fact = world.facts_of(&crystal::stream("auth")).pop().unwrap();
    let record: Value = serde_json::from_str(fact.body.get()).unwrap();
    assert_eq!(
        (&record["record"]["trust"], &record["record"]["agent"]),
        (&json!("human"), &json!("w1"))
    );
    // A librarian cannot undo a person's decision, but people can.
    did::<LearningReopen>(
        &mut world,
        &person(),
        json!({ "learning": "L-D1", "reason": "too early" }),
    );
    assert!(core(&world, "auth").crystals.is_empty());
    let row = one(&world, "L-D1");
    assert_eq!((row.status, row.memory), (LearningStatus::Open, None));
    did::<LearningPromote>(
        &mut world,
        &person(),
        json!({ "learning": "L-D1", "text": "Use jose" }),
    );
    assert_eq!(core(&world, "auth").crystals.len(), 1);
    let state = world.state();
    let counted = counts(&rows(&state, OnlyTold::No));
    assert_eq!(
        (counted.open, counted.promoted, counted.dismissed),
        (0, 1, 0)
    );
}

#[test]
fn what_a_core_says_already_is_linked_and_stays_when_the_learning_is_opened_again() {
    let mut world = World::new();
    decide(&mut world, "jose", "it has types");
    // The same event date: with another day it would be a different memory.
    let learned = one(&world, "L-D1");
    let known = json!({ "id": "known", "event_date": learned.learned_at, "text": learned.text });
    let memory = json!({ "core": "auth", "memories": [known] });
    let memory: engine::crystal::ops::memory_create::MemoryCreate =
        serde_json::from_value(memory).unwrap();
    world.ok(&lead(), memory);
    let kept = did::<LearningPromote>(&mut world, &person(), json!({ "learning": "L-D1" }));
    assert_eq!(
        (&kept["learning"]["memory"], &kept["learning"]["was_known"]),
        (&json!("known"), &json!(true))
    );
    assert_eq!(core(&world, "auth").crystals.len(), 1);
    did::<LearningReopen>(&mut world, &person(), json!({ "learning": "L-D1" }));
    assert_eq!(core(&world, "auth").crystals.len(), 1);
}

#[test]
fn wrong_calls_say_what_is_wrong() {
    let mut world = World::new();
    decide(&mut world, "jose", "it has types");
    for (arguments, pointer) in [
        (json!({ "learning": "L-D1", "core": "elsewhere" }), "/core"),
        (json!({ "learning": "L-D1", "core": "private/x" }), "/core"),
        (json!({ "learning": "L-D1", "text": " " }), "/text"),
        (
            json!({ "learning": "L-D1", "importance": 7.0 }),
            "/importance",
        ),
        (
            json!({ "learning": "L-D1", "topics": ["a\nb"] }),
            "/topics/0",
        ),
    ] {
        let op = made::<LearningPromote>(&world, arguments);
        assert_eq!(
            world.refused(&person(), op).extra.fields[0].pointer,
            pointer
        );
    }
    let op = made::<LearningEdit>(&world, json!({ "learning": "L-D1" }));
    assert_eq!(
        world.refused(&person(), op).extra.fields[0].pointer,
        "/text"
    );
    for id in ["L-D9", "L-F1", "L-T1", "L-E0123456789"] {
        let op = made::<LearningDismiss>(&world, json!({ "learning": id }));
        assert_eq!(word(&world.refused(&person(), op)), "not_found", "{id}");
    }
    for actor in [lead(), worker(), other(), reviewer()] {
        let op = made::<LearningDismiss>(&world, json!({ "learning": "L-D1" }));
        assert_eq!(word(&world.refused(&actor, op)), "forbidden");
    }
    // A core of others looks like a missing one.
    let secret = json!({ "name": "secret", "readers": ["w1"] });
    let secret: engine::crystal::ops::core_create::CoreCreate =
        serde_json::from_value(secret).unwrap();
    world.ok(&lead(), secret);
    for core in ["secret", "nothing"] {
        let op = made::<LearningPromote>(&world, json!({ "learning": "L-D1", "core": core }));
        let error = world.refused(&librarian(), op);
        assert_eq!(word(&error), "forbidden");
        assert_eq!(
            error.detail.replace(core, "X"),
            error.detail.replace(core, "X")
        );
    }
    did::<LearningDismiss>(
        &mut world,
        &librarian(),
        json!({ "learning": "L-D1", "reason": "obvious" }),
    );
    let op = made::<LearningPromote>(&world, json!({ "learning": "L-D1" }));
    assert_eq!(word(&world.refused(&person(), op)), "dismissed");
    assert_eq!(one(&world, "L-D1").reason.as_deref(), Some("obvious"));
}
