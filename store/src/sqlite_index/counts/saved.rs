//! Persists the cached totals while the index is closed.

use std::sync::Arc;

use kernel::Time;
use sqlx::SqliteConnection;
use tokio::sync::Mutex as AsyncMutex;

use super::key::Key;
use super::{Counts, Held, Matches};
use crate::sqlite_index::rows::Rows;

/// A saved search: its key, its time, the version of the streams' visibility, the number of tested rows, the matching
/// rows, and the rows to test again.
type Saved = (Vec<u8>, Option<i64>, i64, i64, Vec<u8>, String);

impl Counts {
    /// Writes the cached totals into the index, which is about to be closed.
    pub(in crate::sqlite_index) async fn save(
        &self,
        conn: &mut SqliteConnection,
    ) -> sqlx::Result<()> {
        let searches = std::mem::take(&mut self.searches().held);
        for (key, held) in searches {
            let Some(matches) = held.matches.lock().await.take() else {
                continue;
            };
            let (Some(mut stale), _) = self.since(matches.changes) else {
                continue;
            };
            stale.extend(matches.stale);
            sqlx::query("INSERT OR REPLACE INTO counts VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
                .bind(key.as_slice())
                .bind(matches.now.map(|now| now.0))
                .bind(matches.shown)
                .bind(i64::try_from(matches.tested).unwrap_or(i64::MAX))
                .bind(matches.rows.to_bytes())
                .bind(serde_json::Value::from(stale).to_string())
                .execute(&mut *conn)
                .await?;
        }
        Ok(())
    }

    /// Loads the saved totals and deletes them from the index, which may change from now on.
    pub(in crate::sqlite_index) async fn load(
        &self,
        conn: &mut SqliteConnection,
    ) -> sqlx::Result<()> {
        let rows: Vec<Saved> =
            sqlx::query_as("SELECT search, moment, shown, tested, rows, stale FROM counts")
                .fetch_all(&mut *conn)
                .await?;
        sqlx::query("DELETE FROM counts").execute(conn).await?;
        for (key, now, shown, tested, rows, stale) in rows {
            let (Ok(key), Ok(stale)) = (Key::try_from(key), serde_json::from_str(&stale)) else {
                continue;
            };
            let matches = Matches {
                rows: Rows::of_bytes(&rows),
                now: now.map(Time),
                changes: 0,
                shown,
                tested: tested.unsigned_abs(),
                stale,
            };
            let held = Held {
                matches: Arc::new(AsyncMutex::new(Some(matches))),
                last_use: 0,
            };
            self.searches().held.insert(key, held);
        }
        Ok(())
    }
}
