//! Conformance tests of the log port on each of the store's logs.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use kernel::Time;
use kernel::future::Fut;
use store::conformance::{Bench, Made, run_all};
use store::{MemoryLog, SqliteLog};
use tempfile::TempDir;

struct OnSqlite;

impl Bench for OnSqlite {
    fn make(&self) -> Fut<'_, Made> {
        Box::pin(async {
            let folder = TempDir::new().unwrap();
            let path = folder.path().join("log.sqlite");
            let log = Arc::new(SqliteLog::open(&path, Time(0)).await.unwrap());
            Made {
                // One process owns the folder, so other users share the same log.
                other: log.clone(),
                log,
                files: Some(folder.path().to_path_buf()),
                lose_after: None,
                keeps: Some(Box::new(folder)),
            }
        })
    }
}

struct InMemory;

impl Bench for InMemory {
    fn make(&self) -> Fut<'_, Made> {
        Box::pin(async {
            let log = MemoryLog::new();
            let database = log.clone();
            Made {
                other: Arc::new(log.clone()),
                log: Arc::new(log),
                files: None,
                lose_after: Some(Box::new(move |position| database.lose_after(position))),
                keeps: None,
            }
        })
    }
}

#[tokio::test]
async fn sqlite_keeps_the_laws() {
    run_all(&OnSqlite).await;
}

#[tokio::test]
async fn memory_keeps_the_laws() {
    run_all(&InMemory).await;
}
