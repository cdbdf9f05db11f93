//! Sessions of signed-in people. The table stores keyed hashes of the ids, so that reading it allows no sign-in.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use kernel::Time;
use sqlx::AnyPool;
use time::OffsetDateTime;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};

use super::key::{Hash, Keys};
use crate::database::Timely;

/// Sessions in the database of the accounts. Expired sessions are returned until they are deleted.
#[derive(Clone)]
pub struct DbSessions {
    pool: AnyPool,
    key: Arc<Keys>,
}

impl fmt::Debug for DbSessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DbSessions").finish_non_exhaustive()
    }
}

impl DbSessions {
    pub(super) const fn new(pool: AnyPool, key: Arc<Keys>) -> Self {
        Self { pool, key }
    }

    /// Returns the hash under which a session is stored. Its input cannot be that of a token or a link.
    fn hash(&self, id: &Id) -> Hash {
        self.key.hash(&format!("session\n{id}"))
    }

    /// Deletes expired sessions.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn delete_expired(&self, now: Time) -> kernel::Result<()> {
        sqlx::query("DELETE FROM sessions WHERE expires_at <= $1")
            .bind(now.0)
            .execute(Timely(&self.pool))
            .await
            .map_err(crate::error::fault)?;
        Ok(())
    }

    /// Writes a session. Returns false if the statement changed no row.
    async fn write(&self, sql: &'static str, record: &Record) -> Result<bool> {
        let data = serde_json::to_string(&record.data)
            .map_err(|error| Error::Encode(error.to_string()))?;
        let written = sqlx::query(sql)
            .bind(self.hash(&record.id).as_slice())
            .bind(data)
            .bind(record.expiry_date.unix_timestamp() * 1000)
            .execute(Timely(&self.pool))
            .await
            .map_err(backend)?;
        Ok(written.rows_affected() > 0)
    }
}

#[async_trait]
impl SessionStore for DbSessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        let insert = "INSERT INTO sessions (hash, data, expires_at) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING";
        while !self.write(insert, record).await? {
            record.id = Id::default();
        }
        Ok(())
    }

    /// Only updates: a session that was ended in the meantime stays ended.
    async fn save(&self, record: &Record) -> Result<()> {
        let update = "UPDATE sessions SET data = $2, expires_at = $3 WHERE hash = $1";
        self.write(update, record).await?;
        Ok(())
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let row: Option<(String, i64)> =
            sqlx::query_as("SELECT data, expires_at FROM sessions WHERE hash = $1")
                .bind(self.hash(id).as_slice())
                .fetch_optional(Timely(&self.pool))
                .await
                .map_err(backend)?;
        let Some((data, expires_at)) = row else {
            return Ok(None);
        };
        let decode = |error: &dyn ToString| Error::Decode(error.to_string());
        Ok(Some(Record {
            id: *id,
            data: serde_json::from_str(&data).map_err(|error| decode(&error))?,
            expiry_date: OffsetDateTime::from_unix_timestamp(expires_at / 1000)
                .map_err(|error| decode(&error))?,
        }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1")
            .bind(self.hash(id).as_slice())
            .execute(Timely(&self.pool))
            .await
            .map_err(backend)?;
        Ok(())
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is the last use of the error"
)]
fn backend(error: sqlx::Error) -> Error {
    Error::Backend(error.to_string())
}
