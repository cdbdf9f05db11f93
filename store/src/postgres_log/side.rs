//! Records other than facts: snapshots, answers, tombstones.

use kernel::ports::log::{Answered, Snapshot, Tombstone};
use kernel::{Result, StreamId, Time};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row as _};

use super::PostgresLog;
use crate::chain;
use crate::columns::{actor, damaged, from_sql, stream_id, to_sql};
use crate::postgres::await_answer;

/// A row of the table of answers.
pub(super) struct AnswerRow {
    key: String,
    request: String,
    answer: String,
    stream: String,
    at: i64,
    sum: Vec<u8>,
}

impl FromRow<'_, PgRow> for AnswerRow {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        Ok(Self {
            key: row.try_get("key")?,
            request: row.try_get("request")?,
            answer: row.try_get("answer")?,
            stream: row.try_get("stream")?,
            at: row.try_get("at")?,
            sum: row.try_get("sum")?,
        })
    }
}

impl AnswerRow {
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// Returns the answer; an error if it is not what was written.
    pub(super) fn verify(self) -> Result<Answered> {
        let answered = Answered {
            stream: stream_id(&self.stream)?,
            key: self.key,
            request: self.request,
            answer: self.answer,
            at: Time(self.at),
        };
        if self.sum != chain::answer(&answered) {
            return Err(damaged("a stored answer is not what was written"));
        }
        Ok(answered)
    }
}

impl PostgresLog {
    pub(super) async fn read_snapshot(&self, stream: &StreamId) -> Result<Option<Snapshot>> {
        let row = sqlx::query_as(
            "SELECT n.version, n.schema, n.state FROM streams s JOIN snapshots n ON n.stream = s.id WHERE s.name = $1",
        )
        .bind(stream.as_str())
        .fetch_optional(&self.readers);
        let row: Option<(i64, i64, Vec<u8>)> = await_answer(row).await?;
        Ok(row.and_then(|(version, schema, state)| {
            Some(Snapshot {
                version: from_sql(version),
                schema: schema.try_into().ok()?,
                state,
            })
        }))
    }

    pub(super) async fn write_snapshot(
        &self,
        stream: &StreamId,
        snapshot: Snapshot,
        erased: i64,
    ) -> Result<()> {
        let keep = sqlx::query("SELECT keep_snapshot($1, $2, $3, $4, $5)")
            .bind(stream.as_str())
            .bind(to_sql(snapshot.version))
            .bind(i64::from(snapshot.schema))
            .bind(snapshot.state)
            .bind(erased)
            .execute(&self.readers);
        await_answer(keep).await.map(drop)
    }

    pub(super) async fn read_answer(&self, key: &str, now: Time) -> Result<Option<Answered>> {
        let row = sqlx::query_as(
            "SELECT key, request, answer, stream, at, sum FROM answers WHERE key = $1",
        )
        .bind(key)
        .fetch_optional(&self.readers);
        let row: Option<AnswerRow> = await_answer(row).await?;
        let stored = row.map(AnswerRow::verify).transpose()?;
        Ok(stored.filter(|stored| stored.is_kept(now)))
    }

    pub(super) async fn read_tombstone(&self, stream: &StreamId) -> Result<Option<Tombstone>> {
        let row = sqlx::query_as("SELECT actor, role, at FROM tombstones WHERE stream = $1")
            .bind(stream.as_str())
            .fetch_optional(&self.readers);
        let row: Option<(String, String, i64)> = await_answer(row).await?;
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
    pub(crate) async fn tombstones(&self) -> Result<Vec<StreamId>> {
        self.names("SELECT stream FROM tombstones WHERE $1 = 0", 0)
            .await
    }

    pub(super) async fn streams_erased_after(&self, after: u64) -> Result<Vec<StreamId>> {
        // A stream that was erased completely has no row any more; its erasure has the name.
        let erased = "SELECT DISTINCT coalesce(e.tombstone, s.name) FROM erasures e \
             LEFT JOIN streams s ON s.id = e.stream \
             WHERE e.seal > $1 AND coalesce(e.tombstone, s.name) IS NOT NULL";
        self.names(erased, to_sql(after)).await
    }

    async fn names(&self, sql: &'static str, bound: i64) -> Result<Vec<StreamId>> {
        let names = sqlx::query_scalar(sql).bind(bound).fetch_all(&self.readers);
        let names: Vec<String> = await_answer(names).await?;
        names.iter().map(|name| stream_id(name)).collect()
    }
}
