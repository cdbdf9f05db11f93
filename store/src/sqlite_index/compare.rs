//! Comparing an index with one that was built from the log. SQLite notices damaged pages only where it cannot make
//! sense of them: a changed letter would be served as what was written.

use std::path::Path;

use kernel::{Position, StreamId};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

use super::open::{Stamp, doubt, stamped};
use super::stream_id;
use crate::error::fault;
use crate::sqlite::looking;
use crate::sqlite_log::copy_to;

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The reason why it was not compared: the next start rebuilds it anyway.
    Skipped(String),
    /// Its file is damaged.
    Damaged(String),
    /// It was compared.
    Done(Differences),
}

/// Differences between two indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// The last position that it has seen.
    pub seen: Position,
    /// The position that both have reached. Streams that changed after it may differ.
    pub position: Position,
    /// The erasure that both have followed. Streams that were erased after it may differ.
    pub erased: u64,
    /// The streams whose rows differ, at most 1,000 of them.
    pub streams: Vec<StreamId>,
    /// Whether the full-text words are those of the texts.
    pub has_right_words: bool,
}

/// The most streams that are listed.
const MAX_LISTED: usize = 1000;

/// Rows of `a` that `b` lacks or has differently, as queries for the names of their streams. Only what a stream's facts
/// say is compared: neither row ids, nor vectors, which a model makes.
const DIFFERENCES: [&str; 4] = [
    "SELECT x.stream FROM a.entries x LEFT JOIN b.entries y ON y.stream = x.stream \
     WHERE y.id IS NULL OR x.kind <> y.kind \
        OR (x.doc, x.due, x.status, x.attention, x.readers, x.readers_of, \
            iif(x.doc IS NULL, 0, x.updated_at)) \
           IS NOT (y.doc, y.due, y.status, y.attention, y.readers, y.readers_of, \
                   iif(y.doc IS NULL, 0, y.updated_at))",
    "SELECT e.stream FROM a.texts t JOIN a.entries e ON e.id = t.entry \
     LEFT JOIN b.entries f ON f.stream = e.stream LEFT JOIN b.texts u ON u.entry = f.id AND u.item = t.item \
     WHERE u.id IS NULL \
        OR (t.kind, t.title, t.body, t.doc, t.shelf, t.who, t.grp, t.at, t.title_tokens, t.body_tokens) \
           IS NOT (u.kind, u.title, u.body, u.doc, u.shelf, u.who, u.grp, u.at, u.title_tokens, \
                   u.body_tokens)",
    "SELECT e.stream FROM a.tags g JOIN a.texts t ON t.id = g.text JOIN a.entries e ON e.id = t.entry \
     LEFT JOIN b.entries f ON f.stream = e.stream LEFT JOIN b.texts u ON u.entry = f.id AND u.item = t.item \
     LEFT JOIN b.tags h ON h.text = u.id AND h.field = g.field AND h.value = g.value \
     WHERE h.text IS NULL",
    "SELECT e.stream FROM a.times g JOIN a.texts t ON t.id = g.text JOIN a.entries e ON e.id = t.entry \
     LEFT JOIN b.entries f ON f.stream = e.stream LEFT JOIN b.texts u ON u.entry = f.id AND u.item = t.item \
     LEFT JOIN b.times h ON h.text = u.id AND h.field = g.field \
     WHERE (g.at, g.count) IS NOT (h.at, h.count)",
];

/// Compares the index at `path`, which may be in use, with the one at `built`, which was built from the log of `epoch`.
/// A copy of it is made at `copy`.
///
/// # Errors
/// When `built` cannot be read, or the copy cannot be written.
pub async fn compare(
    path: &Path,
    built: &Path,
    copy: &Path,
    epoch: u64,
    is_in_use: bool,
) -> kernel::Result<Comparison> {
    if !path.exists() {
        return Ok(Comparison::Skipped("there is none".into()));
    }
    if doubt(path).exists() {
        return Ok(Comparison::Skipped("an earlier write to it failed".into()));
    }
    let copied = async {
        let options = looking(path);
        // Where a server writes, its file is not immutable although all may be in it just now.
        let options = if is_in_use {
            options.immutable(false)
        } else {
            options
        };
        let mut conn = options.connect().await?;
        copy_to(&mut conn, copy).await?;
        conn.close().await?;
        SqliteConnectOptions::new().filename(copy).connect().await
    };
    let mut conn = match copied.await {
        Ok(conn) => conn,
        Err(error) => return damaged_or(error),
    };
    let compared = copied_and_built(&mut conn, built, &Stamp::now(epoch)).await;
    conn.close().await.map_err(fault)?;
    compared.or_else(damaged_or)
}

/// An error of a damaged file says so; any other is one.
fn damaged_or(error: sqlx::Error) -> kernel::Result<Comparison> {
    let error = crate::error::index_fault(error);
    if error.extra.reason.as_deref() == Some(crate::error::LOST) {
        Ok(Comparison::Damaged(error.detail))
    } else {
        Err(error)
    }
}

async fn copied_and_built(
    conn: &mut SqliteConnection,
    built: &Path,
    stamp: &Stamp,
) -> sqlx::Result<Comparison> {
    if let Err(reason) = stamped(conn, stamp).await? {
        return Ok(Comparison::Skipped(reason));
    }
    let has_right_words = has_right_words(conn).await?;
    sqlx::query("ATTACH ?1 AS built")
        .bind(built.to_string_lossy().into_owned())
        .execute(&mut *conn)
        .await?;
    let (seen, position, erased): (i64, i64, i64) = sqlx::query_as(
        "SELECT a.position, min(a.position, b.position), min(a.erased, b.erased) FROM \
         (SELECT max(value) FILTER (WHERE key = 'position') AS position, \
                 max(value) FILTER (WHERE key = 'erased') AS erased FROM main.meta) a, \
         (SELECT max(value) FILTER (WHERE key = 'position') AS position, \
                 max(value) FILTER (WHERE key = 'erased') AS erased FROM built.meta) b",
    )
    .fetch_one(&mut *conn)
    .await?;
    let streams = differing(conn).await?;
    let streams = streams.iter().map(|name| stream_id(name));
    let streams: kernel::Result<Vec<StreamId>> = streams.collect();
    let streams = match streams {
        Ok(streams) => streams,
        Err(error) => return Ok(Comparison::Damaged(error.detail)),
    };
    let number = |number: i64| u64::try_from(number).unwrap_or(0);
    Ok(Comparison::Done(Differences {
        seen: number(seen),
        position: number(position),
        erased: number(erased),
        streams,
        has_right_words,
    }))
}

/// Whether the words of the full-text search are those of the texts.
async fn has_right_words(conn: &mut SqliteConnection) -> sqlx::Result<bool> {
    let check = "INSERT INTO words (words, rank) VALUES ('integrity-check', 1)";
    match conn.execute(check).await {
        Ok(_) => Ok(true),
        Err(sqlx::Error::Database(error)) if is_corrupt(error.code().as_deref()) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether SQLite's result code, or its low byte, is that of a damaged file.
fn is_corrupt(code: Option<&str>) -> bool {
    let code = code.and_then(|code| code.parse::<i32>().ok());
    code.is_some_and(|code| code & 0xff == 11)
}

/// The names of the streams whose rows differ in one direction or the other.
async fn differing(conn: &mut SqliteConnection) -> sqlx::Result<Vec<String>> {
    let directions = [("main.", "built."), ("built.", "main.")];
    let queries = directions.iter().flat_map(|(a, b)| {
        DIFFERENCES.map(|query| {
            query
                .replace(" a.", &format!(" {a}"))
                .replace(" b.", &format!(" {b}"))
        })
    });
    let all = queries.collect::<Vec<_>>().join(" UNION ");
    sqlx::query_scalar(&format!("{all} LIMIT {MAX_LISTED}"))
        .fetch_all(conn)
        .await
}
