//! The file: when it is believed, and when it is built again.

use std::fs;
use std::path::Path;

use engine::Code;
use engine::ports::index::{Index, Update};
use store::SqliteIndex;
use tempfile::TempDir;

use crate::common::stream;
use crate::harness::{Made, entry, file, items, take_in, written};

/// An index at position 7 that was not closed, as after a `kill -9`.
async fn left_open() -> Made {
    let made = Made::new().await;
    take_in(&made.index, 7, vec![entry("a", 1)]).await;
    made
}

async fn execute(path: &Path, statement: &str) {
    use sqlx::{ConnectOptions, Connection, Executor};
    let mut conn = sqlx::sqlite::SqliteConnectOptions::new()
        .filename(path)
        .connect()
        .await
        .unwrap();
    conn.execute(statement).await.unwrap();
    conn.close().await.unwrap();
}

#[tokio::test]
async fn is_believed_after_a_kill_and_after_a_close() {
    let made = left_open().await.reopen(1).await;
    assert_eq!(made.index.position().await.unwrap(), 7);
    assert!(made.index.entry(&stream("a")).await.unwrap().is_some());
    made.index.close().await;
    // Whatever machine it wakes up on.
    execute(
        &file(&made.folder),
        "UPDATE meta SET value = 'another boot' WHERE key = 'boot'",
    )
    .await;
    let made = made.reopen(1).await;
    assert_eq!(made.index.position().await.unwrap(), 7);
}

#[tokio::test]
async fn is_built_again_when_it_cannot_be_believed() {
    for spoil in [
        "UPDATE meta SET value = 'another boot' WHERE key = 'boot'",
        "UPDATE meta SET value = '0.0.0' WHERE key = 'version'",
        "UPDATE meta SET value = 99 WHERE key = 'epoch'",
        "PRAGMA application_id = 5",
        "DROP TABLE meta",
    ] {
        let Made { folder, index } = left_open().await;
        index
            .apply(&Update {
                position: 8,
                ..Update::default()
            })
            .await
            .unwrap();
        drop(index);
        execute(&file(&folder), spoil).await;
        let index = SqliteIndex::open(&file(&folder), 1).await.unwrap();
        assert_eq!(index.position().await.unwrap(), 0, "{spoil}");
        assert!(
            index.entry(&stream("a")).await.unwrap().is_none(),
            "{spoil}"
        );
        let texts = vec![written(&stream("a"), "T1", "lute", "")];
        index
            .apply(&Update {
                position: 1,
                entries: vec![entry("a", 1)],
                items: texts.into(),
                hidden: vec![],
            })
            .await
            .unwrap();
        assert_eq!(items(&index, "lute").await, ["T1"], "{spoil}");
    }
}

#[tokio::test]
async fn is_built_again_when_it_is_damaged() {
    for garbage in [&b""[..], b"not a database", &vec![0xA5; 20_000]] {
        let folder = TempDir::new().unwrap();
        fs::write(file(&folder), garbage).unwrap();
        let index = SqliteIndex::open(&file(&folder), 1).await.unwrap();
        assert_eq!(index.position().await.unwrap(), 0);
        index
            .apply(&Update {
                position: 1,
                ..Update::default()
            })
            .await
            .unwrap();
    }
    // Damage in the middle of a real one.
    let Made { folder, index } = left_open().await;
    index.close().await;
    let mut bytes = fs::read(file(&folder)).unwrap();
    let page = 4096;
    for at in (page..bytes.len()).step_by(page) {
        bytes[at..at + 64].fill(0xFF);
    }
    fs::write(file(&folder), bytes).unwrap();
    let index = SqliteIndex::open(&file(&folder), 1).await.unwrap();
    assert_eq!(index.position().await.unwrap(), 0);
}

#[tokio::test]
async fn is_built_again_after_it_failed() {
    let Made { folder, index } = left_open().await;
    execute(&file(&folder), "DROP TABLE texts").await;
    let texts = vec![written(&stream("a"), "T1", "lute", "")];
    let update = Update {
        position: 8,
        items: texts.into(),
        ..Update::default()
    };
    assert_eq!(index.apply(&update).await.unwrap_err().code, Code::Internal);
    drop(index);
    for expected in [0, 8] {
        let index = SqliteIndex::open(&file(&folder), 1).await.unwrap();
        assert_eq!(index.position().await.unwrap(), expected);
        index.apply(&update).await.unwrap();
    }
}
