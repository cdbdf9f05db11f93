//! The shelves that are in memory: built from the rows of the index when a question first needs them, and kept up
//! with what commits change.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use kernel::{Result, StreamId, Time};
use tokio::sync::OnceCell;

use super::SqliteIndex;
use super::load::{AT_ONCE, filled};
use super::slots::Slots;
use crate::error::index_fault as fault;
use crate::recall::doors::{Door, Doors};
use crate::recall::shelf::{Change, Shelf, Thing};
use crate::recall::tagged::Tags;

/// The shelves.
#[derive(Default)]
pub(super) struct Shelves {
    slots: Mutex<Slots<Slot>>,
    pub doors: RwLock<Doors>,
    pub tags: Tags,
}

/// A shelf, or the place where one will be.
#[derive(Default)]
struct Slot {
    shelf: Arc<RwLock<Shelf>>,
    stage: Mutex<Stage>,
    /// Whose vectors its things have, once that is known.
    model: OnceLock<Option<Arc<str>>>,
    is_built: OnceCell<()>,
}

/// How far a shelf is.
#[derive(Default)]
enum Stage {
    /// Nobody builds it: what changes will be read from the index.
    #[default]
    Empty,
    /// Somebody builds it, and this changed meanwhile.
    Building(Vec<Change>),
    Built,
}

/// A change of what stands on a shelf, as a commit makes it.
pub(super) struct Moved {
    pub shelf: String,
    pub change: Move,
}

/// What becomes of a thing.
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

/// A door as the index has it: the stream, whether it is shown, its readers, whose readers.
type DoorRow = (String, bool, Option<String>, Option<String>);
/// A thing as the index has it: row, stream, title, body, who, group, when, tags, moments, vector.
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
    /// Whether somebody asked for a shelf: only such ones have to keep up.
    pub(super) fn is_asked(&self, name: &str) -> bool {
        self.slots().contains(name)
    }

    /// Whether somebody asked for any.
    pub(super) fn are_asked(&self) -> bool {
        self.len() > 0
    }

    /// How many are in memory.
    pub(super) fn len(&self) -> usize {
        self.slots().len()
    }

    fn slots(&self) -> MutexGuard<'_, Slots<Slot>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps up with a commit that brings vectors of `model`. The index has it already, so whoever builds a
    /// shelf meanwhile may see it twice.
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
            // Something is another stream's readers' from now on, of which nothing is known here.
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

    /// The change, with numbers for names; `None` when too little is known of the stream.
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

    /// Drops everything: the next question builds what it needs.
    pub(super) fn clear(&self) {
        self.slots().clear();
    }

    /// Drops everything, and shows nothing of it any more.
    pub(super) fn close(&self) {
        self.clear();
        let mut doors = self.doors.write().unwrap_or_else(PoisonError::into_inner);
        doors.close();
    }

    /// Drops what may have something of a stream that is forgotten.
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
    /// The change without vectors of another model than the shelf has: these say nothing to each other.
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

    /// Takes a change in, also while it is built; whether the shelf would better be built anew.
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

    /// Whether it is sure that nothing on it is, or was, behind that door.
    fn has_nothing_behind(&self, door: u32) -> bool {
        let is_built = matches!(*self.stage(), Stage::Built);
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        is_built && shelf.docs.iter().all(|doc| doc.door != door)
    }

    /// How many things its shelf has numbered, those that have gone too.
    fn things(&self) -> usize {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        shelf.docs.len()
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SqliteIndex {
    /// Returns true if so many more things are in memory without an eviction.
    pub(super) fn has_room(&self, things: usize) -> bool {
        self.shelves.slots().has_room(things)
    }

    /// The shelves of those names and those that have what is sought there, built where they are not in memory yet,
    /// and whose vectors they have: nobody's where they are not all of the same model.
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

    /// Builds a shelf from the index's rows. Commits go on meanwhile.
    async fn build(&self, name: &str, slot: &Arc<Slot>) -> Result<()> {
        let answering = self.answering();
        let answering = answering.map(|embedder| Arc::from(embedder.name()));
        let model = slot.model.get_or_init(|| answering).clone();
        {
            // While nobody writes: a door that is read here is not changed before it is known.
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
                // Until there is such a stream, the readers are their own.
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
            if things.len().is_multiple_of(AT_ONCE) {
                tokio::task::yield_now().await;
            }
        }
        let mut shelf = filled(things).await?;
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

/// Shelves by their names, and those that have what is sought under these. Callers name what they like: a name
/// that no shelf has must not become a slot.
const NAMED: &str = "\
    SELECT name FROM shelves WHERE name IN (SELECT value FROM json_each(?1)) UNION ALL \
    SELECT shelf FROM sought WHERE name IN (SELECT value FROM json_each(?1))";

/// The doors behind which the things of a shelf stand, and those whose readers are theirs.
const DOORS: &str = "\
    WITH own AS (SELECT stream, doc IS NOT NULL AS shown, readers, readers_of FROM entries \
                 WHERE id IN (SELECT entry FROM texts WHERE shelf = ?1)) \
    SELECT stream, shown, readers, readers_of FROM own UNION ALL \
    SELECT stream, doc IS NOT NULL, readers, readers_of FROM entries \
    WHERE stream IN (SELECT readers_of FROM own)";

/// The things of a shelf, in the order in which they were said.
const THINGS: &str = "\
    SELECT t.id, e.stream, t.title, t.body, t.who, t.grp, coalesce(t.at, 0), \
           (SELECT json_group_array(json_array(g.field, g.value)) FROM tags g WHERE g.text = t.id), \
           (SELECT json_group_array(json_array(m.field, m.at, m.count)) FROM times m WHERE m.text = t.id), \
           (SELECT v.vector FROM vectors v WHERE v.text = t.id AND v.model = ?2) \
    FROM texts t JOIN entries e ON e.id = t.entry WHERE t.shelf = ?1 ORDER BY t.at, t.id";
