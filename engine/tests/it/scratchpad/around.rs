//! Schemas cannot be bypassed: any operation that changes a scratchpad conforms to its schema or is rejected.

use engine::scratchpad::ingest::TOOLS;
use engine::scratchpad::ops::scratchpad_delete::ScratchpadDelete;
use engine::scratchpad::ops::scratchpad_put::{ReadAs, ScratchpadPut};
use engine::scratchpad::ops::scratchpad_restore::ScratchpadRestore;
use engine::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use engine::scratchpad::{Scope, copy_resource_pads, ingest, merge_back};
use serde_json::{Value, json};

use crate::scratchpad::harness::{World, define, patch, person, word, worker};

fn schema() -> Value {
    json!({"properties": { "goal": { "type": "string" } }})
}

/// Returns a scratchpad of the session `s1` with a number where a later schema requires a text.
fn world() -> World {
    let mut world = World::empty();
    world.ok(&worker(), patch(json!({"goal": 7})));
    let mut op = define();
    op.schema = Some(schema());
    world.ok(&worker(), op);
    assert_eq!(
        world.main().value,
        json!({}),
        "what does not fit is set aside"
    );
    world.ok(&worker(), patch(json!({"goal": "Ship"})));
    world
}

#[test]
fn nothing_writes_what_does_not_fit() {
    let put = |value: Value, read_as: Option<ReadAs>| ScratchpadPut {
        owner: Some("s1".into()),
        value,
        read_as,
        ..ScratchpadPut::default()
    };
    for op in [
        put(json!({"goal": 7}), None),
        put(json!("{\"goal\": 7}"), None),
        put(json!("{\"goal\": 7}"), Some(ReadAs::Json)),
        put(json!("goal: 7"), Some(ReadAs::Text)),
    ] {
        let mut world = world();
        let given = op.value.to_string();
        assert_eq!(
            word(&world.refused(&person(), op)),
            "schema_violation",
            "{given}"
        );
    }
    for (value, delete_nulls) in [
        (json!({"goal": 7}), false),
        (json!({"goal": null}), false),
        (json!({"goal": {"a": 1}}), true),
    ] {
        let op = ScratchpadUpdate {
            delete_nulls,
            ..patch(value.clone())
        };
        assert_eq!(
            word(&world().refused(&worker(), op)),
            "schema_violation",
            "{value}"
        );
    }
    // A version from before the schema.
    let op = ScratchpadRestore {
        owner: Some("s1".into()),
        version: Some(1),
        then: Some(json!({"goal": 7})),
        ..ScratchpadRestore::default()
    };
    assert_eq!(word(&world().refused(&person(), op)), "schema_violation");
}

#[test]
fn no_alias_does() {
    for tool in TOOLS {
        for arguments in [
            json!({"goal": 7}),
            json!("{\"goal\": 7}"),
            json!({"goal": [null]}),
            json!("goal: 7"),
            json!([7]),
        ] {
            let mut world = world();
            let before = world.bytes();
            let outcome = world.decide(&worker(), None, 0, |tx| ingest(tx, "s1", tool, &arguments));
            let outcome = outcome.unwrap();
            assert!(
                !outcome.applied && outcome.diagnostic.is_some(),
                "{tool} {arguments}"
            );
            assert_eq!(world.bytes(), before, "{tool} {arguments}");
        }
    }
}

#[test]
fn a_deleted_one_comes_back_with_its_schema() {
    let mut world = world();
    let delete = ScratchpadDelete {
        owner: Some("s1".into()),
        ..ScratchpadDelete::default()
    };
    world.ok(&person(), delete);
    let restore = ScratchpadRestore {
        owner: Some("s1".into()),
        ..ScratchpadRestore::default()
    };
    world.ok(&person(), restore);
    assert_eq!(
        word(&world.refused(&worker(), patch(json!({"goal": 7})))),
        "schema_violation"
    );
}

#[test]
fn a_copy_has_the_schema_and_brings_nothing_back_that_does_not_fit() {
    let mut world = World::empty();
    let define_of = |owner: &str, schema: Value| {
        let mut op = define();
        (op.scope, op.owner, op.schema) = (Scope::Resource, Some(owner.into()), Some(schema));
        op
    };
    let patch_of = |owner: &str, value: Value| ScratchpadUpdate {
        scope: Scope::Resource,
        owner: Some(owner.into()),
        ..patch(value)
    };
    world.ok(&worker(), define_of("lead", schema()));
    world.ok(&worker(), patch_of("lead", json!({"goal": "Ship"})));
    let copied = world.decide(&worker(), None, 0, |tx| {
        copy_resource_pads(tx, "lead", "child")
    });
    assert!(copied.unwrap()[0].applied);
    assert_eq!(
        word(&world.refused(&worker(), patch_of("child", json!({"goal": 7})))),
        "schema_violation"
    );
    // A copy may get its own schema; the original keeps its own.
    world.ok(&worker(), define_of("child", json!({})));
    world.ok(&worker(), patch_of("child", json!({"goal": 7})));
    let merged = world.decide(&worker(), None, 0, |tx| merge_back(tx, "child", "lead"));
    let merged = merged.unwrap();
    assert!(
        !merged[0].applied && merged[0].diagnostic.is_some(),
        "{merged:?}"
    );
    let lead = world.pads(Scope::Resource, "lead");
    assert_eq!(lead.pad("main").unwrap().value, json!({"goal": "Ship"}));
}
