//! Appending a batch with one call.

use std::collections::HashSet;

use kernel::ports::log::{ANSWERS_KEPT, Append, AppendError, Batch, CLAIM_TTL, Link};
use kernel::{Id, Position, StreamId, Time};
use sqlx::postgres::PgArguments;
use sqlx::query::QueryScalar;
use sqlx::{Postgres, query_scalar};

use super::rows::{Rows, rows};
use super::writer::{Place, Writer, answer};
use super::{End, Shared};
use crate::chain::{self, Hash};
use crate::columns::{from_sql, to_sql};
use crate::expiry::{answers_before, batches_before, millis, newest_answer};
use crate::postgres::{code, message};

const APPEND: &str = "SELECT append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, \
     $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35)";

/// Result of a call of the function.
enum Outcome {
    /// The batch is stored, now or before, at this position.
    Stored(i64),
    /// The log ends elsewhere than this process knew.
    Moved,
    Refused(AppendError),
}

impl Shared {
    /// Appends a batch; see [`kernel::ports::log::Log::append`].
    pub(super) async fn append(&self, batch: &Batch) -> Result<Position, AppendError> {
        let mut keys = HashSet::new();
        if let Some(twice) = batch
            .answers
            .iter()
            .find(|answer| !keys.insert(&answer.key))
        {
            return Err(AppendError::Answered(twice.key.clone()));
        }
        let mut lease = self.lease().await?;
        if lease.writer.is_shared {
            self.lock(&mut lease.writer).await?;
        }
        let mut outcome = self.call(&mut lease.writer, batch).await?;
        if matches!(outcome, Outcome::Moved) {
            self.lock(&mut lease.writer).await?;
            outcome = self.call(&mut lease.writer, batch).await?;
        }
        let result = match outcome {
            Outcome::Stored(first) => Ok(from_sql(first)),
            Outcome::Refused(refusal) => Err(refusal),
            Outcome::Moved => Err(AppendError::Failed(
                "the log changed while it was locked".into(),
            )),
        };
        lease.keep();
        result
    }

    /// Calls the function once, and ends the transaction if there is one.
    async fn call(&self, writer: &mut Writer, batch: &Batch) -> Result<Outcome, AppendError> {
        let end = writer.end;
        if let Some(refusal) = meet(writer, batch).await? {
            // Perhaps it is stored already; then its streams have other versions now.
            return self.find_stored(writer, batch, refusal).await;
        }
        let rows = match rows(end, &writer.places, batch) {
            Ok(rows) => rows,
            Err(refusal) => return self.find_stored(writer, batch, refusal).await,
        };
        let purge = answers_before(writer.purged, batch);
        let forget = batches_before(writer.forgotten, batch.id);
        let is_locked = writer.is_locked;
        let called = answer(
            bind_all(self.epoch, end, batch, &rows, forget, purge).fetch_one(&mut writer.conn),
        );
        let first = match called.await {
            Ok(first) => first,
            Err(error) => {
                let outcome = outcome(&error)?;
                // The function refused: it ended its own transaction, or that of the lock.
                writer.rollback().await.map_err(|error| unknown(&error))?;
                if let Outcome::Refused(AppendError::Conflict(stream)) = &outcome {
                    writer.places.remove(stream);
                }
                return Ok(outcome);
            }
        };
        if is_locked {
            writer.commit().await.map_err(|error| unknown(&error))?;
        }
        let places = rows.places.into_iter();
        let places: Vec<_> = places
            .map(|(stream, place)| (stream.clone(), place))
            .collect();
        writer.end.position += to_sql(rows.facts.streams.len());
        writer.end.stream = rows.streams.ids.iter().copied().fold(end.stream, i64::max);
        if let Some(seal) = rows.seal {
            writer.end.seal = seal;
            self.seen.advance(seal);
        }
        writer.places.extend(places);
        if purge.is_some() {
            writer.purged = newest_answer(batch).unwrap_or_default();
        }
        if forget.is_some() {
            writer.forgotten = batch.id.time();
        }
        Ok(Outcome::Stored(first))
    }

    /// Returns the position of the batch if it is stored, or else the refusal.
    async fn find_stored(
        &self,
        writer: &mut Writer,
        batch: &Batch,
        refusal: AppendError,
    ) -> Result<Outcome, AppendError> {
        let first = query_scalar("SELECT first FROM batches WHERE id = $1")
            .bind(batch.id.to_bytes().to_vec())
            .fetch_optional(&mut writer.conn);
        let first: Option<i64> = answer(first).await.map_err(|error| unknown(&error))?;
        writer.rollback().await.map_err(|error| unknown(&error))?;
        Ok(first.map_or(Outcome::Refused(refusal), Outcome::Stored))
    }
}

/// Reads the streams whose versions and links are not cached. Returns the refusal if one of them is erased.
async fn meet(writer: &mut Writer, batch: &Batch) -> Result<Option<AppendError>, AppendError> {
    let mut met = HashSet::new();
    let first = batch
        .appends
        .iter()
        .filter(|append| met.insert(&append.stream));
    // The function finds out that a new stream exists.
    let is_unknown = |append: &&Append| match writer.places.get(&append.stream) {
        Some(place) => place.version != append.expected,
        None => append.expected > 0 || append.facts.is_empty(),
    };
    let names: Vec<&str> = first
        .filter(is_unknown)
        .map(|append| append.stream.as_str())
        .collect();
    if names.is_empty() {
        return Ok(None);
    }
    let rows = sqlx::query_as(
        "SELECT name, id, version, link FROM streams WHERE name = ANY ($1) \
         UNION ALL SELECT stream, -1, -1, NULL FROM tombstones WHERE stream = ANY ($1)",
    )
    .bind(names)
    .fetch_all(&mut writer.conn);
    let rows: Vec<(String, i64, i64, Option<Vec<u8>>)> = answer(rows)
        .await
        .map_err(|error| AppendError::Failed(error.to_string()))?;
    for (name, row, version, link) in rows {
        let Some(stream) = StreamId::parse(&name) else {
            continue;
        };
        let Ok(version) = u64::try_from(version) else {
            return Ok(Some(AppendError::Conflict(stream)));
        };
        let link = link.and_then(|link| Hash::try_from(link).ok()).map(Link);
        let link = link.ok_or_else(|| {
            AppendError::Failed(format!(
                "the chain of {stream} is damaged; run `loci check`"
            ))
        })?;
        writer.places.insert(stream, Place { row, version, link });
    }
    Ok(None)
}

/// Binds the parameters of [`APPEND`].
fn bind_all<'q>(
    epoch: i64,
    end: End,
    batch: &'q Batch,
    rows: &'q Rows<'q>,
    forget: Option<Id>,
    purge: Option<Time>,
) -> QueryScalar<'q, Postgres, i64, PgArguments> {
    let Rows {
        streams,
        facts,
        seal,
        ..
    } = rows;
    let answers = &batch.answers;
    query_scalar(APPEND)
        .bind(epoch)
        .bind(end.position)
        .bind(end.stream)
        .bind(end.seal.number)
        .bind(end.seal.link.0.to_vec())
        .bind(batch.id.to_bytes().to_vec())
        .bind(forget.map(|oldest| oldest.to_bytes().to_vec()))
        .bind(purge.map(|before| before.0))
        .bind(&streams.ids)
        .bind(&streams.names)
        .bind(&streams.expected)
        .bind(&streams.versions)
        .bind(&streams.positions)
        .bind(&streams.links)
        .bind(&facts.streams)
        .bind(&facts.versions)
        .bind(&facts.at)
        .bind(&facts.workspaces)
        .bind(&facts.actors)
        .bind(&facts.roles)
        .bind(&facts.doors)
        .bind(&facts.requests)
        .bind(&facts.kinds)
        .bind(&facts.schemas)
        .bind(&facts.bodies)
        .bind(&facts.chain)
        .bind(seal.map(|seal| seal.link.0.to_vec()))
        .bind(
            answers
                .iter()
                .map(|one| one.key.as_str())
                .collect::<Vec<_>>(),
        )
        .bind(
            answers
                .iter()
                .map(|one| one.request.as_str())
                .collect::<Vec<_>>(),
        )
        .bind(
            answers
                .iter()
                .map(|one| one.answer.as_str())
                .collect::<Vec<_>>(),
        )
        .bind(
            answers
                .iter()
                .map(|one| one.stream.as_str())
                .collect::<Vec<_>>(),
        )
        .bind(answers.iter().map(|one| one.at.0).collect::<Vec<_>>())
        .bind(
            answers
                .iter()
                .map(|one| chain::answer(one).to_vec())
                .collect::<Vec<_>>(),
        )
        .bind(millis(CLAIM_TTL))
        .bind(millis(ANSWERS_KEPT))
}

/// Returns what the function decided instead of storing the batch.
///
/// # Errors
/// Returns an error if it did not decide.
fn outcome(error: &sqlx::Error) -> Result<Outcome, AppendError> {
    let Some(code) = code(error) else {
        return Err(unknown(error));
    };
    let text = message(error).unwrap_or_default();
    Ok(match &*code {
        "LC000" => Outcome::Stored(text.parse().unwrap_or_default()),
        "LC001" => match StreamId::parse(text) {
            Some(stream) => Outcome::Refused(AppendError::Conflict(stream)),
            None => return Err(AppendError::Failed(format!("{text:?} is no stream"))),
        },
        "LC002" => Outcome::Refused(AppendError::Answered(text.into())),
        "LC003" => return Err(AppendError::Replaced(format!("its epoch is {text}"))),
        "LC004" => Outcome::Moved,
        // The session was ended, perhaps after the commit.
        code if ["08", "57"].iter().any(|class| code.starts_with(class)) || code == "25P03" => {
            return Err(unknown(error));
        }
        "53100" => {
            return Err(AppendError::Failed(
                "the disk of the database is full; free some space".into(),
            ));
        }
        _ => return Err(AppendError::Failed(error.to_string())),
    })
}

fn unknown(error: &sqlx::Error) -> AppendError {
    AppendError::Unknown(error.to_string())
}
