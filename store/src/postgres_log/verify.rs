//! Checks of the whole log, on one consistent view of it.

use std::collections::VecDeque;

use kernel::Result;
use kernel::ports::log::{Link, Report};
use sqlx::postgres::PgRow;
use sqlx::{Acquire as _, Executor as _, FromRow, PgConnection, Row as _};

use super::PostgresLog;
use super::side::AnswerRow;
use crate::chain::{Erasure, HASH, Linked, Numbers, Row, SALT, Sealed, Stone, Walk};
use crate::columns::{door, from_sql, role};
use crate::error::fault;

/// Maximum number of faults listed per kind. One is enough to restore a backup.
const LISTED: usize = 20;
/// Maximum number of facts, seals or answers read at a time.
const ROWS: i64 = 500;

/// Invariants of the log, each as a query that returns one sentence per violation.
const LAWS: [&str; 7] = [
    // Positions are dense from 1.
    "SELECT format('there are %s facts and the last one is at %s', count(*), max(position)) \
     FROM facts HAVING count(*) <> max(position)",
    // Versions are dense from 1, and the stream has the last one.
    "SELECT format('%s has %s facts, the first is %s and the last %s, and it should have %s', s.name, count(f.version), \
                   coalesce(min(f.version), 0), coalesce(max(f.version), 0), s.version) \
     FROM streams s LEFT JOIN facts f ON f.stream = s.id GROUP BY s.id, s.name, s.version \
     HAVING count(f.version) <> s.version OR min(f.version) <> 1 OR max(f.version) <> s.version",
    "SELECT format('%s should end at position %s and ends at %s', s.name, s.position, max(f.position)) \
     FROM streams s JOIN facts f ON f.stream = s.id GROUP BY s.id, s.name, s.position \
     HAVING max(f.position) <> s.position",
    // Within a stream, positions grow with versions.
    "SELECT format('fact %s of stream %s lies at %s, not after %s', version, stream, position, last) \
     FROM (SELECT stream, version, position, \
                  lag(position, 1, 0::bigint) OVER (PARTITION BY stream ORDER BY version) AS last FROM facts) AS lags \
     WHERE position <= last",
    // A fact without a stream must have been erased with it.
    "SELECT format('the fact at %s belongs to no stream', position) FROM facts \
     WHERE stream NOT IN (SELECT id FROM streams) AND body <> ''",
    // The row that orders the writes, the facts and the chain end together.
    "SELECT format('the log ends at position %s and seal %s, and its head says %s and %s', f.last, s.last, h.position, \
                   h.seal) \
     FROM head h, (SELECT coalesce(max(position), 0) AS last FROM facts) f, \
          (SELECT coalesce(max(number), 0) AS last FROM seals) s \
     WHERE h.position <> f.last OR h.seal <> s.last \
        OR h.link <> coalesce((SELECT link FROM seals WHERE number = h.seal), h.link)",
    "SELECT format('no seal has the erasure of %s', stream) FROM tombstones \
     WHERE stream NOT IN (SELECT tombstone FROM erasures WHERE tombstone IS NOT NULL)",
];

impl PostgresLog {
    pub(super) async fn verify_all(&self, known: Option<Link>) -> Result<Report> {
        let mut conn = self.database.connect().await.map_err(fault)?;
        let mut view = conn.begin().await.map_err(fault)?;
        view.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            .await
            .map_err(fault)?;
        check(&mut view, known).await
    }
}

async fn check(view: &mut PgConnection, known: Option<Link>) -> Result<Report> {
    let (facts, streams): (i64, i64) =
        sqlx::query_as("SELECT coalesce(sum(version), 0)::bigint, count(*) FROM streams")
            .fetch_one(&mut *view)
            .await
            .map_err(fault)?;
    let mut report = Report {
        facts: from_sql(facts),
        streams: from_sql(streams),
        ..Report::default()
    };
    for law in LAWS {
        let broken: Vec<String> = sqlx::query_scalar(&format!("{law} LIMIT {LISTED}"))
            .fetch_all(&mut *view)
            .await
            .map_err(fault)?;
        report.faults.extend(broken);
    }
    report.faults.extend(strangers(view).await.map_err(fault)?);
    let (head, faults) = walk(view, known).await.map_err(fault)?;
    report.head = head;
    report.faults.extend(faults);
    report.faults.extend(answers(view).await.map_err(fault)?);
    Ok(report)
}

/// Lists facts with an unknown role or door.
async fn strangers(view: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    let known: Vec<(String, String, i64)> = sqlx::query_as(
        "SELECT role, door, min(position) FROM facts WHERE stream IN (SELECT id FROM streams) GROUP BY role, door",
    )
    .fetch_all(view)
    .await?;
    let sentences = known.iter().filter_map(|(role_name, door_name, position)| {
        let is_known = role(role_name).is_ok() && door(door_name).is_ok();
        (!is_known).then(|| {
            format!("the fact at {position} names the role {role_name} and the door {door_name}")
        })
    });
    Ok(sentences.take(LISTED).collect())
}

/// Recomputes the chain.
async fn walk(view: &mut PgConnection, known: Option<Link>) -> sqlx::Result<(Link, Vec<String>)> {
    let mut walk = Walk::new(known);
    let mut facts: VecDeque<Row> = VecDeque::new();
    let (mut number, mut read) = (i64::MIN, i64::MIN);
    loop {
        let seals = seals(view, number).await?;
        let Some(last) = seals.last() else { break };
        number = last.number;
        for sealed in &seals {
            let mut seal = walk.seal();
            loop {
                if facts.is_empty() && read < sealed.last {
                    facts.extend(rows(view, read).await?);
                    read = facts.back().map_or(i64::MAX, |row| row.numbers.position);
                }
                let is_under = |row: &mut Row| row.numbers.position <= sealed.last;
                let Some(row) = facts.pop_front_if(is_under) else {
                    break;
                };
                walk.fact(&row, &mut seal);
            }
            walk.check_seal(sealed, seal);
        }
    }
    Ok(walk.end())
}

/// Reads the facts after `after`, each with its links and the previous link of its stream.
async fn rows(view: &mut PgConnection, after: i64) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as(
        "SELECT f.position, f.stream, f.version, f.at, f.schema, s.name, f.workspace, f.actor, f.role, f.door, f.request, \
                f.kind, f.body, f.chain, substr(p.chain, 97) AS previous, \
                f.body = '' AND EXISTS (SELECT 1 FROM erasures e \
                    WHERE e.stream = f.stream AND f.version BETWEEN e.first AND e.last) AS erased \
         FROM facts f LEFT JOIN streams s ON s.id = f.stream \
         LEFT JOIN facts p ON p.stream = f.stream AND p.version = f.version - 1 \
         WHERE f.position > $1 ORDER BY f.position LIMIT $2",
    )
    .bind(after)
    .bind(ROWS)
    .fetch_all(view)
    .await
}

impl FromRow<'_, PgRow> for Row {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        let text = |name: &str| row.try_get::<String, _>(name).map(String::into_bytes);
        Ok(Self {
            numbers: Numbers {
                position: row.try_get("position")?,
                stream: row.try_get("stream")?,
                version: row.try_get("version")?,
                at: row.try_get("at")?,
                schema: row.try_get("schema")?,
            },
            stream: row
                .try_get::<Option<String>, _>("name")?
                .map(String::into_bytes),
            texts: [
                text("workspace")?,
                text("actor")?,
                text("role")?,
                text("door")?,
                text("request")?,
                text("kind")?,
            ],
            body: text("body")?,
            linked: split_cell(&row.try_get::<Vec<u8>, _>("chain")?),
            previous: row.try_get("previous")?,
            erased: row.try_get("erased")?,
        })
    }
}

/// Splits the cell of a fact's hashes and salts.
fn split_cell(cell: &[u8]) -> Option<Linked> {
    let (envelope_salt, rest) = cell.split_at_checked(SALT)?;
    let (envelope, rest) = rest.split_at_checked(HASH)?;
    let (body_salt, rest) = rest.split_at_checked(SALT)?;
    let (body, link) = rest.split_at_checked(HASH)?;
    Some(Linked {
        envelope_salt: envelope_salt.to_vec(),
        envelope: envelope.to_vec(),
        body_salt: body_salt.to_vec(),
        body: body.to_vec(),
        link: link.to_vec(),
    })
}

/// Reads the next seals after `after`.
async fn seals(view: &mut PgConnection, after: i64) -> sqlx::Result<Vec<Sealed>> {
    sqlx::query_as(
        "SELECT s.number, s.last, s.link, e.stream, e.first, e.last AS last_erased, e.tombstone, \
                coalesce(t.actor, '') AS actor, coalesce(t.role, '') AS role, coalesce(t.at, 0) AS at \
         FROM seals s LEFT JOIN erasures e ON e.seal = s.number \
         LEFT JOIN tombstones t ON t.stream = e.tombstone \
         WHERE s.number > $1 ORDER BY s.number LIMIT $2",
    )
    .bind(after)
    .bind(ROWS)
    .fetch_all(view)
    .await
}

impl FromRow<'_, PgRow> for Sealed {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        let text = |name: &str| row.try_get::<String, _>(name).map(String::into_bytes);
        let erasure = match row.try_get::<Option<i64>, _>("stream")? {
            None => None,
            Some(stream) => Some(Erasure {
                stream,
                first: row.try_get("first")?,
                last: row.try_get("last_erased")?,
                tombstone: match row.try_get::<Option<String>, _>("tombstone")? {
                    None => None,
                    Some(stream) => Some(Stone {
                        stream: stream.into_bytes(),
                        actor: text("actor")?,
                        role: text("role")?,
                        at: row.try_get("at")?,
                    }),
                },
            }),
        };
        Ok(Self {
            number: row.try_get("number")?,
            last: row.try_get("last")?,
            link: row.try_get("link")?,
            erasure,
        })
    }
}

/// Lists the stored answers that differ from what was written.
async fn answers(view: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut after = String::new();
    loop {
        let rows: Vec<AnswerRow> = sqlx::query_as(
            "SELECT key, request, answer, stream, at, sum FROM answers WHERE key > $1 ORDER BY key LIMIT $2",
        )
        .bind(&after)
        .bind(ROWS)
        .fetch_all(&mut *view)
        .await?;
        let Some(last) = rows.last() else {
            return Ok(faults);
        };
        last.key().clone_into(&mut after);
        for row in rows {
            let key = row.key().to_owned();
            if row.verify().is_err() && faults.len() < LISTED {
                faults.push(format!("the stored answer {key} is not what was written"));
            }
        }
    }
}
