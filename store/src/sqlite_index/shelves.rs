//! The shelves in memory: built from the rows of the index when a question first needs them, and updated by commits.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use kernel::{Result, StreamId, Time};
use tokio::sync::OnceCell;

use super::SqliteIndex;
use super::load::{BATCH_SIZE, fill};
use super::slots::Slots;
use crate::error::index_fault as fault;
use crate::recall::doors::{Door, Doors};
use crate::recall::shelf::{Change, Shelf, Thing};
use crate::recall::tagged::Tags;

/// All shelves in memory.
#[derive(Default)]
pub(super) struct Shelves {
    slots: Mutex<Slots<Slot>>,
    pub doors: RwLock<Doors>,
    pub tags: Tags,
}

/// A shelf that is built or will be.
#[derive(Default)]
struct Slot {
    shelf: Arc<RwLock<Shelf>>,
    stage: Mutex<Stage>,
    /// Model of the vectors on the shelf, set when building begins.
    model: OnceLock<Option<Arc<str>>>,
    is_built: OnceCell<()>,
}

/// Build state of a shelf.
#[derive(Default)]
enum Stage {
    /// Not built: changes will be read from the index.
    #[default]
    Empty,
    /// Being built, with the changes that were committed meanwhile.
    Building(Vec<Change>),
    Built,
}

/// A change of an item on a shelf, made by a commit.
pub(super) struct Moved {
    pub shelf: String,
    pub change: Move,
}

/// Kind of change of an item.
pub(super) enum Move {
    Put {
        stream: StreamId,
        thing: Box<Thing>,
        tags: Vec<(&'static str, String)>,
    },
    Touch(i64, Vec<(String, Time, u32)>),
    Remove(i64),
    Vector(i64, Vec<i8>),
}

/// A door as stored in the index: stream, true if it is shown, readers, stream whose readers apply.
type DoorRow = (String, bool, Option<String>, Option<String>);
/// An item as stored in the index: row, stream, title, body, author, group, time, tags, moments, vector.
type ThingRow = (
    i64,
    String,
    String,
    String,
    Option<String>,
    Option<String>,
    i64,
    String,
    String,
    Option<Vec<u8>>,
);

impl Shelves {
    /// Returns true if the shelf has a slot. Only such shelves are kept up to date.
    pub(super) fn is_asked(&self, name: &str) -> bool {
        self.slots().contains(name)
    }

    /// Returns true if any shelf has a slot.
    pub(super) fn are_asked(&self) -> bool {
        self.len() > 0
    }

    /// Returns the number of slots.
    pub(super) fn len(&self) -> usize {
        self.slots().len()
    }

    fn slots(&self) -> MutexGuard<'_, Slots<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Applies a commit, which brings vectors of `model`. The index already has it, so a shelf that is being built may
    /// receive it twice.
    pub(super) fn keep_up(&self, doors: Vec<(&StreamId, Door)>, moved: Vec<Moved>, model: &str) {
        let mut known = self.doors.write().unwrap_or_else(PoisonError::into_inner);
        let mut is_unsure = false;
        for (stream, door) in doors {
            let was_known = known.knows(stream.as_str());
            known.set(stream.as_str(), door);
            is_unsure |= was_known && !known.knows(stream.as_str());
        }
        drop(known);
        if is_unsure {
            // An entry now takes its readers from a stream that is unknown here.
            self.clear();
        }
        for Moved { shelf, change } in moved {
            let Some(slot) = self.slots().get(&shelf) else {
                continue;
            };
            let Some(change) = slot.of_its_model(change, model) else {
                continue;
            };
            let Some(change) = self.change(change) else {
                self.slots().remove(&shelf);
                continue;
            };
            if slot.take(change) {
                self.slots().remove(&shelf);
            } else {
                let things = slot.things();
                self.slots().weigh(&shelf, &slot, things);
            }
        }
    }

    /// Converts a change to numbers and hashes. `None` if the readers of the stream are not fully known.
    fn change(&self, change: Move) -> Option<Change> {
        Some(match change {
            Move::Put {
                stream,
                mut thing,
                tags,
            } => {
                let mut doors = self.doors.write().unwrap_or_else(PoisonError::into_inner);
                if !doors.knows(stream.as_str()) {
                    return None;
                }
                thing.door = doors.number(stream.as_str());
                let tags = tags.iter();
                thing.tags = tags
                    .map(|(field, value)| self.tags.hash(field, value))
                    .collect();
                Change::Put(thing)
            }
            Move::Touch(row, times) => Change::Touch(row, times),
            Move::Remove(row) => Change::Remove(row),
            Move::Vector(row, vector) => Change::Vector(row, vector),
        })
    }

    /// Drops all shelves. The next question builds those that it needs.
    pub(super) fn clear(&self) {
        self.slots().clear();
    }

    /// Drops all shelves and closes all doors.
    pub(super) fn close(&self) {
        self.clear();
        let mut doors = self.doors.write().unwrap_or_else(PoisonError::into_inner);
        doors.close();
    }

    /// Closes the door of an erased stream, and drops the shelves that may hold items of it.
    pub(super) fn forget(&self, stream: &StreamId) {
        let mut doors = self.doors.write().unwrap_or_else(PoisonError::into_inner);
        if !doors.knows(stream.as_str()) {
            return;
        }
        doors.set(stream.as_str(), Door::default());
        let door = doors.number(stream.as_str());
        drop(doors);
        self.slots().retain(|slot| slot.has_nothing_behind(door));
    }
}

impl Slot {
    /// Removes vectors of another model than the shelf's from the change: they are not comparable.
    fn of_its_model(&self, mut change: Move, model: &str) -> Option<Move> {
        let own = self.model.get().and_then(Option::as_deref);
        if own == Some(model) {
            return Some(change);
        }
        match &mut change {
            Move::Vector(..) => return None,
            Move::Put { thing, .. } => thing.vector = None,
            Move::Touch(..) | Move::Remove(_) => {}
        }
        Some(change)
    }

    /// Applies a change, or queues it while the shelf is being built. Returns true if the shelf should be rebuilt.
    fn take(&self, change: Change) -> bool {
        match &mut *self.stage() {
            Stage::Empty => false,
            Stage::Building(waiting) => {
                waiting.push(change);
                false
            }
            Stage::Built => {
                let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
                shelf.change(change);
                shelf.is_worn()
            }
        }
    }

    /// Returns true if the shelf certainly holds no item behind that door, not even a removed one.
    fn has_nothing_behind(&self, door: u32) -> bool {
        let is_built = matches!(*self.stage(), Stage::Built);
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        is_built && shelf.docs.iter().all(|doc| doc.door != door)
    }

    /// Returns the number of items that its shelf has numbered, removed ones included.
    fn things(&self) -> usize {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        shelf.docs.len()
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SqliteIndex {
    /// Returns true if that number of further items fits in memory without an eviction.
    pub(super) fn has_room(&self, things: usize) -> bool {
        self.shelves.slots().has_room(things)
    }

    /// Returns the shelves with those names and those whose items are also found under them, built if they are not in
    /// memory yet; and the model of their vectors, `None` if they differ.
    pub(super) async fn shelves_of(
        &self,
        names: Option<&[String]>,
    ) -> Result<(Vec<Arc<RwLock<Shelf>>>, Option<Arc<str>>)> {
        let query = match names {
            Some(names) => {
                sqlx::query_scalar(NAMED).bind(serde_json::Value::from(names).to_string())
            }
            None => sqlx::query_scalar("SELECT name FROM shelves"),
        };
        let names: BTreeSet<String> = query
            .fetch_all(&self.readers())
            .await
            .map_err(fault)?
            .into_iter()
            .collect();
        let mut shelves = Vec::with_capacity(names.len());
        let mut models = HashSet::new();
        for name in &names {
            let slot = self.shelves.slots().take(name);
            let built = slot.is_built.get_or_try_init(|| self.build(name, &slot));
            built.await?;
            models.insert(slot.model.get().cloned().flatten());
            shelves.push(slot.shelf.clone());
        }
        let mut models = models.into_iter();
        let model = models.next().flatten().filter(|_| models.next().is_none());
        Ok((shelves, model))
    }

    /// Builds a shelf from the index's rows. Commits continue meanwhile.
    async fn build(&self, name: &str, slot: &Arc<Slot>) -> Result<()> {
        let answering = self.answering();
        let answering = answering.map(|embedder| Arc::from(embedder.name()));
        let model = slot.model.get_or_init(|| answering).clone();
        {
            // The writer is held: a door that is read here cannot change before it is recorded.
            let _nobody_writes = self.writer.hold().await;
            let doors: Vec<DoorRow> = sqlx::query_as(DOORS)
                .bind(name)
                .fetch_all(&self.readers())
                .await
                .map_err(fault)?;
            let mut known = self
                .shelves
                .doors
                .write()
                .unwrap_or_else(PoisonError::into_inner);
            for (.., of) in &doors {
                // Registers the stream even if it has no entry yet: the item's own readers apply while it has none.
                if let Some(of) = of {
                    known.number(of);
                }
            }
            for (stream, is_shown, readers, readers_of) in doors {
                let door = Door {
                    is_shown,
                    readers: readers.map(Into::into),
                    readers_of: readers_of.map(Into::into),
                };
                known.set(&stream, door);
            }
            *slot.stage() = Stage::Building(Vec::new());
        }
        let rows: Vec<ThingRow> = sqlx::query_as(THINGS)
            .bind(name)
            .bind(model.as_deref())
            .fetch_all(&self.readers())
            .await
            .map_err(fault)?;
        let mut things = Vec::with_capacity(rows.len());
        for row in rows {
            things.push(self.thing(row));
            if things.len().is_multiple_of(BATCH_SIZE) {
                tokio::task::yield_now().await;
            }
        }
        let mut shelf = fill(things).await?;
        let mut stage = slot.stage();
        if let Stage::Building(waiting) = std::mem::replace(&mut *stage, Stage::Built) {
            for change in waiting {
                shelf.change(change);
            }
        }
        *slot.shelf.write().unwrap_or_else(PoisonError::into_inner) = shelf;
        drop(stage);
        let things = slot.things();
        self.shelves.slots().weigh(name, slot, things);
        Ok(())
    }

    fn thing(&self, row: ThingRow) -> Thing {
        let (row, stream, title, body, who, group, at, tags, times, vector) = row;
        let tags: Vec<(String, String)> = serde_json::from_str(&tags).unwrap_or_default();
        let times: Vec<(String, i64, u32)> = serde_json::from_str(&times).unwrap_or_default();
        let mut doors = self
            .shelves
            .doors
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        Thing {
            row,
            door: doors.number(&stream),
            title,
            body,
            who,
            group,
            at: Time(at),
            tags: tags
                .iter()
                .map(|(field, value)| self.shelves.tags.hash(field, value))
                .collect(),
            times: times
                .into_iter()
                .map(|(field, at, count)| (field, Time(at), count))
                .collect(),
            vector: vector.map(|bytes| bytes.iter().map(|byte| byte.cast_signed()).collect()),
            says_the_same: false,
        }
    }
}

/// Selects existing shelves by name, and those whose items are also found under these names. Callers may send any name:
/// one without a shelf must not create a slot.
const NAMED: &str = "\
    SELECT name FROM shelves WHERE name IN (SELECT value FROM json_each(?1)) UNION ALL \
    SELECT shelf FROM sought WHERE name IN (SELECT value FROM json_each(?1))";

/// Selects the doors of the items on a shelf, and the doors of the streams whose readers apply to them.
const DOORS: &str = "\
    WITH own AS (SELECT stream, doc IS NOT NULL AS shown, readers, readers_of FROM entries \
                 WHERE id IN (SELECT entry FROM texts WHERE shelf = ?1)) \
    SELECT stream, shown, readers, readers_of FROM own UNION ALL \
    SELECT stream, doc IS NOT NULL, readers, readers_of FROM entries \
    WHERE stream IN (SELECT readers_of FROM own)";

/// Selects the items of a shelf in the order of their times.
const THINGS: &str = "\
    SELECT t.id, e.stream, t.title, t.body, t.who, t.grp, coalesce(t.at, 0), \
           (SELECT json_group_array(json_array(g.field, g.value)) FROM tags g WHERE g.text = t.id), \
           (SELECT json_group_array(json_array(m.field, m.at, m.count)) FROM times m WHERE m.text = t.id), \
           (SELECT v.vector FROM vectors v WHERE v.text = t.id AND v.model = ?2) \
    FROM texts t JOIN entries e ON e.id = t.entry WHERE t.shelf = ?1 ORDER BY t.at, t.id";
