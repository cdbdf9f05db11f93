//! Erases rows and words so that no byte of them remains in the index's files.
//!
//! FTS5 only marks deleted words and drops them when it happens to merge (even `optimize` may leave them); its
//! `secure-delete` makes replacing a text ten times as slow. In addition, rows move between pages all the time, and
//! copies of them stay in the free space of pages, out of reach of SQLite's `secure_delete`. So after an erasure, the
//! words are rebuilt from the texts and the file is rewritten: some seconds for a hundred thousand texts.

use std::sync::atomic::Ordering;

use kernel::{Result, StreamId};
use sqlx::{Executor, SqliteConnection};

use super::{SqliteIndex, stream_id};
use crate::error::index_fault as fault;
use crate::sqlite::truncate;

impl SqliteIndex {
    pub(super) async fn forget_stream(&self, stream: &StreamId) -> Result<()> {
        self.note_unsure().await?;
        let mut lease = self.writer.lease().await.map_err(fault)?;
        lease.begin().await.map_err(fault)?;
        for table in ["tags", "times", "vectors", "waiting"] {
            sqlx::query(&format!(
                "DELETE FROM {table} WHERE text IN \
                 (SELECT t.id FROM texts t JOIN entries e ON e.id = t.entry \
                  WHERE e.stream = ?1 AND t.doc IS NOT NULL)"
            ))
            .bind(stream.as_str())
            .execute(&mut lease.conn)
            .await
            .map_err(fault)?;
        }
        sqlx::query("DELETE FROM texts WHERE entry = (SELECT id FROM entries WHERE stream = ?1)")
            .bind(stream.as_str())
            .execute(&mut lease.conn)
            .await
            .map_err(fault)?;
        sqlx::query("DELETE FROM entries WHERE stream = ?1")
            .bind(stream.as_str())
            .execute(&mut lease.conn)
            .await
            .map_err(fault)?;
        for statement in [
            // Shelf names are chosen by users, so they are erased too.
            "DELETE FROM shelves WHERE name NOT IN (SELECT shelf FROM texts WHERE shelf IS NOT NULL)",
            "DELETE FROM sought WHERE shelf NOT IN (SELECT name FROM shelves)",
            "INSERT INTO words (words) VALUES ('rebuild')",
        ] {
            lease.conn.execute(statement).await.map_err(fault)?;
        }
        self.shelves.forget(stream);
        lease.commit().await.map_err(fault)?;
        self.counts.clear();
        write_anew(&mut lease.conn).await.map_err(fault)?;
        // The file is now shorter. Record that before the next check of its length.
        self.note_file();
        lease.keep();
        Ok(())
    }

    pub(super) async fn read_erased(&self) -> Result<u64> {
        let number: i64 = sqlx::query_scalar("SELECT value FROM meta WHERE key = 'erased'")
            .fetch_one(&self.readers())
            .await
            .map_err(fault)?;
        Ok(u64::try_from(number).unwrap_or(0))
    }

    pub(super) async fn write_erased(&self, number: u64) -> Result<()> {
        let mut lease = self.writer.lease().await.map_err(fault)?;
        sqlx::query("UPDATE meta SET value = ?1 WHERE key = 'erased'")
            .bind(i64::try_from(number).unwrap_or(i64::MAX))
            .execute(&mut lease.conn)
            .await
            .map_err(fault)?;
        lease.keep();
        // All erasures have been followed: the remaining texts are all that the cache may hold vectors of.
        self.make_sure().await
    }

    /// Erases those of `streams` that the index has.
    ///
    /// # Errors
    /// Returns an error if the index cannot be read or written.
    pub async fn forget_all_of(&self, streams: &[StreamId]) -> Result<()> {
        let names: Vec<_> = streams.iter().map(StreamId::as_str).collect();
        let names: Vec<String> = sqlx::query_scalar(
            "SELECT stream FROM entries WHERE stream IN (SELECT value FROM json_each(?1))",
        )
        .bind(serde_json::Value::from(names).to_string())
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        for name in names {
            self.forget_stream(&stream_id(&name)?).await?;
        }
        Ok(())
    }

    pub(super) async fn forget_all(&self) -> Result<()> {
        self.note_unsure().await?;
        let mut lease = self.writer.lease().await.map_err(fault)?;
        lease.begin().await.map_err(fault)?;
        for statement in [
            "INSERT INTO words (words) VALUES ('delete-all')",
            "DELETE FROM tags",
            "DELETE FROM times",
            "DELETE FROM vectors",
            "DELETE FROM waiting",
            "DELETE FROM shelves",
            "DELETE FROM sought",
            "DELETE FROM texts",
            "DELETE FROM entries",
            "UPDATE meta SET value = 0 WHERE key = 'position'",
        ] {
            lease.conn.execute(statement).await.map_err(fault)?;
        }
        lease.commit().await.map_err(fault)?;
        self.shelves.close();
        self.counts.clear();
        self.building.store(true, Ordering::Release);
        self.position.store(0, Ordering::Release);
        write_anew(&mut lease.conn).await.map_err(fault)?;
        // The file is now shorter. Record that before the next check of its length.
        self.note_file();
        lease.keep();
        Ok(())
    }
}

/// Rewrites the file. The temporary copy goes to disk because it may be too large for memory.
async fn write_anew(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    conn.execute("PRAGMA temp_store = FILE").await?;
    conn.execute("VACUUM").await?;
    conn.execute("PRAGMA temp_store = MEMORY").await?;
    truncate(conn).await
}
