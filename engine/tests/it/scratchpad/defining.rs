//! Definitions: initial state, and migration of the state when they change.

use serde_json::json;

use crate::scratchpad::harness::{World, define, patch, pointers, worker};

#[test]
fn a_template_is_what_a_new_one_begins_with() {
    let mut world = World::empty();
    let mut op = define();
    op.template = Some(json!({"goal": "", "constructor": 1}));
    let made = world.ok(&worker(), op.clone());
    assert!(made.created && !made.set_aside);
    assert_eq!(made.pad.value, json!({"goal": ""}));
    world.ok(&worker(), patch(json!({"goal": "Ship"})));
    let facts = world.facts.len();
    let same = world.ok(&worker(), op);
    assert_eq!(
        (same.created, same.pad.value),
        (false, json!({"goal": "Ship"}))
    );
    assert_eq!(
        world.facts.len(),
        facts,
        "the same definition again is no fact"
    );
}

#[test]
fn a_definition_is_replaced_as_a_whole() {
    let mut world = World::empty();
    let mut op = define();
    op.schema = Some(json!({"type": "object"}));
    op.max_tokens = Some(300);
    world.ok(&worker(), op);
    let pad = world.ok(&worker(), define()).pad;
    assert_eq!(pad.definition.schema, None);
    assert_eq!(
        (pad.definition.min_tokens, pad.definition.max_tokens),
        (200, 1_500)
    );
    assert_eq!(pad.value, json!(""), "an empty one begins anew");
}

#[test]
fn a_state_that_does_not_fit_a_new_schema_is_set_aside() {
    for (state, fits) in [
        (json!({"a": "text"}), true),
        (json!({"a": 1}), false),
        (json!("a text"), false),
    ] {
        let mut world = World::empty();
        let version = world.ok(&worker(), patch(state.clone())).pad_version;
        let mut op = define();
        op.schema = Some(json!({"properties": { "a": { "type": "string" } }}));
        let defined = world.ok(&worker(), op);
        assert_eq!(defined.set_aside, !fits, "{state}");
        assert_eq!(defined.pad.value, if fits { state } else { json!({}) });
        let aside = defined.pad.set_aside;
        assert_eq!(
            aside.as_ref().map(|aside| aside.version),
            (!fits).then_some(version)
        );
        assert!(fits || !aside.unwrap().misfits.is_empty());
        world.ok(&worker(), patch(json!({"a": "new"})));
        assert_eq!(world.main().value, json!({"a": "new"}));
    }
}

/// Makes a definition invalid.
type Spoil = fn(&mut engine::scratchpad::ops::scratchpad_define::ScratchpadDefine);

#[test]
fn what_cannot_be_a_definition_is_refused() {
    let mut world = World::empty();
    let deep = (0..33).fold(json!(1), |inner, _| json!({ "a": inner }));
    let cases: [(&str, Spoil); 9] = [
        ("/schema", |op| op.schema = Some(json!(5))),
        ("/schema", |op| op.schema = Some(json!({"type": "strnig"}))),
        ("/schema", |op| {
            op.schema = Some(json!({"type": "object", "x": "y".repeat(70_000)}));
        }),
        ("/template", |op| op.template = Some(json!([1]))),
        ("/template", |op| {
            op.schema = Some(json!({"properties": { "a": { "type": "string" } }}));
            op.template = Some(json!("text"));
        }),
        ("/template/a", |op| {
            op.schema = Some(json!({"properties": { "a": { "type": "string" } }}));
            op.template = Some(json!({"a": 1}));
        }),
        ("/max_tokens", |op| op.max_tokens = Some(0)),
        ("/max_tokens", |op| op.max_tokens = Some(100_001)),
        ("/min_tokens", |op| {
            op.min_tokens = Some(400);
            op.max_tokens = Some(300);
        }),
    ];
    for (pointer, spoil) in cases {
        let mut op = define();
        spoil(&mut op);
        let error = world.refused(&worker(), op);
        assert_eq!(pointers(&error), [pointer], "{error}");
    }
    let mut op = define();
    op.template = Some(deep);
    assert_eq!(pointers(&world.refused(&worker(), op)), ["/template"]);
}

#[test]
fn one_budget_alone_brings_the_other_along() {
    for (min, max, both) in [
        (None, None, (200, 1_500)),
        (None, Some(100), (100, 100)),
        (Some(2_000), None, (2_000, 2_000)),
        (Some(0), Some(1), (0, 1)),
    ] {
        let mut world = World::empty();
        let mut op = define();
        (op.min_tokens, op.max_tokens) = (min, max);
        let pad = world.ok(&worker(), op).pad.definition;
        assert_eq!((pad.min_tokens, pad.max_tokens), both, "{min:?} {max:?}");
    }
}

#[test]
fn a_schema_has_to_admit_objects() {
    for schema in [
        json!({"type": "string"}),
        json!({"type": ["array", "null"]}),
        json!({"const": 1}),
        json!(false),
    ] {
        let mut world = World::empty();
        let mut op = define();
        op.schema = Some(schema.clone());
        assert_eq!(
            pointers(&world.refused(&worker(), op)),
            ["/schema"],
            "{schema}"
        );
    }
    let mut world = World::empty();
    let mut op = define();
    op.schema = Some(json!({"type": "object"}));
    world.ok(&worker(), op);
}
