//! Sessions and scratchpads: updates by known tool calls, readers, and expiry.

use engine::activity::ops::activity_list::ActivityList;
use engine::activity::ops::changes_wait::ChangesWait;
use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_delete::SessionDelete;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_recover::SessionRecover;
use engine::conversation::ops::session_share::SessionShare;
use engine::conversation::ops::session_sweep::SessionSweep;
use engine::scratchpad::ops::scratchpad_define::ScratchpadDefine;
use engine::scratchpad::ops::scratchpad_delete::ScratchpadDelete;
use engine::scratchpad::ops::scratchpad_read::ScratchpadRead;
use engine::scratchpad::ops::scratchpad_restore::ScratchpadRestore;
use engine::scratchpad::ops::scratchpad_update::ScratchpadUpdate;
use engine::scratchpad::{Scope, Scratchpads, stream};
use engine::session::SessionKey;
use engine::session::message::{Content, NewMessage, ToolCall};
use kernel::actor::{Actor, Caller, Door};
use serde_json::{Value, json};

use crate::session::harness::{World, other, person, said, word, worker};

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

pub async fn pad(world: &World, scope: Scope, owner: &str, name: &str) -> Option<Value> {
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
    // A value that is not an object is dropped with a warning, and the message stays.
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
async fn known_tool_calls_are_found_in_the_parts_of_every_framework() {
    let patch = json!({ "goal": "ship" });
    let (name, text) = ("updateWorkingMemory", patch.to_string());
    for part in [
        json!({ "type": "tool_use", "id": "c", "name": name, "input": patch }),
        json!({ "type": "tool-call", "toolCallId": "c", "toolName": name, "args": patch }),
        json!({ "type": "tool-call", "toolCallId": "c", "toolName": name, "input": patch }),
        json!({ "type": "function_call", "call_id": "c", "name": name, "arguments": text }),
    ] {
        let world = World::new().await;
        let shown = part.to_string();
        let call = NewMessage {
            role: "assistant".into(),
            content: Content::Parts(vec![part].into()),
            ..said("a", 1, "")
        };
        world.append(vec![call]).await;
        let pad = pad(&world, Scope::Thread, "s", "main").await;
        assert_eq!(pad.as_ref(), Some(&patch), "{shown}");
    }
}

#[tokio::test]
async fn a_call_that_says_whose_scratchpad_is_meant_changes_none_of_others() {
    let world = World::new().await;
    let theirs = SessionAppend {
        session: "theirs".into(),
        messages: vec![said("a", 1, "x")],
        ..SessionAppend::default()
    };
    world.ok(&other(), theirs).await;
    let call = |id: &str, seconds, owner: &str| {
        let arguments = json!({ "owner": owner, "patch": { "goal": "ship" } });
        update(id, seconds, "updateWorkingMemory", arguments)
    };
    let calls = vec![call("a", 1, "s"), call("b", 2, "theirs")];
    let written = world.append(calls).await;
    let applied: Vec<_> = written.scratchpads.iter().map(|one| one.applied).collect();
    assert_eq!(applied, [true, false]);
    assert!(written.scratchpads[1].diagnostic.is_some());
    let own = pad(&world, Scope::Thread, "s", "main").await;
    assert_eq!(own, Some(json!({ "goal": "ship" })));
    assert_eq!(pad(&world, Scope::Thread, "theirs", "main").await, None);
}

#[tokio::test]
async fn a_new_pad_of_a_thread_is_for_those_who_may_write_in_its_session() {
    let world = World::new().await;
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
    // An expired one still belongs to its agents.
    world.ok(&worker(), end()).await;
    assert_eq!(
        word(&world.refused(&other(), update.clone()).await),
        "forbidden"
    );
    world.append(vec![said("b", 2, "x")]).await;
    world.ok(&worker(), let_in("w2")).await;
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
    // Another one of that name is listed.
    world.ok(&worker(), note("plan", json!({ "d": 1 }))).await;
    let (plan, _) = told().await;
    assert_eq!(plan.len(), 3, "{plan:?}");
    // Restored, it is listed as before.
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

fn note(name: &str, patch: Value) -> ScratchpadUpdate {
    ScratchpadUpdate {
        owner: Some("s".into()),
        name: Some(name.into()),
        patch,
        ..ScratchpadUpdate::default()
    }
}

fn look(name: &str) -> ScratchpadRead {
    ScratchpadRead {
        owner: Some("s".into()),
        name: Some(name.into()),
        ..ScratchpadRead::default()
    }
}

async fn reads(world: &World, actor: &Actor, name: &str) -> Result<Value, String> {
    match world.call(actor, look(name)).await {
        Ok(answer) => Ok(answer.output.pad.value),
        Err(error) => Err(word(&error)),
    }
}

/// Returns the kinds of the facts of a stream's kind that `actor` sees, oldest first.
async fn told(world: &World, actor: &Actor, kind: &str) -> Vec<String> {
    let all = world.ok(actor, ActivityList::default()).await.items;
    let of = all.iter().filter(|item| item.stream.kind() == kind);
    of.map(|item| item.kind.clone()).rev().collect()
}

fn let_in(agent: &str) -> SessionShare {
    SessionShare {
        session: "s".into(),
        agents: vec![agent.into()],
        ..SessionShare::default()
    }
}

fn end() -> SessionDelete {
    SessionDelete {
        session: "s".into(),
        ..SessionDelete::default()
    }
}

#[tokio::test]
async fn a_threads_pads_are_for_those_in_its_session_whoever_wrote_them() {
    let world = World::new().await;
    world.append(vec![said("a", 1, "x")]).await;
    world.ok(&person(), note("plan", json!({ "a": 1 }))).await;
    assert_eq!(
        reads(&world, &worker(), "plan").await,
        Ok(json!({ "a": 1 }))
    );
    // Others' scratchpads read as missing.
    assert_eq!(reads(&world, &other(), "plan").await, Ok(json!("")));
    assert_eq!(told(&world, &worker(), "scratchpad").await.len(), 2);
    assert!(told(&world, &other(), "scratchpad").await.is_empty());
    world.ok(&worker(), let_in("w2")).await;
    assert_eq!(reads(&world, &other(), "plan").await, Ok(json!({ "a": 1 })));
    world.ok(&other(), note("plan", json!({ "b": 2 }))).await;
    assert_eq!(told(&world, &other(), "scratchpad").await.len(), 3);
}

#[tokio::test]
async fn a_session_begins_where_pads_are_only_for_who_may_read_them() {
    let world = World::new().await;
    world.ok(&worker(), note("plan", json!({ "a": 1 }))).await;
    let begin = || SessionAppend {
        session: "s".into(),
        messages: vec![said("a", 1, "x")],
        ..SessionAppend::default()
    };
    assert_eq!(word(&world.refused(&other(), begin()).await), "forbidden");
    world.ok(&worker(), begin()).await;
    assert_eq!(
        reads(&world, &worker(), "plan").await,
        Ok(json!({ "a": 1 }))
    );
}

#[tokio::test]
async fn a_threads_pads_end_with_their_session_and_come_back_with_it() {
    let world = World::new().await;
    world.append(vec![said("a", 1, "x")]).await;
    world.ok(&worker(), note("plan", json!({ "a": 1 }))).await;
    world.ok(&worker(), note("gone", json!({ "b": 1 }))).await;
    let delete = ScratchpadDelete {
        owner: Some("s".into()),
        name: Some("gone".into()),
        ..ScratchpadDelete::default()
    };
    world.ok(&worker(), delete).await;
    world.pass(1);
    world.ok(&worker(), end()).await;
    for actor in [worker(), person()] {
        let none = Err("not_found".to_owned());
        assert_eq!(reads(&world, &actor, "plan").await, none, "{}", actor.id);
        let refused = world.refused(&actor, note("new", json!({}))).await;
        assert_eq!(word(&refused), "not_found", "{}", actor.id);
        let ends = ["scratchpad_deleted", "scratchpad_deleted"];
        assert_eq!(told(&world, &actor, "scratchpad").await, ends);
    }
    let recover = || SessionRecover {
        session: "s".into(),
        ..SessionRecover::default()
    };
    world.ok(&person(), recover()).await;
    assert_eq!(
        reads(&world, &worker(), "plan").await,
        Ok(json!({ "a": 1 }))
    );
    assert_eq!(
        reads(&world, &worker(), "gone").await,
        Err("not_found".to_owned()),
        "it was deleted by itself"
    );
    // A new session under that id starts without them.
    world.ok(&worker(), end()).await;
    world.append(vec![said("b", 2, "x")]).await;
    assert_eq!(
        reads(&world, &person(), "plan").await,
        Err("not_found".into())
    );
    world.ok(&worker(), note("plan", json!({ "c": 1 }))).await;
    assert_eq!(
        reads(&world, &worker(), "plan").await,
        Ok(json!({ "c": 1 }))
    );
}

#[tokio::test]
async fn a_threads_pads_end_when_the_time_of_their_session_runs_out() {
    let world = World::new().await;
    let put = || SessionPut {
        ttl_seconds: Some(10),
        messages: vec![said("a", 1, "x")],
        ..SessionPut::default()
    };
    world.put(put()).await;
    world.ok(&worker(), note("plan", json!({ "a": 1 }))).await;
    world.pass(10);
    // Immediately, and after Loci has recorded it.
    let session = SessionKey::parse("s").unwrap();
    for _ in 0..2 {
        for actor in [worker(), person()] {
            let none = Err("not_found".to_owned());
            assert_eq!(reads(&world, &actor, "plan").await, none, "{}", actor.id);
        }
        let sweep = SessionSweep {
            session: session.clone(),
        };
        world.ok(&Actor::system(), sweep).await;
    }
    assert_eq!(
        told(&world, &worker(), "scratchpad").await,
        ["scratchpad_deleted"]
    );
    assert_eq!(pad(&world, Scope::Thread, "s", "plan").await, None);
    // A session that is written to after it expired, before the sweep, is a new one too.
    world.put(put()).await;
    world.ok(&worker(), note("plan", json!({ "b": 1 }))).await;
    world.pass(10);
    world.put(put()).await;
    assert_eq!(pad(&world, Scope::Thread, "s", "plan").await, None);
}

#[tokio::test]
async fn feeds_tell_nothing_of_an_earlier_life_of_a_session() {
    let world = World::new().await;
    world.append(vec![said("a", 1, "tuba")]).await;
    world.ok(&worker(), let_in("w2")).await;
    world.ok(&worker(), end()).await;
    world.append(vec![said("b", 2, "x")]).await;
    for actor in [worker(), other(), person()] {
        let kinds = ["session_deleted", "session_created", "messages_appended"];
        assert_eq!(told(&world, &actor, "session").await, kinds, "{}", actor.id);
        let wait = ChangesWait {
            cursor: Some("0".into()),
            timeout_seconds: Some(0),
            ..ChangesWait::default()
        };
        let changes = world.ok(&actor, wait).await.items;
        let changes: Vec<_> = changes.iter().map(|item| &*item.kind).collect();
        assert_eq!(changes, kinds, "{}", actor.id);
    }
    // Nor does the error for a version of the earlier life.
    let caller = Caller {
        if_version: Some(1),
        ..Caller::new(Some(worker()), Door::Http, "test".into())
    };
    let append = SessionAppend {
        session: "s".into(),
        messages: vec![said("c", 3, "x")],
        ..SessionAppend::default()
    };
    let stale = world.hub.run(append, caller).await.err().unwrap();
    assert_eq!(word(&stale), "stale");
    let changes: Vec<_> = stale.extra.changes.iter().map(|c| &*c.kind).collect();
    assert_eq!(changes, ["session_created", "messages_appended"]);
}
