//! Texts for databases that cannot hold a log. They depend on the SQLSTATE of an error, never on its words
//! (<https://www.postgresql.org/docs/current/errcodes-appendix.html>).

use std::io;

use super::{Postgres, code};
use crate::error::OpenError;

/// Reason why a pooler is refused.
pub(super) const POOLED: &str = "a pooler in transaction or statement mode is in between: it runs the statements of a \
     connection in different sessions. Set pool_mode = session for this database, or connect to the database itself";
/// Remedy against a limit of connections.
const TEN: &str = "Each server needs ten connections: raise max_connections, the limit of the role or of the database, or the \
     size of the pool (default_pool_size in PgBouncer)";

impl Postgres {
    pub(super) fn refusal(&self, detail: impl Into<String>) -> OpenError {
        OpenError::Database {
            place: self.place.clone(),
            detail: detail.into(),
        }
    }

    /// Returns the failure of a statement.
    pub(crate) fn failure(&self, error: &sqlx::Error) -> OpenError {
        self.refusal(match code(error).as_deref() {
            Some("28P01") => "it rejects the user or the password; check both".into(),
            // invalid_authorization_specification
            Some("28000") => format!(
                "it does not admit the user ({error}); check the user, and the entries of pg_hba.conf for this machine"
            ),
            Some("3D000") => "there is no such database; create it, or correct its name".into(),
            // insufficient_privilege
            Some("42501") => format!(
                "the user may not use its schema {} ({error}). Connect as the role that owns it",
                self.schema
            ),
            Some("53100") => "its disk is full; free some space".into(),
            // too_many_connections
            Some("53300") => format!("it accepts no more connections. {TEN}"),
            // lock_not_available
            Some("55P03") => {
                "another start, a migration or a copy locks it. If this is still so in a minute, a session that is stuck \
                 holds the lock: find it in pg_locks, and end it with pg_terminate_backend"
                    .into()
            }
            // protocol_violation
            Some("08P01") => format!(
                "a pooler refuses the connection ({error}). PgBouncer needs the settings pool_mode = session and \
                 ignore_startup_parameters = extra_float_digits"
            ),
            // invalid_sql_statement_name, duplicate_prepared_statement
            Some("26000" | "42P05") => POOLED.into(),
            Some(_) => error.to_string(),
            None => match error {
                sqlx::Error::Io(io) if io.kind() == io::ErrorKind::NotFound => format!(
                    "a file that its address names does not exist ({error}); check sslrootcert, sslcert, sslkey and the \
                     socket"
                ),
                sqlx::Error::Tls(_) => format!(
                    "no TLS connection is possible ({error}); check sslmode and sslrootcert"
                ),
                sqlx::Error::PoolTimedOut => format!("no further connection is possible. {TEN}"),
                error => format!(
                    "it cannot be reached ({error}); check the address, and that the server runs"
                ),
            },
        })
    }

    /// Returns the failure of a statement that needs a right on the database.
    pub(super) fn failure_without(&self, right: &str, error: &sqlx::Error) -> OpenError {
        match code(error).as_deref() {
            Some("42501") => self.refusal(format!(
                "the user lacks a right there ({error}); run GRANT {right} ON DATABASE … TO …, or use a database that the \
                 user owns"
            )),
            _ => self.failure(error),
        }
    }

    /// Returns the failure of the second of two connections.
    pub(super) fn second_failure(&self, error: &sqlx::Error) -> OpenError {
        match error {
            sqlx::Error::Io(io) if io.kind() == io::ErrorKind::TimedOut => {
                self.refusal(format!("it does not answer a second connection. {TEN}"))
            }
            error => self.failure(error),
        }
    }
}
