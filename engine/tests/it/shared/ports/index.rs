//! An index in memory with injected failures.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use kernel::future::Fut;
use kernel::ports::index::{Change, Entry, Find, Finding, Index, Item, ListQuery, Listed, Update};
use kernel::{Error, Position, Result, StreamId, Time};

use super::ready;

/// Content of the index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Indexed {
    pub position: Position,
    pub entries: BTreeMap<StreamId, Entry>,
    pub items: BTreeMap<(StreamId, String), Item>,
    pub erased: u64,
}

/// An index in memory.
#[derive(Default)]
pub struct MemoryIndex {
    indexed: Mutex<Indexed>,
    /// Number of coming changes that fail.
    pub fail: AtomicUsize,
    /// Number of changes that succeed before those.
    well: AtomicUsize,
    /// True if the index was removed; it must be cleared first.
    pub lost: AtomicBool,
    /// It may refuse to be read.
    pub is_behind: AtomicBool,
}

impl MemoryIndex {
    /// Lets `well` changes succeed and then `fail` changes fail.
    pub fn fail_after(&self, well: usize, fail: usize) {
        self.well.store(well, Ordering::SeqCst);
        self.fail.store(fail, Ordering::SeqCst);
    }
    pub fn indexed(&self) -> MutexGuard<'_, Indexed> {
        self.indexed.lock().unwrap()
    }
}

impl Index for MemoryIndex {
    fn position(&self) -> Fut<'_, Result<Position>> {
        ready(Ok(self.indexed().position))
    }
    fn last_erasure(&self) -> Fut<'_, Result<u64>> {
        ready(Ok(self.indexed().erased))
    }
    fn note_erased(&self, number: u64) -> Fut<'_, Result<()>> {
        self.indexed().erased = number;
        ready(Ok(()))
    }
    fn apply<'a>(&'a self, update: &'a Update) -> Fut<'a, Result<()>> {
        let count = |left: &AtomicUsize| {
            left.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            })
        };
        if count(&self.well).is_err() && count(&self.fail).is_ok() {
            return ready(Err(Error::unavailable("the index is torn")));
        }
        let mut indexed = self.indexed();
        indexed.position = update.position;
        for entry in &update.entries {
            indexed.entries.insert(entry.stream.clone(), entry.clone());
        }
        for stream in &update.hidden {
            indexed.entries.remove(stream);
        }
        for (stream, change) in &update.items {
            let key = (stream.clone(), change.item().to_owned());
            match change {
                Change::Put(item) => drop(indexed.items.insert(key, item.clone())),
                Change::Forget(_) => drop(indexed.items.remove(&key)),
                Change::Touch { stamps, .. } => {
                    let Some(facets) = indexed
                        .items
                        .get_mut(&key)
                        .and_then(|item| item.facets.as_mut())
                    else {
                        continue;
                    };
                    for stamp in stamps {
                        facets.times.retain(|old| old.field != stamp.field);
                        facets.times.push(*stamp);
                    }
                }
            }
        }
        ready(Ok(()))
    }
    fn forget<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<()>> {
        let mut indexed = self.indexed();
        indexed.entries.remove(stream);
        indexed.items.retain(|(of, _), _| of != stream);
        ready(Ok(()))
    }
    fn check(&self) -> Fut<'_, Result<()>> {
        ready(if self.lost.load(Ordering::SeqCst) {
            Err(Error::unavailable("the index is lost"))
        } else {
            Ok(())
        })
    }
    fn behind(&self) {
        self.is_behind.store(true, Ordering::SeqCst);
    }
    fn mark_complete(&self) {
        self.is_behind.store(false, Ordering::SeqCst);
    }
    fn clear(&self) -> Fut<'_, Result<()>> {
        self.lost.store(false, Ordering::SeqCst);
        *self.indexed() = Indexed::default();
        ready(Ok(()))
    }
    fn entry<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Entry>>> {
        ready(Ok(self.indexed().entries.get(stream).cloned()))
    }
    fn list<'a>(&'a self, _: &'a ListQuery) -> Fut<'a, Result<Listed>> {
        ready(Ok(Listed::default()))
    }
    fn due(&self, now: Time, limit: usize) -> Fut<'_, Result<Vec<StreamId>>> {
        let indexed = self.indexed();
        let due = indexed
            .entries
            .values()
            .filter(|e| e.due.is_some_and(|due| due <= now));
        ready(Ok(due
            .take(limit)
            .map(|entry| entry.stream.clone())
            .collect()))
    }
    fn next_due(&self) -> Fut<'_, Result<Option<Time>>> {
        let indexed = self.indexed();
        ready(Ok(indexed.entries.values().filter_map(|e| e.due).min()))
    }
    fn find<'a>(&'a self, _: &'a Find) -> Fut<'a, Result<Finding>> {
        ready(Ok(Finding::default()))
    }
}
