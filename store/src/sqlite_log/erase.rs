//! Erasing: when it returns, the log's files contain no byte of the content.
//!
//! SQLite's `secure_delete` overwrites what is deleted, but not the copies that stay in the free space of pages whose
//! rows were moved. So nothing in `facts` is ever moved: an erased fact is overwritten with the same number of blanks,
//! which SQLite does in place. A truncating checkpoint empties the write-ahead log. A repeated call does all of it
//! again, because a long read may have kept the first attempt from truncating.

use std::ops::RangeInclusive;

use kernel::ports::log::Tombstone;
use kernel::{Error, Result, StreamId, Version};
use sqlx::{Executor, SqliteConnection};

use super::SqliteLog;
use super::links::{End, seal_erasure};
use crate::chain::{Erasure, Stone};
use crate::columns::{from_sql, stream_id, to_sql};
use crate::error::fault;
use crate::sqlite::truncate;

/// Overwrites all texts of a stream's facts with the same number of blanks.
const BLANK_ALL: &str = "UPDATE facts \
     SET workspace = printf('%*s', octet_length(workspace), ''), \
         actor = printf('%*s', octet_length(actor), ''), \
         role = printf('%*s', octet_length(role), ''), \
         door = printf('%*s', octet_length(door), ''), \
         request = printf('%*s', octet_length(request), ''), \
         kind = printf('%*s', octet_length(kind), ''), \
         body = printf('%*s', octet_length(body), '') \
     WHERE stream = ?1";

/// The salts are erased with the texts: without them the hashes reveal nothing.
const BLANK_SALTS: &str = "UPDATE chain \
     SET envelope_salt = zeroblob(16), body_salt = zeroblob(16) \
     WHERE position IN (SELECT position FROM facts WHERE stream = ?1)";

const BLANK_BODIES: &str = "UPDATE facts SET body = printf('%*s', octet_length(body), '') \
     WHERE stream = ?1 AND version BETWEEN ?2 AND ?3";

const BLANK_BODY_SALTS: &str = "UPDATE chain SET body_salt = zeroblob(16) \
     WHERE position IN \
     (SELECT position FROM facts WHERE stream = ?1 AND version BETWEEN ?2 AND ?3)";

impl SqliteLog {
    pub(super) async fn erase_facts_of(&self, tombstone: Tombstone) -> Result<()> {
        let mut lease = self.writer.lease().await.map_err(fault)?;
        let name = tombstone.stream.as_str();
        lease.begin().await.map_err(fault)?;
        let set = sqlx::query(
            "INSERT INTO tombstones (stream, actor, role, at) VALUES (?1, ?2, ?3, ?4) \
             ON CONFLICT DO NOTHING",
        )
        .bind(name)
        .bind(&tombstone.by.id)
        .bind(tombstone.by.role.name())
        .bind(tombstone.at.0)
        .execute(&mut lease.conn)
        .await
        .map_err(fault)?;
        let row: Option<(i64, i64)> =
            sqlx::query_as("DELETE FROM streams WHERE name = ?1 RETURNING id, version")
                .bind(name)
                .fetch_optional(&mut lease.conn)
                .await
                .map_err(fault)?;
        if let Some((row, _)) = row {
            for blank in [BLANK_ALL, BLANK_SALTS] {
                sqlx::query(blank)
                    .bind(row)
                    .execute(&mut lease.conn)
                    .await
                    .map_err(fault)?;
            }
        }
        let mut end = lease.state.end;
        if row.is_some() || set.rows_affected() > 0 {
            let (stream, last) = row.unwrap_or_default();
            let what = Erasure {
                stream,
                first: last.min(1),
                last,
                // If the stream was erased before, its tombstone is under the seal of that erasure.
                tombstone: (set.rows_affected() > 0).then(|| Stone {
                    stream: name.into(),
                    actor: tombstone.by.id.clone().into(),
                    role: tombstone.by.role.name().into(),
                    at: tombstone.at.0,
                }),
            };
            end = seal_erasure(&mut lease.conn, end, &what)
                .await
                .map_err(fault)?;
        }
        forget_answers(&mut lease.conn, name).await.map_err(fault)?;
        lease.commit().await.map_err(fault)?;
        self.notify_erasure(lease.state.end, end);
        lease.state.end = end;
        lease.state.streams.remove(&tombstone.stream);
        truncate(&mut lease.conn).await.map_err(fault)?;
        lease.keep();
        self.erase_beside(&tombstone.stream).await
    }

    pub(super) async fn erase_bodies_of(
        &self,
        stream: &StreamId,
        versions: RangeInclusive<Version>,
    ) -> Result<()> {
        let mut lease = self.writer.lease().await.map_err(fault)?;
        lease.begin().await.map_err(fault)?;
        let row: Option<i64> = sqlx::query_scalar("SELECT id FROM streams WHERE name = ?1")
            .bind(stream.as_str())
            .fetch_optional(&mut lease.conn)
            .await
            .map_err(fault)?;
        let what = Erasure {
            stream: row.unwrap_or_default(),
            first: to_sql(*versions.start()),
            last: to_sql(*versions.end()),
            tombstone: None,
        };
        let mut erased = 0;
        for blank in [BLANK_BODIES, BLANK_BODY_SALTS] {
            erased = sqlx::query(blank)
                .bind(what.stream)
                .bind(what.first)
                .bind(what.last)
                .execute(&mut lease.conn)
                .await
                .map_err(fault)?
                .rows_affected();
        }
        if erased == 0 {
            lease.rollback().await.map_err(fault)?;
            lease.keep();
            return Err(Error::not_found(format!(
                "{stream} has no facts {versions:?}."
            )));
        }
        let end = lease.state.end;
        let end = seal_erasure(&mut lease.conn, end, &what)
            .await
            .map_err(fault)?;
        forget_answers(&mut lease.conn, stream.as_str())
            .await
            .map_err(fault)?;
        lease.commit().await.map_err(fault)?;
        self.notify_erasure(lease.state.end, end);
        lease.state.end = end;
        truncate(&mut lease.conn).await.map_err(fault)?;
        lease.keep();
        self.erase_beside(stream).await
    }

    /// Notifies subscribers of an erasure, if there was one.
    fn notify_erasure(&self, before: End, end: End) {
        if end.number > before.number {
            let number = from_sql(end.number);
            self.head.send_modify(|head| head.erased = number);
        }
    }

    pub(super) async fn streams_erased_after(&self, after: u64) -> Result<Vec<StreamId>> {
        // A stream that was erased completely has no row any more; its erasure has the name.
        let names: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT coalesce(e.tombstone, s.name) FROM erasures e \
             LEFT JOIN streams s ON s.id = e.stream \
             WHERE e.seal > ?1 AND coalesce(e.tombstone, s.name) IS NOT NULL",
        )
        .bind(to_sql(after))
        .fetch_all(&self.readers)
        .await
        .map_err(fault)?;
        names.iter().map(|name| stream_id(name)).collect()
    }

    /// Erases the stream's texts elsewhere in the log's folder: its snapshot, and the copies made before migrations,
    /// which are no longer needed.
    async fn erase_beside(&self, stream: &StreamId) -> Result<()> {
        self.snapshots.erase(stream).await?;
        super::open::remove_copies(&self.path).map_err(|error| {
            Error::unavailable(format!("an old copy of the log cannot be erased: {error}"))
        })
    }
}

/// Deletes a stream's answers. Rows of answers do move, so the other ones are copied to memory (`temp_store`) and
/// inserted again into the emptied table: emptying overwrites whole pages.
async fn forget_answers(conn: &mut SqliteConnection, stream: &str) -> sqlx::Result<()> {
    let there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM answers)")
        .fetch_one(&mut *conn)
        .await?;
    if !there {
        return Ok(());
    }
    conn.execute("CREATE TEMP TABLE others AS SELECT * FROM main.answers LIMIT 0")
        .await?;
    sqlx::query("INSERT INTO temp.others SELECT * FROM main.answers WHERE stream <> ?1")
        .bind(stream)
        .execute(&mut *conn)
        .await?;
    conn.execute("DELETE FROM main.answers").await?;
    conn.execute("INSERT INTO main.answers SELECT * FROM temp.others")
        .await?;
    conn.execute("DROP TABLE temp.others").await?;
    Ok(())
}
