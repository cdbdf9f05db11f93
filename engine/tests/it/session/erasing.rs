//! Erasure of a session, with the data that is erased with it and the data that stays.

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_put::SessionPut;
use engine::crystal::ops::core_sweep::CoreSweep;
use engine::crystal::{self, Core};
use engine::derived::ops::purge::Purge;
use engine::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use engine::scratchpad::{self, Scope};
use engine::workspace::settings::Overrides;
use kernel::access::Readers;
use kernel::error::Code;
use kernel::{Actor, Role, StreamId};
use serde_json::json;

use crate::session::harness::{World, get, other, person, said, word, worker};
use crate::session::lives::{delete, erase, indexing, kept, key, recover, sweep};

#[tokio::test]
async fn without_days_to_restore_it_is_erased_at_once() {
    let world = World::with(Overrides {
        restore_days: Some(0),
        ..Overrides::default()
    })
    .await;
    world.append(vec![said("a", 1, "x")]).await;
    world.ok(&worker(), delete()).await;
    assert!(sweep(&world).await.erase.is_some());
    assert_eq!(word(&world.refused(&person(), recover()).await), "too_late");
}

#[tokio::test]
async fn a_purged_session_takes_what_belongs_to_it_along() {
    let world = indexing().await;
    world.append(vec![said("a", 1, "saxophone")]).await;
    let note = ScratchpadUpdate {
        owner: Some("s".into()),
        patch: json!({ "plays": "saxophone" }),
        ..ScratchpadUpdate::default()
    };
    world.ok(&worker(), note).await;
    let belongings = [
        crystal::messages("s"),
        scratchpad::stream(Scope::Thread, "s"),
    ];
    let purge = |stream: &StreamId, dry_run| Purge {
        dry_run,
        ..Purge::of(stream.clone())
    };
    let stream = key().stream();
    let looked = world.ok(&person(), purge(&stream, true)).await;
    assert_eq!(
        (looked.erased, &*looked.belongings),
        (false, &belongings[..])
    );
    let facts = |stream: &StreamId| world.log.facts(stream).len() as u64;
    let all = belongings.iter().chain([&stream]).map(facts).sum::<u64>();
    assert_eq!(looked.facts, all, "nothing is gone after a look");
    assert!(world.ok(&person(), purge(&stream, false)).await.erased);
    for gone in belongings.iter().chain([&stream]) {
        assert_eq!(facts(gone), 0, "{gone}");
    }
    assert_eq!(word(&world.refused(&person(), get()).await), "gone");
    let core = world.hub.state::<Core>(&belongings[0]).await;
    assert_eq!(core.map(|_| ()).unwrap_err().code, Code::Gone);
}

#[tokio::test]
async fn a_purge_takes_nothing_of_other_sessions_along() {
    let world = indexing().await;
    world.append(vec![said("a", 1, "saxophone")]).await;
    let other = SessionPut {
        session: "s".into(),
        namespace: Some("n".into()),
        messages: vec![said("a", 1, "tuba")],
        ..SessionPut::default()
    };
    let kept = world.ok(&worker(), other).await.session;
    let purge = Purge::of(key().stream());
    world.ok(&person(), purge).await;
    let core = crystal::messages(&kept.to_string());
    let (core, _) = world.hub.state::<Core>(&core).await.unwrap();
    assert_eq!(core.crystals.len(), 1);
}

#[tokio::test]
async fn the_id_of_indexed_messages_stays_their_readers() {
    let world = indexing().await;
    let op = SessionPut {
        messages: vec![said("a", 1, "saxophone")],
        ttl_seconds: Some(60),
        ..SessionPut::default()
    };
    world.put(op).await;
    world.pass(60);
    let swept = sweep(&world).await;
    erase(&world, swept.erase.unwrap()).await;
    assert!(!kept(&world, "saxophone"));
    let core = crystal::messages("s");
    let readers = async || {
        world
            .hub
            .state::<Core>(&core)
            .await
            .unwrap()
            .0
            .readers
            .clone()
    };
    let owners = readers().await;
    let steal = SessionAppend {
        session: "s".into(),
        messages: vec![said("b", 2, "tuba")],
        ..SessionAppend::default()
    };
    let refused = world.refused(&other(), steal.clone()).await;
    assert_eq!(word(&refused), "forbidden");
    let put = SessionPut {
        session: "s".into(),
        ..SessionPut::default()
    };
    assert_eq!(word(&world.refused(&other(), put).await), "forbidden");
    assert_eq!(readers().await, owners);
    let lead = Actor::new("lead", Role::Orchestrator);
    // A caller who may read everything may write there, and does not lock out others.
    world.ok(&lead, steal.clone()).await;
    assert_eq!(
        readers().await,
        Readers::Agents(["lead", "w1"].map(Into::into).into())
    );
    // After they are forgotten and erased, the id is free, and its readers are gone.
    world.ok(&lead, delete()).await;
    assert_eq!(
        word(&world.refused(&other(), steal.clone()).await),
        "forbidden"
    );
    world.pass(7 * 24 * 3600);
    let swept = sweep(&world).await;
    erase(&world, swept.erase.unwrap()).await;
    assert_eq!(
        word(&world.refused(&other(), steal.clone()).await),
        "forbidden"
    );
    let stream = core.clone();
    world.ok(&Actor::system(), CoreSweep { stream }).await;
    world.ok(&other(), steal).await;
    assert_eq!(
        readers().await,
        Readers::Agents([String::from("w2")].into())
    );
}
