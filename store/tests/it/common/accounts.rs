//! The places of accounts: a folder with a SQLite file, or a schema in PostgreSQL. The same behaviour is tested on both.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, Executor, PgConnection, SqliteConnection};
use store::conformance::PostgresServer;
use store::{DbAccounts, Missing, Postgres};
use tempfile::TempDir;

use super::files_with;

/// A new place for accounts. Opening it several times gives servers on the same accounts.
pub enum Place {
    Folder(TempDir),
    Schema {
        postgres: Box<Postgres>,
        server: String,
        schema: String,
    },
}

impl Place {
    pub fn folder() -> Self {
        Self::Folder(TempDir::new().unwrap())
    }

    pub async fn schema(server: &PostgresServer) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("accounts-{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        Self::Schema {
            postgres: Box::new(
                Postgres::open(&server.url(), &name, Missing::Created)
                    .await
                    .unwrap(),
            ),
            server: server.url(),
            schema: format!("loci_{name}"),
        }
    }

    pub async fn open(&self) -> DbAccounts {
        match self {
            Self::Folder(folder) => {
                let (path, key) = files(folder);
                DbAccounts::open(&path, &key).await.unwrap()
            }
            Self::Schema { postgres, .. } => DbAccounts::on_postgres(postgres).await.unwrap(),
        }
    }

    /// Returns the result of a statement with one number.
    pub async fn number(&self, sql: &str) -> i64 {
        match self {
            Self::Folder(folder) => {
                let options = SqliteConnectOptions::new().filename(files(folder).0);
                let mut conn = SqliteConnection::connect_with(&options).await.unwrap();
                let number = sqlx::query_scalar(sql).fetch_one(&mut conn).await.unwrap();
                conn.close().await.unwrap();
                number
            }
            Self::Schema { server, schema, .. } => {
                let mut conn = connect(server, schema).await;
                sqlx::query_scalar(sql).fetch_one(&mut conn).await.unwrap()
            }
        }
    }

    /// Returns the files or tables in which a text is readable.
    pub async fn find(&self, text: &str) -> Vec<String> {
        match self {
            Self::Folder(folder) => files_with(folder.path(), text),
            Self::Schema { server, schema, .. } => {
                let mut conn = connect(server, schema).await;
                let tables: Vec<String> = sqlx::query_scalar(
                    "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()",
                )
                .fetch_all(&mut conn)
                .await
                .unwrap();
                assert!(tables.contains(&"form_results".to_owned()), "{tables:?}");
                let mut found = Vec::new();
                for table in tables {
                    let rows: Vec<String> =
                        sqlx::query_scalar(&format!("SELECT t::text FROM {table} t"))
                            .fetch_all(&mut conn)
                            .await
                            .unwrap();
                    let bytes = hex::encode(text);
                    if rows
                        .iter()
                        .any(|row| row.contains(text) || row.contains(&bytes))
                    {
                        found.push(table);
                    }
                }
                found
            }
        }
    }
}

async fn connect(server: &str, schema: &str) -> PgConnection {
    let mut conn = PgConnection::connect(server).await.unwrap();
    let path = format!("SET search_path TO \"{schema}\"");
    conn.execute(&*path).await.unwrap();
    conn
}

/// Returns the paths of the accounts in a folder and of the key file that an earlier version wrote.
pub fn files(folder: &TempDir) -> (PathBuf, PathBuf) {
    let folder = folder.path();
    (folder.join("accounts.sqlite"), folder.join("token.key"))
}

/// Makes each function a test in a folder, and lists all of them for PostgreSQL in `on_postgres`.
#[macro_export]
macro_rules! on_each_database {
    ($($name:ident),+ $(,)?) => {
        mod in_a_folder {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
                async fn $name() {
                    super::$name(&$crate::common::accounts::Place::folder()).await;
                }
            )+
        }

        pub async fn on_postgres(server: &store::conformance::PostgresServer) {
            $(
                let place = $crate::common::accounts::Place::schema(server).await;
                Box::pin($name(&place)).await;
            )+
        }
    };
}
