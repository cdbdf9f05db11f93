//! Deletion, restoration, and the remains.

use engine::scratchpad::ops::scratchpad_delete::ScratchpadDelete;
use engine::scratchpad::ops::scratchpad_list::ScratchpadList;
use engine::scratchpad::ops::scratchpad_read::ScratchpadRead;
use engine::scratchpad::ops::scratchpad_restore::ScratchpadRestore;
use engine::scratchpad::{Scope, Scratchpads, stream};
use kernel::access::Readers;
use kernel::memory::{DELETED, Memory as _};
use kernel::stream::StreamId;
use kernel::time::DAY;
use serde_json::json;

use crate::scratchpad::harness::{World, patch, person, pointers, word, worker};

fn delete() -> ScratchpadDelete {
    ScratchpadDelete {
        owner: Some("s1".into()),
        ..ScratchpadDelete::default()
    }
}

fn restore() -> ScratchpadRestore {
    ScratchpadRestore {
        owner: Some("s1".into()),
        ..ScratchpadRestore::default()
    }
}

fn read() -> ScratchpadRead {
    ScratchpadRead {
        owner: Some("s1".into()),
        ..ScratchpadRead::default()
    }
}

#[test]
fn a_deleted_one_is_gone_at_once_and_people_can_restore_it() {
    let mut world = World::empty();
    world.ok(&worker(), patch(json!({"a": 1})));
    assert_eq!(pointers(&world.refused(&person(), restore())), ["/version"]);
    let gone = world.ok(&worker(), delete());
    assert_eq!(gone.purge_at, world.now.plus(7 * DAY));
    assert_eq!(word(&world.refused(&worker(), read())), "not_found");
    assert_eq!(word(&world.refused(&worker(), delete())), "not_found");
    assert_eq!(word(&world.refused(&worker(), restore())), "forbidden");
    world.ok(&person(), restore());
    assert_eq!(world.ok(&worker(), read()).pad.value, json!({"a": 1}));
    world.ok(&worker(), delete());
    world.now = world.now.plus(7 * DAY);
    assert_eq!(word(&world.refused(&person(), restore())), "too_late");
}

#[test]
fn a_name_can_be_used_again() {
    let mut world = World::empty();
    world.ok(&worker(), patch(json!({"a": 1})));
    world.ok(&worker(), delete());
    world.ok(&worker(), patch(json!({"b": 2})));
    assert_eq!(
        world.main().value,
        json!({"b": 2}),
        "the old one is not in the new one"
    );
    assert_eq!(word(&world.refused(&person(), restore())), "name_taken");
    world.ok(&worker(), delete());
    world.ok(&person(), restore());
    assert_eq!(
        world.main().value,
        json!({"b": 2}),
        "the one deleted last comes back"
    );
    world.ok(&worker(), delete());
    let state = world.pads(Scope::Thread, "s1");
    assert_eq!((state.pads.len(), state.deleted.len()), (0, 2));
    let listed = world.ok(
        &worker(),
        ScratchpadList {
            owner: Some("s1".into()),
            ..ScratchpadList::default()
        },
    );
    assert_eq!(listed.items[0].pads, []);
    assert_eq!(listed.items[0].deleted.len(), 2);
}

#[test]
fn lists_know_when_one_is_to_be_erased() {
    let mut world = World::empty();
    let name = stream(Scope::Thread, "s1");
    let entry = |world: &World| world.pads(Scope::Thread, "s1").entry(&name).unwrap();
    world.ok(&worker(), patch(json!({"a": 1})));
    let made = entry(&world);
    assert_eq!((made.status.as_str(), made.due), ("thread", None));
    assert_eq!(
        made.readers,
        Readers::Of {
            stream: StreamId::new("session", "s1"),
            before: ["w1".to_owned()].into(),
        }
    );
    let gone = world.ok(&worker(), delete());
    let deleted = entry(&world);
    assert_eq!(
        (deleted.status.as_str(), deleted.due),
        (DELETED, Some(gone.purge_at))
    );
}

/// Erasure proceeds from the first fact to the deletion; interrupted anywhere, the pad is still deleted and still due.
#[test]
fn erasing_can_stop_anywhere() {
    let mut world = World::empty();
    world.ok(&worker(), patch(json!({"a": 1})));
    world.ok(&worker(), patch(json!({"a": 2})));
    world.ok(&worker(), delete());
    let facts = world.facts_of(&stream(Scope::Thread, "s1"));
    for erased in 0..=facts.len() {
        let mut state = Scratchpads::default();
        for (nth, mut fact) in facts.clone().into_iter().enumerate() {
            if nth < erased {
                fact.kind = "redacted".into();
                fact.schema = 0;
            }
            state.apply_fact(&fact);
        }
        assert!(state.pads.is_empty(), "after {erased}");
        assert_eq!(
            state.deleted.len(),
            usize::from(erased < facts.len()),
            "after {erased}"
        );
    }
}
