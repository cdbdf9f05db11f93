//! An index whose position differs from its log's.

use std::fs;

use kernel::Actor;
use kernel::access::Readers;
use kernel::ports::index::{Entry, Index, Update};
use kernel::ports::log::Tombstone;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use tempfile::TempDir;

use crate::common::{files_with, stream};
use crate::folder::{NOW, filled, open, refused};

#[tokio::test]
async fn an_index_that_is_ahead_says_that_facts_are_lost() {
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
    let said = refused(temp.path()).await.to_string();
    assert!(
        said.contains("the index has seen 99") && said.contains("loci restore"),
        "{said}"
    );
}

#[tokio::test]
async fn a_log_that_lost_facts_is_not_opened() {
    for (harm, finding) in [
        ("DELETE FROM facts WHERE position = 1", "1 facts"),
        ("DELETE FROM facts WHERE position = 2", "a has 1 facts of 2"),
        ("DELETE FROM facts", "a has 0 facts of 2"),
        ("UPDATE facts SET version = 3 WHERE position = 2", "of 2"),
        ("UPDATE streams SET position = 1", "of 2"),
        ("UPDATE streams SET version = 1", "of 1"),
    ] {
        let temp = TempDir::new().unwrap();
        let (store, _, _) = filled(temp.path()).await;
        store.close().await;
        drop(store);
        let log = temp.path().join("log.sqlite");
        let options = SqliteConnectOptions::new().filename(&log);
        let mut conn = options.connect().await.unwrap();
        conn.execute(harm).await.unwrap();
        conn.close().await.unwrap();
        let before = fs::read(&log).unwrap();
        let said = refused(temp.path()).await.to_string();
        assert!(
            said.contains(finding) && said.contains("loci restore"),
            "{harm}: {said}"
        );
        assert_eq!(fs::read(&log).unwrap(), before, "{harm}");
    }
}

#[tokio::test]
async fn a_blob_that_was_changed_is_none() {
    let temp = TempDir::new().unwrap();
    let (store, _, blob) = filled(temp.path()).await;
    let file = temp.path().join("blobs").join(&blob[..2]).join(&blob[2..]);
    fs::write(&file, b"larger").unwrap();
    assert_eq!(store.blobs.get(&blob).await.unwrap(), None);
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
