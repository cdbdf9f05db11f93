//! Texts for databases that cannot hold a log. They depend on the SQLSTATE of an error, never on its words.

use std::io;

use super::{Postgres, code};
use crate::error::OpenError;

/// Reason why a pooler is refused.
pub(super) const POOLED: &str = "a pooler in transaction or statement mode is in between: it runs the statements of a \
     connection in different sessions. Set pool_mode = session for this database, or connect to the database itself";

impl Postgres {
    pub(super) fn refusal(&self, detail: impl Into<String>) -> OpenError {
        OpenError::Database {
            place: self.place.clone(),
            detail: detail.into(),
        }
    }

    pub(super) fn failure(&self, error: &sqlx::Error) -> OpenError {
        self.refusal(match code(error).as_deref() {
            Some("28P01" | "28000") => {
                "it rejects the user or the password of LOCI_LOG; check both".into()
            }
            Some("3D000") => "there is no such database; create it, or correct LOCI_LOG".into(),
            Some("42501") => format!(
                "the user may not create tables there ({error}); run GRANT CREATE ON DATABASE … TO …, or use a database \
                 that the user owns"
            ),
            Some("53100") => "its disk is full; free some space".into(),
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
            None => format!("it cannot be reached ({error}); check the address, and that the server runs"),
        })
    }

    /// Returns the failure of the second of two connections.
    pub(super) fn second_failure(&self, error: &sqlx::Error) -> OpenError {
        match error {
            sqlx::Error::Io(io) if io.kind() == io::ErrorKind::TimedOut => self.refusal(
                "it does not answer a second connection, and each server needs ten. Raise the size of the pool \
                 (default_pool_size in PgBouncer)",
            ),
            error => self.failure(error),
        }
    }
}
