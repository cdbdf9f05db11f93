//! Invalid input for scratchpads, and limits.

use engine::scratchpad::Scope;
use engine::scratchpad::ops::scratchpad_clear::ScratchpadClear;
use engine::scratchpad::ops::scratchpad_list::ScratchpadList;
use serde_json::{Value, json};

use crate::scratchpad::harness::{World, define, patch, pointers, word, worker};

#[test]
fn places_that_cannot_be_are_refused() {
    let mut world = World::empty();
    let long = "x".repeat(600);
    for (scope, owner, name, pointer) in [
        (Scope::Thread, None, None, "/owner"),
        (Scope::Thread, Some(" "), None, "/owner"),
        (Scope::Resource, None, None, "/owner"),
        (Scope::Resource, Some("a\nb"), None, "/owner"),
        (Scope::Resource, Some(long.as_str()), None, "/owner"),
        (Scope::Global, Some("me"), None, "/owner"),
        (Scope::Global, None, Some(""), "/name"),
        (Scope::Global, None, Some("a\u{7}b"), "/name"),
        (Scope::Global, None, Some(long.as_str()), "/name"),
    ] {
        let mut update = patch(json!({"a": 1}));
        (update.scope, update.owner) = (scope, owner.map(Into::into));
        update.name = name.map(Into::into);
        assert_eq!(pointers(&world.refused(&worker(), update)), [pointer]);
    }
    let list = ScratchpadList {
        owner: Some("s1".into()),
        query: Some("x".into()),
        ..ScratchpadList::default()
    };
    assert_eq!(pointers(&world.refused(&worker(), list)), ["/query"]);
}

#[test]
fn deep_and_large_patches_are_refused() {
    let mut world = World::empty();
    let nested = |levels: usize| (0..levels).fold(json!(1), |inner, _| json!({ "a": inner }));
    world.ok(&worker(), patch(nested(32)));
    let error = world.refused(&worker(), patch(nested(33)));
    assert_eq!(
        (word(&error).as_str(), pointers(&error)),
        ("invalid", vec!["/patch"])
    );
    let lists = json!({ "a": (0..33).fold(json!(1), |inner, _| json!([inner])) });
    assert_eq!(
        pointers(&world.refused(&worker(), patch(lists))),
        ["/patch"]
    );
    let huge = json!({ "b": "x".repeat(10 * 1024 * 1024) });
    let error = world.refused(&worker(), patch(huge));
    assert_eq!(
        (word(&error).as_str(), pointers(&error)),
        ("too_large", vec!["/patch"])
    );
    // Each patch is small enough, but their sum is not.
    let half = |key: &str| json!({ key: "x".repeat(140 * 1024) });
    world.ok(&worker(), patch(half("c")));
    assert_eq!(
        word(&world.refused(&worker(), patch(half("d")))),
        "too_large"
    );
    world.ok(&worker(), patch(half("c")));
}

#[test]
fn an_owner_has_two_hundred_at_most() {
    let mut world = World::empty();
    let named = |nth: usize| {
        let mut update = patch(json!({"a": 1}));
        update.name = Some(format!("pad {nth}"));
        update
    };
    for nth in 0..200 {
        world.ok(&worker(), named(nth));
    }
    assert_eq!(word(&world.refused(&worker(), named(200))), "too_many");
    let mut op = define();
    op.name = Some("one more".into());
    assert_eq!(word(&world.refused(&worker(), op)), "too_many");
    world.ok(&worker(), {
        let mut update = named(7);
        update.patch = json!({"b": 2});
        update
    });
}

#[test]
fn what_is_not_there_is_not_found() {
    let mut world = World::empty();
    let clear = ScratchpadClear {
        owner: Some("s1".into()),
        ..ScratchpadClear::default()
    };
    assert_eq!(word(&world.refused(&worker(), clear)), "not_found");
    let nothing = world.ok(&worker(), patch(Value::Object(serde_json::Map::new())));
    assert!(!nothing.changed, "an empty patch makes nothing");
    assert!(world.facts.is_empty());
}
