//! Shared handling of PostgreSQL: its address, the checks at start, and one schema for each workspace.
//!
//! All statements find their tables through the search path, which names the schema of the workspace.

use std::borrow::Cow;
use std::future::Future;
use std::io;
use std::time::Duration;

use kernel::Result;
use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, PgPool};

use crate::error::{OpenError, fault};
use crate::migrations;

/// Prefix of the schemas' names.
const SCHEMA_PREFIX: &str = "loci_";
/// Maximum length of an identifier in PostgreSQL, in bytes.
const MAX_IDENTIFIER: usize = 63;
/// Oldest supported version, as `server_version_num`.
const OLDEST: i32 = 140_000;
/// Time in which a connection is opened. A server that is cut off from its database answers 503 after it.
pub(crate) const CONNECT: Duration = Duration::from_secs(2);
/// Time in which a statement is answered. A connection that was cut without a reset would otherwise wait for minutes.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);
/// Maximum number of connections that read.
const READERS: u32 = 5;
/// Advisory lock under which a schema is created: `loci` in ASCII.
const CREATING: i64 = 0x6c6f_6369;

/// Creates the table that marks the target of a copy which is not complete. It has the last erasure of the source.
pub(crate) const MARK: &str = "CREATE TABLE copying (erased BIGINT NOT NULL)";

/// Connection settings of every session. A server that was frozen in the middle of a turn loses its lock.
const SESSION: [(&str, &str); 2] = [
    ("idle_in_transaction_session_timeout", "2s"),
    ("client_min_messages", "warning"),
];

/// Treatment of a workspace that the database does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is created.
    Created,
    /// It is an error.
    Refused,
    /// It is created as the target of a copy, and must not exist unless it is one that is not complete.
    Copied,
}

/// A workspace's schema in a PostgreSQL database.
#[derive(Clone)]
pub struct Postgres {
    url: String,
    options: PgConnectOptions,
    pool: PgPool,
    place: String,
    schema: String,
}

impl Postgres {
    /// Checks that the database at `url` keeps acknowledged writes, and opens, creates or migrates the schema of
    /// `workspace`.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached, is refused, or is of a newer version.
    pub async fn open(url: &str, workspace: &str, missing: Missing) -> Result<Self, OpenError> {
        let address: PgConnectOptions = url.parse().map_err(|_| OpenError::Database {
            place: "of LOCI_LOG".into(),
            detail:
                "its address cannot be read; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE"
                    .into(),
        })?;
        let name = address.get_database().unwrap_or(address.get_username());
        let (host, port) = (address.get_host(), address.get_port());
        let place = format!("{host}:{port}/{name}");
        let schema = schema(workspace).ok_or_else(|| OpenError::Database {
            place: place.clone(),
            detail: format!(
                "the workspace's name has more than {} bytes; choose a shorter one",
                MAX_IDENTIFIER - SCHEMA_PREFIX.len()
            ),
        })?;
        let path = quote(&schema).replace('\\', "\\\\");
        let options = address
            .application_name("loci")
            .options(SESSION)
            .options([("search_path", &*path)])
            .disable_statement_logging();
        let settings = SESSION.map(|(name, value)| (name, value.to_owned()));
        let settings = settings.into_iter().chain([("search_path", path)]);
        let opened = Self {
            url: with_settings(url, settings),
            pool: PgPoolOptions::new()
                .max_connections(READERS)
                .acquire_timeout(CONNECT)
                .after_release(|conn, _| Box::pin(answers(conn.ping())))
                .connect_lazy_with(options.clone()),
            options,
            place,
            schema,
        };
        opened.prepare(&opened.schema, missing).await?;
        Ok(opened)
    }

    /// Host, port and name of the database.
    pub(crate) fn place(&self) -> &str {
        &self.place
    }

    /// Name of the workspace's schema. Its servers notify each other under the same name.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// Returns a pool of one connection, which is opened when it is used.
    pub(crate) fn single(&self) -> PgPool {
        PgPoolOptions::new()
            .max_connections(1)
            .acquire_timeout(CONNECT)
            .after_release(|conn, _| Box::pin(answers(conn.ping())))
            .connect_lazy_with(self.options.clone())
    }

    /// Address for a driver that is chosen at run time, with the settings of every session.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Opens a connection.
    pub(crate) async fn connect(&self) -> sqlx::Result<PgConnection> {
        timely(CONNECT, self.options.connect()).await
    }

    /// Returns the pool of connections for reading, and for small writes.
    pub(crate) fn pool(&self) -> PgPool {
        self.pool.clone()
    }

    fn refusal(&self, detail: impl Into<String>) -> OpenError {
        OpenError::Database {
            place: self.place.clone(),
            detail: detail.into(),
        }
    }

    fn failure(&self, error: &sqlx::Error) -> OpenError {
        self.refusal(match code(error).as_deref() {
            Some("28P01" | "28000") => "it rejects the user or the password of LOCI_LOG; check both".into(),
            Some("3D000") => "there is no such database; create it, or correct LOCI_LOG".into(),
            Some("42501") => format!(
                "the user may not create tables there ({error}); run GRANT CREATE ON DATABASE … TO …, or use a database \
                 that the user owns"
            ),
            Some("53100") => "its disk is full; free some space".into(),
            Some(_) => error.to_string(),
            None => format!(
                "it cannot be reached ({error}); check the address, and that the server runs. A pooler must be in session \
                 mode"
            ),
        })
    }

    async fn prepare(&self, schema: &str, missing: Missing) -> Result<(), OpenError> {
        let failed = |error: sqlx::Error| self.failure(&error);
        let mut conn = self.connect().await.map_err(failed)?;
        self.check(&mut conn).await?;
        // Servers that start at the same moment create the schema once.
        sqlx::query("SELECT pg_advisory_lock($1)")
            .bind(CREATING)
            .execute(&mut conn)
            .await
            .map_err(failed)?;
        let (exists, is_copy): (bool, bool) = sqlx::query_as(
            "SELECT to_regnamespace($1) IS NOT NULL, to_regclass($1 || '.copying') IS NOT NULL",
        )
        .bind(quote(schema))
        .fetch_one(&mut conn)
        .await
        .map_err(failed)?;
        let create = format!("CREATE SCHEMA {};", quote(schema));
        match (missing, exists) {
            (Missing::Created | Missing::Refused, true) if is_copy => {
                return Err(self.refusal(format!(
                    "its schema {schema} has an interrupted copy. Run `loci copy` again, or remove it with DROP SCHEMA \
                     {} CASCADE",
                    quote(schema)
                )));
            }
            (Missing::Copied, true) if !is_copy => {
                return Err(self.refusal(format!(
                    "its schema {schema} exists. Choose another workspace with --to-workspace, or remove it with DROP \
                     SCHEMA {} CASCADE",
                    quote(schema)
                )));
            }
            (Missing::Refused, false) => {
                return Err(self.refusal(format!(
                    "it has no schema {schema}. Check the name of the workspace, or begin it with `loci serve`"
                )));
            }
            (_, true) => {}
            (Missing::Created, false) => {
                conn.execute(&*create).await.map_err(failed)?;
            }
            // Both in one transaction: no server may take the schema for an empty workspace.
            (Missing::Copied, false) => {
                let both = format!("{create} {MARK}");
                let made = conn.execute(sqlx::raw_sql(&both)).await;
                made.map_err(failed)?;
            }
        }
        let current: Option<String> = sqlx::query_scalar("SELECT current_schema()::text")
            .fetch_one(&mut conn)
            .await
            .map_err(failed)?;
        if current.as_deref() != Some(schema) {
            return Err(self.refusal(
                "the connection does not keep its settings, as behind a pooler in transaction mode; connect to the \
                 database itself, or to a pooler in session mode",
            ));
        }
        match migrations::POSTGRES.run_direct(&mut conn).await {
            Ok(()) => {}
            Err(MigrateError::VersionMissing(version)) => {
                return Err(OpenError::Newer {
                    file: self.place.clone().into(),
                    version,
                });
            }
            Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
                return Err(self.failure(&error));
            }
            Err(error) => return Err(self.refusal(error.to_string())),
        }
        // Closing the connection releases the lock.
        conn.close().await.map_err(failed)
    }

    /// Refuses databases that may lose what they acknowledged.
    async fn check(&self, conn: &mut PgConnection) -> Result<(), OpenError> {
        type Settings = (
            i32,
            bool,
            String,
            String,
            String,
            String,
            String,
            bool,
            bool,
        );
        let read: sqlx::Result<Settings> = sqlx::query_as(
            "SELECT current_setting('server_version_num')::int, pg_is_in_recovery(), current_setting('fsync'), \
                    current_setting('full_page_writes'), current_setting('synchronous_commit'), \
                    current_setting('server_encoding'), current_setting('default_transaction_isolation'), \
                    EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'plpgsql'), \
                    EXISTS (SELECT 1 FROM pg_stat_replication) AND current_setting('synchronous_standby_names') = ''",
        )
        .fetch_one(&mut *conn)
        .await;
        let settings = read.map_err(|error| match code(&error) {
            Some(_) => self.refusal(format!("it is not PostgreSQL 14 or newer ({error})")),
            None => self.failure(&error),
        })?;
        let (version, standby, fsync, pages, commit, encoding, isolation, plpgsql, unguarded) =
            settings;
        let reason = if version < OLDEST {
            "it is older than PostgreSQL 14; update it"
        } else if standby {
            "it is a standby, which cannot be written; connect to the primary"
        } else if fsync != "on" {
            "fsync is off, so a crash loses acknowledged writes; set fsync = on"
        } else if pages != "on" {
            "full_page_writes is off, so a crash can damage it; set full_page_writes = on"
        } else if commit == "off" {
            "synchronous_commit is off, so a crash loses acknowledged writes; set synchronous_commit = on"
        } else if encoding != "UTF8" {
            "its encoding is not UTF-8; create a database with ENCODING 'UTF8'"
        } else if isolation != "read committed" {
            "default_transaction_isolation is not read committed; set it for the user of LOCI_LOG"
        } else if !plpgsql {
            "it lacks PL/pgSQL; run CREATE EXTENSION plpgsql"
        } else {
            if unguarded {
                tracing::warn!(
                    place = self.place,
                    "the database has replicas but no synchronous_standby_names: if one of them takes over, acknowledged \
                     writes may be lost"
                );
            }
            return Ok(());
        };
        Err(self.refusal(reason))
    }
}

/// Returns the name of a workspace's schema; `None` if it would be too long.
fn schema(workspace: &str) -> Option<String> {
    let name = format!("{SCHEMA_PREFIX}{workspace}");
    (name.len() <= MAX_IDENTIFIER).then_some(name)
}

fn quote(identifier: &str) -> String {
    format!("\"{}\"", identifier.replace('"', "\"\""))
}

/// Returns the address with settings of the session.
fn with_settings(url: &str, settings: impl Iterator<Item = (&'static str, String)>) -> String {
    settings.fold(url.to_owned(), |url, (name, value)| {
        let mark = if url.contains('?') { '&' } else { '?' };
        format!("{url}{mark}options[{name}]={}", escape(value.as_bytes()))
    })
}

/// Escapes every byte of a part of an address.
pub(crate) fn escape(part: &[u8]) -> String {
    let escape = |byte: &u8| ['%'.to_string(), hex::encode([*byte])];
    part.iter().flat_map(escape).collect()
}

/// Returns the SQLSTATE of an error that the database reported.
pub(crate) fn code(error: &sqlx::Error) -> Option<String> {
    let error = error.as_database_error()?;
    error.code().map(Cow::into_owned)
}

/// Returns the message of an error that the database reported.
pub(crate) fn message(error: &sqlx::Error) -> Option<&str> {
    error
        .as_database_error()
        .map(sqlx::error::DatabaseError::message)
}

/// Waits for the result of a statement, at most [`ANSWER`].
pub(crate) async fn await_answer<T>(statement: impl Future<Output = sqlx::Result<T>>) -> Result<T> {
    timely(ANSWER, statement).await.map_err(fault)
}

/// Returns true once a connection that is released answers. A pool would keep it, and wait for its answer forever, after
/// its last statement was given up.
pub(crate) async fn answers(ping: impl Future<Output = sqlx::Result<()>>) -> sqlx::Result<bool> {
    timely(ANSWER, ping).await.map(|()| true)
}

/// Waits for the result of a statement. A connection that does not answer is given up.
pub(crate) async fn timely<T>(
    patience: Duration,
    statement: impl Future<Output = sqlx::Result<T>>,
) -> sqlx::Result<T> {
    let done = tokio::time::timeout(patience, statement).await;
    done.unwrap_or_else(|_| Err(io::Error::from(io::ErrorKind::TimedOut).into()))
}
