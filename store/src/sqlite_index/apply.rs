//! Applies a commit with two SQL calls, whatever its size, and updates the shelves in memory before the index reports
//! its position.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::atomic::Ordering;

use kernel::ports::index::{Change, Entry, Item, Shelved, Stamp, Update};
use kernel::{Code, Error, Result, StreamId, Time};
use serde::Serialize;
use sqlx::SqliteConnection;

use super::SqliteIndex;
use super::list::write_readers;
use super::question::tokens_to_store;
use super::shelves::{Move, Moved};
use super::vectors::Vectors;
use crate::error::index_fault as fault;
use crate::recall::doors::Door;
use crate::recall::shelf::Thing;

/// A changed item as the index has it: number of the change, entry, row, title, body, true if it has tags or times,
/// shelf. Everything after the entry is `None` for a new item.
type Standing = (
    i64,
    i64,
    Option<i64>,
    Option<String>,
    Option<String>,
    Option<bool>,
    Option<String>,
);

/// Row changes of one commit.
#[derive(Default)]
struct Rows<'a> {
    /// Rows to remove from the full-text table.
    unlearn: Vec<i64>,
    /// Rows to delete.
    gone: Vec<i64>,
    /// Rows whose tags and times are deleted.
    bare: Vec<i64>,
    /// Rows to write: row, entry and item.
    placed: Vec<(i64, i64, &'a Item)>,
    /// Rows to add to the full-text table.
    learn: Vec<i64>,
    /// Rows whose vectors are deleted because the text changed.
    stale: Vec<i64>,
    /// Rows that wait for a vector.
    waiting: Vec<i64>,
    /// Rows with a new vector, and the number of the change that has it.
    vectors: Vec<(i64, usize)>,
    /// Changes of shelves in memory.
    moved: Vec<Moved>,
    /// Moments: row, field, time, count.
    times: Vec<(i64, &'static str, i64, u32)>,
}

impl Rows<'_> {
    /// Returns the rows whose search results may change. Some occur several times.
    fn changes(&self) -> impl Iterator<Item = i64> {
        let placed = self.placed.iter().map(|(row, ..)| *row);
        let touched = self.times.iter().map(|(row, ..)| *row);
        let gone = self.gone.iter().copied();
        placed.chain(touched).chain(gone)
    }
}

impl SqliteIndex {
    /// Applies a commit. After an internal error, as opposed to a disk error, the index is rebuilt at the next start.
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
        // One commit is prepared while another is written. They are written in the order of their arrival.
        let prepared = self.preparing.lock().await;
        let vectors = self.vectors_of(update).await;
        let begun = Begun::of(update)?;
        let mut lease = self.writer.lease().await.map_err(fault)?;
        drop(prepared);
        let standing = begun.begin(&mut lease.conn).await?;
        let mut next_text = lease.state.0;
        let mut rows = self.place(standing, update, &vectors, &mut next_text);
        let moved = std::mem::take(&mut rows.moved);
        let more_waits = !rows.waiting.is_empty();
        let changed: BTreeSet<i64> = rows.changes().collect();
        commit(&mut lease.conn, rows, &vectors, update.position).await?;
        self.counts.record_change(changed.into_iter());
        lease.state.0 = next_text;
        // The writer is still held, so a shelf that is being built reads the index either before or after this commit.
        if self.shelves.are_asked() {
            self.shelves.keep_up(doors(update), moved, vectors.model());
        }
        self.position.store(update.position, Ordering::Release);
        lease.keep();
        if more_waits {
            self.more_waits.notify_one();
        }
        Ok(())
    }
}

/// Begins the transaction, writes the rows of the streams, and reads the current state of the changed items. Parameters
/// are unnumbered, because all statements run in one call, as in the log's append.
const BEGIN: &str = "\
    BEGIN IMMEDIATE; \
    INSERT INTO entries (stream, kind, status, updated_at, attention, due, doc, readers, readers_of) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, \
           value ->> 6, value ->> 7, value ->> 8 \
    FROM json_each(?) WHERE true \
    ON CONFLICT (stream) DO UPDATE \
    SET status = excluded.status, updated_at = excluded.updated_at, attention = excluded.attention, \
        due = excluded.due, doc = excluded.doc, readers = excluded.readers, \
        readers_of = excluded.readers_of; \
    INSERT INTO entries (stream, kind) \
    SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true \
    ON CONFLICT (stream) DO UPDATE \
    SET doc = NULL, due = NULL, status = '', attention = 0, readers = NULL, readers_of = NULL; \
    INSERT INTO entries (stream, kind) \
    SELECT value ->> 0, value ->> 1 FROM json_each(?) WHERE true \
    ON CONFLICT (stream) DO NOTHING; \
    SELECT j.key, e.id, t.id, t.title, t.body, t.doc IS NOT NULL, t.shelf \
    FROM json_each(?) j CROSS JOIN entries e ON e.stream = j.value ->> 0 \
    LEFT JOIN texts t ON t.entry = e.id AND t.item = j.value ->> 1";

/// Parameters of [`BEGIN`].
struct Begun {
    entries: String,
    hidden: String,
    bare: String,
    things: String,
}

impl Begun {
    fn of(update: &Update) -> Result<Self> {
        let last: HashMap<&StreamId, &Entry> = update
            .entries
            .iter()
            .map(|entry| (&entry.stream, entry))
            .collect();
        let entries: Vec<_> = last
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
        let hidden: Vec<_> = update.hidden.iter().map(owner_and_name).collect();
        // Every item needs an entry: a stream without one gets one that lists do not show.
        let bare: HashSet<_> = update
            .items
            .iter()
            .map(|(stream, _)| stream)
            .filter(|stream| !last.contains_key(stream))
            .map(owner_and_name)
            .collect();
        let things: Vec<_> = update
            .items
            .iter()
            .map(|(stream, change)| (stream.as_str(), change.item()))
            .collect();
        Ok(Self {
            entries: json(&entries)?,
            hidden: json(&hidden)?,
            bare: json(&bare)?,
            things: json(&things)?,
        })
    }

    async fn begin(self, conn: &mut SqliteConnection) -> Result<Vec<Standing>> {
        sqlx::query_as(BEGIN)
            .bind(self.entries)
            .bind(self.hidden)
            .bind(self.bare)
            .bind(self.things)
            .fetch_all(conn)
            .await
            .map_err(fault)
    }
}

fn owner_and_name(stream: &StreamId) -> (&str, &str) {
    (stream.as_str(), stream.kind())
}

/// Returns the read access to the streams that a commit changes.
fn doors(update: &Update) -> Vec<(&StreamId, Door)> {
    let shown = update.entries.iter().map(|entry| {
        let (readers, readers_of) = write_readers(&entry.readers);
        let door = Door {
            is_shown: true,
            readers: readers.map(Into::into),
            readers_of: readers_of.map(Into::into),
        };
        (&entry.stream, door)
    });
    let hidden = update.hidden.iter().map(|stream| (stream, Door::default()));
    shown.chain(hidden).collect()
}

impl SqliteIndex {
    /// Determines the row changes. An item whose text is unchanged keeps its row in the full-text table.
    fn place<'a>(
        &self,
        standing: Vec<Standing>,
        update: &'a Update,
        vectors: &Vectors,
        next: &mut i64,
    ) -> Rows<'a> {
        let changes: Vec<_> = update.items.iter().collect();
        let mut rows = Rows::default();
        for (key, entry, id, title, body, had_facets, shelf) in standing {
            let key = usize::try_from(key).unwrap_or(usize::MAX);
            let Some((stream, change)) = changes.get(key) else {
                continue;
            };
            let had_facets = had_facets == Some(true);
            let was_plain = shelf.is_none();
            let old_shelf = shelf.filter(|shelf| self.shelves.is_asked(shelf));
            let mut moves = |shelf: String, change: Move| rows.moved.push(Moved { shelf, change });
            match change {
                Change::Put(item) => {
                    let is_same = title.as_ref() == Some(&item.text.title)
                        && body.as_ref() == Some(&item.text.body);
                    let shelved = item
                        .facets
                        .as_ref()
                        .and_then(|facets| facets.shelved.as_ref());
                    if is_same && !had_facets && item.facets.is_none() {
                        continue;
                    }
                    if had_facets {
                        rows.bare.extend(id);
                    }
                    // Items on shelves are not in the full-text table, so moving on or off a shelf changes that table
                    // too.
                    let is_kept = is_same && was_plain == shelved.is_none();
                    if !is_kept && was_plain {
                        rows.unlearn.extend(id);
                    }
                    if !is_same {
                        rows.stale.extend(id);
                    }
                    let old = id;
                    let id = id.unwrap_or_else(|| {
                        *next += 1;
                        *next - 1
                    });
                    if !is_kept && shelved.is_none() {
                        rows.learn.push(id);
                    }
                    let new_shelf = shelved.map(|shelved| shelved.shelf.as_str());
                    if let (Some(shelf), Some(old)) = (old_shelf, old)
                        && Some(shelf.as_str()) != new_shelf
                    {
                        moves(shelf, Move::Remove(old));
                    }
                    if let Some(shelved) = shelved {
                        if vectors.has(key) {
                            rows.vectors.push((id, key));
                        } else if !is_kept && self.embedder.is_some() {
                            rows.waiting.push(id);
                        }
                        if self.shelves.is_asked(&shelved.shelf) {
                            let thing = thing(id, item, shelved, vectors.get(key), is_same);
                            let tags = item.facets.iter().flat_map(|facets| facets.tags.clone());
                            let change = Move::Put {
                                stream: stream.clone(),
                                thing: Box::new(thing),
                                tags: tags.collect(),
                            };
                            moves(shelved.shelf.clone(), change);
                        }
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
                    if let Some(shelf) = old_shelf {
                        moves(shelf, Move::Touch(id, moments(stamps)));
                    }
                    let stamps = stamps.iter();
                    rows.times
                        .extend(stamps.map(|stamp| (id, stamp.field, stamp.at.0, stamp.count)));
                }
                Change::Forget(_) => {
                    if was_plain {
                        rows.unlearn.extend(id);
                    }
                    if let (Some(shelf), Some(id)) = (old_shelf, id) {
                        moves(shelf, Move::Remove(id));
                    }
                    rows.gone.extend(id);
                    rows.stale.extend(id);
                    if had_facets {
                        rows.bare.extend(id);
                    }
                }
            }
        }
        rows
    }
}

fn moments(stamps: &[Stamp]) -> Vec<(String, Time, u32)> {
    let stamps = stamps.iter();
    stamps
        .map(|stamp| (stamp.field.to_owned(), stamp.at, stamp.count))
        .collect()
}

/// Builds the item for a shelf. Its stream and its tags are passed separately.
fn thing(
    row: i64,
    item: &Item,
    shelved: &Shelved,
    vector: Option<&[i8]>,
    says_the_same: bool,
) -> Thing {
    let times = item.facets.iter().flat_map(|facets| moments(&facets.times));
    Thing {
        row,
        title: item.text.title.clone(),
        body: item.text.body.clone(),
        who: shelved.who.clone(),
        group: shelved.group.clone(),
        at: shelved.at,
        times: times.collect(),
        vector: vector.map(Into::into),
        says_the_same,
        ..Thing::default()
    }
}

/// Writes the items and ends the transaction. Rows are removed from the full-text table first, because that needs their
/// old texts.
const COMMIT: &str = "\
    INSERT INTO words (words, rowid, title, body) \
    SELECT 'delete', p.id, p.title, p.body \
    FROM json_each(?) j CROSS JOIN plain p ON p.id = j.value; \
    DELETE FROM texts WHERE id IN (SELECT value FROM json_each(?)); \
    DELETE FROM tags WHERE text IN (SELECT value FROM json_each(?)); \
    DELETE FROM times WHERE text IN (SELECT value FROM json_each(?)); \
    DELETE FROM vectors WHERE text IN (SELECT value FROM json_each(?)); \
    DELETE FROM waiting WHERE text IN (SELECT value FROM json_each(?)); \
    INSERT INTO texts (id, entry, item, kind, title, body, doc, shelf, who, grp, at, title_tokens, \
                       body_tokens) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, \
           value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12 \
    FROM json_each(?) WHERE true \
    ON CONFLICT (id) DO UPDATE \
    SET kind = excluded.kind, title = excluded.title, body = excluded.body, doc = excluded.doc, \
        shelf = excluded.shelf, who = excluded.who, grp = excluded.grp, at = excluded.at, \
        title_tokens = excluded.title_tokens, body_tokens = excluded.body_tokens; \
    INSERT OR IGNORE INTO shelves (name) SELECT value FROM json_each(?); \
    INSERT OR IGNORE INTO sought (name, shelf) SELECT value ->> 0, value ->> 1 FROM json_each(?); \
    INSERT OR REPLACE INTO vectors (text, model, vector) \
    SELECT value ->> 0, ?, substr(?, value ->> 1, value ->> 2) FROM json_each(?); \
    INSERT OR IGNORE INTO waiting SELECT value FROM json_each(?); \
    INSERT INTO words (rowid, title, body) \
    SELECT p.id, p.title, p.body FROM json_each(?) j CROSS JOIN plain p ON p.id = j.value; \
    INSERT OR IGNORE INTO tags (text, field, value) \
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?); \
    INSERT INTO times (text, field, at, count) \
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?) WHERE true \
    ON CONFLICT (text, field) DO UPDATE SET at = excluded.at, count = excluded.count; \
    UPDATE meta SET value = ? WHERE key = 'position'; \
    COMMIT";

async fn commit(
    conn: &mut SqliteConnection,
    mut rows: Rows<'_>,
    vectors: &Vectors,
    position: u64,
) -> Result<()> {
    rows.learn.sort_unstable();
    let placed: Vec<_> = rows
        .placed
        .iter()
        .map(|(id, entry, Item { text, facets })| {
            let doc = facets.as_ref().map(|facets| &facets.doc);
            let shelved = facets.as_ref().and_then(|facets| facets.shelved.as_ref());
            let (title, body) = (&text.title, &text.body);
            let shelf = shelved.map(|on| &on.shelf);
            let (who, group) = (shelved.map(|on| &on.who), shelved.map(|on| &on.group));
            let at = shelved.map(|on| on.at.0);
            // Shelves tokenize their texts themselves.
            let tokens = |text: &str| tokens_to_store(text).filter(|_| shelved.is_none());
            let (of_title, of_body) = (tokens(title), tokens(body));
            (
                id, entry, &text.item, text.kind, title, body, doc, shelf, who, group, at,
                of_title, of_body,
            )
        })
        .collect();
    let shelved = rows.placed.iter();
    let shelved = shelved.filter_map(|(_, _, item)| item.facets.as_ref()?.shelved.as_ref());
    let shelves: BTreeSet<&str> = shelved.clone().map(|on| on.shelf.as_str()).collect();
    let sought: BTreeSet<(&str, &str)> = shelved
        .filter_map(|on| Some((on.sought.as_deref()?, on.shelf.as_str())))
        .collect();
    let (blob, parts) = vectors.blob(&rows.vectors);
    let tags: Vec<_> = rows
        .placed
        .iter()
        .flat_map(|(id, _, item)| {
            let tags = item.facets.iter().flat_map(|facets| &facets.tags);
            tags.map(move |(field, value)| (id, field, value))
        })
        .collect();
    let (bare, stale) = (json(&rows.bare)?, json(&rows.stale)?);
    sqlx::query(COMMIT)
        .bind(json(&rows.unlearn)?)
        .bind(json(&rows.gone)?)
        .bind(&bare)
        .bind(&bare)
        .bind(&stale)
        .bind(&stale)
        .bind(json(&placed)?)
        .bind(json(&shelves)?)
        .bind(json(&sought)?)
        .bind(vectors.model())
        .bind(blob)
        .bind(json(&parts)?)
        .bind(json(&rows.waiting)?)
        .bind(json(&rows.learn)?)
        .bind(json(&tags)?)
        .bind(json(&rows.times)?)
        .bind(i64::try_from(position).unwrap_or(i64::MAX))
        .execute(conn)
        .await
        .map_err(fault)?;
    Ok(())
}

fn json<T: Serialize>(value: &T) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::internal(error.to_string()))
}
