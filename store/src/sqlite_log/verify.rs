//! Read-only checks of the log, reported by `loci check`.

use std::collections::VecDeque;

use kernel::Result;
use kernel::ports::log::{Link, Report};
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row as _, SqliteConnection};

use super::SqliteLog;
use super::links::end;
use super::side::read_answer;
use crate::chain::{Erasure, Linked, Numbers, Row, Sealed, Stone, Walk};
use crate::columns::{door, from_sql, role};
use crate::error::fault;

/// Maximum number of faults listed per kind. One is enough to restore a backup.
const LISTED: usize = 20;

/// Invariants of the log, each as a query that returns one sentence per violation.
const LAWS: [&str; 9] = [
    // Positions are dense from 1.
    "SELECT format('there are %d facts and the last one is at %d', count(*), max(position)) \
     FROM facts HAVING count(*) <> max(position)",
    // Versions are dense from 1, and the stream has the last one. The pair is unique, so the ends and the number of
    // versions are sufficient.
    "SELECT format('%s has %d facts, the first is %d and the last %d, and it should have %d', \
                   s.name, count(f.version), coalesce(min(f.version), 0), \
                   coalesce(max(f.version), 0), s.version) \
     FROM streams s LEFT JOIN facts f ON f.stream = s.id GROUP BY s.id \
     HAVING count(f.version) <> s.version OR min(f.version) <> 1 OR max(f.version) <> s.version",
    "SELECT format('%s should end at position %d and ends at %d', s.name, s.position, \
                   max(f.position)) \
     FROM streams s JOIN facts f ON f.stream = s.id GROUP BY s.id \
     HAVING max(f.position) <> s.position",
    // Within a stream, positions grow with versions.
    "SELECT format('fact %d of stream %d lies at %d, not after %d', version, stream, position, last) \
     FROM (SELECT stream, version, position, \
                  lag(position, 1, 0) OVER (PARTITION BY stream ORDER BY version) AS last FROM facts) \
     WHERE position <= last",
    // A fact without a stream must have been erased with it.
    "SELECT format('the fact at %d belongs to no stream', position) FROM facts \
     WHERE stream NOT IN (SELECT id FROM streams) AND trim(body, ' ') <> ''",
    "SELECT format('the fact at %d has a body that is not JSON', position) FROM facts \
     WHERE NOT json_valid(body) AND trim(body, ' ') <> ''",
    // The chain and the log cover the same facts.
    LOOSE,
    "SELECT format('there is a link at %d and no fact', position) FROM chain \
     WHERE position NOT IN (SELECT position FROM facts)",
    "SELECT format('nobody knows of the erasure of %s', stream) FROM tombstones \
     WHERE stream NOT IN (SELECT tombstone FROM erasures WHERE tombstone IS NOT NULL)",
];

/// Number of leading invariants that apply to a log without a chain.
const UNCHAINED: usize = 6;

/// Check for lost facts at every start. It reads the index over versions, and no fact; the other checks read every
/// body.
const GAPS: &str = "\
    WITH held AS MATERIALIZED (\
        SELECT stream, count(*) AS facts, min(version) AS first, max(version) AS last, \
               max(position) AS position \
        FROM facts GROUP BY stream) \
    SELECT format('there are %d facts and the last one is at %d', sum(facts), max(position)) \
    FROM held HAVING sum(facts) <> max(position) \
    UNION ALL \
    SELECT format('%s has %d facts of %d', s.name, coalesce(facts, 0), s.version) \
    FROM streams s LEFT JOIN held ON held.stream = s.id \
    WHERE facts IS NULL OR facts <> s.version OR first <> 1 OR last <> s.version \
          OR held.position <> s.position \
    LIMIT 1";

/// Compares the end of the chain with the end of the facts.
const LOOSE: &str = "SELECT format('its facts end at position %d, and its chain at %d', facts, sealed) \
     FROM (SELECT (SELECT coalesce(max(position), 0) FROM facts) AS facts, \
                  (SELECT coalesce(max(last), 0) FROM seals) AS sealed) \
     WHERE facts <> sealed";

/// Returns the first sign of lost facts.
pub(super) async fn gaps(conn: &mut SqliteConnection) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(GAPS).fetch_optional(conn).await
}

/// Returns a sentence if facts were removed or added at the end without their links.
pub(super) async fn loose(conn: &mut SqliteConnection) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(LOOSE).fetch_optional(conn).await
}

impl SqliteLog {
    pub(super) async fn verify_all(&self, known: Option<Link>) -> Result<Report> {
        let mut conn = self.readers.acquire().await.map_err(fault)?;
        check(&mut conn, known).await
    }
}

pub(crate) async fn check(conn: &mut SqliteConnection, known: Option<Link>) -> Result<Report> {
    let pages: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(&mut *conn)
        .await
        .map_err(fault)?;
    let mut report = Report::default();
    if pages != ["ok"] {
        // The other checks would read the damaged pages and repeat the same faults less clearly.
        report.faults = pages;
        return Ok(report);
    }
    let (facts, streams, chained): (i64, i64, bool) = sqlx::query_as(
        "SELECT (SELECT coalesce(sum(version), 0) FROM streams), (SELECT count(*) FROM streams), \
                EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'seals')",
    )
    .fetch_one(&mut *conn)
    .await
    .map_err(fault)?;
    (report.facts, report.streams) = (from_sql(facts), from_sql(streams));
    // A backup made by an earlier version has no chain; it gets one when it is opened.
    let laws = if chained {
        &LAWS[..]
    } else {
        &LAWS[..UNCHAINED]
    };
    for law in laws {
        let broken: Vec<String> = sqlx::query_scalar(&format!("{law} LIMIT {LISTED}"))
            .fetch_all(&mut *conn)
            .await
            .map_err(fault)?;
        report.faults.extend(broken);
    }
    report.faults.extend(strangers(conn).await.map_err(fault)?);
    if chained {
        let (head, faults) = walk(conn, known).await.map_err(fault)?;
        report.head = head;
        report.faults.extend(faults);
        report.faults.extend(answers(conn).await?);
    }
    Ok(report)
}

/// Lists facts with an unknown role or door.
async fn strangers(conn: &mut SqliteConnection) -> sqlx::Result<Vec<String>> {
    let known: Vec<(Vec<u8>, Vec<u8>, i64)> = sqlx::query_as(
        "SELECT role, door, min(position) FROM facts WHERE stream IN (SELECT id FROM streams) \
         GROUP BY role, door",
    )
    .fetch_all(conn)
    .await?;
    let sentences = known.iter().filter_map(|(role_name, door_name, position)| {
        let text = |bytes| String::from_utf8_lossy(bytes);
        let (role_name, door_name) = (text(role_name), text(door_name));
        let is_known = role(&role_name).is_ok() && door(&door_name).is_ok();
        (!is_known).then(|| {
            format!("the fact at {position} names the role {role_name} and the door {door_name}")
        })
    });
    Ok(sentences.take(LISTED).collect())
}

/// Recomputes the chain up to its current end.
async fn walk(
    conn: &mut SqliteConnection,
    known: Option<Link>,
) -> sqlx::Result<(Link, Vec<String>)> {
    let end = end(&mut *conn).await?;
    let mut walk = Walk::new(known);
    let mut facts: VecDeque<Row> = VecDeque::new();
    let (mut number, mut read) = (i64::MIN, i64::MIN);
    loop {
        let seals = seals(conn, number, end.number).await?;
        let Some(last) = seals.last() else { break };
        number = last.number;
        for sealed in &seals {
            let mut seal = walk.seal();
            loop {
                if facts.is_empty() && read < sealed.last {
                    let upto = page(conn, read, end.last).await?;
                    facts.extend(rows(conn, read, upto).await?);
                    read = upto;
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

/// Maximum number of facts read at a time.
const ROWS: i64 = 2000;
/// Maximum size in bytes of the bodies read at a time. A larger fact is read alone.
const BYTES: i64 = 8 * 1024 * 1024;

/// Returns the position up to which the facts after `after` are read together, at most `end`.
pub(super) async fn page(conn: &mut SqliteConnection, after: i64, end: i64) -> sqlx::Result<i64> {
    // The header of a row has the lengths, so summing them does not read long bodies.
    sqlx::query_scalar(
        "SELECT coalesce( \
             (SELECT max(position) FROM \
                 (SELECT position, sum(bytes) OVER (ORDER BY position) AS bytes FROM \
                     (SELECT position, octet_length(body) AS bytes FROM facts \
                      WHERE position > ?1 AND position <= ?2 ORDER BY position LIMIT ?3)) \
              WHERE bytes <= ?4), \
             (SELECT min(position) FROM facts WHERE position > ?1 AND position <= ?2), ?2)",
    )
    .bind(after)
    .bind(end)
    .bind(ROWS)
    .bind(BYTES)
    .fetch_one(conn)
    .await
}

/// Reads the facts after `after` up to `upto`, each with its link and the previous link of its stream.
pub(super) async fn rows(
    conn: &mut SqliteConnection,
    after: i64,
    upto: i64,
) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as(
        "SELECT f.position, f.stream, f.version, f.at, f.schema, s.name, f.workspace, f.actor, \
                f.role, f.door, f.request, f.kind, f.body, \
                c.envelope_salt, c.envelope, c.body_salt, c.body, c.link, b.link, \
                substr(f.body, 1, 1) = ' ' AND EXISTS \
                    (SELECT 1 FROM erasures e \
                     WHERE e.stream = f.stream AND f.version BETWEEN e.first AND e.last) \
         FROM facts f LEFT JOIN streams s ON s.id = f.stream \
         LEFT JOIN chain c ON c.position = f.position \
         LEFT JOIN facts p ON p.stream = f.stream AND p.version = f.version - 1 \
         LEFT JOIN chain b ON b.position = p.position \
         WHERE f.position > ?1 AND f.position <= ?2 ORDER BY f.position",
    )
    .bind(after)
    .bind(upto)
    .fetch_all(conn)
    .await
}

impl FromRow<'_, SqliteRow> for Row {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let text = |at: usize| row.try_get::<Vec<u8>, _>(at);
        let hash = |at: usize| row.try_get::<Option<Vec<u8>>, _>(at);
        let linked = match [hash(13)?, hash(14)?, hash(15)?, hash(16)?, hash(17)?] {
            [
                Some(envelope_salt),
                Some(envelope),
                Some(body_salt),
                Some(body),
                Some(link),
            ] => Some(Linked {
                envelope_salt,
                envelope,
                body_salt,
                body,
                link,
            }),
            _ => None,
        };
        Ok(Self {
            numbers: Numbers {
                position: row.try_get(0)?,
                stream: row.try_get(1)?,
                version: row.try_get(2)?,
                at: row.try_get(3)?,
                schema: row.try_get(4)?,
            },
            stream: row.try_get(5)?,
            texts: [text(6)?, text(7)?, text(8)?, text(9)?, text(10)?, text(11)?],
            body: text(12)?,
            linked,
            previous: hash(18)?,
            erased: row.try_get(19)?,
        })
    }
}

/// Reads the next seals after `after` up to `end`, at most `ROWS`.
async fn seals(conn: &mut SqliteConnection, after: i64, end: i64) -> sqlx::Result<Vec<Sealed>> {
    sqlx::query_as(
        "SELECT s.number, s.last, s.link, e.stream, e.first, e.last, e.tombstone, \
                coalesce(t.actor, ''), coalesce(t.role, ''), coalesce(t.at, 0) \
         FROM seals s LEFT JOIN erasures e ON e.seal = s.number \
         LEFT JOIN tombstones t ON t.stream = e.tombstone \
         WHERE s.number > ?1 AND s.number <= ?2 ORDER BY s.number LIMIT ?3",
    )
    .bind(after)
    .bind(end)
    .bind(ROWS)
    .fetch_all(conn)
    .await
}

impl FromRow<'_, SqliteRow> for Sealed {
    fn from_row(row: &SqliteRow) -> sqlx::Result<Self> {
        let erasure = match row.try_get::<Option<i64>, _>(3)? {
            None => None,
            Some(stream) => Some(Erasure {
                stream,
                first: row.try_get(4)?,
                last: row.try_get(5)?,
                tombstone: match row.try_get(6)? {
                    None => None,
                    Some(stream) => Some(Stone {
                        stream,
                        actor: row.try_get(7)?,
                        role: row.try_get(8)?,
                        at: row.try_get(9)?,
                    }),
                },
            }),
        };
        Ok(Self {
            number: row.try_get(0)?,
            last: row.try_get(1)?,
            link: row.try_get(2)?,
            erasure,
        })
    }
}

/// Lists the stored answers that differ from what was written.
async fn answers(conn: &mut SqliteConnection) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut after = i64::MIN;
    loop {
        let next: Option<(i64, Vec<u8>)> = sqlx::query_as(
            "SELECT rowid, key FROM answers WHERE rowid > ?1 ORDER BY rowid LIMIT 1",
        )
        .bind(after)
        .fetch_optional(&mut *conn)
        .await
        .map_err(fault)?;
        let Some((row, key)) = next else { break };
        after = row;
        // A key that is not UTF-8 any more finds no answer.
        let stored = match String::from_utf8(key) {
            Ok(key) => read_answer(conn, &key).await,
            Err(_) => Ok(None),
        };
        let is_whole = stored.is_ok_and(|stored| stored.is_some_and(|(_, is_whole)| is_whole));
        if !is_whole && faults.len() < LISTED {
            faults.push(format!("the stored answer {row} is not what was written"));
        }
    }
    Ok(faults)
}
