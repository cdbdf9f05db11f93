//! Shared handling of PostgreSQL: its address, its connections, and one schema for each workspace.
//!
//! All statements find their tables through the search path, which names the schema of the workspace.

mod refusals;
mod start;

use std::borrow::Cow;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use kernel::Result;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, PgPool};

use crate::error::{OpenError, fault};

/// Prefix of the schemas' names.
const SCHEMA_PREFIX: &str = "loci_";
/// Maximum length of an identifier in PostgreSQL, in bytes.
const MAX_IDENTIFIER: usize = 63;
/// Time in which a connection is opened. A server that is cut off from its database answers 503 after it.
pub(crate) const CONNECT: Duration = Duration::from_secs(2);
/// Time in which a statement is answered. A connection that was cut without a reset would otherwise wait for minutes.
pub(crate) const ANSWER: Duration = Duration::from_secs(10);
/// Maximum number of connections that read.
const READERS: u32 = 5;

/// Reason why an address is refused. It may contain a password, so it is not repeated.
const UNREADABLE: &str = "the address of the database cannot be read; expected postgres://USER:PASSWORD@HOST:PORT/DATABASE. \
     In USER and PASSWORD, write all characters but letters, digits, - . _ and ~ as %XX: %40 for @, %2F for /, %23 for #";

/// Creates the table that marks the target of a copy which is not complete. It has the last erasure of the source.
pub(crate) const MARK: &str = "CREATE TABLE copying (erased BIGINT NOT NULL)";

/// Settings of every session but its search path. A server that was frozen in the middle of a turn loses its lock. They are
/// no startup parameters, because poolers refuse or ignore those.
const SESSION: &str =
    "SET idle_in_transaction_session_timeout TO '2s'; SET client_min_messages TO warning";

/// Treatment of a workspace that the database does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is created.
    Created,
    /// It is an error.
    Refused,
    /// It is an error, because the data folder belongs to another one.
    Foreign,
    /// It is created as the target of a copy, and must not exist unless it is one that is not complete.
    Copied,
}

/// A workspace's schema in a PostgreSQL database.
#[derive(Clone)]
pub struct Postgres {
    url: String,
    options: PgConnectOptions,
    /// Statements that begin every session.
    settings: String,
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
        let address: PgConnectOptions = url
            .parse()
            .map_err(|_| OpenError::Address(UNREADABLE.into()))?;
        let name = address.get_database().unwrap_or(address.get_username());
        let (host, port) = (address.get_host(), address.get_port());
        let place = format!("{host}:{port}/{name}");
        let schema = schema(workspace).ok_or_else(|| {
            OpenError::Address(format!(
                "the workspace's name has more than {} bytes; choose a shorter one",
                MAX_IDENTIFIER - SCHEMA_PREFIX.len()
            ))
        })?;
        let options = address.application_name("loci").disable_statement_logging();
        let settings = format!("{SESSION}; SET search_path TO {}", quote(&schema));
        let opened = Self {
            url: url.to_owned(),
            pool: pool(READERS, &options, &settings),
            options,
            settings,
            place,
            schema,
        };
        opened.prepare(missing).await?;
        Ok(opened)
    }

    /// Validates an address.
    ///
    /// # Errors
    /// Returns the expected form.
    pub fn check_address(url: &str) -> Result<(), &'static str> {
        let address: sqlx::Result<PgConnectOptions> = url.parse();
        address.map(drop).map_err(|_| UNREADABLE)
    }

    /// Name of the workspace for people: the database and the schema, without a password.
    pub(crate) fn name(&self) -> String {
        format!("{} ({})", self.place, self.schema)
    }

    /// Name of the workspace's schema. Its servers notify each other under the same name.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// Returns a pool of one connection, which is opened when it is used.
    pub(crate) fn single(&self) -> PgPool {
        pool(1, &self.options, &self.settings)
    }

    /// Address for a driver that is chosen at run time. Its sessions need the [settings](Self::settings).
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Statements that begin every session.
    pub(crate) fn settings(&self) -> &str {
        &self.settings
    }

    /// Opens a connection.
    pub(crate) async fn connect(&self) -> sqlx::Result<PgConnection> {
        let opened = async {
            let mut conn = self.options.connect().await?;
            conn.execute(&*self.settings).await?;
            Ok(conn)
        };
        timely(CONNECT, opened).await
    }

    /// Returns the pool of connections for reading, and for small writes.
    pub(crate) fn pool(&self) -> PgPool {
        self.pool.clone()
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

/// Returns a pool whose connections are opened when they are used.
fn pool(connections: u32, options: &PgConnectOptions, settings: &str) -> PgPool {
    let settings: Arc<str> = settings.into();
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(CONNECT)
        .after_connect(move |conn, _| {
            let settings = settings.clone();
            Box::pin(async move { conn.execute(&*settings).await.map(drop) })
        })
        .after_release(|conn, _| Box::pin(answers(conn.ping())))
        .connect_lazy_with(options.clone())
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
