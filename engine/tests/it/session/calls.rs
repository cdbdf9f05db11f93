//! Messages of one call: those that are folded already, those without a time, and those that share an id.

use engine::conversation::ops::session_append::SessionAppend;
use engine::conversation::ops::session_put::SessionPut;
use engine::conversation::ops::session_summarize::SessionSummarize;
use engine::session::message::NewMessage;
use engine::session::record::MemoryRecord;

use crate::session::harness::{World, ids, pointer, said, worker};

fn put(messages: Vec<NewMessage>) -> SessionPut {
    SessionPut {
        session: "s".into(),
        messages,
        ..SessionPut::default()
    }
}

#[tokio::test]
async fn folded_messages_that_are_sent_again_have_one_warning() {
    let world = World::new().await;
    let sent: Vec<_> = (0..34)
        .map(|n| said(&format!("m{n}"), n, "one two three"))
        .collect();
    world.append(sent.clone()).await;
    let fold = SessionSummarize {
        session: "s".into(),
        summary: Some("x".into()),
        folded: (0..33).map(|n| format!("m{n}").into()).collect(),
        ..SessionSummarize::default()
    };
    world.ok(&worker(), fold).await;
    let again = world.append(sent).await;
    assert!(again.written.is_empty());
    assert_eq!(
        again.warnings,
        [
            "33 messages, the first of them m0, are already folded into the summary and were skipped. \
             `session_folded` shows them."
        ]
    );
}

#[tokio::test]
async fn a_message_without_a_time_follows_the_one_before_it_in_the_call() {
    let old = |id: &str| said(id, -3_600, id);
    let undated = |id: &str| NewMessage {
        created_at: None,
        ..said(id, 0, id)
    };
    let sent = vec![
        old("0"),
        undated("1"),
        old("2"),
        undated("3"),
        undated("4"),
        said("5", 1, "5"),
    ];
    let (appended, written) = (World::new().await, World::new().await);
    appended.append(sent.clone()).await;
    written.put(put(sent)).await;
    for world in [&appended, &written] {
        assert_eq!(ids(&world.get().await), ["0", "1", "2", "3", "4", "5"]);
        let state = world.state().await;
        let at = |id: &str| state.messages.get(id).unwrap().created_at;
        assert_eq!((at("1"), at("4")), (at("0"), at("0")));
    }
    // A known message without a time keeps its own, and the next one is new.
    let answer = appended.append(vec![undated("1"), undated("6")]).await;
    assert_eq!(answer.warnings.len(), 1);
    assert_eq!(
        ids(&appended.get().await),
        ["0", "1", "2", "3", "4", "5", "6"]
    );
}

#[tokio::test]
async fn different_messages_and_memories_with_one_id_are_refused() {
    let append = |messages| SessionAppend {
        session: "s".into(),
        messages,
        ..SessionAppend::default()
    };
    let world = World::new().await;
    let two = vec![
        said("a", 1, "first"),
        said("b", 1, "b"),
        said("a", 1, "second"),
    ];
    let refused = [
        world.refused(&worker(), append(two.clone())).await,
        world.refused(&worker(), put(two)).await,
    ];
    for error in refused {
        assert_eq!(pointer(&error), "/messages/2/id");
    }
    let memory = |text: &str| MemoryRecord {
        id: "k".into(),
        text: text.into(),
        ..MemoryRecord::default()
    };
    let with = |memories| SessionPut {
        memories,
        ..put(Vec::new())
    };
    let two = with(vec![memory("first"), memory("second")]);
    let error = world.refused(&worker(), two).await;
    assert_eq!(pointer(&error), "/memories/1/id");
    // The same one twice is one.
    let same = vec![said("a", 1, "first"), said("a", 1, "first")];
    assert_eq!(world.append(same.clone()).await.written.len(), 1);
    let both = SessionPut {
        memories: vec![memory("first"), memory("first")],
        ..put(same)
    };
    world.put(both).await;
    assert_eq!(world.get().await.messages.len(), 1);
    assert_eq!(world.state().await.memories.len(), 1);
}
