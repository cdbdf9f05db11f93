//! An index that is not where its log is.

use engine::Actor;
use engine::access::Readers;
use engine::ports::index::{Entry, Index, Update};
use engine::ports::log::{Log, Tombstone};
use tempfile::TempDir;

use crate::common::{files_with, stream};
use crate::{NOW, filled, open};

#[tokio::test]
async fn an_index_of_another_past_is_built_again() {
    let temp = TempDir::new().unwrap();
    let (store, _, _) = filled(temp.path()).await;
    store
        .index
        .apply(&Update {
            position: 99,
            ..Update::default()
        })
        .await
        .unwrap();
    drop(store);
    let store = open(temp.path()).await;
    assert_eq!(store.index.position().await.unwrap(), 0);
}

#[tokio::test]
async fn what_was_erased_while_the_index_slept_is_not_found() {
    let temp = TempDir::new().unwrap();
    let (store, _, _) = filled(temp.path()).await;
    let a = stream("a");
    let entry = Entry {
        stream: a.clone(),
        status: "active".into(),
        updated_at: NOW,
        attention: 0,
        readers: Readers::Everyone,
        due: None,
        doc: "{\"name\":\"clavichord\"}".into(),
    };
    store
        .index
        .apply(&Update {
            position: 2,
            entries: vec![entry],
            ..Update::default()
        })
        .await
        .unwrap();
    // A stop between the two halves of an erasure.
    let tombstone = Tombstone {
        stream: a.clone(),
        by: Actor::system(),
        at: NOW,
    };
    store.log.erase_stream(tombstone).await.unwrap();
    drop(store);
    let store = open(temp.path()).await;
    assert_eq!(store.index.entry(&a).await.unwrap(), None);
    assert_eq!(files_with(temp.path(), "clavichord"), Vec::<String>::new());
}
