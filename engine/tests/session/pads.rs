//! Sessions and scratchpads: tool calls that agents know update them, children inherit and bring back.

use engine::scratchpad::ops::scratchpad_define::ScratchpadDefine;
use engine::scratchpad::ops::scratchpad_delete::ScratchpadDelete;
use engine::scratchpad::ops::scratchpad_restore::ScratchpadRestore;
use engine::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use engine::scratchpad::{Scope, Scratchpads, stream};
use engine::session::message::{Content, NewMessage, ToolCall};
use engine::session::ops::session_append::SessionAppend;
use engine::session::ops::session_delete::SessionDelete;
use engine::session::ops::session_get::SessionGet;
use engine::session::ops::session_merge::SessionMerge;
use engine::session::ops::session_share::SessionShare;
use engine::session::ops::session_spawn::SessionSpawn;
use engine::workflow::ops::activity_list::ActivityList;
use serde_json::{Value, json};

use crate::harness::{World, get, other, person, said, word, worker};

fn update(id: &str, seconds: i64, tool: &str, arguments: Value) -> NewMessage {
    NewMessage {
        role: "assistant".into(),
        content: Content::default(),
        tool_call: Some(ToolCall {
            name: Some(tool.into()),
            arguments: Some(arguments),
            ..ToolCall::default()
        }),
        ..said(id, seconds, "")
    }
}

async fn pad(world: &World, scope: Scope, owner: &str, name: &str) -> Option<Value> {
    let (pads, _) = world
        .hub
        .state::<Scratchpads>(&stream(scope, owner))
        .await
        .unwrap();
    pads.pad(name).map(|pad| pad.value.clone())
}

#[tokio::test]
async fn known_tool_calls_update_the_scratchpad_of_the_thread() {
    let world = World::new().await;
    let one = update(
        "a",
        1,
        "updateWorkingMemory",
        json!({ "goal": "ship", "deep": { "a": 1 } }),
    );
    let two = update(
        "b",
        2,
        "working-memory/update",
        json!("{\"deep\":{\"b\":2}}"),
    );
    let written = world.append(vec![one.clone(), two]).await;
    assert!(written.scratchpads.iter().all(|outcome| outcome.applied));
    let expected = json!({ "goal": "ship", "deep": { "a": 1, "b": 2 } });
    assert_eq!(
        pad(&world, Scope::Thread, "s", "main").await,
        Some(expected.clone())
    );
    // What is no object is dropped with a word about it, and the message stays.
    let odd = update("c", 3, "updateWorkingMemory", json!([1]));
    let written = world.append(vec![odd, one]).await;
    assert_eq!(
        written.scratchpads.len(),
        1,
        "what is there already updates nothing"
    );
    assert!(!written.scratchpads[0].applied && written.scratchpads[0].diagnostic.is_some());
    assert_eq!(world.get().await.messages.len(), 3);
    assert_eq!(
        pad(&world, Scope::Thread, "s", "main").await,
        Some(expected)
    );
}

#[tokio::test]
async fn a_new_pad_of_a_thread_is_for_those_who_may_write_in_its_session() {
    let world = World::new().await;
    let note = |name: &str, patch: Value| ScratchpadUpdate {
        owner: Some("s".into()),
        name: Some(name.into()),
        patch,
        ..ScratchpadUpdate::default()
    };
    let define = || ScratchpadDefine {
        owner: Some("s".into()),
        ..ScratchpadDefine::default()
    };
    world.append(vec![said("a", 1, "x")]).await;
    let update = note("main", json!({ "a": 1 }));
    assert_eq!(
        word(&world.refused(&other(), update.clone()).await),
        "forbidden"
    );
    assert_eq!(word(&world.refused(&other(), define()).await), "forbidden");
    // One that ended stays its agents'.
    let delete = SessionDelete {
        session: "s".into(),
        ..SessionDelete::default()
    };
    world.ok(&worker(), delete).await;
    assert_eq!(
        word(&world.refused(&other(), update.clone()).await),
        "forbidden"
    );
    world.append(vec![said("b", 2, "x")]).await;
    let share = SessionShare {
        session: "s".into(),
        agents: vec!["w2".into()],
        ..SessionShare::default()
    };
    world.ok(&worker(), share).await;
    world.ok(&other(), update).await;
    world.ok(&person(), note("plan", json!({ "b": 1 }))).await;
    assert_eq!(
        pad(&world, Scope::Thread, "s", "main").await,
        Some(json!({ "a": 1 }))
    );
}

#[tokio::test]
async fn of_a_deleted_pad_feeds_tell_its_end_alone() {
    let world = World::new().await;
    let named = |name: &str| (Some("s".to_owned()), Some(name.to_owned()));
    let note = |name: &str, patch: Value| {
        let (owner, name) = named(name);
        ScratchpadUpdate {
            owner,
            name,
            patch,
            ..ScratchpadUpdate::default()
        }
    };
    world
        .ok(&worker(), note("plan", json!({ "a": "tuba" })))
        .await;
    world.ok(&worker(), note("kept", json!({ "b": 1 }))).await;
    world
        .ok(&worker(), note("plan", json!({ "c": "tuba" })))
        .await;
    let delete = || {
        let (owner, name) = named("plan");
        ScratchpadDelete {
            owner,
            name,
            ..ScratchpadDelete::default()
        }
    };
    let told = async || {
        let all = world.ok(&worker(), ActivityList::default()).await.items;
        let of = |name: &str| {
            let about = all.iter().filter(|item| item.body["name"] == name);
            about.map(|item| item.kind.clone()).collect::<Vec<_>>()
        };
        (of("plan"), of("kept"))
    };
    let before = told().await;
    assert_eq!((before.0.len(), before.1.len()), (3, 2));
    world.ok(&worker(), delete()).await;
    let end = vec!["scratchpad_deleted".to_owned()];
    assert_eq!(told().await, (end, before.1.clone()));
    // Another one of that name is told of.
    world.ok(&worker(), note("plan", json!({ "d": 1 }))).await;
    let (plan, _) = told().await;
    assert_eq!(plan.len(), 3, "{plan:?}");
    // Brought back, it is told of as before.
    world.ok(&worker(), delete()).await;
    let (owner, name) = named("plan");
    let restore = ScratchpadRestore {
        owner,
        name,
        ..ScratchpadRestore::default()
    };
    world.ok(&person(), restore).await;
    let (plan, kept) = told().await;
    assert_eq!((plan.len(), kept), (5, before.1), "{plan:?}");
}

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
