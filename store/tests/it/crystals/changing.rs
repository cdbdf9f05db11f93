//! Edits, merged duplicates, and a rebuilt index afterwards.

use std::sync::Arc;

use engine::crystal::NewCrystal;
use engine::crystal::ops::memory_compact::MemoryCompact;
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_restore::MemoryRestore;
use engine::crystal::ops::memory_search::MemorySearch;
use kernel::Code;
use kernel::time::HOUR;

use crate::common;
use crate::crystals::harness::{BEGIN, World, agent, forgetting, memory, of, person, query};

#[tokio::test]
async fn facts_that_nobody_reads_are_found() {
    let world = World::new().await;
    world.remember(vec![memory("k", "likes tea")]).await;
    let core = engine::crystal::stream("default");
    let unread = async || world.hub.unread(&core).await.unwrap();
    assert!(unread().await.is_empty());
    let odd = common::append(&core, 1, &["odd"]);
    world
        .store
        .log
        .append(&common::batch(vec![odd]))
        .await
        .unwrap();
    let versions: Vec<_> = unread().await.iter().map(|fact| fact.version).collect();
    assert_eq!(versions, [2]);
}

#[tokio::test]
async fn an_edit_changes_what_it_names_and_moves_between_namespaces() {
    let world = World::new().await;
    world
        .remember(vec![NewCrystal {
            topics: vec!["drinks".into()],
            ..of("a", "u", memory("m", "Likes tea"))
        }])
        .await;
    world.pass(HOUR);
    let edit = MemoryEdit {
        id: "m".into(),
        ..MemoryEdit::default()
    };
    let error = world.call(person(), edit.clone()).await.unwrap_err();
    assert_eq!(error.code, Code::Invalid);
    let text = MemoryEdit {
        text: Some("Likes coffee".into()),
        pinned: Some(true),
        ..edit.clone()
    };
    let edited = world.ok(text.clone()).await.memory;
    assert_eq!(
        (edited.text.as_str(), edited.pinned),
        ("Likes coffee", true)
    );
    assert_eq!(
        (edited.created_at, edited.updated_at),
        (BEGIN, BEGIN.plus(HOUR))
    );
    assert_eq!(edited.topics, ["drinks"]);
    assert_eq!(world.get("m").await.unwrap(), edited);
    assert!(world.ids(query("tea")).await.is_empty());
    assert_eq!(world.ids(query("coffee")).await, ["m"]);
    // A repetition writes nothing.
    let before = world.hub.gauges().head;
    world.ok(text).await;
    assert_eq!(world.hub.gauges().head, before);
    let moved = MemoryEdit {
        namespace: Some(Some("b/c".into())),
        ..edit.clone()
    };
    let moved = world.ok(moved).await.memory;
    assert_eq!(
        (moved.core.as_str(), moved.namespace.as_deref()),
        ("b%2Fc", Some("b/c"))
    );
    assert_eq!(world.get("m").await.unwrap().core, "b%2Fc");
    assert_eq!(world.search(query("coffee")).await.total, 1);
    let cleared = MemoryEdit {
        user_id: Some(None),
        topics: Some(Vec::new()),
        ..edit.clone()
    };
    let cleared = world.ok(cleared).await.memory;
    assert_eq!((cleared.user_id, cleared.topics), (None, Vec::new()));
    let nulls = r#"{"id":"m","namespace":null,"metadata":null}"#;
    let nulls: MemoryEdit = serde_json::from_str(nulls).unwrap();
    assert_eq!(world.ok(nulls).await.memory.core, "default");
    let bad = MemoryEdit {
        importance: Some(Some(7.0)),
        ..edit.clone()
    };
    assert_eq!(
        world.call(person(), bad).await.unwrap_err().code,
        Code::Invalid
    );
    let missing = MemoryEdit {
        id: "none".into(),
        text: Some("x".into()),
        ..MemoryEdit::default()
    };
    assert_eq!(
        world.call(person(), missing).await.unwrap_err().code,
        Code::NotFound
    );
}

#[tokio::test]
async fn edits_at_one_moment_lose_nothing() {
    let world = Arc::new(World::new().await);
    world.remember(vec![memory("m", "Likes tea")]).await;
    let topics = MemoryEdit {
        id: "m".into(),
        topics: Some(vec!["drinks".into()]),
        ..MemoryEdit::default()
    };
    let entities = MemoryEdit {
        id: "m".into(),
        entities: Some(vec!["Mara".into()]),
        ..MemoryEdit::default()
    };
    let (one, other) = tokio::join!(world.call(person(), topics), world.call(person(), entities));
    one.unwrap();
    other.unwrap();
    let memory = world.get("m").await.unwrap();
    assert_eq!(
        (memory.topics.as_slice(), memory.entities.as_slice()),
        (&["drinks".to_owned()][..], &["Mara".to_owned()][..])
    );
}

#[tokio::test]
async fn doubles_become_one() {
    let world = World::new().await;
    let from = |id: &str, session: &str, text: &str| NewCrystal {
        session_id: Some(session.into()),
        ..of("n", "u", memory(id, text))
    };
    world
        .remember(vec![
            from("1", "s1", "Likes tea"),
            from("2", "s2", "Likes tea\n"),
            NewCrystal {
                pinned: true,
                ..from("3", "s3", " Likes tea")
            },
            from("4", "s1", "Likes coffee"),
            of("n", "v", memory("5", "Likes tea")),
            of("m", "u", memory("6", "Likes tea")),
        ])
        .await;
    let op = MemoryCompact {
        namespace: Some("n".into()),
        user_id: Some("u".into()),
        ..MemoryCompact::default()
    };
    let compacted = world.ok(op.clone()).await;
    assert_eq!((compacted.merged, compacted.remaining), (2, 2));
    let mut left = world.ids(MemorySearch::default()).await;
    left.sort();
    assert_eq!(left, ["3", "4", "5", "6"]);
    assert_eq!(world.ok(op).await.merged, 0);
}

#[tokio::test]
async fn the_index_built_from_the_log_is_the_one_kept_live() {
    let world = World::new().await;
    for n in 0..12 {
        let new = of(
            &format!("n{}", n % 3),
            "u",
            memory(&format!("m{n}"), &format!("tea {}", n / 2)),
        );
        world.remember(vec![new]).await;
        world.pass(1000);
    }
    world.call(agent("ann"), query("tea 3")).await.unwrap();
    let edit = MemoryEdit {
        id: "m4".into(),
        text: Some("coffee".into()),
        ..MemoryEdit::default()
    };
    world.ok(edit).await;
    world.call(agent("ann"), query("coffee")).await.unwrap();
    world.recalled("m4", 2).await;
    world.ok(forgetting(&["m1", "m7"])).await;
    let moved = MemoryEdit {
        id: "m5".into(),
        namespace: Some(Some("n9".into())),
        ..MemoryEdit::default()
    };
    world.ok(moved).await;
    let restore = MemoryRestore {
        id: "m7".into(),
        core: Some("n1".into()),
        ..MemoryRestore::default()
    };
    world.ok(restore).await;
    let live = world.indexed().await;
    assert_eq!(live.len(), 11);
    world.hub.rebuild_index().await.unwrap();
    for (built, kept) in world.indexed().await.iter().zip(&live) {
        assert_eq!(built, kept);
    }
    assert_eq!(world.indexed().await.len(), live.len());
}
