//! Erased data is removed from everything derived from it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use kernel::error::Code;
use kernel::host::{Hub, Settings};
use kernel::ports::blobs::{Content, INLINE_BYTES};
use kernel::view::{Erase, Services};
use kernel::{Actor, Role, StreamId, Version};

use crate::host::counter::{Counter, Get, Note, Wipe, counter, fold, worker};
use crate::host::support::{World, add, by, call, keyed};

async fn wipe(hub: &Arc<Hub>, counter: &StreamId, fact: Option<Version>) -> kernel::Result<()> {
    let op = Wipe {
        counter: counter.clone(),
        fact,
    };
    hub.run(op, by(Actor::new("olga", Role::Owner)))
        .await
        .map(drop)
}

async fn note(hub: &Arc<Hub>, counter: &StreamId, text: String) {
    let op = Note {
        counter: counter.clone(),
        text: Content::Text(text),
    };
    hub.run(op, keyed(worker("ann"), &format!("{counter}")))
        .await
        .unwrap();
}

fn large(letter: &str) -> String {
    letter.repeat(INLINE_BYTES + 1)
}

#[tokio::test]
async fn an_erased_stream_is_gone() {
    let world = World::default();
    let hub = world
        .open_with(Settings {
            snapshot_every: 2,
            ..Settings::default()
        })
        .await;
    let (one, two) = (counter("one"), counter("two"));
    note(&hub, &one, "private words".into()).await;
    note(&hub, &two, "public words".into()).await;
    for _ in 0..5 {
        add(&hub, &one, 1).await.unwrap();
    }
    let before = world.index.indexed().position;
    wipe(&hub, &one, None).await.unwrap();
    let error = call(
        &hub,
        Get {
            counter: one.clone(),
        },
    )
    .await
    .unwrap_err();
    assert_eq!(error.code, Code::Gone);
    assert!(error.detail.contains("olga"), "{error}");
    let error = add(&hub, &one, 1).await.unwrap_err();
    assert_eq!(error.code, Code::Gone);
    let indexed = world.index.indexed().clone();
    assert_eq!(indexed.position, before);
    assert!(!indexed.entries.contains_key(&one) && indexed.entries.contains_key(&two));
    assert!(indexed.items.keys().all(|(stream, _)| *stream == two));
    // A repetition is not an error, and later writes work as before.
    wipe(&hub, &one, None).await.unwrap();
    add(&hub, &two, 1).await.unwrap();
    hub.close().await;
    let stored = world.log.stored();
    assert!(!stored.snapshots.contains_key(&one));
    assert!(stored.answers.values().all(|answer| answer.stream == two));
    assert_eq!(stored.tombstones[&one].by.id, "olga");
}

#[tokio::test]
async fn what_never_was_cannot_be_erased() {
    let world = World::default();
    let hub = world.open().await;
    let error = wipe(&hub, &counter("nothing"), None).await.unwrap_err();
    assert_eq!(error.code, Code::NotFound);
    add(&hub, &counter("one"), 1).await.unwrap();
    let error = wipe(&hub, &counter("one"), Some(2)).await.unwrap_err();
    assert_eq!(error.code, Code::NotFound);
}

#[tokio::test]
async fn an_erased_fact_is_in_no_state_and_no_index() {
    let world = World::default();
    let hub = world
        .open_with(Settings {
            snapshot_every: 2,
            ..Settings::default()
        })
        .await;
    let one = counter("one");
    add(&hub, &one, 1).await.unwrap();
    note(&hub, &one, "private words".into()).await;
    add(&hub, &one, 2).await.unwrap();
    wipe(&hub, &one, Some(2)).await.unwrap();
    let (state, version) = hub.state::<Counter>(&one).await.unwrap();
    assert_eq!((state.n, state.notes.len(), version), (3, 0, 3));
    assert_eq!(*state, fold(world.log.facts(&one).iter()));
    let indexed = world.index.indexed().clone();
    assert_eq!(indexed.position, 3);
    assert_eq!(
        indexed
            .items
            .values()
            .map(|item| &*item.text.title)
            .collect::<Vec<_>>(),
        ["3"]
    );
    assert_eq!(indexed.entries[&one].doc, "{\"n\":3}");
    add(&hub, &one, 4).await.unwrap();
    hub.close().await;
    let stored = world.log.stored();
    for snapshot in stored.snapshots.values() {
        assert!(!String::from_utf8_lossy(&snapshot.state).contains("private"));
    }
}

#[tokio::test]
async fn large_contents_are_blobs_and_go_with_the_last_stream_that_has_them() {
    let world = World::default();
    let hub = world.open().await;
    let (one, two) = (counter("one"), counter("two"));
    note(&hub, &one, large("a")).await;
    note(&hub, &two, large("a")).await;
    call(
        &hub,
        Note {
            counter: one.clone(),
            text: Content::Text(large("b")),
        },
    )
    .await
    .unwrap();
    assert_eq!(world.blobs.0.lock().unwrap().len(), 2);
    assert!(world.log.facts(&one)[0].body.get().len() < 200);
    wipe(&hub, &one, Some(2)).await.unwrap();
    assert_eq!(world.blobs.0.lock().unwrap().len(), 1);
    wipe(&hub, &one, None).await.unwrap();
    assert_eq!(world.blobs.0.lock().unwrap().len(), 1);
    hub.erase(Erase::Stream(two), &Actor::system())
        .await
        .unwrap();
    assert!(world.blobs.0.lock().unwrap().is_empty());
}

#[tokio::test]
async fn what_a_refused_write_stored_is_removed_unless_others_refer_to_it() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("one");
    note(&hub, &one, large("a")).await;
    world.log.fail.store(2, Ordering::SeqCst);
    for text in [large("a"), large("b")] {
        let text = Content::Text(text);
        let counter = one.clone();
        let error = call(&hub, Note { counter, text }).await.unwrap_err();
        assert_eq!(error.code, Code::Unavailable);
    }
    assert_eq!(world.blobs.0.lock().unwrap().len(), 2);
    assert_eq!(hub.remove_strays().await.unwrap(), 1);
    assert_eq!(world.blobs.0.lock().unwrap().len(), 1);
    assert_eq!(hub.remove_strays().await.unwrap(), 0);
    let (state, _) = hub.state::<Counter>(&one).await.unwrap();
    let named = kernel::memory::Memory::blobs(&*state);
    assert!(world.blobs.0.lock().unwrap().contains_key(&named[0]));
}

#[tokio::test]
async fn an_erasure_that_breaks_off_leaves_no_fact_without_its_blob() {
    let world = World::default();
    let hub = world.open().await;
    let one = counter("one");
    note(&hub, &one, large("a")).await;
    let blobs = || world.blobs.0.lock().unwrap().len();
    let doomed = || world.blobs.1.lock().unwrap().len();
    world.log.fail.store(1, Ordering::SeqCst);
    let failed = wipe(&hub, &one, None).await.unwrap_err();
    assert_eq!(failed.code, Code::Unavailable);
    assert_eq!((blobs(), doomed()), (1, 1), "the log still refers to it");
    assert_eq!(hub.remove_strays().await.unwrap(), 0);
    assert_eq!((blobs(), doomed()), (1, 0), "it stays with its fact");
    // Loci is killed after the erasure in the log and before that of the blob.
    world.blobs.2.store(1, Ordering::SeqCst);
    wipe(&hub, &one, None).await.unwrap_err();
    assert_eq!((blobs(), doomed()), (1, 1));
    hub.close().await;
    let hub = world.open().await;
    assert_eq!(hub.remove_strays().await.unwrap(), 1);
    assert_eq!((blobs(), doomed()), (0, 0));
}

#[tokio::test]
async fn blobs_that_others_refer_to_are_not_counted() {
    let world = World::default();
    let hub = world.open().await;
    let (one, two) = (counter("one"), counter("two"));
    note(&hub, &one, large("a")).await;
    note(&hub, &two, large("a")).await;
    let with = async |streams: &[StreamId]| hub.blobs_with(streams).await.unwrap();
    assert_eq!(with(std::slice::from_ref(&one)).await, 0);
    assert_eq!(with(&[one, two]).await, 1);
}
