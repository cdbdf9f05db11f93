//! Access to reads and writes.

use engine::scratchpad::ops::scratchpad_clear::ScratchpadClear;
use engine::scratchpad::ops::scratchpad_delete::ScratchpadDelete;
use engine::scratchpad::ops::scratchpad_put::ScratchpadPut;
use engine::scratchpad::ops::scratchpad_read::ScratchpadRead;
use engine::scratchpad::{Scope, stream};
use kernel::actor::{Actor, Role};
use kernel::stream::StreamId;
use serde_json::json;

use crate::scratchpad::harness::{World, define, lead, other, patch, person, word, worker};

fn read() -> ScratchpadRead {
    ScratchpadRead {
        owner: Some("s1".into()),
        ..ScratchpadRead::default()
    }
}

#[test]
fn a_threads_scratchpads_are_those_agents_that_wrote_there_and_of_leaders_and_people() {
    let mut world = World::empty();
    assert!(
        !world.ok(&other(), read()).pad.exists,
        "nobody has written yet"
    );
    world.ok(&worker(), patch(json!({"a": 1})));
    assert!(
        !world.ok(&other(), read()).pad.exists,
        "what is others' is as if it were not there"
    );
    assert_eq!(
        word(&world.refused(&other(), patch(json!({"a": 2})))),
        "not_found"
    );
    let viewer = Actor::new("vera", Role::Viewer);
    for actor in [worker(), lead(), person(), viewer] {
        assert_eq!(
            world.ok(&actor, read()).pad.value,
            json!({"a": 1}),
            "{}",
            actor.id
        );
    }
    world.ok(&lead(), patch(json!({"b": 1})));
    world.ok(&worker(), patch(json!({"c": 1})));
}

#[test]
fn other_scratchpads_are_everyones() {
    for (scope, owner) in [(Scope::Resource, Some("user-1")), (Scope::Global, None)] {
        let mut world = World::empty();
        let mut update = patch(json!({"a": 1}));
        (update.scope, update.owner) = (scope, owner.map(Into::into));
        world.ok(&worker(), update.clone());
        update.patch = json!({"b": 2});
        world.ok(&other(), update);
        let pad = world.pads(scope, owner.unwrap_or_default());
        assert_eq!(pad.pad("main").unwrap().value, json!({"a": 1, "b": 2}));
    }
}

#[test]
fn a_read_only_one_is_changed_by_people_alone() {
    let mut world = World::empty();
    let mut op = define();
    op.read_only = true;
    op.template = Some(json!({"rule": "ask first"}));
    world.ok(&lead(), op);
    let owner = Some("s1".to_owned());
    for error in [
        world.refused(&lead(), patch(json!({"rule": "never ask"}))),
        world.refused(&lead(), define()),
        world.refused(
            &lead(),
            ScratchpadClear {
                owner: owner.clone(),
                ..ScratchpadClear::default()
            },
        ),
        world.refused(
            &lead(),
            ScratchpadDelete {
                owner: owner.clone(),
                ..ScratchpadDelete::default()
            },
        ),
        world.refused(
            &lead(),
            ScratchpadPut {
                owner: owner.clone(),
                value: json!({}),
                ..ScratchpadPut::default()
            },
        ),
    ] {
        assert_eq!(word(&error), "read_only");
    }
    world.ok(&person(), patch(json!({"rule": "ask twice"})));
    assert_eq!(world.main().value, json!({"rule": "ask twice"}));
    world.ok(&person(), define());
    world.ok(&lead(), patch(json!({"rule": "ask"})));
}

#[test]
fn streams_are_named_by_scope_and_owner() {
    for (scope, owner, expected) in [
        (Scope::Thread, "s1", "scratchpad:thread/s1"),
        (
            Scope::Thread,
            "ns/user/s 1",
            "scratchpad:thread/ns%2Fuser%2Fs 1",
        ),
        (Scope::Resource, "100%2F", "scratchpad:resource/100%252F"),
        (Scope::Global, "", "scratchpad:global"),
    ] {
        let name = stream(scope, owner);
        assert_eq!(name, StreamId::parse(expected).unwrap());
        let read = engine::scratchpad::address::of_stream(&name);
        assert_eq!(read, Some((scope, owner.to_owned())));
    }
}

#[test]
fn nobody_locks_others_out_of_what_they_share() {
    for (scope, owner) in [(Scope::Resource, Some("alice")), (Scope::Global, None)] {
        let mut world = World::empty();
        let mut update = patch(json!({"a": 1}));
        (update.scope, update.owner) = (scope, owner.map(Into::into));
        let mut close = define();
        (close.scope, close.owner) = (scope, owner.map(Into::into));
        let plain = close.clone();
        close.read_only = true;
        world.ok(&worker(), update.clone());
        assert_eq!(word(&world.refused(&other(), close.clone())), "forbidden");
        update.patch = json!({"b": 1});
        world.ok(&other(), update);
        assert_eq!(word(&world.refused(&worker(), close.clone())), "forbidden");
        world.ok(&lead(), close.clone());
        world.ok(&person(), plain);
        world.ok(&person(), close);
        // One's own, and a new one.
        let mut own = define();
        (own.scope, own.owner) = (scope, owner.map(|_| "bob".into()));
        own.name = Some("own".into());
        own.read_only = true;
        world.ok(&worker(), own);
    }
}
