//! Effects of updates, case by case.

use engine::scratchpad::merge::{Nulls, merge};
use engine::scratchpad::ops::scratchpad_clear::ScratchpadClear;
use engine::scratchpad::ops::scratchpad_put::{ReadAs, ScratchpadPut};
use serde_json::json;

use crate::scratchpad::harness::{World, define, patch, pointers, word, worker};

#[test]
fn patches_merge_at_every_depth() {
    for (state, patch, kept, deleted) in [
        // Objects merge; lists and everything else are replaced.
        (
            json!({"a": 1}),
            json!({"b": 2}),
            json!({"a": 1, "b": 2}),
            None,
        ),
        (
            json!({"a": {"b": {"c": 1, "d": 2}}}),
            json!({"a": {"b": {"c": 3}}}),
            json!({"a": {"b": {"c": 3, "d": 2}}}),
            None,
        ),
        (
            json!({"a": [1, 2]}),
            json!({"a": [3]}),
            json!({"a": [3]}),
            None,
        ),
        (
            json!({"a": {"b": 1}}),
            json!({"a": 2}),
            json!({"a": 2}),
            None,
        ),
        (
            json!({"a": 2}),
            json!({"a": {"b": 1}}),
            json!({"a": {"b": 1}}),
            None,
        ),
        (
            json!({"a": [1]}),
            json!({"a": {"b": 1}}),
            json!({"a": {"b": 1}}),
            None,
        ),
        // A null replaces, or deletes.
        (
            json!({"a": 1, "b": 2}),
            json!({"a": null}),
            json!({"a": null, "b": 2}),
            Some(json!({"b": 2})),
        ),
        (
            json!({"a": {"b": 1, "c": 2}}),
            json!({"a": {"b": null}}),
            json!({"a": {"b": null, "c": 2}}),
            Some(json!({"a": {"c": 2}})),
        ),
        (
            json!({}),
            json!({"a": {"b": null}}),
            json!({"a": {"b": null}}),
            Some(json!({"a": {}})),
        ),
        (json!({}), json!({"a": [null]}), json!({"a": [null]}), None),
        // Prototype keys are removed, also in lists.
        (
            json!({}),
            json!({"__proto__": {"x": 1}, "a": {"constructor": 1, "b": [{"prototype": 1, "c": 2}]}}),
            json!({"a": {"b": [{"c": 2}]}}),
            None,
        ),
        (
            json!({"a": 1}),
            json!({"__proto__": 1}),
            json!({"a": 1}),
            None,
        ),
        // A text that receives an object is kept.
        (
            json!("old"),
            json!({"a": 1}),
            json!({"_previous": "old", "a": 1}),
            None,
        ),
        (json!("old"), json!({}), json!("old"), None),
        (json!("old"), json!({"__proto__": 1}), json!("old"), None),
        (json!(""), json!({"a": 1}), json!({"a": 1}), None),
        (
            json!("old"),
            json!({"_previous": "mine"}),
            json!({"_previous": "mine"}),
            None,
        ),
        (json!("old"), json!("new"), json!("new"), None),
    ] {
        assert_eq!(
            merge(&state, &patch, Nulls::Keep),
            kept,
            "{state} + {patch}"
        );
        let deleted = deleted.unwrap_or(kept);
        assert_eq!(
            merge(&state, &patch, Nulls::Delete),
            deleted,
            "{state} + {patch}"
        );
    }
}

#[test]
fn no_patch_takes_a_text_away_unseen() {
    let mut world = World::empty();
    world.ok(&worker(), patch(json!("hello")));
    for previous in [json!({ "b": 1 }), json!("mine"), json!(null)] {
        let op = patch(json!({ "a": 1, "_previous": previous }));
        let refused = world.refused(&worker(), op);
        assert_eq!(refused.extra.fields[0].pointer, "/patch/_previous");
    }
    assert_eq!(world.main().value, json!("hello"));
    world.ok(&worker(), patch(json!({ "a": 1, "_previous": "hello" })));
    let kept = json!({ "a": 1, "_previous": "hello" });
    assert_eq!(world.main().value, kept);
    // In an existing object it is a key like any other.
    world.ok(&worker(), patch(json!({ "_previous": 2 })));
    assert_eq!(world.main().value, json!({ "a": 1, "_previous": 2 }));
}

#[test]
fn the_first_update_makes_the_scratchpad() {
    let mut world = World::empty();
    let made = world.ok(&worker(), patch(json!({"currentGoal": "Deploy v2"})));
    assert!(made.changed);
    assert_eq!(made.keys, ["currentGoal"]);
    assert_eq!(made.pad_version, 2, "it was defined, then updated");
    let again = world.ok(&worker(), patch(json!({"currentGoal": "Deploy v2"})));
    assert!(
        !again.changed && again.pad_version == 2,
        "the same again is no fact"
    );
    world.ok(&worker(), patch(json!({"completedSteps": ["write tests"]})));
    let pad = world.main();
    assert_eq!(
        pad.value,
        json!({"currentGoal": "Deploy v2", "completedSteps": ["write tests"]})
    );
    assert_eq!(
        (pad.keys["currentGoal"], pad.keys["completedSteps"]),
        (2, 3)
    );
    assert_eq!(pad.changed, 3);
}

#[test]
fn a_text_is_replaced_by_a_text_and_an_object_is_not() {
    let mut world = World::empty();
    world.ok(&worker(), patch(json!("one")));
    world.ok(&worker(), patch(json!("two")));
    assert_eq!(world.main().value, json!("two"));
    world.ok(&worker(), patch(json!({"a": 1})));
    assert_eq!(world.main().value, json!({"_previous": "two", "a": 1}));
    let error = world.refused(&worker(), patch(json!("three")));
    assert_eq!(pointers(&error), ["/patch"]);
    for wrong in [json!(1), json!([1]), json!(null), json!(true)] {
        let error = world.refused(&worker(), patch(wrong));
        assert_eq!(pointers(&error), ["/patch"]);
    }
    let owner = Some("s1".to_owned());
    let clear = ScratchpadClear {
        owner,
        ..ScratchpadClear::default()
    };
    assert!(world.ok(&worker(), clear.clone()).changed);
    assert_eq!(world.main().value, json!(""));
    assert!(!world.ok(&worker(), clear).changed, "nothing was in it");
    world.ok(&worker(), patch(json!("three")));
}

#[test]
fn the_merged_state_has_to_fit_the_schema_not_the_patch() {
    let mut world = World::empty();
    let mut schema = define();
    schema.schema = Some(json!({
        "type": "object",
        "required": ["goal", "steps"],
        "properties": { "goal": { "type": "string" }, "steps": { "type": "array" } },
    }));
    let made = world.ok(&worker(), schema);
    assert!(
        made.created && made.pad.value == json!({}),
        "an empty one fits"
    );
    // What is required may be set one after the other.
    world.ok(&worker(), patch(json!({"goal": "Ship"})));
    assert_eq!(world.main().value, json!({"goal": "Ship"}));
    let error = world.refused(&worker(), patch(json!({"steps": "build"})));
    assert_eq!(
        (word(&error).as_str(), pointers(&error)),
        ("schema_violation", vec!["/patch/steps"])
    );
    world.ok(&worker(), patch(json!({"steps": ["build"]})));
    let error = world.refused(&worker(), patch(json!({"goal": 1, "steps": 2})));
    assert_eq!(pointers(&error), ["/patch/goal", "/patch/steps"]);
    assert!(
        error.detail.contains("/goal") && error.detail.contains("1 more"),
        "{error}"
    );
    let mut delete = patch(json!({"goal": null}));
    delete.delete_nulls = true;
    assert_eq!(word(&world.refused(&worker(), delete)), "schema_violation");
    let error = world.refused(&worker(), patch(json!("a text")));
    assert_eq!(pointers(&error), ["/patch"]);
    assert_eq!(
        world.main().value,
        json!({"goal": "Ship", "steps": ["build"]})
    );
}

#[test]
fn an_editor_replaces_the_whole_state() {
    let mut world = World::empty();
    let put = |value| ScratchpadPut {
        owner: Some("s1".into()),
        value,
        ..ScratchpadPut::default()
    };
    world.ok(&worker(), put(json!("a note")));
    world.ok(
        &worker(),
        put(json!({"a": 1, "b": {"__proto__": 1, "c": 2}})),
    );
    assert_eq!(world.main().value, json!({"a": 1, "b": {"c": 2}}));
    // A form sends text: if the pad holds an object, it is parsed as JSON.
    world.ok(&worker(), put(json!("{\"b\": {\"c\": 2}}")));
    assert_eq!(world.main().value, json!({"b": {"c": 2}}));
    assert_eq!(
        world.main().keys["b"],
        2,
        "an untouched key is as old as before"
    );
    for wrong in [json!("no JSON"), json!("[1]"), json!(7), json!([])] {
        let error = world.refused(&worker(), put(wrong));
        assert_eq!(pointers(&error), ["/value"]);
    }
    let mut schema = define();
    schema.schema = Some(json!({"properties": { "b": { "type": "string" } }}));
    world.ok(&worker(), schema);
    let error = world.refused(&worker(), put(json!({"b": 1})));
    assert_eq!(pointers(&error), ["/value/b"]);
    assert!(world.ok(&worker(), put(json!({"b": "x"}))).changed);
    assert!(!world.ok(&worker(), put(json!({"b": "x"}))).changed);
}

#[test]
fn a_form_says_whether_its_text_is_an_object() {
    let mut world = World::empty();
    let put = |text: &str, read_as| ScratchpadPut {
        owner: Some("s1".into()),
        value: json!(text),
        read_as,
        ..ScratchpadPut::default()
    };
    let object = "{\"a\": 1}";
    world.ok(&worker(), put(object, None));
    assert_eq!(world.main().value, json!(object));
    world.ok(&worker(), put(object, Some(ReadAs::Json)));
    assert_eq!(world.main().value, json!({"a": 1}));
    world.ok(&worker(), put("a note", Some(ReadAs::Text)));
    assert_eq!(world.main().value, json!("a note"));
    let error = world.refused(&worker(), put("a note", Some(ReadAs::Json)));
    assert_eq!(pointers(&error), ["/value"]);
}

#[test]
fn of_two_writers_who_know_the_same_version_one_is_told() {
    let mut world = World::empty();
    let version = world.ok(&worker(), patch(json!({"a": 1}))).pad_version;
    world
        .call_at(&worker(), patch(json!({"a": 2})), Some(version))
        .unwrap();
    let before = world.bytes();
    let late = world.call_at(&worker(), patch(json!({"a": 3})), Some(version));
    assert_eq!(word(&late.unwrap_err()), "stale");
    assert_eq!(world.bytes(), before);
    // Without a version the last write wins, and different keys merge.
    world.ok(&worker(), patch(json!({"b": 1})));
    world.ok(&worker(), patch(json!({"a": 3})));
    assert_eq!(world.main().value, json!({"a": 3, "b": 1}));
}
