//! Reading facts, by stream and by position.

use kernel::ports::log::StreamPage;
use kernel::{Fact, Position, Result, StreamId, Time, Version};

use super::SqliteLog;
use crate::columns::{COLUMNS, facts, from_sql, stream_id, to_sql};
use crate::error::fault;

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
