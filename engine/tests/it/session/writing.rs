//! Put and append: everything is stored once, and nothing is lost.

use std::sync::Arc;

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_data::SessionData;
use engine::conversation::ops::session_get::SessionGet;
use engine::conversation::ops::session_put::SessionPut;
use engine::session::message::{Content, Message, NewMessage, Speech, ToolCall};
use engine::session::record::{MemoryRecord, Strategy, StrategyKind};
use kernel::Caller;
use kernel::actor::Door;
use serde_json::{Map, Value, json};

use crate::session::harness::{World, get, ids, other, person, pointer, said, word, worker};

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => panic!("not an object"),
    }
}

fn whole() -> SessionPut {
    SessionPut {
        messages: vec![said("m2", 2, "two"), said("m1", 1, "one two three")],
        context: Some("before".into()),
        memories: vec![MemoryRecord {
            id: "k".into(),
            text: "likes tea".into(),
            topics: vec!["tea".into()],
            ..MemoryRecord::default()
        }],
        data: object(json!({ "topic": "tea", "deep": { "a": [1] } })),
        model: Some("gpt-4o".into()),
        ttl_seconds: Some(60),
        strategy: Some(Strategy {
            strategy: StrategyKind::Custom,
            config: object(json!({ "custom_prompt": "p" })),
        }),
        ..SessionPut::default()
    }
}

#[tokio::test]
async fn what_was_put_is_there() {
    let world = World::new().await;
    let written = world.put(whole()).await;
    assert_eq!(written.written.len(), 2);
    let view = world.get().await;
    assert_eq!(
        ids(&view),
        ["m1", "m2"],
        "in the order in which they were said"
    );
    assert_eq!(view.context.as_deref(), Some("before"));
    assert_eq!(view.data["deep"]["a"], json!([1]));
    assert_eq!(&*view.memories[0].text, "likes tea");
    assert_eq!(view.strategy.unwrap().strategy, StrategyKind::Custom);
    assert_eq!(view.gauges.context_window, 128_000);
    // `user: one two three` and `user: two`, and the summary.
    assert_eq!(
        (view.gauges.message_tokens, view.gauges.context_tokens),
        (6, 1)
    );
    assert_eq!(view.expires_at, Some(view.updated_at.plus(60_000)));

    let before = world.state().await.version;
    let again = world.put(whole()).await;
    assert!(again.written.is_empty());
    assert_eq!(
        world.state().await.version,
        before,
        "nothing is written twice"
    );

    world
        .put(SessionPut {
            messages: vec![said("m2", 2, "two")],
            ..SessionPut::default()
        })
        .await;
    let view = world.get().await;
    assert_eq!(ids(&view), ["m2"]);
    assert_eq!(
        (view.context, view.expires_at, view.model),
        (None, None, None)
    );
    assert!(view.data.is_empty() && view.memories.is_empty());
}

#[tokio::test]
async fn only_the_difference_is_stored() {
    let world = World::new().await;
    let many: Vec<NewMessage> = (0..100)
        .map(|n| said(&format!("m{n}"), n, "words"))
        .collect();
    world
        .put(SessionPut {
            messages: many.clone(),
            ..SessionPut::default()
        })
        .await;
    let mut more = many;
    more[7].content = "other words".into();
    more.push(said("m100", 100, "new"));
    world
        .put(SessionPut {
            messages: more,
            ..SessionPut::default()
        })
        .await;
    let stream = engine::session::SessionKey::parse("s").unwrap().stream();
    let last = world.log.facts(&stream).pop().unwrap();
    let body: Value = serde_json::from_str(last.body.get()).unwrap();
    assert_eq!(body["changes"]["messages"].as_array().unwrap().len(), 2);
    assert_eq!(world.state().await.messages.len(), 101);
}

#[tokio::test]
async fn messages_are_in_the_order_of_their_times_and_then_of_the_call() {
    let world = World::new().await;
    let undated = |text: &str| NewMessage::new("user", text);
    let written = world.append(vec![undated("a"), undated("b")]).await;
    assert_eq!(written.warnings.len(), 1);
    assert!(written.warnings[0].contains("created_at"));
    world
        .append(vec![undated("c"), undated("d"), undated("e")])
        .await;
    let texts = |view: &engine::conversation::ops::session_get::SessionView| -> String {
        view.messages
            .iter()
            .map(|message| message.text().into_owned())
            .collect()
    };
    assert_eq!(texts(&world.get().await), "abcde");
    // A late message is placed at its time.
    assert!(
        world
            .append(vec![said("old", -60, "0")])
            .await
            .warnings
            .is_empty()
    );
    assert_eq!(texts(&world.get().await), "0abcde");
}

#[tokio::test]
async fn the_same_id_replaces_and_the_same_message_is_passed_over() {
    let world = World::new().await;
    world.append(vec![said("m", 1, "one")]).await;
    world.append(vec![said("m", 1, "two")]).await;
    assert_eq!(&*world.get().await.messages[0].text(), "two");
    let before = world.state().await.version;
    assert!(
        world
            .append(vec![said("m", 1, "two")])
            .await
            .written
            .is_empty()
    );
    assert_eq!(world.state().await.version, before);
    world.append(vec![said("m", 5, "three")]).await;
    let view = world.get().await;
    assert_eq!(
        (ids(&view), &*view.messages[0].text()),
        (vec!["m"], "three")
    );
    assert_eq!(view.gauges.message_tokens, 2);
}

#[tokio::test]
async fn two_writers_at_once_lose_nothing() {
    let world = World::new().await;
    let calls = (0..20).map(|n| {
        let hub = world.hub.clone();
        let op = SessionAppend {
            session: "s".into(),
            messages: vec![
                NewMessage::new("user", &format!("word{n}")),
                said(&format!("m{n}"), n, "x"),
            ],
            ..SessionAppend::default()
        };
        tokio::spawn(async move {
            let caller = Caller::new(Some(worker()), Door::Http, "test".into());
            hub.run(op, caller).await
        })
    });
    let calls: Vec<_> = calls.collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(world.state().await.messages.len(), 40);
}

#[tokio::test]
async fn a_stale_put_is_refused() {
    let world = World::new().await;
    world.append(vec![said("a", 1, "x")]).await;
    let known = world.state().await.version;
    world.append(vec![said("b", 2, "x")]).await;
    let caller = Caller {
        if_version: Some(known),
        ..Caller::new(Some(worker()), Door::Http, "test".into())
    };
    let op = SessionPut {
        session: "s".into(),
        ..SessionPut::default()
    };
    let error = world.hub.run(op, caller).await.unwrap_err();
    assert_eq!(word(&error), "stale");
    assert_eq!(world.state().await.messages.len(), 2);
}

/// Returns a message with members that a plain text lacks.
fn rich(id: &str, content: Content) -> NewMessage {
    NewMessage {
        role: "assistant".into(),
        content,
        name: Some("ada".into()),
        tool_calls: vec![ToolCall {
            id: Some("c1".into()),
            name: Some("look".into()),
            ..ToolCall::default()
        }],
        tool_call_id: Some("c0".into()),
        metadata: Some(json!({ "k": 1 })),
        ..said(id, 1, "")
    }
}

#[tokio::test]
async fn who_can_only_say_texts_keeps_what_is_known_beside_them() {
    let world = World::new().await;
    let parts = json!([{ "type": "text", "text": "look" }, { "type": "image", "url": "u" }]);
    let parts = Content::Parts(Arc::new(parts.as_array().unwrap().clone()));
    world
        .append(vec![rich("a", parts), rich("b", Content::default())])
        .await;
    let before = world.get().await.messages;
    let text = |message: &Message| NewMessage {
        role: message.role.clone(),
        content: message.text().as_ref().into(),
        created_at: Some(message.created_at),
        id: Some(message.id.clone()),
        ..NewMessage::default()
    };
    let texts: Vec<NewMessage> = before.iter().map(|message| text(message)).collect();
    let put = |messages: &[NewMessage], speech| SessionPut {
        messages: messages.to_vec(),
        speech,
        ..SessionPut::default()
    };
    let written = world.put(put(&texts, Speech::Text)).await;
    assert!(written.written.is_empty(), "nothing has changed");
    assert_eq!(world.get().await.messages, before);
    // Another text, and a new message.
    let mut other = texts.clone();
    other[0].content = "look there".into();
    other.push(said("c", 3, "new"));
    world.put(put(&other, Speech::Text)).await;
    let after = world.get().await.messages;
    assert_eq!(&*after[0].text(), "look there");
    assert_eq!(after[0].tool_calls, before[0].tool_calls);
    assert_eq!(after[0].metadata, before[0].metadata);
    assert_eq!(after[0].tokens, 4, "its calls count");
    assert_eq!((&after[1], after.len()), (&before[1], 3));
    // A caller that can express all members removes those that it omits.
    let mut whole = texts;
    whole[1].content = "x".into();
    world.put(put(&whole, Speech::Whole)).await;
    assert!(world.get().await.messages[1].tool_calls.is_empty());
}

#[tokio::test]
async fn data_merges() {
    let world = World::new().await;
    let merge = |patch: Value| SessionData {
        session: "s".into(),
        patch: object(patch),
        ..SessionData::default()
    };
    world
        .ok(&worker(), merge(json!({ "a": { "b": 1, "c": 2 }, "d": 3 })))
        .await;
    let merged = world
        .ok(&worker(), merge(json!({ "a": { "b": null }, "d": [4] })))
        .await;
    assert_eq!(
        Value::Object(merged.data),
        json!({ "a": { "c": 2 }, "d": [4] })
    );
    assert_eq!(
        json!(world.get().await.data),
        json!({ "a": { "c": 2 }, "d": [4] })
    );
    let before = world.state().await.version;
    world.ok(&worker(), merge(json!({ "d": [4] }))).await;
    assert_eq!(world.state().await.version, before);
}

#[tokio::test]
async fn a_session_is_its_agents_orchestrators_and_peoples() {
    use engine::conversation::ops::session_share::SessionShare;
    let world = World::new().await;
    world.append(vec![said("a", 1, "x")]).await;
    assert_eq!(word(&world.refused(&other(), get()).await), "not_found");
    let append = || SessionAppend {
        session: "s".into(),
        messages: vec![said("b", 2, "y")],
        ..SessionAppend::default()
    };
    assert_eq!(word(&world.refused(&other(), append()).await), "forbidden");
    world.ok(&person(), get()).await;
    world
        .ok(
            &kernel::Actor::new("lead", kernel::Role::Orchestrator),
            get(),
        )
        .await;
    let share = SessionShare {
        session: "s".into(),
        agents: vec!["w2".into()],
        ..SessionShare::default()
    };
    assert_eq!(
        word(&world.refused(&other(), share.clone()).await),
        "not_found"
    );
    world.ok(&person(), share).await;
    world.ok(&other(), append()).await;
    assert_eq!(ids(&world.ok(&other(), get()).await), ["a", "b"]);
}

#[tokio::test]
async fn only_the_recent_messages_on_demand() {
    let world = World::new().await;
    world
        .append((0..5).map(|n| said(&format!("m{n}"), n, "x")).collect())
        .await;
    let op = engine::conversation::ops::session_get::SessionGet {
        recent: Some(2),
        context_window: Some(100),
        ..get()
    };
    let view = world.ok(&worker(), op).await;
    assert_eq!((ids(&view), view.messages_total), (vec!["m3", "m4"], 5));
    assert_eq!(
        view.gauges.message_tokens, 10,
        "the gauges are of the whole"
    );
    assert!((view.gauges.context_percentage_total_used - 10.0).abs() < 1e-9);
    assert!((view.gauges.context_percentage_until_summarization - 1000.0 / 70.0).abs() < 1e-9);
    let first: &Arc<Message> = &view.messages[0];
    assert!(first.version > 0);
}

#[tokio::test]
async fn messages_of_tools_are_taken_as_chat_models_write_them() {
    let world = World::new().await;
    let messages = json!([
        { "id": "a", "role": "assistant", "content": null, "created_at": "2026-01-01T00:00:00Z",
          "tool_calls": [{ "id": "1", "type": "function",
                           "function": { "name": "look", "arguments": "{}" } }] },
        { "id": "b", "role": "tool", "content": "", "tool_call_id": "1", "tool_calls": null,
          "created_at": "2026-01-01T00:00:01Z" },
    ]);
    let messages = serde_json::from_value(messages).unwrap();
    world.append(messages).await;
    assert_eq!(ids(&world.get().await), ["a", "b"]);
    let nothing = serde_json::from_value(json!({ "role": "assistant", "content": null }));
    let op = SessionAppend {
        session: "s".into(),
        messages: vec![nothing.unwrap()],
        ..SessionAppend::default()
    };
    let refused = world.refused(&worker(), op).await;
    assert_eq!(pointer(&refused), "/messages/0/content");
    let long = SessionGet {
        model: Some("x".repeat(1_000)),
        ..get()
    };
    assert_eq!(pointer(&world.refused(&worker(), long).await), "/model");
}
