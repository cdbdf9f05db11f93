//! What lies beside the facts: snapshots (in files of their own), answers, tombstones.

use engine::ports::log::{ANSWERS_KEPT, Answered, Snapshot, Tombstone};
use engine::{Result, StreamId, Time};

use super::{SqliteLog, actor, stream_id};
use crate::error::fault;

impl SqliteLog {
    pub(super) async fn read_snapshot(&self, stream: &StreamId) -> Result<Option<Snapshot>> {
        self.snapshots.read(stream.clone()).await
    }

    pub(super) async fn write_snapshot(&self, stream: &StreamId, snapshot: Snapshot) -> Result<()> {
        let turn = self.snapshots.turn().await;
        // Asked in turn with erasing: a stream that is being erased cannot come back as a snapshot.
        let there: bool =
            sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM streams WHERE name = ?1)")
                .bind(stream.as_str())
                .fetch_one(&self.readers)
                .await
                .map_err(fault)?;
        if there {
            self.snapshots.write(turn, stream.clone(), snapshot).await
        } else {
            Ok(())
        }
    }

    pub(super) async fn read_answer(&self, key: &str, now: Time) -> Result<Option<Answered>> {
        let kept = i64::try_from(ANSWERS_KEPT.as_millis()).unwrap_or(i64::MAX);
        let row: Option<(String, String, String, i64)> = sqlx::query_as(
            "SELECT request, answer, stream, at FROM answers WHERE key = ?1 AND at > ?2",
        )
        .bind(key)
        .bind(now.plus(-kept).0)
        .fetch_optional(&self.readers)
        .await
        .map_err(fault)?;
        row.map(|(request, answer, stream, at)| {
            let stream = stream_id(&stream)?;
            Ok(Answered {
                key: key.into(),
                request,
                answer,
                stream,
                at: Time(at),
            })
        })
        .transpose()
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

    /// All streams that were erased.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn tombstones(&self) -> Result<Vec<StreamId>> {
        let names: Vec<String> = sqlx::query_scalar("SELECT stream FROM tombstones")
            .fetch_all(&self.readers)
            .await
            .map_err(fault)?;
        names.iter().map(|name| stream_id(name)).collect()
    }
}
