//! Child sessions: inherited scratchpads, and merging of changes.

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_get::SessionGet;
use engine::conversation::ops::session_merge::SessionMerge;
use engine::conversation::ops::session_spawn::SessionSpawn;
use engine::scratchpad::Scope;
use engine::scratchpad::ops::scratchpad_define::ScratchpadDefine;
use engine::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use serde_json::{Value, json};

use crate::session::harness::{World, get, other, said, word, worker};
use crate::session::pads::pad;

fn shared(owner: &str) -> ScratchpadDefine {
    ScratchpadDefine {
        scope: Scope::Resource,
        owner: Some(owner.into()),
        name: Some("plan".into()),
        ..ScratchpadDefine::default()
    }
}

fn changed(owner: &str, patch: Value) -> ScratchpadUpdate {
    ScratchpadUpdate {
        scope: Scope::Resource,
        owner: Some(owner.into()),
        name: Some("plan".into()),
        patch,
        ..ScratchpadUpdate::default()
    }
}

#[tokio::test]
async fn a_child_of_another_user_gets_copies_and_brings_changes_back() {
    let world = World::new().await;
    let begin = SessionAppend {
        session: "s".into(),
        user_id: Some("mara".into()),
        messages: vec![said("a", 1, "x")],
        ..SessionAppend::default()
    };
    let parent = world.ok(&worker(), begin).await.session.to_string();
    world.ok(&worker(), shared("mara")).await;
    world
        .ok(&worker(), changed("mara", json!({ "a": 1 })))
        .await;
    let spawn = |child: &str, user: Option<&str>| SessionSpawn {
        parent: parent.clone(),
        child: child.into(),
        user_id: user.map(Into::into),
        ..SessionSpawn::default()
    };
    let same = world.ok(&worker(), spawn("t", None)).await;
    assert_eq!(
        (same.session.to_string().as_str(), same.scratchpads.len()),
        ("/mara/t", 0)
    );
    let spawned = world.ok(&worker(), spawn("u", Some("ivo"))).await;
    assert!(spawned.scratchpads.len() == 1 && spawned.scratchpads[0].applied);
    assert_eq!(
        pad(&world, Scope::Resource, "ivo", "plan").await,
        Some(json!({ "a": 1 }))
    );
    assert_eq!(
        word(&world.refused(&worker(), spawn("u", Some("ivo"))).await),
        "exists"
    );
    assert_eq!(
        word(&world.refused(&other(), spawn("v", None)).await),
        "not_found"
    );

    world.ok(&worker(), changed("ivo", json!({ "b": 2 }))).await;
    let merge = |child: &str| SessionMerge {
        child: child.into(),
    };
    let merged = world.ok(&worker(), merge("/ivo/u")).await;
    assert!(merged.scratchpads.len() == 1 && merged.scratchpads[0].applied);
    assert_eq!(
        pad(&world, Scope::Resource, "mara", "plan").await,
        Some(json!({ "a": 1, "b": 2 }))
    );
    assert!(
        world
            .ok(&worker(), merge("/ivo/u"))
            .await
            .scratchpads
            .is_empty()
    );
    assert!(
        world
            .ok(&worker(), merge("/mara/t"))
            .await
            .scratchpads
            .is_empty()
    );
    assert_eq!(
        word(&world.refused(&worker(), merge(&parent)).await),
        "no_parent"
    );
    let look = SessionGet {
        session: "/ivo/u".into(),
        ..get()
    };
    let view = world.ok(&worker(), look).await;
    assert_eq!(view.parent.unwrap().to_string(), parent);
    assert!(view.messages.is_empty());
}
