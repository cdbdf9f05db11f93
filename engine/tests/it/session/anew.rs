//! A new session under the id of an expired one, by other agents, has nothing of it: neither group reads what is
//! restricted to the other's readers.

use std::collections::BTreeSet;

use engine::conversation::ops::session_import::SessionImport;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_share::SessionShare;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::{Core, stream};
use engine::scratchpad::Scope;
use engine::scratchpad::ops::scratchpad_list::ScratchpadList;
use engine::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use engine::session::record::MemoryRecord;
use engine::workspace::settings::{Overrides, PromotedReaders};
use kernel::access::Readers;
use kernel::actor::Actor;
use serde_json::json;

use crate::session::harness::{World, other, person, word, worker};
use crate::session::lives::{erase, sweep};

/// Returns a kernel in which promoted memories are restricted to their session's readers.
async fn closed() -> World {
    World::with(Overrides {
        promoted_readers: Some(PromotedReaders::Session),
        ..Overrides::default()
    })
    .await
}

fn put(id: &str, text: &str) -> SessionPut {
    SessionPut {
        session: "s".into(),
        memories: vec![MemoryRecord {
            id: id.into(),
            text: text.into(),
            ..MemoryRecord::default()
        }],
        ttl_seconds: Some(1),
        ..SessionPut::default()
    }
}

/// Lets the session expire, and erases it.
async fn run_out(world: &World) {
    world.pass(1);
    let until = sweep(world).await.erase.unwrap();
    erase(world, until).await;
}

/// Returns the memories of a core, and its readers.
async fn core(world: &World, name: &str) -> (Vec<String>, Readers) {
    let (core, _) = world.hub.state::<Core>(&stream(name)).await.unwrap();
    let ids = core.crystals.keys().map(ToString::to_string).collect();
    (ids, core.readers.clone())
}

fn only(names: &[&str]) -> Readers {
    Readers::Agents(names.iter().map(ToString::to_string).collect())
}

#[tokio::test]
async fn each_life_of_a_session_has_a_private_core_of_its_own() {
    let world = closed().await;
    let first = world.ok(&worker(), put("a1", "The salary is 5000")).await;
    let first = first.promoted_to[0].core.clone();
    run_out(&world).await;
    // It neither learns of the earlier one nor replaces it.
    let second = world.ok(&other(), put("a1", "The salary is 5000")).await;
    let second = second.promoted_to[0].core.clone();
    assert_ne!(first, second);
    let share = SessionShare {
        session: "s".into(),
        agents: vec!["w3".into()],
        ..SessionShare::default()
    };
    world.ok(&other(), share).await;
    let one = vec!["a1".to_owned()];
    assert_eq!(core(&world, &first).await, (one.clone(), only(&["w1"])));
    assert_eq!(core(&world, &second).await, (one, only(&["w2", "w3"])));
}

#[tokio::test]
async fn what_an_import_sets_aside_is_for_the_readers_of_that_life() {
    let world = World::new().await;
    let import = |content: &str| SessionImport {
        session: Some("s".into()),
        content: content.into(),
        ..SessionImport::default()
    };
    let odd = "{\"role\":\"user\",\"content\":\"hi\"}\n{\"role\":\"user\",\"content\":\"pin 4711";
    world.ok(&worker(), import(odd)).await;
    world.ok(&worker(), put("m", "x")).await;
    run_out(&world).await;
    world.ok(&other(), import(odd)).await;
    let mut readers = BTreeSet::new();
    for fact in &world.log.stored().facts {
        if &*fact.kind == "core_shared" {
            readers.insert(fact.stream.id().to_owned());
        }
    }
    assert_eq!(readers.len(), 2, "{readers:?}");
    let mut all = Vec::new();
    for name in &readers {
        let (ids, readers) = core(&world, name).await;
        assert_eq!(ids.len(), 1);
        all.push(readers);
    }
    assert!(all.contains(&only(&["w1"])) && all.contains(&only(&["w2"])));
}

#[tokio::test]
async fn the_memories_of_a_life_are_its_agents_to_change() {
    let world = World::new().await;
    world.ok(&worker(), put("k", "likes tea")).await;
    let edit = |text: &str| MemoryEdit {
        id: "k".into(),
        core: Some("default".into()),
        text: Some(text.into()),
        ..MemoryEdit::default()
    };
    let refused = async |actor: &Actor| word(&world.refused(actor, edit("hates tea")).await);
    assert_eq!(refused(&other()).await, "forbidden");
    run_out(&world).await;
    assert_eq!(refused(&other()).await, "forbidden", "nobody's session");
    world.pass(1);
    world.ok(&other(), put("o", "x")).await;
    assert_eq!(refused(&other()).await, "forbidden", "a session of its own");
    world.ok(&other(), put("k", "hates tea")).await;
    let (ids, _) = core(&world, "default").await;
    assert_eq!(ids.len(), 3, "it took nobody's place");
    world.ok(&worker(), edit("likes green tea")).await;
}

#[tokio::test]
async fn deleted_pads_of_an_earlier_life_are_peoples_alone() {
    let world = World::new().await;
    let note = || ScratchpadUpdate {
        owner: Some("s".into()),
        name: Some("plan".into()),
        patch: json!({ "patient": "x" }),
        ..ScratchpadUpdate::default()
    };
    world.ok(&worker(), put("m", "x")).await;
    world.ok(&worker(), note()).await;
    run_out(&world).await;
    world.ok(&other(), put("n", "y")).await;
    let list = || ScratchpadList {
        scope: Some(Scope::Thread),
        owner: Some("s".into()),
        ..ScratchpadList::default()
    };
    let shown = async |actor: &Actor| {
        let page = world.ok(actor, list()).await;
        page.items
            .iter()
            .map(|item| item.deleted.len())
            .sum::<usize>()
    };
    assert_eq!((shown(&other()).await, shown(&person()).await), (0, 1));
}
