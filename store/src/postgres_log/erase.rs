//! Erasing: afterwards no row has the content. Its bytes remain in the database's files, copies and backups until the
//! database reuses them.

use std::ops::RangeInclusive;

use kernel::ports::log::Tombstone;
use kernel::{Error, Result, StreamId, Version};
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{Postgres, query, query_as, query_scalar};

use super::writer::{Writer, answer};
use super::{Seal, Shared};
use crate::chain::{self, Erasure, Stone};
use crate::columns::to_sql;
use crate::error::fault;

/// Empties all texts of a stream's facts, and removes the salts: without them the hashes reveal nothing.
const EMPTY_ALL: &str = "UPDATE facts SET workspace = '', actor = '', role = '', door = '', request = '', kind = '', \
         body = '', chain = overlay(overlay(chain PLACING decode(repeat('00', 16), 'hex') FROM 1) \
             PLACING decode(repeat('00', 16), 'hex') FROM 49) \
     WHERE stream = $1";

/// Empties bodies, and removes their salts.
const EMPTY_BODIES: &str = "UPDATE facts \
     SET body = '', chain = overlay(chain PLACING decode(repeat('00', 16), 'hex') FROM 49) \
     WHERE stream = $1 AND version BETWEEN $2 AND $3";

impl Shared {
    /// Erases a stream; see [`kernel::ports::log::Log::erase_stream`].
    pub(super) async fn erase_stream(&self, tombstone: Tombstone) -> Result<()> {
        let mut lease = self.lease().await?;
        let writer = &mut lease.writer;
        self.lock(writer).await?;
        let name = tombstone.stream.as_str();
        let set = query(
            "INSERT INTO tombstones (stream, actor, role, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        )
        .bind(name)
        .bind(&tombstone.by.id)
        .bind(tombstone.by.role.name())
        .bind(tombstone.at.0);
        let is_new = run(writer, set).await? > 0;
        // Waits for snapshots of the stream that are being stored.
        let row = query_as("DELETE FROM streams WHERE name = $1 RETURNING id, version")
            .bind(name)
            .fetch_optional(&mut writer.conn);
        let row: Option<(i64, i64)> = answer(row).await.map_err(fault)?;
        if let Some((row, _)) = row {
            run(
                writer,
                query("DELETE FROM snapshots WHERE stream = $1").bind(row),
            )
            .await?;
            run(writer, query(EMPTY_ALL).bind(row)).await?;
        }
        run(
            writer,
            query("DELETE FROM answers WHERE stream = $1").bind(name),
        )
        .await?;
        if is_new || row.is_some() {
            let (stream, last) = row.unwrap_or_default();
            let what = Erasure {
                stream,
                first: last.min(1),
                last,
                // If the stream was erased before, its tombstone is under the seal of that erasure.
                tombstone: is_new.then(|| Stone {
                    stream: name.into(),
                    actor: tombstone.by.id.clone().into(),
                    role: tombstone.by.role.name().into(),
                    at: tombstone.at.0,
                }),
            };
            let name = is_new.then_some(name);
            self.seal_erasure(writer, &what, name).await?;
        }
        writer.commit().await.map_err(fault)?;
        self.seen.advance(writer.end.seal);
        writer.places.remove(&tombstone.stream);
        lease.keep();
        Ok(())
    }

    /// Erases bodies; see [`kernel::ports::log::Log::erase_facts`].
    pub(super) async fn erase_facts(
        &self,
        stream: &StreamId,
        versions: RangeInclusive<Version>,
    ) -> Result<()> {
        let mut lease = self.lease().await?;
        let writer = &mut lease.writer;
        self.lock(writer).await?;
        // The lock waits for snapshots of the stream that are being stored.
        let row = query_scalar("SELECT id FROM streams WHERE name = $1 FOR UPDATE")
            .bind(stream.as_str())
            .fetch_optional(&mut writer.conn);
        let row: Option<i64> = answer(row).await.map_err(fault)?;
        let what = Erasure {
            stream: row.unwrap_or_default(),
            first: to_sql(*versions.start()),
            last: to_sql(*versions.end()),
            tombstone: None,
        };
        let empty = query(EMPTY_BODIES)
            .bind(what.stream)
            .bind(what.first)
            .bind(what.last);
        if run(writer, empty).await? == 0 {
            writer.rollback().await.map_err(fault)?;
            lease.keep();
            return Err(Error::not_found(format!(
                "{stream} has no facts {versions:?}."
            )));
        }
        run(
            writer,
            query("DELETE FROM snapshots WHERE stream = $1").bind(what.stream),
        )
        .await?;
        run(
            writer,
            query("DELETE FROM answers WHERE stream = $1").bind(stream.as_str()),
        )
        .await?;
        self.seal_erasure(writer, &what, None).await?;
        writer.commit().await.map_err(fault)?;
        self.seen.advance(writer.end.seal);
        lease.keep();
        Ok(())
    }

    /// Seals an erasure within the transaction that erases. `name` is the stream's, if its tombstone was set.
    async fn seal_erasure(
        &self,
        writer: &mut Writer,
        what: &Erasure,
        name: Option<&str>,
    ) -> Result<()> {
        let end = writer.end;
        let number = end.seal.number + 1;
        let link = chain::erasure(&end.seal.link, number, end.position, what);
        let seal = query("INSERT INTO seals (number, last, link) VALUES ($1, $2, $3)")
            .bind(number)
            .bind(end.position)
            .bind(link.0.to_vec());
        run(writer, seal).await?;
        let erasure = query("INSERT INTO erasures (seal, stream, first, last, tombstone) VALUES ($1, $2, $3, $4, $5)")
            .bind(number)
            .bind(what.stream)
            .bind(what.first)
            .bind(what.last)
            .bind(name);
        run(writer, erasure).await?;
        let head = query("UPDATE head SET seal = $1, link = $2, erased = $1")
            .bind(number)
            .bind(link.0.to_vec());
        run(writer, head).await?;
        writer.end.seal = Seal { number, link };
        writer.end.erased = number;
        Ok(())
    }
}

/// Runs a statement of the transaction, and returns the number of rows.
async fn run(writer: &mut Writer, statement: Query<'_, Postgres, PgArguments>) -> Result<u64> {
    let done = answer(statement.execute(&mut writer.conn)).await;
    Ok(done.map_err(fault)?.rows_affected())
}
