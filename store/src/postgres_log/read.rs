//! Reading facts, by stream and by position.

use kernel::ports::log::StreamPage;
use kernel::{Fact, Position, Result, StreamId, Time, Version};

use super::PostgresLog;
use crate::columns::{COLUMNS, Stored, facts, from_sql, stream_id, to_sql};
use crate::postgres::await_answer;

impl PostgresLog {
    pub(super) async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Fact>> {
        let is_later = "s.name = $1 AND f.version > $2 ORDER BY f.version";
        self.select(is_later, stream.as_str(), to_sql(after), limit)
            .await
    }

    pub(super) async fn read_after(&self, after: Position, limit: usize) -> Result<Vec<Fact>> {
        let is_later = "$1 = '' AND f.position > $2 ORDER BY f.position";
        self.select(is_later, "", to_sql(after), limit).await
    }

    pub(super) async fn read_before(
        &self,
        stream: Option<&StreamId>,
        before: Option<Position>,
        limit: usize,
    ) -> Result<Vec<Fact>> {
        let is_earlier = match stream {
            // Within a stream, positions grow with versions.
            Some(_) => "s.name = $1 AND f.position < $2 ORDER BY f.version DESC",
            None => "$1 = '' AND f.position < $2 ORDER BY f.position DESC",
        };
        let name = stream.map_or("", StreamId::as_str);
        self.select(is_earlier, name, before.map_or(i64::MAX, to_sql), limit)
            .await
    }

    async fn select(
        &self,
        condition: &str,
        stream: &str,
        bound: i64,
        limit: usize,
    ) -> Result<Vec<Fact>> {
        let sql = format!(
            "SELECT {COLUMNS} FROM facts f JOIN streams s ON s.id = f.stream WHERE {condition} LIMIT $3"
        );
        let rows = sqlx::query_as(&sql)
            .bind(stream)
            .bind(bound)
            .bind(to_sql(limit))
            .fetch_all(&self.readers);
        let rows: Vec<Stored> = await_answer(rows).await?;
        facts(rows)
    }

    pub(super) async fn streams_after(
        &self,
        after: Position,
        cursor: u64,
        limit: usize,
    ) -> Result<StreamPage> {
        let rows = sqlx::query_as(
            "SELECT id, name FROM streams WHERE id > $1 AND position > $2 ORDER BY id LIMIT $3",
        )
        .bind(to_sql(cursor))
        .bind(to_sql(after))
        .bind(to_sql(limit))
        .fetch_all(&self.readers);
        let rows: Vec<(i64, String)> = await_answer(rows).await?;
        let is_full = rows.len() == limit;
        let last = rows.last().map(|(id, _)| from_sql(*id));
        let streams = rows.iter().map(|(_, name)| stream_id(name));
        Ok(StreamPage {
            streams: streams.collect::<Result<_>>()?,
            next: last.filter(|_| is_full),
        })
    }

    /// Returns the time of the last fact, or 0 for an empty log.
    pub(crate) async fn last_at(&self) -> Result<Time> {
        let at = sqlx::query_scalar("SELECT at FROM facts ORDER BY position DESC LIMIT 1")
            .fetch_optional(&self.readers);
        let at: Option<i64> = await_answer(at).await?;
        Ok(at.map_or(Time::default(), Time))
    }
}
