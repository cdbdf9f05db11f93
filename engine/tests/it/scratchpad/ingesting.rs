//! Tool calls that agents already know.

use engine::scratchpad::ingest::{TOOLS, is_update};
use engine::scratchpad::ops::scratchpad_define::ScratchpadDefine;
use engine::scratchpad::{Outcome, Scope, ingest};
use serde_json::{Value, json};

use crate::scratchpad::harness::{World, define, person, worker};

fn taken(world: &mut World, arguments: &Value) -> Outcome {
    let outcome = world.decide(&worker(), None, 0, |tx| {
        ingest(tx, "s1", TOOLS[0], arguments)
    });
    outcome.unwrap()
}

#[test]
fn both_names_are_known() {
    for (name, is_known) in [
        ("updateWorkingMemory", true),
        ("working-memory/update", true),
        ("updateworkingmemory", false),
        ("search", false),
    ] {
        assert_eq!(is_update(name), is_known, "{name}");
    }
}

#[test]
fn arguments_are_merged_also_as_a_text() {
    let mut world = World::empty();
    let outcome = taken(
        &mut world,
        &json!({"goal": "Ship", "__proto__": {"x": 1}, "deep": [{"constructor": 1}]}),
    );
    let left_out = outcome.diagnostic.unwrap();
    assert!(outcome.applied, "{left_out}");
    assert!(left_out.contains("__proto__") && left_out.contains("constructor"));
    assert!(taken(&mut world, &json!("{\"steps\": [\"test\"]}")).applied);
    assert!(
        taken(&mut world, &json!({"steps": ["test"]})).applied,
        "nothing to do is no fault"
    );
    assert_eq!(
        world.main().value,
        json!({"goal": "Ship", "steps": ["test"], "deep": [{}]})
    );
    let last = world.facts.last().unwrap();
    assert!(
        last.body.get().contains("\"tool\":\"updateWorkingMemory\""),
        "{}",
        last.body
    );
}

#[test]
fn arguments_as_the_tool_takes_them_mean_the_same() {
    let shared = Some(("ada", "plan"));
    for (arguments, place, expected) in [
        (
            json!({"owner": "s1", "patch": {"goal": "Ship"}}),
            None,
            json!({"old": 1, "goal": "Ship"}),
        ),
        (
            json!({"owner": "s1", "patch": {"old": null}, "delete_nulls": true, "fields": ["keys"]}),
            None,
            json!({}),
        ),
        (
            json!({"scope": "resource", "owner": "ada", "name": "plan", "patch": {"goal": "Ship"}}),
            shared,
            json!({"goal": "Ship"}),
        ),
        // What does not say whose scratchpad is meant is what to change.
        (
            json!({"patch": {"goal": "Ship"}}),
            None,
            json!({"old": 1, "patch": {"goal": "Ship"}}),
        ),
        (
            json!({"owner": "Mara", "goal": "Ship"}),
            None,
            json!({"old": 1, "owner": "Mara", "goal": "Ship"}),
        ),
    ] {
        for as_text in [false, true] {
            let mut world = World::empty();
            taken(&mut world, &json!({"old": 1}));
            let given = if as_text {
                json!(arguments.to_string())
            } else {
                arguments.clone()
            };
            let outcome = taken(&mut world, &given);
            assert!(outcome.applied, "{outcome:?}");
            let value = match place {
                Some((owner, name)) => {
                    assert_eq!(
                        (outcome.scope, &*outcome.scratchpad),
                        (Scope::Resource, name)
                    );
                    let pads = world.pads(Scope::Resource, owner);
                    pads.pad(name).unwrap().value.clone()
                }
                None => world.main().value.clone(),
            };
            assert_eq!(value, expected, "{arguments}");
        }
    }
}

#[test]
fn what_cannot_be_merged_is_dropped_with_a_diagnostic() {
    let mut world = World::empty();
    let mut op = define();
    op.schema = Some(json!({"properties": { "goal": { "type": "string" } }}));
    op.template = Some(json!({"goal": "Ship"}));
    world.ok(&worker(), op.clone());
    let before = world.bytes();
    let outcome = taken(&mut world, &json!({"goal": 7}));
    assert!(!outcome.applied && outcome.diagnostic.is_some());
    assert_eq!(outcome.misfits[0].pointer, "/goal");
    let deep = (0..40).fold(json!(1), |inner, _| json!({ "a": inner }));
    for odd in [
        json!("no JSON"),
        json!("[1]"),
        json!(null),
        json!([1]),
        deep,
    ] {
        let outcome = taken(&mut world, &odd);
        assert!(!outcome.applied && outcome.diagnostic.is_some(), "{odd}");
    }
    op.read_only = true;
    assert_eq!(world.bytes(), before);
    world.ok(&person(), op);
    let outcome = taken(&mut world, &json!({"goal": "Stop"}));
    assert!(outcome.diagnostic.unwrap().contains("read-only"));
    assert_eq!(world.main().value, json!({"goal": "Ship"}));
}

#[test]
fn calls_reach_the_scratchpad_that_sessions_share_and_its_schema_holds() {
    let call = |world: &mut World, goal: Value| {
        let outcome = world.decide(&worker(), None, 0, |tx| {
            ingest(tx, "demo/ada/s9", TOOLS[1], &json!({ "goal": goal }))
        });
        outcome.unwrap()
    };
    let schema = json!({"properties": { "goal": { "type": "string" } }});
    for (scope, owner) in [(Scope::Resource, Some("ada")), (Scope::Global, None)] {
        let mut world = World::empty();
        world.ok(
            &worker(),
            ScratchpadDefine {
                scope,
                owner: owner.map(Into::into),
                schema: Some(schema.clone()),
                ..ScratchpadDefine::default()
            },
        );
        let refused = call(&mut world, json!(7));
        assert!(!refused.applied, "{refused:?}");
        assert_eq!(
            (refused.scope, &*refused.misfits[0].pointer),
            (scope, "/goal")
        );
        let taken = call(&mut world, json!("Ship"));
        assert!(taken.applied && taken.scope == scope, "{taken:?}");
        let pads = world.pads(scope, owner.unwrap_or_default());
        assert_eq!(pads.pad("main").unwrap().value, json!({ "goal": "Ship" }));
    }
    // Without a shared one it is the session's own.
    let mut world = World::empty();
    assert_eq!(call(&mut world, json!("Ship")).scope, Scope::Thread);
}
