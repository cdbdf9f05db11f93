//! Conformance tests of the log port on each of the store's logs.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use kernel::Time;
use kernel::future::Fut;
use kernel::ports::log::AppendError;
use sqlx::{Connection as _, Executor as _};
use store::conformance::samples::{append, batch, stream};
use store::conformance::{Bench, LoseAfter, Made, PostgresServer, run_all};
use store::{MemoryLog, Missing, Postgres, PostgresLog, SqliteLog, Store, open_shared};
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
                lose_after: Some(Box::new(move |position| {
                    database.lose_after(position);
                    Box::pin(async {})
                })),
                keeps: None,
            }
        })
    }
}

struct OnPostgres(PostgresServer);

/// Takes the database back to an earlier state, as when a standby takes over that lacks the last commits.
fn losing(server: &PostgresServer, database: &Postgres) -> LoseAfter {
    let (url, schema) = (server.url(), database.schema().to_owned());
    Box::new(move |position| {
        let sql = format!(
            "SET search_path = \"{schema}\"; \
             DELETE FROM facts WHERE position > {position}; DELETE FROM seals WHERE last > {position}; \
             DELETE FROM batches WHERE first > {position}; DELETE FROM answers; DELETE FROM snapshots; \
             DELETE FROM streams WHERE id NOT IN (SELECT stream FROM facts); \
             UPDATE streams SET (version, position, link) = \
                 (SELECT version, position, substr(chain, 97) FROM facts \
                  WHERE stream = streams.id ORDER BY version DESC LIMIT 1); \
             UPDATE head SET position = {position}, stream = (SELECT coalesce(max(id), 0) FROM streams), \
                 (seal, link) = (SELECT number, link FROM seals ORDER BY number DESC LIMIT 1)"
        );
        let url = url.clone();
        Box::pin(async move {
            let mut conn = sqlx::PgConnection::connect(&url).await.unwrap();
            conn.execute(sqlx::raw_sql(&sql)).await.unwrap();
        })
    })
}

impl Bench for OnPostgres {
    fn make(&self) -> Fut<'_, Made> {
        Box::pin(async {
            let database = self.0.workspace().await;
            let (log, other) = (
                PostgresLog::open(database.clone()).await,
                PostgresLog::open(database.clone()).await,
            );
            Made {
                log: Arc::new(log.unwrap()),
                other: Arc::new(other.unwrap()),
                files: None,
                lose_after: Some(losing(&self.0, &database)),
                keeps: None,
            }
        })
    }
}

#[tokio::test]
async fn postgres_keeps_the_laws() {
    run_all(&OnPostgres(PostgresServer::start())).await;
}

#[tokio::test]
async fn sqlite_keeps_the_laws() {
    run_all(&OnSqlite).await;
}

#[tokio::test]
async fn memory_keeps_the_laws() {
    run_all(&InMemory).await;
}

/// The log is as long as before, so only the seal differs.
#[tokio::test]
async fn a_server_that_was_stopped_notices_lost_commits() {
    let server = PostgresServer::start();
    let database = server.workspace().await;
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let open = async |folder: &TempDir| {
        // A store closes its connections.
        let name = database.schema().strip_prefix("loci_").unwrap();
        let database = Postgres::open(&server.url(), name, Missing::Refused).await;
        open_shared(folder.path(), database.unwrap(), None)
            .await
            .unwrap()
    };
    let write = async |store: &Store, version: u64, text: &str| {
        let one = batch(vec![append(&stream("a"), version, &[text])]);
        store.log.append(&one).await.unwrap()
    };
    let (first, other) = (open(&folders[0]).await, open(&folders[1]).await);
    let epoch = first.epoch;
    assert_eq!(write(&first, 0, "1").await, 1);
    assert_eq!(other.log.head().await.unwrap().position, 1);
    assert_eq!(write(&first, 1, "lost").await, 2);
    first.close().await;
    drop(first);
    // Without a loss it is the same log.
    let again = open(&folders[0]).await;
    assert_eq!(again.epoch, epoch);
    again.close().await;
    drop(again);

    losing(&server, &database)(1).await;
    assert_eq!(write(&other, 1, "other").await, 2);
    let first = open(&folders[0]).await;
    assert!(first.epoch > epoch);
    // The other server has seen nothing that is lost, but its cursors are those of the old epoch.
    let one = batch(vec![append(&stream("a"), 2, &["2"])]);
    let refused = other.log.append(&one).await;
    assert!(
        matches!(refused, Err(AppendError::Replaced(_))),
        "{refused:?}"
    );
    assert_eq!(first.log.append(&one).await.unwrap(), 3);
    other.close().await;
    drop(other);
    let (again, began) = (open(&folders[1]).await, first.epoch);
    assert_eq!(again.epoch, began);
}
