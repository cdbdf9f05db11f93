//! Taking a commit in: one statement a table, whatever its size.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;

use engine::ports::index::{Change, Entry, Item, Update};
use engine::{Code, Error, Result, StreamId};
use serde::Serialize;
use sqlx::SqliteConnection;

use super::SqliteIndex;
use super::list::write_readers;
use crate::error::fault;

/// Where a thing stands, if it does: its number in the question, its entry, its row, title and body, and
/// whether it has tags and times.
type Standing = (
    i64,
    i64,
    Option<i64>,
    Option<String>,
    Option<String>,
    Option<bool>,
);

/// What becomes of the rows of one commit.
#[derive(Default)]
struct Rows<'a> {
    /// Rows whose words the search no longer has.
    unlearn: Vec<i64>,
    /// Rows that go.
    gone: Vec<i64>,
    /// Rows whose tags and times go.
    bare: Vec<i64>,
    /// Rows that are written: row, entry and thing.
    placed: Vec<(i64, i64, &'a Item)>,
    /// Rows whose words the search gets.
    learn: Vec<i64>,
    /// Moments: row, field, when, how often.
    times: Vec<(i64, &'static str, i64, u32)>,
}

impl SqliteIndex {
    /// Takes it in. An index that fails for another reason than its disk is not believed at the next
    /// start.
    pub(super) async fn take_in(&self, update: &Update) -> Result<()> {
        let taken = self.try_take_in(update).await;
        if let Err(error) = &taken
            && error.code == Code::Internal
        {
            let doubt = std::fs::write(super::open::doubt(&self.path), &error.detail);
            tracing::error!(%error, ?doubt, "the index will be built again at the next start");
        }
        taken
    }

    async fn try_take_in(&self, update: &Update) -> Result<()> {
        let mut lease = self.writer.lease().await.map_err(fault)?;
        lease.begin().await.map_err(fault)?;
        let open = &mut *lease;
        let mut next_text = open.kept.0;
        write_entries(&mut open.conn, update).await?;
        if !update.items.is_empty() {
            let rows = place(&mut open.conn, update, &mut next_text).await?;
            write_items(&mut open.conn, rows).await?;
        }
        sqlx::query("UPDATE meta SET value = ?1 WHERE key = 'position'")
            .bind(i64::try_from(update.position).unwrap_or(i64::MAX))
            .execute(&mut open.conn)
            .await
            .map_err(fault)?;
        lease.commit().await.map_err(fault)?;
        lease.kept.0 = next_text;
        self.position.store(update.position, Ordering::Release);
        lease.keep();
        Ok(())
    }
}

async fn write_entries(conn: &mut SqliteConnection, update: &Update) -> Result<()> {
    let last: HashMap<&StreamId, &Entry> = update
        .entries
        .iter()
        .map(|entry| (&entry.stream, entry))
        .collect();
    if !last.is_empty() {
        let rows: Vec<_> = last
            .values()
            .map(|e| {
                let due = e.due.map(|due| due.0);
                let stream = e.stream.as_str();
                let (readers, readers_of) = write_readers(&e.readers);
                (
                    stream,
                    e.stream.kind(),
                    &e.status,
                    e.updated_at.0,
                    e.attention,
                    due,
                    &e.doc,
                    readers,
                    readers_of,
                )
            })
            .collect();
        sqlx::query(
            "INSERT INTO entries (stream, kind, status, updated_at, attention, due, doc, readers, \
                                  readers_of) \
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
                    value ->> 6, value ->> 7, value ->> 8 \
             FROM json_each(?1) WHERE true \
             ON CONFLICT (stream) DO UPDATE \
             SET status = excluded.status, updated_at = excluded.updated_at, \
                 attention = excluded.attention, due = excluded.due, doc = excluded.doc, \
                 readers = excluded.readers, readers_of = excluded.readers_of",
        )
        .bind(json(&rows)?)
        .execute(&mut *conn)
        .await
        .map_err(fault)?;
    }
    if !update.hidden.is_empty() {
        let rows: Vec<_> = update
            .hidden
            .iter()
            .map(|s| (s.as_str(), s.kind()))
            .collect();
        sqlx::query(
            "INSERT INTO entries (stream, kind) \
             SELECT value ->> 0, value ->> 1 FROM json_each(?1) WHERE true \
             ON CONFLICT (stream) DO UPDATE SET doc = NULL, due = NULL, status = '', attention = 0, \
                                               readers = NULL, readers_of = NULL",
        )
        .bind(json(&rows)?)
        .execute(&mut *conn)
        .await
        .map_err(fault)?;
    }
    // Things hang on an entry: a stream that has none gets one that lists do not show.
    let bare: HashSet<_> = update
        .items
        .iter()
        .map(|(stream, _)| stream)
        .filter(|stream| !last.contains_key(stream))
        .map(|stream| (stream.as_str(), stream.kind()))
        .collect();
    if !bare.is_empty() {
        sqlx::query(
            "INSERT INTO entries (stream, kind) \
             SELECT value ->> 0, value ->> 1 FROM json_each(?1) WHERE true \
             ON CONFLICT (stream) DO NOTHING",
        )
        .bind(json(&bare)?)
        .execute(&mut *conn)
        .await
        .map_err(fault)?;
    }
    Ok(())
}

/// Finds out what becomes of which rows. A thing whose words are the same keeps its place in the search.
async fn place<'a>(
    conn: &mut SqliteConnection,
    update: &'a Update,
    next: &mut i64,
) -> Result<Rows<'a>> {
    let keys: Vec<_> = update
        .items
        .iter()
        .map(|(stream, change)| (stream.as_str(), change.item()))
        .collect();
    let standing: Vec<Standing> = sqlx::query_as(
        "SELECT j.key, e.id, t.id, t.title, t.body, t.doc IS NOT NULL \
         FROM json_each(?1) j CROSS JOIN entries e ON e.stream = j.value ->> 0 \
         LEFT JOIN texts t ON t.entry = e.id AND t.item = j.value ->> 1",
    )
    .bind(json(&keys)?)
    .fetch_all(&mut *conn)
    .await
    .map_err(fault)?;

    let changes: Vec<_> = update.items.iter().collect();
    let mut rows = Rows::default();
    for (key, entry, id, title, body, had_facets) in standing {
        let key = usize::try_from(key).ok();
        let Some((_, change)) = key.and_then(|key| changes.get(key)) else {
            continue;
        };
        let had_facets = had_facets == Some(true);
        match change {
            Change::Put(item) => {
                let is_same = title.as_ref() == Some(&item.text.title)
                    && body.as_ref() == Some(&item.text.body);
                if is_same && !had_facets && item.facets.is_none() {
                    continue;
                }
                if had_facets {
                    rows.bare.extend(id);
                }
                if !is_same {
                    rows.unlearn.extend(id);
                }
                let id = id.unwrap_or_else(|| {
                    *next += 1;
                    *next - 1
                });
                if !is_same {
                    rows.learn.push(id);
                }
                let times = item.facets.iter().flat_map(|facets| &facets.times);
                rows.times
                    .extend(times.map(|stamp| (id, stamp.field, stamp.at.0, stamp.count)));
                rows.placed.push((id, entry, item));
            }
            Change::Touch { stamps, .. } => {
                let Some(id) = id.filter(|_| had_facets) else {
                    continue;
                };
                let stamps = stamps.iter();
                rows.times
                    .extend(stamps.map(|stamp| (id, stamp.field, stamp.at.0, stamp.count)));
            }
            Change::Forget(_) => {
                rows.unlearn.extend(id);
                rows.gone.extend(id);
                if had_facets {
                    rows.bare.extend(id);
                }
            }
        }
    }
    Ok(rows)
}

async fn write_items(conn: &mut SqliteConnection, mut rows: Rows<'_>) -> Result<()> {
    if !rows.unlearn.is_empty() {
        unlearn(conn, &json(&rows.unlearn)?).await?;
    }
    for (table, column, gone) in [
        ("texts", "id", &rows.gone),
        ("tags", "text", &rows.bare),
        ("times", "text", &rows.bare),
    ] {
        if !gone.is_empty() {
            let statement =
                format!("DELETE FROM {table} WHERE {column} IN (SELECT value FROM json_each(?1))");
            write(conn, &statement, json(gone)?).await?;
        }
    }
    if !rows.placed.is_empty() {
        let placed: Vec<_> = rows
            .placed
            .iter()
            .map(|(id, entry, Item { text, facets })| {
                let doc = facets.as_ref().map(|facets| &facets.doc);
                let words = (&text.title, &text.body);
                (id, entry, &text.item, text.kind, words.0, words.1, doc)
            })
            .collect();
        let statement = "INSERT INTO texts (id, entry, item, kind, title, body, doc) \
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
                    value ->> 6 \
             FROM json_each(?1) WHERE true \
             ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, title = excluded.title, \
                 body = excluded.body, doc = excluded.doc";
        write(conn, statement, json(&placed)?).await?;
    }
    if !rows.learn.is_empty() {
        rows.learn.sort_unstable();
        let statement = "INSERT INTO words (rowid, title, body) \
             SELECT t.id, t.title, t.body FROM json_each(?1) j CROSS JOIN texts t ON t.id = j.value";
        write(conn, statement, json(&rows.learn)?).await?;
    }
    let tags: Vec<_> = rows
        .placed
        .iter()
        .flat_map(|(id, _, item)| {
            let tags = item.facets.iter().flat_map(|facets| &facets.tags);
            tags.map(move |(field, value)| (id, field, value))
        })
        .collect();
    if !tags.is_empty() {
        let statement = "INSERT OR IGNORE INTO tags (text, field, value) \
             SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)";
        write(conn, statement, json(&tags)?).await?;
    }
    if !rows.times.is_empty() {
        let statement = "INSERT INTO times (text, field, at, count) \
             SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1) WHERE true \
             ON CONFLICT (text, field) DO UPDATE SET at = excluded.at, count = excluded.count";
        write(conn, statement, json(&rows.times)?).await?;
    }
    Ok(())
}

/// Takes the texts of those rows (a JSON list) out of the search; their rows still have them.
async fn unlearn(conn: &mut SqliteConnection, ids: &str) -> Result<()> {
    let statement = "INSERT INTO words (words, rowid, title, body) \
         SELECT 'delete', t.id, t.title, t.body \
         FROM json_each(?1) j CROSS JOIN texts t ON t.id = j.value";
    write(conn, statement, ids.into()).await
}

/// Does a statement over a JSON list.
async fn write(conn: &mut SqliteConnection, statement: &str, list: String) -> Result<()> {
    sqlx::query(statement)
        .bind(list)
        .execute(conn)
        .await
        .map_err(fault)?;
    Ok(())
}

fn json<T: Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::internal(error.to_string()))
}
