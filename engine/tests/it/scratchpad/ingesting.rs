//! Tool calls in the forms of other frameworks.

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
        // Without a target, the arguments are the change itself.
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
fn calls_reach_a_shared_scratchpad_only_where_they_name_it() {
    let call = |world: &mut World, arguments: &Value| {
        let outcome = world.decide(&worker(), None, 0, |tx| {
            ingest(tx, "demo/ada/s9", TOOLS[1], arguments)
        });
        outcome.unwrap()
    };
    let private = json!({ "patient": "Mrs. K." });
    let schema = json!({"properties": { "patient": { "type": "string" } }});
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
        let shared = |world: &World| {
            let pads = world.pads(scope, owner.unwrap_or_default());
            pads.pad("main").unwrap().value.clone()
        };
        let outcome = call(&mut world, &private);
        assert_eq!((outcome.scope, outcome.applied), (Scope::Thread, true));
        assert_eq!(shared(&world), json!({}), "{scope:?} captured it");
        let own = world.pads(Scope::Thread, "demo/ada/s9");
        assert_eq!(own.pad("main").unwrap().value, private);
        // A call that names the shared scratchpad writes there, and its schema applies.
        let named = |patient: Value| json!({ "scope": scope.name(), "owner": owner, "patch": { "patient": patient } });
        let refused = call(&mut world, &named(json!(7)));
        assert_eq!((refused.scope, refused.applied), (scope, false));
        assert_eq!(&*refused.misfits[0].pointer, "/patient");
        assert!(call(&mut world, &named(json!("public"))).applied);
        assert_eq!(shared(&world), json!({ "patient": "public" }));
    }
}

#[test]
fn null_for_an_optional_field_is_not_given() {
    let mut world = World::empty();
    let mut op = define();
    op.schema = Some(json!({
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": { "type": "string" },
            "age": { "type": "integer" },
            "note": { "type": ["string", "null"] },
            "home": { "type": "object", "properties": { "city": { "type": "string" } } },
        }
    }));
    op.template = Some(json!({ "name": "Ada", "age": 36 }));
    world.ok(&worker(), op);
    let padded = json!({ "name": "Ada L.", "age": null, "note": null, "home": { "city": null } });
    let outcome = taken(&mut world, &padded);
    assert!(outcome.applied, "{outcome:?}");
    let kept = json!({ "name": "Ada L.", "age": 36, "note": null, "home": {} });
    assert_eq!(world.main().value, kept);
    for wrong in [
        json!({ "name": null }),
        json!({ "age": "x", "home": { "city": null } }),
    ] {
        let outcome = taken(&mut world, &wrong);
        assert!(!outcome.applied && !outcome.misfits.is_empty(), "{wrong}");
        assert_eq!(world.main().value, kept);
    }
    // Without a schema `null` is a value.
    let mut world = World::empty();
    taken(&mut world, &json!({ "age": null }));
    assert_eq!(world.main().value, json!({ "age": null }));
}

#[test]
fn the_argument_memory_is_the_patch() {
    let mut world = World::empty();
    for arguments in [
        json!({ "memory": { "name": "Ada" } }),
        json!({ "memory": "{\"age\": 36}" }),
        json!("{\"memory\": {\"city\": \"London\"}}"),
    ] {
        assert!(taken(&mut world, &arguments).applied, "{arguments}");
    }
    let all = json!({ "name": "Ada", "age": 36, "city": "London" });
    assert_eq!(world.main().value, all);
    // Values that are not objects stay below their key, and so does a memory among others.
    for (arguments, expected) in [
        (
            json!({ "memory": "likes tea" }),
            json!({ "memory": "likes tea" }),
        ),
        (
            json!({ "memory": {}, "goal": 1 }),
            json!({ "memory": {}, "goal": 1 }),
        ),
    ] {
        let mut world = World::empty();
        taken(&mut world, &arguments);
        assert_eq!(world.main().value, expected);
    }
    let mut world = World::empty();
    let mut op = define();
    op.schema = Some(json!({ "properties": { "memory": { "type": "object" } } }));
    world.ok(&worker(), op);
    taken(&mut world, &json!({ "memory": { "a": 1 } }));
    assert_eq!(world.main().value, json!({ "memory": { "a": 1 } }));
}
