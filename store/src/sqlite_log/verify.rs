//! Checking the log: what `loci check` reports. Reads only; repairs nothing.

use engine::Result;
use sqlx::SqliteConnection;

use super::{SqliteLog, from_sql};
use crate::error::fault;

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Facts in the log.
    pub facts: u64,
    /// Streams that have facts.
    pub streams: u64,
    /// Everything that is wrong; empty in a sound log.
    pub faults: Vec<String>,
}

/// Faults of one kind that are listed; one is enough to restore a backup.
const LISTED: usize = 20;

/// What must hold, each as a query that gives a sentence per violation.
const LAWS: [&str; 7] = [
    // Positions are dense from 1.
    "SELECT format('there are %d facts and the last one is at %d', count(*), max(position)) \
     FROM facts HAVING count(*) <> max(position)",
    // Versions are dense from 1, and the stream knows its last one. The pair is unique, so the ends
    // and the number of versions say it all.
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
    // What belongs to no stream was erased with it.
    "SELECT format('the fact at %d belongs to no stream', position) FROM facts \
     WHERE stream NOT IN (SELECT id FROM streams) AND trim(body, ' ') <> ''",
    "SELECT format('the fact at %d has a body that is not JSON', position) FROM facts \
     WHERE NOT json_valid(body) AND trim(body, ' ') <> ''",
    "SELECT format('the fact at %d names the role %s and the door %s', position, role, door) \
     FROM facts WHERE stream IN (SELECT id FROM streams) AND (role NOT IN ('orchestrator', 'worker', 'reviewer', 'librarian', 'observer', \
                                   'member', 'owner', 'viewer', 'system') \
                   OR door NOT IN ('http', 'page', 'cli', 'system'))",
];

/// What can be said of lost facts at every start: it reads the index over versions, and no fact. The
/// other laws read every body.
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

/// The first sign that facts are lost.
pub(super) async fn gaps(conn: &mut SqliteConnection) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(GAPS).fetch_optional(conn).await
}

impl SqliteLog {
    /// Checks every page and every law of the log.
    ///
    /// # Errors
    /// When the check itself cannot be done.
    pub async fn verify(&self) -> Result<Report> {
        let mut conn = self.readers.acquire().await.map_err(fault)?;
        check(&mut conn).await
    }
}

pub(crate) async fn check(conn: &mut SqliteConnection) -> Result<Report> {
    let pages: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_all(&mut *conn)
        .await
        .map_err(fault)?;
    let mut report = Report::default();
    if pages != ["ok"] {
        // The laws would read the damaged pages and say the same again, worse.
        report.faults = pages;
        return Ok(report);
    }
    let (facts, streams): (i64, i64) = sqlx::query_as(
        "SELECT (SELECT coalesce(sum(version), 0) FROM streams), (SELECT count(*) FROM streams)",
    )
    .fetch_one(&mut *conn)
    .await
    .map_err(fault)?;
    (report.facts, report.streams) = (from_sql(facts), from_sql(streams));
    for law in LAWS {
        let broken: Vec<String> = sqlx::query_scalar(&format!("{law} LIMIT {LISTED}"))
            .fetch_all(&mut *conn)
            .await
            .map_err(fault)?;
        report.faults.extend(broken);
    }
    Ok(report)
}
