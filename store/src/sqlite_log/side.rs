//! Records other than facts: snapshots (in files of their own), answers, tombstones.

use kernel::ports::log::{Answered, Snapshot, Tombstone};
use kernel::{Result, StreamId, Time, Version};
use sqlx::SqliteConnection;

use super::SqliteLog;
use crate::chain;
use crate::columns::{actor, damaged, stream_id, to_sql};
use crate::error::fault;

impl SqliteLog {
    pub(super) async fn read_snapshot(&self, stream: &StreamId) -> Result<Option<Snapshot>> {
        let Some((snapshot, link)) = self.snapshots.read(stream.clone()).await? else {
            return Ok(None);
        };
        // A snapshot newer than the log is returned, so that the caller notices that facts are lost.
        match self.link_at(stream, snapshot.version).await? {
            Some(there) if hex::encode(&there) != link => {
                tracing::warn!(%stream, "a snapshot is of other facts than the log has; it is not used");
                Ok(None)
            }
            _ => Ok(Some(snapshot)),
        }
    }

    pub(super) async fn write_snapshot(
        &self,
        stream: &StreamId,
        snapshot: Snapshot,
        erased: u64,
    ) -> Result<()> {
        let turn = self.snapshots.turn().await;
        // A state from before an erasure may contain erased content.
        if self.is_erased_after(stream, erased).await? {
            return Ok(());
        }
        // Checked within the same turn as erasing, so that a stream that is being erased cannot reappear as a snapshot.
        match self.link_at(stream, snapshot.version).await? {
            Some(link) => {
                let (stream, link) = (stream.clone(), hex::encode(link));
                self.snapshots.write(turn, stream, snapshot, link).await
            }
            None => Ok(()),
        }
    }

    /// Returns true if something in the stream was erased after the erasure with this number.
    async fn is_erased_after(&self, stream: &StreamId, erased: u64) -> Result<bool> {
        if self.head.borrow().erased <= erased {
            return Ok(false);
        }
        sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM erasures e JOIN streams s ON s.id = e.stream \
             WHERE s.name = ?1 AND e.seal > ?2)",
        )
        .bind(stream.as_str())
        .bind(to_sql(erased))
        .fetch_one(&self.readers)
        .await
        .map_err(fault)
    }

    /// Returns the link of a stream's fact.
    async fn link_at(&self, stream: &StreamId, version: Version) -> Result<Option<Vec<u8>>> {
        sqlx::query_scalar(
            "SELECT c.link FROM streams s JOIN facts f ON f.stream = s.id \
             JOIN chain c ON c.position = f.position WHERE s.name = ?1 AND f.version = ?2",
        )
        .bind(stream.as_str())
        .bind(to_sql(version))
        .fetch_optional(&self.readers)
        .await
        .map_err(fault)
    }

    pub(super) async fn read_answer(&self, key: &str, now: Time) -> Result<Option<Answered>> {
        let mut conn = self.readers.acquire().await.map_err(fault)?;
        let stored = read_answer(&mut conn, key).await.map_err(fault)?;
        match stored.filter(|(answered, _)| answered.is_kept(now)) {
            Some((_, false)) => Err(damaged("a stored answer is not what was written")),
            stored => Ok(stored.map(|(answered, _)| answered)),
        }
    }

    pub(super) async fn read_tombstone(&self, stream: &StreamId) -> Result<Option<Tombstone>> {
        let row: Option<(String, String, i64)> =
            sqlx::query_as("SELECT actor, role, at FROM tombstones WHERE stream = ?1")
                .bind(stream.as_str())
                .fetch_optional(&self.readers)
                .await
                .map_err(fault)?;
        row.map(|(by, role, at)| {
            Ok(Tombstone {
                stream: stream.clone(),
                by: actor(by, &role)?,
                at: Time(at),
            })
        })
        .transpose()
    }

    /// Lists all erased streams.
    ///
    /// # Errors
    /// Returns an error if the log cannot be read.
    pub async fn tombstones(&self) -> Result<Vec<StreamId>> {
        let names: Vec<String> = sqlx::query_scalar("SELECT stream FROM tombstones")
            .fetch_all(&self.readers)
            .await
            .map_err(fault)?;
        names.iter().map(|name| stream_id(name)).collect()
    }
}

/// A row of the table of answers: request, answer, stream, time, checksum.
type AnswerRow = (String, String, String, i64, Option<Vec<u8>>);

/// Returns the answer under this key, and true if it matches its checksum.
pub(super) async fn read_answer(
    conn: &mut SqliteConnection,
    key: &str,
) -> sqlx::Result<Option<(Answered, bool)>> {
    let row: Option<AnswerRow> =
        sqlx::query_as("SELECT request, answer, stream, at, sum FROM answers WHERE key = ?1")
            .bind(key)
            .fetch_optional(conn)
            .await?;
    let Some((request, answer, name, at, sum)) = row else {
        return Ok(None);
    };
    let stream = StreamId::parse(&name)
        .ok_or_else(|| sqlx::Error::Decode(format!("{name:?} is no stream").into()))?;
    let answered = Answered {
        key: key.into(),
        request,
        answer,
        stream,
        at: Time(at),
    };
    let is_whole = sum.is_some_and(|sum| sum == chain::answer(&answered));
    Ok(Some((answered, is_whole)))
}
