//! Order of messages: by time, then by arrival; results after their calls; no duplicates on resending.

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_fork::SessionFork;
use engine::conversation::ops::session_import::SessionImport;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_restore::SessionRestore;
use engine::conversation::ops::session_summarize::SessionSummarize;
use engine::session::SessionKey;
use engine::session::message::{NewMessage, ToolCall};
use engine::session::moment::Moment;
use engine::session::state::Session;
use kernel::memory::Memory;
use kernel::time::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::session::harness::{START, World, get, ids, said, worker};

/// Returns messages with equal times and these ids.
fn tied(ids: &[&str]) -> Vec<NewMessage> {
    ids.iter().map(|id| said(id, 1, id)).collect()
}

fn document(messages: Vec<NewMessage>) -> SessionPut {
    SessionPut {
        messages,
        ..SessionPut::default()
    }
}

fn micros(message: NewMessage, micros: i64) -> NewMessage {
    NewMessage {
        created_at: Some(Moment::from(Time(START)).plus(micros)),
        ..message
    }
}

fn call(id: &str, call: &str, at: i64) -> NewMessage {
    let message = NewMessage {
        id: Some(id.into()),
        role: "assistant".into(),
        tool_calls: vec![ToolCall {
            id: Some(call.into()),
            name: Some("look".into()),
            ..ToolCall::default()
        }],
        ..NewMessage::default()
    };
    micros(message, at)
}

fn result(id: &str, call: &str, at: i64) -> NewMessage {
    let message = NewMessage {
        id: Some(id.into()),
        role: "tool".into(),
        content: "found".into(),
        tool_call_id: Some(call.into()),
        ..NewMessage::default()
    };
    micros(message, at)
}

fn unnamed(text: &str, seconds: i64) -> NewMessage {
    NewMessage {
        id: None,
        ..said("", seconds, text)
    }
}

#[tokio::test]
async fn messages_of_one_time_keep_the_order_of_the_calls() {
    let world = World::new().await;
    world.append(tied(&["f1", "b2", "a3"])).await;
    world.append(tied(&["e4"])).await;
    world.append(tied(&["c5", "b2"])).await;
    world.append(vec![said("before", 0, "x")]).await;
    world.append(vec![said("b2", 1, "changed")]).await;
    let order = ["before", "f1", "b2", "a3", "e4", "c5"];
    assert_eq!(ids(&world.get().await), order);
    let recent = world
        .ok(
            &worker(),
            engine::conversation::ops::session_get::SessionGet {
                recent: Some(2),
                ..get()
            },
        )
        .await;
    assert_eq!(ids(&recent), ["e4", "c5"]);
    // A message that moves to another time is placed last there.
    world.append(vec![said("before", 1, "x")]).await;
    let order = ["f1", "b2", "a3", "e4", "c5", "before"];
    assert_eq!(ids(&world.get().await), order);
}

#[tokio::test]
async fn a_document_has_the_order_in_which_it_was_put() {
    let world = World::new().await;
    world.put(document(tied(&["f1", "b2", "a3"]))).await;
    assert_eq!(ids(&world.get().await), ["f1", "b2", "a3"]);
    let version = world.state().await.version;
    let same = world.put(document(tied(&["f1", "b2", "a3"]))).await;
    assert!(same.written.is_empty());
    assert_eq!(world.state().await.version, version);

    let between = world.put(document(tied(&["f1", "new", "b2", "a3"]))).await;
    assert_eq!(ids(&world.get().await), ["f1", "new", "b2", "a3"]);
    assert_eq!(between.removed, 0, "what moved is there");
    let turned = world.put(document(tied(&["a3", "b2", "f1"]))).await;
    assert_eq!(ids(&world.get().await), ["a3", "b2", "f1"]);
    assert_eq!(turned.removed, 1);

    let restore = SessionRestore {
        session: "s".into(),
        version,
        ..SessionRestore::default()
    };
    world.ok(&worker(), restore).await;
    assert_eq!(ids(&world.get().await), ["f1", "b2", "a3"]);
    let fork = SessionFork {
        session: "s".into(),
        new_id: "t".into(),
        ..SessionFork::default()
    };
    world.ok(&worker(), fork).await;
    let forked = engine::conversation::ops::session_get::SessionGet {
        session: "t".into(),
        ..get()
    };
    let forked = world.ok(&worker(), forked).await;
    assert_eq!(ids(&forked), ["f1", "b2", "a3"]);
}

#[tokio::test]
async fn what_has_no_time_follows_what_stands_before_it_in_the_call() {
    let world = World::new().await;
    let undated = |id: &str| NewMessage {
        id: Some(id.into()),
        ..NewMessage::new("user", "x")
    };
    // A clock that is four minutes ahead.
    world
        .append(vec![undated("a"), said("b", 240, "x"), undated("c")])
        .await;
    assert_eq!(ids(&world.get().await), ["a", "b", "c"]);
}

#[tokio::test]
async fn facts_of_before_are_read_in_the_order_of_the_log() {
    let world = World::new().await;
    world.append(tied(&["z", "m"])).await;
    world.append(tied(&["a"])).await;
    let facts = world.log.facts(&SessionKey::parse("s").unwrap().stream());
    let body: Value = serde_json::from_str(facts[1].body.get()).unwrap();
    assert_eq!(facts[1].kind, "messages_appended");
    assert_eq!(body["messages"][0]["id"], "z");
    assert_eq!(
        body.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["fold_above", "messages"],
        "no position is stored: facts of before have none"
    );
    let mut state = Session::default();
    for fact in &facts {
        state.apply_fact(fact);
    }
    let ids: Vec<&str> = state.messages.iter().map(|one| &*one.id).collect();
    assert_eq!(ids, ["z", "m", "a"]);
}

#[tokio::test]
async fn a_result_stands_behind_its_call() {
    let world = World::new().await;
    // Reordered within one call, at equal times.
    let messages = vec![
        result("r1", "x", 0),
        call("c1", "x", 0),
        result("r2", "x", 0),
    ];
    world.put(document(messages.clone())).await;
    assert_eq!(ids(&world.get().await), ["c1", "r1", "r2"]);
    let again = world.put(document(messages)).await;
    assert!(again.written.is_empty());

    // Another clock dates the result before the call, within one call and across two.
    let world = World::new().await;
    let warned = world
        .append(vec![
            call("c1", "x", 1_000),
            result("r1", "x", 10),
            said("m", 1, "x"),
        ])
        .await;
    assert_eq!(warned.warnings.len(), 1);
    assert!(warned.warnings[0].contains("created_at"), "{warned:?}");
    assert_eq!(ids(&world.get().await), ["c1", "r1", "m"]);
    world.append(vec![call("c2", "y", 3_000_000)]).await;
    world.append(vec![result("r2", "y", 2_999_000)]).await;
    assert_eq!(ids(&world.get().await), ["c1", "r1", "m", "c2", "r2"]);
    let again = world.append(vec![result("r2", "y", 2_999_000)]).await;
    assert!(again.written.is_empty());

    // The result arrives before the call.
    world.append(vec![result("r3", "z", 5_000_000)]).await;
    world.append(vec![call("c3", "z", 5_000_000)]).await;
    let order = ["c1", "r1", "m", "c2", "r2", "c3", "r3"];
    assert_eq!(ids(&world.get().await), order);
}

#[tokio::test]
async fn a_result_of_another_call_stays() {
    let world = World::new().await;
    // Models restart the numbering of their calls.
    let turn = |n: i64| {
        [
            call(&format!("c{n}"), "1", n * 10),
            result(&format!("r{n}"), "1", n * 10 + 1),
        ]
    };
    world.append([turn(1), turn(2)].concat()).await;
    world.append(turn(3).to_vec()).await;
    let order = ["c1", "r1", "c2", "r2", "c3", "r3"];
    assert_eq!(ids(&world.get().await), order);
    // Up to 300 seconds before its call is attributed to another clock; more is another call.
    for (n, apart, order) in [(4, 300_000_000, ["c", "r"]), (5, 300_000_001, ["r", "c"])] {
        let world = World::new().await;
        let id = format!("{n}");
        world.append(vec![result("r", &id, -apart)]).await;
        world.append(vec![call("c", &id, 0)]).await;
        assert_eq!(ids(&world.get().await), order, "{apart}");
    }
}

#[tokio::test]
async fn an_import_puts_no_result_before_its_call() {
    let world = World::new().await;
    let line = |at: &str, message: Value| {
        json!({ "uuid": at, "sessionId": "s", "timestamp": at, "type": message["role"],
            "message": message })
        .to_string()
    };
    let call = json!({ "role": "assistant", "content": [
        { "type": "tool_use", "id": "t1", "name": "look", "input": {} }] });
    let result = json!({ "role": "user", "content": [
        { "type": "tool_result", "tool_use_id": "t1", "content": "found" }] });
    let content = [
        line("2026-11-27T10:00:00.500Z", call),
        line("2026-11-27T10:00:00.400Z", result),
    ]
    .join("\n");
    let import = || SessionImport {
        content: content.as_str().into(),
        format: Some(exchange::transcript::Format::ClaudeCode),
        ..SessionImport::default()
    };
    let report = world.ok(&worker(), import()).await;
    assert_eq!(report.created, 2, "{report:?}");
    let view = world.get().await;
    assert!(view.messages[0].is_call() && view.messages[1].is_result());
    let again = world.ok(&worker(), import()).await;
    assert_eq!((again.created, again.changed, again.unchanged), (0, 0, 2));
}

#[tokio::test]
async fn the_same_message_without_an_id_is_there_once() {
    let world = World::new().await;
    let messages = vec![unnamed("one", 1), unnamed("two", 1), unnamed("one", 1)];
    let written = world.append(messages.clone()).await;
    assert_eq!(written.written.len(), 2, "in one call");
    assert!(world.append(messages).await.written.is_empty(), "in two");
    // Another time, role, text or call makes a different message.
    let call_of = |n: &str| NewMessage {
        id: None,
        ..call("", n, 1_000_000)
    };
    let spoken = NewMessage {
        role: "assistant".into(),
        ..unnamed("one", 1)
    };
    let others = vec![unnamed("one", 2), spoken, call_of("a"), call_of("b")];
    assert_eq!(world.append(others.clone()).await.written.len(), 4);
    assert!(world.append(others).await.written.is_empty());
    // Changed metadata is written, without a duplicate.
    let noted = NewMessage {
        metadata: Some(json!({ "seen": true })),
        ..unnamed("two", 1)
    };
    world.append(vec![noted]).await;
    let view = world.get().await;
    assert_eq!(view.messages.len(), 6);
    assert_eq!(
        view.messages[1].metadata.as_deref(),
        Some(&json!({ "seen": true }))
    );

    // Without times, equal messages within a call are separate.
    let world = World::new().await;
    let hello = || NewMessage::new("user", "hello");
    world.append(vec![hello(), hello()]).await;
    assert_eq!(world.get().await.messages.len(), 2);
}

#[tokio::test]
async fn a_folded_message_without_an_id_does_not_come_back() {
    let world = World::new().await;
    world
        .append(vec![unnamed("one two three", 1), unnamed("four", 2)])
        .await;
    let fold = SessionSummarize {
        session: "s".into(),
        summary: Some("x".into()),
        folded: vec![world.get().await.messages[0].id.clone()],
        ..SessionSummarize::default()
    };
    world.ok(&worker(), fold).await;
    let again = world.append(vec![unnamed("one two three", 1)]).await;
    assert!(again.written.is_empty());
    assert_eq!(again.warnings.len(), 1);
    assert_eq!(world.get().await.messages.len(), 1);
}

/// Order of messages by a model of the rule.
#[derive(Default)]
struct Expected(Vec<(i64, u8)>);

impl Expected {
    fn append(&mut self, messages: &[(u8, i64)]) {
        for (id, at) in messages {
            if !self.0.contains(&(*at, *id)) {
                self.0.retain(|(_, known)| known != id);
                self.0.push((*at, *id));
            }
        }
        self.0.sort_by_key(|(at, _)| *at);
    }

    fn put(&mut self, messages: &[(u8, i64)]) {
        self.0.clear();
        self.append(messages);
    }
}

/// Returns the messages of a call without duplicate ids: the last one of each, at the place of the first.
fn once(messages: &[(u8, i64)]) -> Vec<(u8, i64)> {
    let mut all: Vec<(u8, i64)> = Vec::new();
    for (id, at) in messages {
        match all.iter_mut().find(|(known, _)| known == id) {
            Some(known) => known.1 = *at,
            None => all.push((*id, *at)),
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_is_time_then_arrival(
        calls in prop::collection::vec(
            (any::<bool>(), prop::collection::vec((0..9u8, 0..3i64), 1..7)), 1..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let world = World::new().await;
            let mut expected = Expected::default();
            for (is_whole, messages) in &calls {
                let messages = &once(messages);
                let made = messages.iter().map(|(id, at)| said(&format!("m{id}"), *at, "x"));
                let made: Vec<NewMessage> = made.collect();
                if *is_whole {
                    world.put(document(made)).await;
                    expected.put(messages);
                } else {
                    let op = SessionAppend { session: "s".into(), messages: made, ..SessionAppend::default() };
                    world.ok(&worker(), op).await;
                    expected.append(messages);
                }
                let state = world.state().await;
                let order: Vec<String> = state.messages.iter().map(|one| one.id.to_string()).collect();
                let wanted: Vec<String> = expected.0.iter().map(|(_, id)| format!("m{id}")).collect();
                assert_eq!(order, wanted, "{calls:?}");
            }
            let facts = world.log.facts(&SessionKey::parse("s").unwrap().stream());
            let (before, after) = facts.split_at(cut.index(facts.len() + 1));
            let mut state = Session::default();
            for fact in before {
                state.apply_fact(fact);
            }
            let json = serde_json::to_string(&state).unwrap();
            let mut resumed: Session = serde_json::from_str(&json).unwrap();
            for fact in after {
                resumed.apply_fact(fact);
            }
            assert_eq!(resumed, *world.state().await, "also from a snapshot");
        });
    }
}
