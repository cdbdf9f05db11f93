//! A child session's copies, and merging them back.

use engine::scratchpad::ops::scratchpad_define::ScratchpadDefine;
use engine::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use engine::scratchpad::{Inherited, Scope, copy_resource_pads, merge_back};
use serde_json::{Value, json};

use crate::scratchpad::harness::{World, patch, worker};

fn of(owner: &str, name: &str, value: Value) -> ScratchpadUpdate {
    ScratchpadUpdate {
        scope: Scope::Resource,
        owner: Some(owner.into()),
        name: Some(name.into()),
        patch: value,
        delete_nulls: true,
    }
}

fn spawn(world: &mut World, parent: &str, child: &str) -> Vec<Inherited> {
    let copied = world.decide(&worker(), None, 0, |tx| {
        copy_resource_pads(tx, parent, child)
    });
    copied.unwrap()
}

fn merge(world: &mut World, child: &str, parent: &str) -> Vec<Inherited> {
    let merged = world.decide(&worker(), None, 0, |tx| merge_back(tx, child, parent));
    merged.unwrap()
}

fn value(world: &World, owner: &str, name: &str) -> Value {
    let state = world.pads(Scope::Resource, owner);
    state.pad(name).unwrap().value.clone()
}

#[test]
fn a_child_with_another_owner_gets_copies_of_resource_pads_alone() {
    let mut world = World::empty();
    world.ok(&worker(), patch(json!({"of": "the thread"})));
    world.ok(&worker(), of("ann", "plan", json!({"a": 1})));
    world.ok(&worker(), of("ann", "notes", json!("hello")));
    world.ok(&worker(), of("bob", "notes", json!("mine")));
    assert_eq!(
        spawn(&mut world, "ann", "ann"),
        [],
        "the same owner shares them"
    );
    let copied = spawn(&mut world, "ann", "bob");
    let applied: Vec<_> = copied
        .iter()
        .map(|one| (one.scratchpad.as_str(), one.applied))
        .collect();
    assert_eq!(applied, [("notes", false), ("plan", true)]);
    assert_eq!(value(&world, "bob", "notes"), json!("mine"));
    // The two states are now independent.
    world.ok(&worker(), of("bob", "plan", json!({"b": 2})));
    assert_eq!(value(&world, "ann", "plan"), json!({"a": 1}));
    assert_eq!(value(&world, "bob", "plan"), json!({"a": 1, "b": 2}));
    assert_eq!(spawn(&mut world, "nobody", "carl"), []);
}

#[test]
fn a_childs_changes_come_back_once_as_an_update() {
    let mut world = World::empty();
    world.ok(
        &worker(),
        of(
            "ann",
            "plan",
            json!({"a": 1, "b": {"c": 1, "d": 1}, "e": 1, "n": 1}),
        ),
    );
    world.ok(&worker(), of("ann", "notes", json!("hello")));
    spawn(&mut world, "ann", "bob");
    assert_eq!(merge(&mut world, "bob", "ann"), [], "nothing was changed");
    world.ok(
        &worker(),
        of(
            "bob",
            "plan",
            json!({"a": 2, "b": {"c": null}, "e": null, "f": [1]}),
        ),
    );
    world.ok(&worker(), of("bob", "notes", json!("hello, bob")));
    // The parent changes meanwhile.
    world.ok(&worker(), of("ann", "plan", json!({"a": 3, "g": 1})));
    let merged = merge(&mut world, "bob", "ann");
    assert!(
        merged.len() == 2 && merged.iter().all(|one| one.applied),
        "{merged:?}"
    );
    assert_eq!(
        value(&world, "ann", "plan"),
        json!({"a": 2, "b": {"d": 1}, "f": [1], "g": 1, "n": 1})
    );
    assert_eq!(value(&world, "ann", "notes"), json!("hello, bob"));
    world.ok(&worker(), of("ann", "plan", json!({"a": 4})));
    assert_eq!(
        merge(&mut world, "bob", "ann"),
        [],
        "it does not come back again"
    );
    assert_eq!(value(&world, "ann", "plan")["a"], json!(4));
}

#[test]
fn what_the_parent_cannot_take_is_left_out_with_the_reason() {
    let mut world = World::empty();
    let define = |schema: Option<Value>, read_only: bool| ScratchpadDefine {
        scope: Scope::Resource,
        owner: Some("ann".into()),
        name: Some("plan".into()),
        schema,
        read_only,
        ..ScratchpadDefine::default()
    };
    world.ok(&worker(), of("ann", "plan", json!({"a": "x"})));
    spawn(&mut world, "ann", "bob");
    world.ok(&worker(), of("bob", "plan", json!({"a": 1})));
    let schema = json!({"properties": { "a": { "type": "string" } }});
    world.ok(&worker(), define(Some(schema), false));
    let before = world.bytes();
    let merged = merge(&mut world, "bob", "ann");
    assert!(
        !merged[0].applied && merged[0].diagnostic.is_some(),
        "{merged:?}"
    );
    assert_eq!(world.bytes(), before);
    world.ok(&worker(), define(None, true));
    let merged = merge(&mut world, "bob", "ann");
    assert!(
        merged[0].diagnostic.as_ref().unwrap().contains("read-only"),
        "{merged:?}"
    );
    assert_eq!(value(&world, "ann", "plan"), json!({"a": "x"}));
}
