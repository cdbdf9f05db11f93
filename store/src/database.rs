//! Connections that serve a SQLite file and the schema of a workspace in PostgreSQL alike, for accounts and copies.
//!
//! Statements are written once, for both. Parameters are `$1`, `$2`, …, numbers are 64 bits long.

use std::path::Path;

use futures_util::future::BoxFuture;
use futures_util::stream::{BoxStream, StreamExt as _, unfold};
use sqlx::any::{
    AnyConnectOptions, AnyPoolOptions, AnyQueryResult, AnyRow, AnyStatement, AnyTypeInfo,
    install_default_drivers,
};
use sqlx::{
    Any, AnyExecutor, AnyPool, ConnectOptions, Connection as _, Describe, Either, Execute,
    Executor, Transaction,
};

use crate::folder::is_whole;
use crate::postgres::{ANSWER, CONNECT, Postgres, answers, escape, timely};
use crate::sqlite;

/// Runs statements that are answered within [`ANSWER`], or fail.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timely<E>(pub E);

impl<'c, E: AnyExecutor<'c>> Executor<'c> for Timely<E> {
    type Database = Any;

    fn fetch_many<'e, 'q: 'e, Q>(
        self,
        query: Q,
    ) -> BoxStream<'e, sqlx::Result<Either<AnyQueryResult, AnyRow>>>
    where
        'c: 'e,
        Q: 'q + Execute<'q, Any>,
    {
        // A stream ends with its first error.
        Box::pin(unfold(Some(self.0.fetch_many(query)), async |stream| {
            let mut stream = stream?;
            let next = timely(ANSWER, async { stream.next().await.transpose() });
            let next = next.await.transpose()?;
            let stream = next.is_ok().then_some(stream);
            Some((next, stream))
        }))
    }

    fn fetch_optional<'e, 'q: 'e, Q>(self, query: Q) -> BoxFuture<'e, sqlx::Result<Option<AnyRow>>>
    where
        'c: 'e,
        Q: 'q + Execute<'q, Any>,
    {
        Box::pin(timely(ANSWER, self.0.fetch_optional(query)))
    }

    fn prepare_with<'e, 'q: 'e>(
        self,
        sql: &'q str,
        parameters: &'e [AnyTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<AnyStatement<'q>>>
    where
        'c: 'e,
    {
        Box::pin(timely(ANSWER, self.0.prepare_with(sql, parameters)))
    }

    fn describe<'e, 'q: 'e>(self, sql: &'q str) -> BoxFuture<'e, sqlx::Result<Describe<Any>>>
    where
        'c: 'e,
    {
        Box::pin(timely(ANSWER, self.0.describe(sql)))
    }
}

/// The kind of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    Sqlite,
    Postgres,
}

/// Maximum number of connections.
const CONNECTIONS: u32 = 2;

/// Returns connections for reading and writing the file at `path`, which exists.
pub(crate) fn open_file(path: &Path) -> sqlx::Result<AnyPool> {
    connect(for_file(sqlite::pragmas()), &file_url(path, "mode=rw"))
}

/// Returns connections for reading the file at `path`, when no other process writes to it.
pub(crate) fn open_read_only(path: &Path) -> sqlx::Result<AnyPool> {
    let access = if is_whole(path) {
        "mode=ro&immutable=true"
    } else {
        "mode=ro"
    };
    let options = for_file("PRAGMA temp_store = MEMORY".into());
    connect(options, &file_url(path, access))
}

/// Returns connections to a schema.
pub(crate) fn open_schema(postgres: &Postgres) -> sqlx::Result<AnyPool> {
    let options = with_settings(postgres.settings().to_owned()).acquire_timeout(CONNECT);
    let options = options.after_release(|conn, _| Box::pin(answers(conn.ping())));
    connect(options, postgres.url())
}

/// Begins a transaction of several statements that write. It waits until no other such transaction is running, on any
/// server: it sees their changes, and none happen until its end.
pub(crate) async fn begin(pool: &AnyPool) -> sqlx::Result<Transaction<'static, Any>> {
    if is_file(pool) {
        return pool.begin_with("BEGIN IMMEDIATE").await;
    }
    let mut transaction = timely(ANSWER, pool.begin()).await?;
    Timely(&mut *transaction)
        .execute("SELECT count FROM account_changes FOR UPDATE")
        .await?;
    Ok(transaction)
}

/// Commits a transaction.
pub(crate) async fn commit(transaction: Transaction<'static, Any>) -> sqlx::Result<()> {
    timely(ANSWER, transaction.commit()).await
}

/// Returns a text as the key of a search. A text with U+0000 is in no row, and PostgreSQL accepts no such text; the empty
/// text is in no row either.
pub(crate) fn search_key(text: &str) -> &str {
    if text.contains('\0') { "" } else { text }
}

/// Returns the row that a changing statement returned. All of its rows are read first: the change is not committed before.
pub(crate) fn first_row<T>(rows: Vec<T>) -> Option<T> {
    rows.into_iter().next()
}

fn is_file(pool: &AnyPool) -> bool {
    pool.connect_options().database_url.scheme() == "sqlite"
}

/// Returns options for connections to a file, each with these settings.
fn for_file(settings: String) -> AnyPoolOptions {
    with_settings(settings).test_before_acquire(false)
}

/// Returns options for connections that each begin with these statements.
fn with_settings(settings: String) -> AnyPoolOptions {
    AnyPoolOptions::new().after_connect(move |conn, _| {
        let settings = settings.clone();
        Box::pin(async move { conn.execute(&*settings).await.map(drop) })
    })
}

fn connect(options: AnyPoolOptions, url: &str) -> sqlx::Result<AnyPool> {
    install_default_drivers();
    let address: AnyConnectOptions = url.parse()?;
    Ok(options
        .max_connections(CONNECTIONS)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_lazy_with(address.disable_statement_logging()))
}

/// Returns the address of a file. Each byte of the path is escaped, because `?`, `#` and `%` mean something in an
/// address, and `..` would be resolved.
fn file_url(path: &Path, access: &str) -> String {
    let path = escape(path.as_os_str().as_encoded_bytes());
    format!("sqlite:{path}?{access}")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn create(path: &Path) -> AnyPool {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, []).unwrap();
        open_file(path).unwrap()
    }

    #[tokio::test]
    async fn every_connection_to_a_file_has_the_settings() {
        let folder = TempDir::new().unwrap();
        let pool = create(&folder.path().join("accounts.sqlite"));
        let mut all = Vec::new();
        for _ in 0..CONNECTIONS {
            all.push(pool.acquire().await.unwrap());
        }
        for conn in &mut all {
            for (name, expected) in [
                ("busy_timeout", 10_000),
                ("foreign_keys", 0),
                ("synchronous", 2),
                ("secure_delete", 1),
                ("temp_store", 2),
                ("wal_autocheckpoint", 8192),
            ] {
                let value: i64 = sqlx::query_scalar(&format!("PRAGMA {name}"))
                    .fetch_one(&mut **conn)
                    .await
                    .unwrap();
                assert_eq!(value, expected, "{name}");
            }
        }
    }

    #[tokio::test]
    async fn a_path_is_taken_literally() {
        let folder = TempDir::new().unwrap();
        fs::create_dir_all(folder.path().join("a")).unwrap();
        for name in [
            "a b",
            "a?mode=ro",
            "a#b",
            "a%41",
            "a+b",
            "\u{e4}\u{6b63}",
            "a/../b",
            "file:a",
        ] {
            let path = folder.path().join(name).join("of accounts.sqlite");
            let pool = create(&path);
            let create = sqlx::raw_sql("CREATE TABLE t (x)");
            create.execute(&pool).await.unwrap();
            pool.close().await;
            assert!(fs::read(&path).unwrap().starts_with(b"SQLite"), "{name}");
            let pool = open_read_only(&path).unwrap();
            let count: i64 = sqlx::query_scalar("SELECT count(*) FROM t")
                .fetch_one(&pool)
                .await
                .unwrap();
            assert_eq!(count, 0);
            let insert = sqlx::query("INSERT INTO t VALUES (1)").execute(&pool).await;
            assert!(insert.is_err(), "{name}");
            pool.close().await;
        }
    }

    #[tokio::test]
    async fn a_parameter_is_found_by_its_number() {
        let folder = TempDir::new().unwrap();
        let pool = create(&folder.path().join("accounts.sqlite"));
        let row: (i64, String, i64) = sqlx::query_as("SELECT $2, $1, $2")
            .bind("a")
            .bind(7_i64)
            .fetch_one(&pool)
            .await
            .unwrap();
        assert_eq!(row, (7, "a".into(), 7));
    }
}
