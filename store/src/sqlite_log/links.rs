//! Inserting the chain's rows, and chaining logs from before the chain was introduced.

use std::collections::HashMap;
use std::time::Instant;

use kernel::ports::log::Link;
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{Executor, Sqlite, SqliteConnection};

use super::verify::{page, rows};
use crate::chain::{
    self, Erasure, HASH, Hash, Numbers, SALT, Seal, Stone, Texts, envelope, is_blank, link,
};

/// Writes the links of a batch; see [`Links::bind`].
macro_rules! insert_links {
    () => {
        "INSERT INTO chain (position, envelope_salt, envelope, body_salt, body, link) \
         SELECT value, substr(?, 16 * key + 1, 16), substr(?, 32 * key + 1, 32), \
                substr(?, 16 * key + 1, 16), substr(?, 32 * key + 1, 32), \
                substr(?, 32 * key + 1, 32) \
         FROM json_each(?); "
    };
}
pub(super) use insert_links;

/// Links of a batch's facts, column by column.
#[derive(Default)]
pub(super) struct Links {
    envelope_salts: Vec<u8>,
    envelopes: Vec<u8>,
    body_salts: Vec<u8>,
    bodies: Vec<u8>,
    ends: Vec<u8>,
    positions: Vec<i64>,
    json: String,
}

impl Links {
    /// Chains the next fact to `previous` and returns its link. A fact that was erased before it was chained keeps no
    /// hash of its erased content.
    pub(super) fn add(
        &mut self,
        previous: &Link,
        numbers: &Numbers,
        texts: Option<&Texts<'_>>,
        body: &[u8],
    ) -> Link {
        let (envelope_salt, envelope) = match texts {
            Some(texts) => {
                let salt: [u8; SALT] = rand::random();
                (salt, envelope(&salt, texts))
            }
            None => Default::default(),
        };
        let (body_salt, body): ([u8; SALT], Hash) = if is_blank(body) {
            Default::default()
        } else {
            let salt = rand::random();
            (salt, chain::body(&salt, body))
        };
        let link = link(previous, numbers, &envelope, &body);
        self.envelope_salts.extend(envelope_salt);
        self.envelopes.extend(envelope);
        self.body_salts.extend(body_salt);
        self.bodies.extend(body);
        self.ends.extend(link.0);
        self.positions.push(numbers.position);
        link
    }

    /// Returns the seal over these links.
    pub(super) fn seal(&self, mut seal: Seal, last: i64) -> Link {
        for link in self.ends.chunks(HASH) {
            seal.take(link);
        }
        seal.end(last)
    }

    /// Serializes the positions so that the links can be bound.
    pub(super) fn ready(mut self) -> serde_json::Result<Self> {
        self.json = serde_json::to_string(&self.positions)?;
        Ok(self)
    }

    /// Binds the parameters of [`insert_links`].
    pub(super) fn bind<'q>(
        &'q self,
        query: Query<'q, Sqlite, SqliteArguments<'q>>,
    ) -> Query<'q, Sqlite, SqliteArguments<'q>> {
        query
            .bind(&self.envelope_salts)
            .bind(&self.envelopes)
            .bind(&self.body_salts)
            .bind(&self.bodies)
            .bind(&self.ends)
            .bind(&self.json)
    }
}

/// The end of the chain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct End {
    /// Number of the last seal.
    pub number: i64,
    /// Position up to which facts are sealed.
    pub last: i64,
    pub head: Link,
}

/// Reads the end of the chain.
pub(super) async fn end(conn: &mut SqliteConnection) -> sqlx::Result<End> {
    let last: Option<(i64, i64, Vec<u8>)> =
        sqlx::query_as("SELECT number, last, link FROM seals ORDER BY number DESC LIMIT 1")
            .fetch_optional(conn)
            .await?;
    Ok(last.map_or_else(End::default, |(number, last, link)| End {
        number,
        last,
        head: Hash::try_from(link).map_or_else(|_| Link::default(), Link),
    }))
}

/// Seals an erasure within the transaction that erases, and returns the new end.
pub(super) async fn seal_erasure(
    conn: &mut SqliteConnection,
    end: End,
    what: &Erasure,
) -> sqlx::Result<End> {
    let number = end.number + 1;
    let head = chain::erasure(&end.head, number, end.last, what);
    sqlx::query("INSERT INTO seals (number, last, link) VALUES (?1, ?2, ?3)")
        .bind(number)
        .bind(end.last)
        .bind(&head.0[..])
        .execute(&mut *conn)
        .await?;
    let stone = what.tombstone.as_ref();
    sqlx::query(
        "INSERT INTO erasures (seal, stream, first, last, tombstone) \
         VALUES (?1, ?2, ?3, ?4, CAST(?5 AS TEXT))",
    )
    .bind(number)
    .bind(what.stream)
    .bind(what.first)
    .bind(what.last)
    .bind(stone.map(|stone| stone.stream.as_slice()))
    .execute(conn)
    .await?;
    Ok(End {
        number,
        head,
        ..end
    })
}

/// Chains the facts that are older than the chain, as they are now. After an interruption it continues. Once complete
/// it never runs again: a fact without a link was then not written by Loci.
pub(super) async fn chain_all(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    let done: Option<i64> = sqlx::query_scalar("SELECT value FROM meta WHERE key = 'chained'")
        .fetch_optional(&mut *conn)
        .await?;
    if done != Some(0) {
        return Ok(());
    }
    let (began, mut facts) = (Instant::now(), 0);
    while let chained @ 1.. = chain_page(conn).await? {
        facts += chained;
    }
    chain_rest(conn).await?;
    if facts > 0 {
        let took = began.elapsed();
        tracing::info!(facts, ?took, "the facts that were in the log are chained");
    }
    Ok(())
}

/// Chains the next facts in one transaction and returns their number.
pub(super) async fn chain_page(conn: &mut SqliteConnection) -> sqlx::Result<usize> {
    conn.execute("BEGIN IMMEDIATE").await?;
    let mut end = end(&mut *conn).await?;
    let upto = page(conn, end.last, i64::MAX).await?;
    let rows = rows(conn, end.last, upto).await?;
    let mut links = Links::default();
    let mut met: HashMap<i64, Link> = HashMap::new();
    let mut erased: Vec<Erasure> = Vec::new();
    for row in &rows {
        let numbers = &row.numbers;
        let previous = met.get(&numbers.stream).copied().or_else(|| row.previous());
        // A gap is not hidden: the fact after it gets the default link as its previous one.
        let previous = previous.unwrap_or_default();
        let texts = row.stream.as_deref().map(|stream| row.texts(stream));
        met.insert(
            numbers.stream,
            links.add(&previous, numbers, texts.as_ref(), &row.body),
        );
        if is_blank(&row.body) {
            note(&mut erased, numbers);
        }
    }
    if !rows.is_empty() {
        end.number += 1;
        end.last = upto;
        end.head = links.seal(Seal::new(&end.head, end.number), upto);
        let links = links
            .ready()
            .map_err(|error| sqlx::Error::Encode(error.into()))?;
        let insert = sqlx::query(concat!(
            insert_links!(),
            "INSERT INTO seals (number, last, link) VALUES (?, ?, ?)"
        ));
        links
            .bind(insert)
            .bind(end.number)
            .bind(end.last)
            .bind(&end.head.0[..])
            .execute(&mut *conn)
            .await?;
        for what in &erased {
            end = seal_erasure(conn, end, what).await?;
        }
    }
    conn.execute("COMMIT").await?;
    Ok(rows.len())
}

/// Adds a fact to the erased ranges.
fn note(erased: &mut Vec<Erasure>, numbers: &Numbers) {
    let (stream, version) = (numbers.stream, numbers.version);
    match erased.iter_mut().rfind(|run| run.stream == stream) {
        Some(run) if run.last + 1 == version => run.last = version,
        _ => erased.push(Erasure {
            stream,
            first: version,
            last: version,
            tombstone: None,
        }),
    }
}

/// A row of the table of tombstones: stream, actor, role, time.
type StoneRow = (Vec<u8>, Vec<u8>, Vec<u8>, i64);

/// Seals the tombstones, and adds checksums to stored answers.
async fn chain_rest(conn: &mut SqliteConnection) -> sqlx::Result<()> {
    conn.execute("BEGIN IMMEDIATE").await?;
    let mut end = end(&mut *conn).await?;
    let stones: Vec<StoneRow> =
        sqlx::query_as("SELECT stream, actor, role, at FROM tombstones ORDER BY stream")
            .fetch_all(&mut *conn)
            .await?;
    for (stream, actor, role, at) in stones {
        let what = Erasure {
            stream: 0,
            first: 0,
            last: 0,
            tombstone: Some(Stone {
                stream,
                actor,
                role,
                at,
            }),
        };
        end = seal_erasure(conn, end, &what).await?;
    }
    let keys: Vec<String> = sqlx::query_scalar("SELECT key FROM answers")
        .fetch_all(&mut *conn)
        .await?;
    for key in keys {
        if let Some((answered, _)) = super::side::read_answer(conn, &key).await? {
            sqlx::query("UPDATE answers SET sum = ?1 WHERE key = ?2")
                .bind(&chain::answer(&answered)[..])
                .bind(&key)
                .execute(&mut *conn)
                .await?;
        }
    }
    conn.execute("UPDATE meta SET value = 1 WHERE key = 'chained'; COMMIT")
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use kernel::Time;
    use kernel::ports::log::{Log, Report};
    use sqlx::ConnectOptions;
    use sqlx::migrate::Migrator;
    use sqlx::sqlite::SqliteSynchronous;
    use tempfile::TempDir;

    use super::*;
    use crate::SqliteLog;
    use crate::migrations;
    use crate::sqlite::options;

    /// More facts than are chained at a time, some of them erased, and an erased stream.
    const BEFORE: &str = "\
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500) \
        INSERT INTO facts SELECT i, 1 + i % 3, (i + 2) / 3, i, 'w', 'ada', 'worker', 'http', 'r', \
               'noted', 1, '{\"text\":\"fact\"}' FROM n; \
        UPDATE facts SET version = version - (SELECT min(version) - 1 FROM facts f \
                                              WHERE f.stream = facts.stream); \
        INSERT INTO streams SELECT stream, 'workflow:' || stream, max(version), max(position) \
        FROM facts WHERE stream < 3 GROUP BY stream; \
        UPDATE facts SET workspace = ' ', actor = '   ', role = '      ', door = '    ', \
               request = ' ', kind = '     ', body = '               ' WHERE stream = 3; \
        UPDATE facts SET body = '               ' WHERE stream = 1 AND version IN (3, 4, 900); \
        INSERT INTO tombstones VALUES ('workflow:3', 'grace', 'owner', 9); \
        INSERT INTO answers (key, request, answer, stream, at) VALUES ('k', 'r', '{}', 'workflow:1', 5)";

    fn only(versions: std::ops::RangeInclusive<i64>) -> Migrator {
        let migrations = migrations::LOG
            .iter()
            .filter(|one| versions.contains(&one.version));
        Migrator {
            migrations: Cow::Owned(migrations.cloned().collect()),
            ..Migrator::DEFAULT
        }
    }

    #[tokio::test]
    async fn a_log_from_before_is_chained_as_it_is_also_when_that_breaks_off() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("log.sqlite");
        let options = options(&path, SqliteSynchronous::Full);
        let mut conn = options.connect().await.unwrap();
        only(1..=1).run_direct(&mut conn).await.unwrap();
        conn.execute(BEFORE).await.unwrap();
        only(1..=2).run_direct(&mut conn).await.unwrap();
        let chained = chain_page(&mut conn).await.unwrap();
        assert!((1..4500).contains(&chained), "{chained} at first");
        // Interrupted here.
        let broken_off = end(&mut conn).await.unwrap();
        sqlx::Connection::close(conn).await.unwrap();

        let log = SqliteLog::open(&path, Time(1)).await.unwrap();
        let report = log.verify(Some(broken_off.head)).await.unwrap();
        let head = report.head;
        let (facts, streams) = (3000, 2);
        let sound = Report {
            facts,
            streams,
            head,
            faults: Vec::new(),
        };
        assert_eq!(report, sound);
        assert!(log.answer("k", Time(6)).await.unwrap().is_some());
        log.close().await;
        let log = SqliteLog::open(&path, Time(1)).await.unwrap();
        assert_eq!(log.verify(None).await.unwrap().head, head, "once");
    }
}
