//! A full disk: a write fails completely, reports it, and works again when there is space.
//!
//! Space is limited by the maximum file size of a separate process: the limit applies to all threads, and its signal
//! has to be ignored from the start.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{answer, append, batch, id, stream, text};
use kernel::access::Readers;
use kernel::ports::index::{Entry, Index, Update};
use kernel::ports::log::{AppendError, Batch};
use kernel::{Code, Time};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use store::folder::Paths;
use tempfile::TempDir;

const LIMITED: &str = "LOCI_TEST_LIMITED";

/// Reruns the test of that name alone in a process that survives the limit's signal.
fn alone(test: &str) {
    let done = Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$0\" --exact --nocapture \"$1\""])
        .arg(std::env::current_exe().unwrap())
        .arg(format!("full_disk::{test}"))
        .env(LIMITED, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    let failed = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success() && said.contains("1 passed"),
        "{said}\n{failed}"
    );
}

fn is_alone() -> bool {
    std::env::var_os(LIMITED).is_some()
}

/// Limits the size of files until dropped.
struct Limit(Rlimit);

impl Limit {
    fn files(bytes: u64) -> Self {
        let before = getrlimit(Resource::Fsize);
        setrlimit(
            Resource::Fsize,
            Rlimit {
                current: Some(bytes),
                ..before
            },
        )
        .unwrap();
        Self(before)
    }
}

impl Drop for Limit {
    fn drop(&mut self) {
        setrlimit(Resource::Fsize, self.0).unwrap();
    }
}

fn size(path: &Path) -> u64 {
    let mut wal = path.as_os_str().to_owned();
    wal.push("-wal");
    fs::metadata(wal)
        .map_or(0, |file| file.len())
        .max(fs::metadata(path).unwrap().len())
}

#[test]
fn a_write_without_space_fails_as_a_whole() {
    if !is_alone() {
        return alone("a_write_without_space_fails_as_a_whole");
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let temp = TempDir::new().unwrap();
        let store = store::open(temp.path()).await.unwrap();
        let (a, b) = (stream("a"), stream("b"));
        store
            .log
            .append(&batch(vec![append(&a, 0, &["before"])]))
            .await
            .unwrap();
        let large = "x".repeat(300_000);
        let doomed = Batch {
            id: id(),
            appends: vec![append(&b, 0, &["small"]), append(&a, 1, &[&large])],
            answers: vec![answer("key", &a, "answer", Time(1))],
        };
        let limit = Limit::files(size(&Paths::new(temp.path()).log()) + 50_000);
        for _ in 0..3 {
            let failed = store.log.append(&doomed).await;
            assert!(matches!(failed, Err(AppendError::Failed(_))), "{failed:?}");
        }
        // Existing data can be read, and nothing of the batch is stored.
        assert_eq!(store.log.head().await.unwrap().position, 1);
        assert_eq!(store.log.follow(0, 9).await.unwrap().len(), 1);
        assert!(store.log.read(&b, 0, 9).await.unwrap().is_empty());
        assert_eq!(store.log.answer("key", Time(1)).await.unwrap(), None);
        // Data that still fits is accepted.
        assert_eq!(
            store
                .log
                .append(&batch(vec![append(&a, 1, &["fits"])]))
                .await
                .unwrap(),
            2
        );
        drop(limit);

        let again = Batch {
            appends: vec![append(&b, 0, &["small"]), append(&a, 2, &[&large])],
            ..doomed
        };
        assert_eq!(store.log.append(&again).await.unwrap(), 3);
        store.close().await;
        drop(store);
        let store = store::open(temp.path()).await.unwrap();
        assert_eq!(
            store.log.verify(None).await.unwrap().faults,
            Vec::<String>::new()
        );
        let texts: Vec<_> = store
            .log
            .read(&a, 0, 9)
            .await
            .unwrap()
            .iter()
            .map(text)
            .collect();
        assert_eq!(texts, ["before".to_owned(), "fits".into(), large]);
        assert!(store.log.answer("key", Time(1)).await.unwrap().is_some());
    });
}

#[test]
fn an_index_and_blobs_without_space_work_again_afterwards() {
    if !is_alone() {
        return alone("an_index_and_blobs_without_space_work_again_afterwards");
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let temp = TempDir::new().unwrap();
        let store = store::open(temp.path()).await.unwrap();
        let entry = Entry {
            stream: stream("a"),
            status: "active".into(),
            updated_at: Time(1),
            attention: 0,
            readers: Readers::Everyone,
            due: None,
            doc: "x".repeat(300_000),
        };
        let update = Update {
            position: 5,
            entries: vec![entry.clone()],
            ..Update::default()
        };
        let limit = Limit::files(size(&Paths::new(temp.path()).index()) + 50_000);
        let failed = store.index.apply(&update).await.unwrap_err();
        assert_eq!(failed.code, Code::Unavailable, "{failed}");
        let failed = store.blobs.put(vec![7; 300_000]).await.unwrap_err();
        assert_eq!(failed.code, Code::Unavailable, "{failed}");
        assert_eq!(store.index.position().await.unwrap(), 0);
        assert_eq!(store.index.entry(&stream("a")).await.unwrap(), None);
        assert!(store.blobs.find_damaged().await.unwrap().is_empty());
        drop(limit);
        store.index.apply(&update).await.unwrap();
        assert_eq!(store.index.entry(&stream("a")).await.unwrap(), Some(entry));
        let blob = store.blobs.put(vec![7; 300_000]).await.unwrap();
        assert_eq!(
            store.blobs.get(&blob).await.unwrap().unwrap().len(),
            300_000
        );
    });
}
