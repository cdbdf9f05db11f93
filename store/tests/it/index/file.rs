//! The index file: reuse, and rebuild.

use std::fs;
use std::path::Path;

use kernel::Code;
use kernel::ports::index::{Index, Update};
use store::SqliteIndex;
use tempfile::TempDir;

use crate::common::stream;
use crate::index::harness::{Made, entry, file, items, take_in, written};

/// Returns an index at position 7 that was not closed, as after a `kill -9`.
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
    // A closed index is also reused after a reboot.
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
    // Damage in the middle of a real file.
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
    let failed = index.apply(&update).await.unwrap_err();
    assert_eq!(failed.code, Code::Unavailable);
    drop(index);
    for expected in [0, 8] {
        let index = SqliteIndex::open(&file(&folder), 1).await.unwrap();
        assert_eq!(index.position().await.unwrap(), expected);
        index.apply(&update).await.unwrap();
    }
}

/// Damages a file.
type Harm = fn(&Path);

/// Returns the kinds of damage to the file of an open index.
fn harms() -> Vec<(&'static str, Harm)> {
    vec![
        ("it is deleted", |file| fs::remove_file(file).unwrap()),
        ("it is deleted with all beside it", |file| {
            for beside in ["", "-wal", "-shm"] {
                let mut name = file.as_os_str().to_owned();
                name.push(beside);
                fs::remove_file(name).unwrap();
            }
        }),
        ("it is emptied", |file| fs::write(file, "").unwrap()),
        ("it is cut off", |file| {
            let whole = fs::File::options().write(true).open(file).unwrap();
            whole.set_len(8192).unwrap();
        }),
        ("it is overwritten", |file| {
            fs::write(file, "not a database").unwrap();
        }),
        ("it is another file", |file| {
            fs::rename(file, file.with_extension("moved")).unwrap();
            fs::write(file, vec![7; 1 << 20]).unwrap();
        }),
    ]
}

async fn is_lost_and_comes_back(made: &Made, what: &str) {
    let a = stream("a");
    let lost = made.index.check().await.unwrap_err();
    assert_eq!(lost.code, Code::Unavailable, "{what}");
    let refused = made.index.entry(&a).await.unwrap_err();
    assert_eq!(refused.code, Code::Unavailable, "{what}: {refused}");
    assert!(refused.extra.retry_after_seconds.is_some(), "{what}");
    let update = Update {
        position: 9,
        entries: vec![entry("a", 2)],
        ..Update::default()
    };
    let unwritten = made.index.apply(&update).await.unwrap_err();
    assert_eq!(unwritten.code, Code::Unavailable, "{what}: {unwritten}");

    made.index.clear().await.unwrap();
    assert_eq!(made.index.position().await.unwrap(), 0, "{what}");
    made.index.apply(&update).await.unwrap();
    // It rejects reads until it is complete.
    assert!(made.index.entry(&a).await.is_err(), "{what}");
    assert!(made.index.check().await.is_err(), "{what}");
    made.index.mark_complete();
    made.index.check().await.unwrap();
    assert!(made.index.entry(&a).await.unwrap().is_some(), "{what}");
}

#[tokio::test]
async fn one_that_is_lost_while_it_is_open_is_told_and_made_anew() {
    for (what, harm) in harms() {
        let made = left_open().await;
        made.index.check().await.unwrap();
        harm(&file(&made.folder));
        is_lost_and_comes_back(&made, what).await;
        // And stays so after a restart.
        made.index.close().await;
        let made = made.reopen(1).await;
        assert_eq!(made.index.position().await.unwrap(), 9, "{what}");
    }
    for table in ["entries", "texts", "tags", "times", "words", "meta"] {
        let made = left_open().await;
        execute(&file(&made.folder), &format!("DROP TABLE {table}")).await;
        is_lost_and_comes_back(&made, table).await;
    }
}

#[tokio::test]
async fn one_that_was_written_anew_by_itself_is_not_lost() {
    let made = Made::new().await;
    for n in 0..50 {
        let mut large = entry(&format!("{n}"), n);
        large.doc = format!("{{\"name\":\"{}\"}}", "x".repeat(20_000));
        take_in(&made.index, 7 + u64::try_from(n).unwrap(), vec![large]).await;
    }
    made.index.check().await.unwrap();
    for n in 0..50 {
        made.index.forget(&stream(&format!("{n}"))).await.unwrap();
        made.index.check().await.unwrap();
    }
    made.index.clear().await.unwrap();
    made.index.mark_complete();
    made.index.check().await.unwrap();
}
