//! Reading facts, by stream and by position.

use kernel::ports::log::StreamPage;
use kernel::{Fact, Position, Result, StreamId, Time, Version};
use serde_json::value::RawValue;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row};

use super::{SqliteLog, actor, damaged, door, from_sql, stream_id, to_sql};
use crate::error::fault;

/// A row of the table of facts.
struct Stored {
    stream: String,
    version: i64,
    position: i64,
    at: i64,
    workspace: String,
    actor: String,
    role: String,
    door: String,
    request: String,
    kind: String,
    schema: i64,
    body: String,
}

const COLUMNS: &str = "s.name, f.version, f.position, f.at, f.workspace, f.actor, f.role, f.door, \
                       f.request, f.kind, f.schema, f.body";

impl FromRow<'_, SqliteRow> for Stored {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        Ok(Self {
            stream: row.try_get(0)?,
            version: row.try_get(1)?,
            position: row.try_get(2)?,
            at: row.try_get(3)?,
            workspace: row.try_get(4)?,
            actor: row.try_get(5)?,
            role: row.try_get(6)?,
            door: row.try_get(7)?,
            request: row.try_get(8)?,
            kind: row.try_get(9)?,
            schema: row.try_get(10)?,
            body: row.try_get(11)?,
        })
    }
}

impl Stored {
    fn fact(mut self) -> Result<Fact> {
        let at = self.position;
        if self.body.starts_with(' ') {
            (self.kind, self.schema, self.body) = ("redacted".into(), 0, "null".into());
        }
        Ok(Fact {
            workspace: self.workspace,
            stream: stream_id(&self.stream)?,
            version: from_sql(self.version),
            position: from_sql(self.position),
            at: Time(self.at),
            actor: actor(self.actor, &self.role)?,
            door: door(&self.door)?,
            request: self.request,
            kind: self.kind,
            schema: u16::try_from(self.schema)
                .map_err(|_| damaged(format!("the fact at {at} has no schema number")))?,
            body: RawValue::from_string(self.body)
                .map_err(|_| damaged(format!("the fact at {at} has a body that is not JSON")))?,
        })
    }
}

fn facts(rows: Vec<Stored>) -> Result<Vec<Fact>> {
    rows.into_iter().map(Stored::fact).collect()
}

impl SqliteLog {
    pub(super) async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Fact>> {
        let rows = sqlx::query_as(&format!(
            "SELECT {COLUMNS} FROM streams s JOIN facts f ON f.stream = s.id \
             WHERE s.name = ?1 AND f.version > ?2 ORDER BY f.version LIMIT ?3"
        ))
        .bind(stream.as_str())
        .bind(to_sql(after))
        .bind(to_sql(limit))
        .fetch_all(&self.readers)
        .await
        .map_err(fault)?;
        facts(rows)
    }

    pub(super) async fn read_after(&self, after: Position, limit: usize) -> Result<Vec<Fact>> {
        let rows = sqlx::query_as(&format!(
            "SELECT {COLUMNS} FROM facts f CROSS JOIN streams s ON s.id = f.stream \
             WHERE f.position > ?1 ORDER BY f.position LIMIT ?2"
        ))
        .bind(to_sql(after))
        .bind(to_sql(limit))
        .fetch_all(&self.readers)
        .await
        .map_err(fault)?;
        facts(rows)
    }

    pub(super) async fn read_before(
        &self,
        stream: Option<&StreamId>,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Fact>> {
        let before = before.map_or(i64::MAX, to_sql);
        let rows = match stream {
            // Within a stream, positions grow with versions, and the index over versions carries the positions.
            Some(stream) => {
                sqlx::query_as(&format!(
                    "SELECT {COLUMNS} FROM streams s JOIN facts f ON f.stream = s.id \
                     WHERE s.name = ?1 AND f.position < ?2 ORDER BY f.version DESC LIMIT ?3"
                ))
                .bind(stream.as_str())
                .bind(before)
                .bind(to_sql(limit))
                .fetch_all(&self.readers)
                .await
            }
            None => {
                sqlx::query_as(&format!(
                    "SELECT {COLUMNS} FROM facts f CROSS JOIN streams s ON s.id = f.stream \
                     WHERE f.position < ?1 ORDER BY f.position DESC LIMIT ?2"
                ))
                .bind(before)
                .bind(to_sql(limit))
                .fetch_all(&self.readers)
                .await
            }
        };
        facts(rows.map_err(fault)?)
    }

    /// Reads the table of streams, not the facts: it is small, and has the last position of each stream. Pages are in
    /// the order of its rows, so that reading all of them reads the table once.
    pub(super) async fn streams_after(
        &self,
        after: Position,
        cursor: u64,
        limit: usize,
    ) -> Result<StreamPage> {
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "SELECT id, name FROM streams WHERE id > ?1 AND position > ?2 ORDER BY id LIMIT ?3",
        )
        .bind(to_sql(cursor))
        .bind(to_sql(after))
        .bind(to_sql(limit))
        .fetch_all(&self.readers)
        .await
        .map_err(fault)?;
        let is_full = rows.len() == limit;
        let last = rows.last().map(|(id, _)| from_sql(*id));
        let streams = rows.iter().map(|(_, name)| stream_id(name));
        Ok(StreamPage {
            streams: streams.collect::<Result<_>>()?,
            next: last.filter(|_| is_full),
        })
    }

    pub(super) async fn number_of_streams(&self) -> Result<u64> {
        let streams: i64 = sqlx::query_scalar("SELECT count(*) FROM streams")
            .fetch_one(&self.readers)
            .await
            .map_err(fault)?;
        Ok(from_sql(streams))
    }

    /// Returns the time of the last fact, or 0 for an empty log.
    pub(crate) async fn last_at(&self) -> Result<Time> {
        sqlx::query_scalar("SELECT at FROM facts ORDER BY position DESC LIMIT 1")
            .fetch_optional(&self.readers)
            .await
            .map(|at| at.map_or(Time::default(), Time))
            .map_err(fault)
    }
}
