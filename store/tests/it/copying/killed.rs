//! A copy that is started again while the database still runs one that was killed.

use kernel::Code;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};
use store::conformance::PostgresServer;
use tempfile::TempDir;

use super::{copied, fill, folder, interrupt, refused, workspace};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_waits_for_the_end_of_one_that_was_killed() {
    let (server, temp) = (PostgresServer::start(), TempDir::new().unwrap());
    let source = temp.path().join("source");
    fill(&source).await;
    let (from, to) = (folder(&source), workspace(&server, "w"));
    interrupt(&from, &to).await;
    let options: PgConnectOptions = server.url().parse().unwrap();
    let mut killed = options.connect().await.unwrap();
    let lock = "SELECT pg_advisory_lock('loci_w.head'::regclass::oid::bigint)";
    killed.execute(lock).await.unwrap();
    let busy = refused(&from, &to).await;
    assert_eq!(busy.code, Code::Conflict);
    assert!(busy.detail.contains("waited for ten seconds"), "{busy}");
    let mut watcher = options.connect().await.unwrap();
    let ended = async {
        let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
        while sqlx::query_scalar::<_, i64>(waiting)
            .fetch_one(&mut watcher)
            .await
            .unwrap()
            == 0
        {}
        killed.close().await.unwrap();
    };
    let (done, ()) = tokio::join!(copied(&from, &to), ended);
    assert_eq!(done.unwrap().facts, 1_202);
}
