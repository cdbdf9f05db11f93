//! Appending a batch atomically.

use std::collections::{HashMap, HashSet};

use kernel::ports::log::{ANSWERS_KEPT, AppendError, Batch, CLAIM_TTL, Link};
use kernel::{Position, StreamId};
use serde::Serialize;
use sqlx::SqliteConnection;

use super::links::{End, Links, insert_links};
use super::{Place, REMEMBERED, SqliteLog, Tail};
use crate::chain::{self, Hash, Numbers, Seal};
use crate::columns::{door_name, from_sql, to_sql};
use crate::error::{failed, words};
use crate::expiry::{answers_before, batches_before, millis, newest_answer};

/// The whole transaction in one call: the statements run on the connection's own thread, and on a busy machine each
/// round trip costs more than a statement. A batch that is already stored makes it fail, and so does a stored answer
/// that is not [replaced](kernel::ports::log::Answered::replaces): its value becomes NULL, which a constraint rejects.
/// Its parameters have no numbers: sqlx miscounts numbers that do not begin with 1 in every statement.
const APPEND: &str = concat!(
    "BEGIN IMMEDIATE; \
    INSERT INTO streams (id, name, version, position) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?) WHERE true \
    ON CONFLICT (id) DO UPDATE SET version = excluded.version, position = excluded.position; \
    INSERT INTO facts (position, stream, version, at, workspace, actor, role, door, request, \
                       kind, schema, body) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
           value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, \
           CAST(substr(?, value ->> 11, value ->> 12) AS TEXT) \
    FROM json_each(?); ",
    insert_links!(),
    "INSERT INTO seals (number, last, link) SELECT value, ?, ? FROM json_each(?); \
    DELETE FROM batches WHERE id < ?; \
    INSERT INTO batches (id, first) VALUES (?, ?); \
    DELETE FROM answers WHERE at < ?; \
    INSERT INTO answers (key, request, answer, stream, at, sum) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, unhex(value ->> 5) \
    FROM json_each(?) WHERE true \
    ON CONFLICT (key) DO UPDATE \
    SET request = excluded.request, stream = excluded.stream, at = excluded.at, sum = excluded.sum, \
        answer = CASE \
            WHEN answers.at <= excluded.at - iif(answers.answer GLOB 'claim *', ?, ?) THEN excluded.answer \
            WHEN answers.answer GLOB 'claim *' \
             AND (excluded.answer NOT GLOB 'claim *' OR excluded.answer = answers.answer) THEN excluded.answer \
        END; \
    COMMIT"
);

/// The rows that a batch adds, ready to be bound.
struct Plan {
    places: HashMap<StreamId, Place>,
    next_stream: i64,
    position: Position,
    streams: String,
    facts: String,
    /// Bodies of the facts, concatenated. Cutting bytes costs less than unescaping JSON in JSON.
    bodies: Vec<u8>,
    links: Links,
    end: End,
    /// Number of the batch's seal as a JSON list; empty if the batch has no facts.
    seal: String,
    answers: String,
}

/// Envelope of one fact as the statement reads it: position, stream, version, time, workspace, actor, role, door,
/// request, kind, schema, and the offset and length of its body.
#[derive(Serialize)]
struct Row<'a>(
    i64,
    i64,
    i64,
    i64,
    &'a str,
    &'a str,
    &'static str,
    &'static str,
    &'a str,
    &'a str,
    u16,
    usize,
    usize,
);

impl SqliteLog {
    pub(super) async fn append_batch(&self, batch: &Batch) -> Result<Position, AppendError> {
        match self.append_once(batch).await {
            // Checked only now, so that a new batch costs no lookup.
            Err(refused) => self.why_refused(batch, refused).await,
            Ok(first) => Ok(first),
        }
    }

    /// Notifies subscribers of the log's last position.
    fn ends_at(&self, position: Position) {
        self.head.send_if_modified(|head| {
            let is_later = position > head.position;
            head.position = head.position.max(position);
            is_later
        });
    }

    /// Finds out why a batch was not written: it may be stored already, or one of its calls may already have an answer.
    async fn why_refused(
        &self,
        batch: &Batch,
        refused: AppendError,
    ) -> Result<Position, AppendError> {
        let first: sqlx::Result<Option<i64>> =
            sqlx::query_scalar("SELECT first FROM batches WHERE id = ?1")
                .bind(&batch.id.to_bytes()[..])
                .fetch_optional(&self.readers)
                .await;
        let first = match (first, &refused) {
            // The statement failed, but may have been committed.
            (Err(error), AppendError::Unknown(reason)) => {
                return Err(AppendError::Unknown(format!("{reason}; {error}")));
            }
            (first, _) => first,
        };
        if let Ok(Some(first)) = first {
            let first = from_sql(first);
            let facts: usize = batch.appends.iter().map(|append| append.facts.len()).sum();
            // The commit may have succeeded although its response was lost.
            self.ends_at(first - 1 + facts as Position);
            return Ok(first);
        }
        let mut keys = HashSet::new();
        for answered in &batch.answers {
            let stored = self.read_answer(&answered.key, answered.at).await;
            let is_taken = matches!(stored, Ok(Some(stored)) if !answered.replaces(&stored));
            if !keys.insert(&answered.key) || is_taken {
                return Err(AppendError::Answered(answered.key.clone()));
            }
        }
        Err(match refused {
            // The batch is not stored.
            AppendError::Unknown(reason) => AppendError::Failed(reason),
            other => other,
        })
    }

    async fn append_once(&self, batch: &Batch) -> Result<Position, AppendError> {
        let mut lease = self.writer.lease().await.map_err(failed)?;
        let open = &mut *lease;
        meet(&mut open.conn, &mut open.state, batch).await?;
        let plan = match plan(&open.state, batch) {
            Ok(plan) => plan,
            Err(error) => {
                lease.keep();
                return Err(error);
            }
        };
        let purge = answers_before(lease.state.purged, batch);
        let forget = batches_before(lease.state.forgotten, batch.id);
        let first = lease.state.position + 1;
        let append = sqlx::query(APPEND)
            .bind(&plan.streams)
            .bind(&plan.bodies)
            .bind(&plan.facts);
        plan.links
            .bind(append)
            .bind(plan.end.last)
            .bind(&plan.end.head.0[..])
            .bind(&plan.seal)
            .bind(forget.map_or_else(Vec::new, |oldest| oldest.to_bytes().to_vec()))
            .bind(batch.id.to_bytes().to_vec())
            .bind(to_sql(first))
            .bind(purge.map_or(i64::MIN, |before| before.0))
            .bind(&plan.answers)
            .bind(millis(CLAIM_TTL))
            .bind(millis(ANSWERS_KEPT))
            .execute(&mut lease.conn)
            .await
            .map_err(|error| AppendError::Unknown(words(&error)))?;

        let tail = &mut lease.state;
        tail.position = plan.position;
        tail.end = plan.end;
        tail.next_stream = plan.next_stream;
        tail.streams.extend(plan.places);
        if purge.is_some() {
            tail.purged = newest_answer(batch).unwrap_or_default();
        }
        if forget.is_some() {
            tail.forgotten = batch.id.time();
        }
        self.ends_at(plan.position);
        lease.keep();
        Ok(first)
    }
}

/// Reads the rows and versions of the batch's streams that are not cached.
async fn meet(
    conn: &mut SqliteConnection,
    tail: &mut Tail,
    batch: &Batch,
) -> Result<(), AppendError> {
    if tail.streams.len() > REMEMBERED {
        tail.streams.clear();
    }
    let mut unknown: Vec<&str> = batch
        .appends
        .iter()
        .filter(|append| !tail.streams.contains_key(&append.stream))
        .map(|append| append.stream.as_str())
        .collect();
    if unknown.is_empty() {
        return Ok(());
    }
    unknown.sort_unstable();
    unknown.dedup();
    let names = json(&unknown)?;
    let met: Vec<(String, i64, i64, Option<Vec<u8>>)> = sqlx::query_as(
        "SELECT s.name, s.id, s.version, c.link \
         FROM streams s LEFT JOIN chain c ON c.position = s.position \
         WHERE s.name IN (SELECT value FROM json_each(?1)) \
         UNION ALL \
         SELECT stream, -1, -1, NULL FROM tombstones WHERE stream IN (SELECT value FROM json_each(?1))",
    )
    .bind(names)
    .fetch_all(conn)
    .await
    .map_err(failed)?;
    for (name, row, version, link) in met {
        let Some(stream) = StreamId::parse(&name) else {
            continue;
        };
        // An erased stream takes no facts: the caller has to read it again and decide again.
        let Ok(version) = u64::try_from(version) else {
            return Err(AppendError::Conflict(stream));
        };
        let Some(Ok(link)) = link.map(Hash::try_from) else {
            return Err(AppendError::Failed(format!(
                "the chain of {stream} is damaged; stop Loci and run `loci check`"
            )));
        };
        let link = Link(link);
        tail.streams.insert(stream, Place { row, version, link });
    }
    Ok(())
}

/// Assigns positions to the facts and prepares the rows.
#[expect(
    clippy::too_many_lines,
    reason = "one pass over the batch, column by column"
)]
fn plan(tail: &Tail, batch: &Batch) -> Result<Plan, AppendError> {
    let mut places: HashMap<StreamId, Place> = HashMap::with_capacity(batch.appends.len());
    let mut last_positions = HashMap::with_capacity(batch.appends.len());
    let mut next_stream = tail.next_stream;
    let mut position = tail.position;
    let mut rows = Vec::with_capacity(batch.appends.len());
    let mut bodies = Vec::new();
    let mut links = Links::default();
    for append in &batch.appends {
        let place = places.entry(append.stream.clone()).or_insert_with(|| {
            tail.streams
                .get(&append.stream)
                .copied()
                .unwrap_or_else(|| {
                    let row = next_stream;
                    next_stream += 1;
                    Place {
                        row,
                        version: 0,
                        link: Link::default(),
                    }
                })
        });
        if place.version != append.expected {
            return Err(AppendError::Conflict(append.stream.clone()));
        }
        for fact in &append.facts {
            place.version += 1;
            position += 1;
            if fact.version != place.version {
                return Err(AppendError::Failed(format!(
                    "fact {} of {} is numbered {}",
                    place.version, append.stream, fact.version
                )));
            }
            let body = fact.body.get().as_bytes();
            rows.push(Row(
                to_sql(position),
                place.row,
                to_sql(fact.version),
                fact.at.0,
                &fact.workspace,
                &fact.actor.id,
                fact.actor.role.name(),
                door_name(fact.door),
                &fact.request,
                &fact.kind,
                fact.schema,
                // SQLite counts from 1.
                bodies.len() + 1,
                body.len(),
            ));
            bodies.extend_from_slice(body);
            let numbers = Numbers {
                position: to_sql(position),
                stream: place.row,
                version: to_sql(fact.version),
                at: fact.at.0,
                schema: fact.schema.into(),
            };
            let texts = [
                append.stream.as_str(),
                &fact.workspace,
                &fact.actor.id,
                fact.actor.role.name(),
                door_name(fact.door),
                &fact.request,
                &fact.kind,
            ];
            let texts = texts.map(str::as_bytes);
            place.link = links.add(&place.link, &numbers, Some(&texts), body);
            last_positions.insert(place.row, position);
        }
    }
    // A stream that was named without facts does not get a row.
    places.retain(|_, place| last_positions.contains_key(&place.row));
    let streams: Vec<_> = places
        .iter()
        .map(|(stream, place)| {
            let position = last_positions.get(&place.row).copied().unwrap_or_default();
            (place.row, stream.as_str(), place.version, position)
        })
        .collect();
    let answers: Vec<_> = batch
        .answers
        .iter()
        .map(|a| {
            let sum = hex::encode(chain::answer(a));
            (
                &a.key,
                &a.request,
                &a.answer,
                a.stream.as_str(),
                a.at.0,
                sum,
            )
        })
        .collect();
    let (mut end, mut seal) = (tail.end, Vec::new());
    if position > tail.position {
        end.number += 1;
        end.last = to_sql(position);
        end.head = links.seal(Seal::new(&tail.end.head, end.number), end.last);
        seal.push(end.number);
    }
    let links = links
        .ready()
        .map_err(|error| AppendError::Failed(error.to_string()))?;
    let (streams, facts, answers) = (json(&streams)?, json(&rows)?, json(&answers)?);
    Ok(Plan {
        places,
        next_stream,
        position,
        streams,
        facts,
        bodies,
        links,
        end,
        seal: json(&seal)?,
        answers,
    })
}

fn json<T: Serialize>(value: &T) -> Result<String, AppendError> {
    serde_json::to_string(value).map_err(|error| AppendError::Failed(error.to_string()))
}
