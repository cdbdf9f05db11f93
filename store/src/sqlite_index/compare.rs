//! Compares an index with one that was rebuilt from the log. SQLite detects only damage that makes a page unreadable: a
//! changed letter would be served as if it had been written.

use std::path::Path;

use kernel::{Position, StreamId};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, SqliteConnection};

use super::open::{Stamp, check_stamp, doubt};
use super::stream_id;
use crate::error::fault;
use crate::sqlite::looking;
use crate::sqlite_log::copy_to;

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Not compared, for this reason: the next start rebuilds the index anyway.
    Skipped(String),
    /// The file is damaged, as described.
    Damaged(String),
    /// The comparison was made.
    Done(Differences),
}

/// Differences between two indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Differences {
    /// Last position that the compared index has followed.
    pub seen: Position,
    /// Position that both have reached. Streams that changed after it may differ.
    pub position: Position,
    /// Erasure that both have followed. Streams that were erased after it may differ.
    pub erased: u64,
    /// Streams whose rows differ, at most 1,000.
    pub streams: Vec<StreamId>,
    /// True if the full-text words match the texts.
    pub has_right_words: bool,
}

/// Maximum number of streams that are listed.
const MAX_LISTED: usize = 1000;

/// Queries for the streams of rows in `a` that are missing or different in `b`. Compares only what follows from a
/// stream's facts: neither row ids nor vectors, which depend on a model.
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
/// Makes a copy of it at `copy`.
///
/// # Errors
/// Returns an error if `built` cannot be read, or the copy cannot be written.
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
        // A server may write to the file at any time, so it is not immutable even if it is whole now.
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
        Err(error) => return damage_or_error(error),
    };
    let compared = compare_copy(&mut conn, built, &Stamp::now(epoch)).await;
    conn.close().await.map_err(fault)?;
    compared.or_else(damage_or_error)
}

/// Converts an error that shows a damaged file to a result. Returns any other error.
fn damage_or_error(error: sqlx::Error) -> kernel::Result<Comparison> {
    let error = crate::error::index_fault(error);
    if error.extra.reason.as_deref() == Some(crate::error::LOST) {
        Ok(Comparison::Damaged(error.detail))
    } else {
        Err(error)
    }
}

async fn compare_copy(
    conn: &mut SqliteConnection,
    built: &Path,
    stamp: &Stamp,
) -> sqlx::Result<Comparison> {
    if let Err(reason) = check_stamp(conn, stamp).await? {
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

/// Returns true if the full-text words match the texts.
async fn has_right_words(conn: &mut SqliteConnection) -> sqlx::Result<bool> {
    let check = "INSERT INTO words (words, rank) VALUES ('integrity-check', 1)";
    match conn.execute(check).await {
        Ok(_) => Ok(true),
        Err(sqlx::Error::Database(error)) if is_corrupt(error.code().as_deref()) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns true for SQLite's result code of a damaged file, also in its extended form.
fn is_corrupt(code: Option<&str>) -> bool {
    let code = code.and_then(|code| code.parse::<i32>().ok());
    code.is_some_and(|code| code & 0xff == 11)
}

/// Returns the names of the streams whose rows differ in either direction, at most [`MAX_LISTED`].
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
