//! Lists: pages of entries. Pagination is by key, never by offset.

use std::collections::BTreeSet;

use kernel::access::Readers;
use kernel::page::no_cursor;
use kernel::ports::index::{Attention, Entry, ListOrder, ListQuery, Listed};
use kernel::{Error, Result, StreamId, Time};

use super::question::all_words;
use super::{SqliteIndex, stream_id};
use crate::error::index_fault as fault;

/// A stored entry: stream, status, time of the last change, attention, readers, stream whose readers apply, due, doc.
type Row = (
    String,
    String,
    i64,
    i64,
    Option<String>,
    Option<String>,
    Option<i64>,
    String,
);

/// A stored entry that may be hidden, as its missing doc shows.
type OptionalRow = (
    String,
    String,
    i64,
    i64,
    Option<String>,
    Option<String>,
    Option<i64>,
    Option<String>,
);

const COLUMNS: &str = "stream, status, updated_at, attention, readers, readers_of, due, doc";

/// Conditions of a list. Parameters 1 to 5 are the kind, the status, the minimum attention, the words and the reader
/// between line breaks; a missing one sets no condition. Parameter 6 has the fields and values that the doc must have.
/// Parameter 7 is a time that the entry, and the stream that it belongs to, must outlast. The readers of that stream
/// take precedence over the entry's own, which apply while it has none.
const WANTED: &str = "doc IS NOT NULL AND (?2 IS NULL OR status = ?2) \
     AND attention >= ?3 \
     AND (?4 IS NULL OR id IN (SELECT t.entry FROM words JOIN texts t ON t.id = words.rowid \
                               WHERE words MATCH ?4)) \
     AND (?5 IS NULL OR instr(coalesce((SELECT o.readers FROM entries o \
                                        WHERE o.stream = entries.readers_of), readers, ?5), ?5)) \
     AND NOT EXISTS (SELECT 1 FROM json_each(?6) f \
                     WHERE doc ->> (f.value ->> 0) IS NOT f.value ->> 1) \
     AND (?7 IS NULL OR doc ->> 'expires_at' IS NULL \
          OR unixepoch(doc ->> 'expires_at', 'subsec') * 1000 > ?7) \
     AND (?7 IS NULL OR readers_of IS NULL \
          OR NOT EXISTS (SELECT 1 FROM entries o WHERE o.stream = entries.readers_of \
                         AND unixepoch(o.doc ->> 'expires_at', 'subsec') * 1000 <= ?7))";

/// Returns a reader's name with the line breaks that delimit it in the column.
pub(super) fn among(reader: &str) -> String {
    format!("\n{reader}\n")
}

impl SqliteIndex {
    pub(super) async fn read_entry(&self, stream: &StreamId) -> Result<Option<Entry>> {
        let row: Option<Row> = sqlx::query_as(&format!(
            "SELECT {COLUMNS} FROM entries WHERE stream = ?1 AND doc IS NOT NULL"
        ))
        .bind(stream.as_str())
        .fetch_optional(&self.readers())
        .await
        .map_err(fault)?;
        row.map(entry).transpose()
    }

    pub(super) async fn read_entries(
        &self,
        streams: &[StreamId],
    ) -> Result<Vec<(StreamId, Option<Entry>)>> {
        let names: Vec<_> = streams.iter().map(StreamId::as_str).collect();
        let rows: Vec<OptionalRow> = sqlx::query_as(&format!(
            "SELECT {COLUMNS} FROM entries WHERE stream IN (SELECT value FROM json_each(?1))"
        ))
        .bind(serde_json::Value::from(names).to_string())
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        let read = |row: OptionalRow| {
            let (stream, status, updated_at, attention, readers, readers_of, due, doc) = row;
            let id = stream_id(&stream)?;
            let shown = doc.map(|doc| {
                entry((
                    stream, status, updated_at, attention, readers, readers_of, due, doc,
                ))
            });
            Ok((id, shown.transpose()?))
        };
        rows.into_iter().map(read).collect()
    }

    pub(super) async fn page(&self, query: &ListQuery) -> Result<Listed> {
        let words = match &query.query {
            None => None,
            Some(text) => match all_words(text) {
                Some(words) => Some(words),
                // A text without searchable words, such as `?!`, matches nothing.
                None if !text.trim().is_empty() => return Ok(Listed::default()),
                None => None,
            },
        };
        let cursor = query.cursor.as_deref();
        let (time, name) = cursor
            .map_or_else(
                || Some((i64::MAX, String::new())),
                |cursor| read_cursor(query, cursor),
            )
            .ok_or_else(no_cursor)?;
        let order = match query.order {
            ListOrder::Changed => {
                "kind = ?1 AND (updated_at, stream) < (?8, ?9) \
                 ORDER BY updated_at DESC, stream DESC"
            }
            // The kind is the beginning of the stream's name: without a test of its column, SQLite reads the index of
            // the names and does not sort.
            ListOrder::Id => {
                "stream > ?1 || ':' AND stream < ?1 || ';' AND stream > ?9 ORDER BY stream"
            }
        };
        let least: i64 = match query.attention {
            Attention::Any => 0,
            Attention::Needed => 1,
        };
        let fields = serde_json::to_string(&query.fields)
            .map_err(|error| Error::internal(error.to_string()))?;
        let reader = query.reader.as_deref().map(among);
        let total: i64 = sqlx::query_scalar(&format!(
            "SELECT count(*) FROM entries WHERE kind = ?1 AND {WANTED}"
        ))
        .bind(query.kind)
        .bind(&query.status)
        .bind(least)
        .bind(&words)
        .bind(&reader)
        .bind(&fields)
        .bind(query.beyond.map(|beyond| beyond.0))
        .fetch_one(&self.readers())
        .await
        .map_err(fault)?;
        // One extra row shows if there is a next page.
        let rows: Vec<Row> = sqlx::query_as(&format!(
            "SELECT {COLUMNS} FROM entries WHERE {WANTED} AND {order} LIMIT ?10"
        ))
        .bind(query.kind)
        .bind(&query.status)
        .bind(least)
        .bind(&words)
        .bind(&reader)
        .bind(&fields)
        .bind(query.beyond.map(|beyond| beyond.0))
        .bind(time)
        .bind(name)
        .bind(
            i64::try_from(query.limit)
                .unwrap_or(i64::MAX)
                .saturating_add(1),
        )
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        let more = rows.len() > query.limit;
        let mut entries = rows
            .into_iter()
            .take(query.limit)
            .map(entry)
            .collect::<Result<Vec<_>>>()?;
        entries.truncate(query.limit);
        let next_cursor = entries
            .last()
            .filter(|_| more)
            .map(|last| match query.order {
                ListOrder::Changed => format!("{}.{}", last.updated_at.0, last.stream),
                ListOrder::Id => last.stream.to_string(),
            });
        Ok(Listed {
            entries,
            next_cursor,
            total: u64::try_from(total).unwrap_or(0),
        })
    }

    pub(super) async fn due_until(&self, now: Time, limit: usize) -> Result<Vec<StreamId>> {
        let names: Vec<String> = sqlx::query_scalar(
            "SELECT stream FROM entries WHERE due IS NOT NULL AND due <= ?1 ORDER BY due LIMIT ?2",
        )
        .bind(now.0)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all(&self.readers())
        .await
        .map_err(fault)?;
        names.iter().map(|name| stream_id(name)).collect()
    }

    pub(super) async fn earliest_due(&self) -> Result<Option<Time>> {
        let due: Option<i64> =
            sqlx::query_scalar("SELECT MIN(due) FROM entries WHERE due IS NOT NULL")
                .fetch_one(&self.readers())
                .await
                .map_err(fault)?;
        Ok(due.map(Time))
    }
}

fn entry(row: Row) -> Result<Entry> {
    let (stream, status, updated_at, attention, readers, readers_of, due, doc) = row;
    Ok(Entry {
        stream: stream_id(&stream)?,
        status,
        updated_at: Time(updated_at),
        attention: u32::try_from(attention).unwrap_or(u32::MAX),
        readers: read_readers(readers.as_deref(), readers_of.as_deref())?,
        due: due.map(Time),
        doc,
    })
}

/// Returns the columns for readers: their names, each between line breaks, `None` for everyone; and the stream whose
/// readers apply.
pub(super) fn write_readers(readers: &Readers) -> (Option<String>, Option<&str>) {
    let all = |names: &BTreeSet<String>| {
        names.iter().fold("\n".to_owned(), |mut all, name| {
            all.push_str(name);
            all.push('\n');
            all
        })
    };
    match readers {
        Readers::Everyone => (None, None),
        Readers::Agents(names) => (Some(all(names)), None),
        Readers::Of { stream, before } => (Some(all(before)), Some(stream.as_str())),
    }
}

fn read_readers(names: Option<&str>, of: Option<&str>) -> Result<Readers> {
    let Some(names) = names else {
        return Ok(Readers::Everyone);
    };
    let names = names.lines().filter(|name| !name.is_empty());
    let names = names.map(Into::into).collect();
    Ok(match of {
        Some(of) => Readers::Of {
            stream: stream_id(of)?,
            before: names,
        },
        None => Readers::Agents(names),
    })
}

/// Parses a cursor: the time, if the list is ordered by it, and the stream of the last entry on the previous page.
fn read_cursor(query: &ListQuery, cursor: &str) -> Option<(i64, String)> {
    let (time, name) = match query.order {
        ListOrder::Changed => cursor.split_once('.')?,
        ListOrder::Id => ("0", cursor),
    };
    let stream = StreamId::parse(name).filter(|stream| stream.kind() == query.kind)?;
    Some((time.parse().ok()?, stream.to_string()))
}
