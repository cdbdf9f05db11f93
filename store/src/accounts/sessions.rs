//! The sessions of people who are signed in: what stands under a number, and until when. Knows nothing of cookies,
//! of whose a session is, and of what time it is.

use async_trait::async_trait;
use kernel::Time;
use sqlx::SqlitePool;
use time::OffsetDateTime;
use tower_sessions::SessionStore;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};

/// Sessions in the accounts' file. One that has run out is found until it is deleted.
#[derive(Clone, Debug)]
pub struct SqliteSessions {
    pool: SqlitePool,
}

impl SqliteSessions {
    pub(super) const fn new(pool: SqlitePool) -> Self {
        Self { pool }
    }

    /// Deletes the sessions that have run out.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub async fn delete_expired(&self, now: Time) -> kernel::Result<()> {
        sqlx::query("DELETE FROM sessions WHERE expires_at <= ?1")
            .bind(now.0)
            .execute(&self.pool)
            .await
            .map_err(crate::error::fault)?;
        Ok(())
    }

    /// Whether a session was written.
    async fn write(&self, sql: &'static str, record: &Record) -> Result<bool> {
        let data = serde_json::to_string(&record.data)
            .map_err(|error| Error::Encode(error.to_string()))?;
        let written = sqlx::query(sql)
            .bind(record.id.to_string())
            .bind(data)
            .bind(record.expiry_date.unix_timestamp() * 1000)
            .execute(&self.pool)
            .await
            .map_err(backend)?;
        Ok(written.rows_affected() > 0)
    }
}

#[async_trait]
impl SessionStore for SqliteSessions {
    async fn create(&self, record: &mut Record) -> Result<()> {
        let insert = "INSERT OR IGNORE INTO sessions (id, data, expires_at) VALUES (?1, ?2, ?3)";
        while !self.write(insert, record).await? {
            record.id = Id::default();
        }
        Ok(())
    }

    /// A session that was ended meanwhile stays ended.
    async fn save(&self, record: &Record) -> Result<()> {
        let update = "UPDATE sessions SET data = ?2, expires_at = ?3 WHERE id = ?1";
        self.write(update, record).await?;
        Ok(())
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let row: Option<(String, i64)> =
            sqlx::query_as("SELECT data, expires_at FROM sessions WHERE id = ?1")
                .bind(id.to_string())
                .fetch_optional(&self.pool)
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
        sqlx::query("DELETE FROM sessions WHERE id = ?1")
            .bind(id.to_string())
            .execute(&self.pool)
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
