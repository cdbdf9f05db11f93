//! Conformance tests of the log port on each of the store's logs.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use kernel::Time;
use kernel::future::Fut;
use sqlx::{Connection as _, Executor as _};
use store::conformance::{Bench, LoseAfter, Made, PostgresServer, run_all};
use store::{MemoryLog, Postgres, PostgresLog, SqliteLog};
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
