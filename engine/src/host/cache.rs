//! Committed states in memory, bounded by their estimated bytes. Knows neither the log nor any memory.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::stream::{StreamId, Version};
use crate::tx::Loaded;

/// What a state takes besides its facts.
const SLOT_BYTES: usize = 512;
/// How many bytes of memory one byte of JSON becomes, roughly: pointers, tree nodes, spare capacity.
const BYTES_PER_BYTE: usize = 3;
/// A snapshot is the whole state: the next one waits until the stream is longer by this part of what
/// the last one has, so that what a fact costs does not grow with the facts before it.
const PART: Version = 4;

/// A state with what the cache has to know of it.
#[derive(Clone)]
pub(super) struct Fetched {
    pub loaded: Loaded,
    /// The length of the snapshot and the facts after it.
    pub json_bytes: usize,
    /// The version of the snapshot, 0 without one.
    pub snapshot: Version,
}

/// A state that a commit made.
pub(super) struct Commit {
    pub stream: StreamId,
    pub loaded: Loaded,
    pub json_bytes: usize,
    /// How many of the facts are new.
    pub facts: Version,
}

struct Hot {
    loaded: Loaded,
    bytes: usize,
    used: bool,
    snapshot: Version,
    snapshotting: bool,
}

impl Hot {
    /// How many facts are not in a snapshot.
    fn since(&self) -> Version {
        self.loaded.version - self.snapshot
    }
}

enum Slot {
    Hot(Hot),
    Loading {
        ticket: u64,
        done: watch::Receiver<()>,
    },
}

#[derive(Default)]
struct Inner {
    slots: HashMap<StreamId, Slot>,
    /// Second chance: a state that was used since the hand passed stays once more.
    ring: VecDeque<StreamId>,
    pins: HashMap<StreamId, usize>,
    hot: usize,
    bytes: usize,
    tickets: u64,
}

/// The states.
pub(super) struct Cache {
    inner: Mutex<Inner>,
    limit: usize,
}

/// Whether a state is there, on its way, or ours to load.
pub(super) enum Begin<'a> {
    Hot(Loaded),
    Wait(watch::Receiver<()>),
    Load(Loading<'a>),
}

/// The right to load one state. Dropped, it lets the next one try.
pub(super) struct Loading<'a> {
    cache: &'a Cache,
    stream: StreamId,
    ticket: u64,
    _done: watch::Sender<()>,
}

/// Keeps a stream's state from being evicted.
pub(super) struct Pin<'a> {
    cache: &'a Cache,
    stream: StreamId,
}

impl Cache {
    pub fn new(limit: usize) -> Self {
        Self {
            inner: Mutex::default(),
            limit,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state, when it is here.
    pub fn find(&self, stream: &StreamId) -> Option<Loaded> {
        match self.lock().slots.get_mut(stream) {
            Some(Slot::Hot(hot)) => {
                hot.used = true;
                Some(hot.loaded.clone())
            }
            _ => None,
        }
    }

    /// The state, or how to get it: one load at a time for each stream.
    pub fn begin(&self, stream: &StreamId) -> Begin<'_> {
        let mut inner = self.lock();
        match inner.slots.get_mut(stream) {
            Some(Slot::Hot(hot)) => {
                hot.used = true;
                Begin::Hot(hot.loaded.clone())
            }
            Some(Slot::Loading { done, .. }) => Begin::Wait(done.clone()),
            None => {
                inner.tickets += 1;
                let ticket = inner.tickets;
                let (sender, done) = watch::channel(());
                inner
                    .slots
                    .insert(stream.clone(), Slot::Loading { ticket, done });
                Begin::Load(Loading {
                    cache: self,
                    stream: stream.clone(),
                    ticket,
                    _done: sender,
                })
            }
        }
    }

    /// Takes in what a commit made; gives those that are due for a
    /// snapshot: `snapshot_every` facts after the last, later when they are long.
    pub fn commit(
        &self,
        commits: impl Iterator<Item = Commit>,
        snapshot_every: u64,
    ) -> Vec<(StreamId, Loaded)> {
        let mut due = Vec::new();
        let mut inner = self.lock();
        for commit in commits {
            let Commit {
                stream,
                loaded,
                json_bytes,
                facts,
            } = commit;
            match inner.slots.get_mut(&stream) {
                Some(Slot::Hot(hot)) => {
                    let more = json_bytes * BYTES_PER_BYTE;
                    hot.bytes += more;
                    hot.loaded = loaded;
                    hot.used = true;
                    if !hot.snapshotting && hot.since() >= snapshot_every.max(hot.snapshot / PART) {
                        hot.snapshotting = true;
                        due.push((stream, hot.loaded.clone()));
                    }
                    inner.bytes += more;
                }
                // Whoever loads it may have read the log before this commit: that load is void.
                Some(Slot::Loading { .. }) => {
                    inner.slots.remove(&stream);
                }
                None if loaded.version == facts => inner.insert(
                    stream,
                    Fetched {
                        loaded,
                        json_bytes,
                        snapshot: 0,
                    },
                ),
                // Evicted meanwhile: its size is not known here, the next reader loads it.
                None => {}
            }
        }
        inner.evict(self.limit);
        due
    }

    /// Drops the state, and makes a load that is under way void.
    pub fn remove(&self, stream: &StreamId) {
        self.lock().remove(stream);
    }

    /// Keeps the stream's state, once it is here, until the pin is dropped.
    pub fn pin(&self, stream: &StreamId) -> Pin<'_> {
        *self.lock().pins.entry(stream.clone()).or_default() += 1;
        Pin {
            cache: self,
            stream: stream.clone(),
        }
    }

    /// Notes that a snapshot of that version was tried, and its length when it was kept. One that was
    /// not is tried again only when the next is due.
    pub fn snapshotted(&self, stream: &StreamId, version: Version, length: Option<usize>) {
        let mut inner = self.lock();
        let Some(Slot::Hot(hot)) = inner.slots.get_mut(stream) else {
            return;
        };
        hot.snapshotting = false;
        hot.snapshot = hot.snapshot.max(version.min(hot.loaded.version));
        if let Some(length) = length {
            let (before, now) = (hot.bytes, SLOT_BYTES + length * BYTES_PER_BYTE);
            hot.bytes = now;
            inner.bytes = inner.bytes - before + now;
        }
    }

    /// The states with at least `facts` facts since their snapshot.
    pub fn unsaved(&self, facts: u64) -> Vec<(StreamId, Loaded)> {
        let inner = self.lock();
        let hot = inner.slots.iter().filter_map(|(stream, slot)| match slot {
            Slot::Hot(hot) if hot.since() >= facts => Some((stream.clone(), hot.loaded.clone())),
            _ => None,
        });
        hot.collect()
    }

    /// How many states are here, and their estimated bytes.
    pub fn usage(&self) -> (usize, usize) {
        let inner = self.lock();
        (inner.hot, inner.bytes)
    }
}

impl Inner {
    fn insert(&mut self, stream: StreamId, fetched: Fetched) {
        let bytes = SLOT_BYTES + stream.as_str().len() + fetched.json_bytes * BYTES_PER_BYTE;
        self.bytes += bytes;
        self.hot += 1;
        self.ring.push_back(stream.clone());
        let hot = Hot {
            loaded: fetched.loaded,
            bytes,
            used: false,
            snapshot: fetched.snapshot,
            snapshotting: false,
        };
        self.slots.insert(stream, Slot::Hot(hot));
    }

    fn remove(&mut self, stream: &StreamId) {
        if let Some(Slot::Hot(hot)) = self.slots.remove(stream) {
            self.bytes -= hot.bytes;
            self.hot -= 1;
        }
    }

    fn evict(&mut self, limit: usize) {
        // Twice around: once to take the second chances away, once to evict.
        let mut steps = 2 * self.ring.len();
        while self.bytes > limit && steps > 0 {
            steps -= 1;
            let Some(stream) = self.ring.pop_front() else {
                return;
            };
            let Some(Slot::Hot(hot)) = self.slots.get_mut(&stream) else {
                continue;
            };
            if hot.used || self.pins.contains_key(&stream) {
                hot.used = false;
                self.ring.push_back(stream);
            } else {
                self.remove(&stream);
            }
        }
    }
}

impl Loading<'_> {
    /// Takes the loaded state in. `false` when it was overtaken by a commit or an erasure and has to
    /// be loaded again.
    pub fn finish(self, fetched: Fetched) -> bool {
        let mut inner = self.cache.lock();
        if !self.holds(&inner) {
            return false;
        }
        inner.slots.remove(&self.stream);
        inner.insert(self.stream.clone(), fetched);
        inner.evict(self.cache.limit);
        true
    }

    fn holds(&self, inner: &Inner) -> bool {
        matches!(inner.slots.get(&self.stream),
            Some(Slot::Loading { ticket, .. }) if *ticket == self.ticket)
    }
}

impl Drop for Loading<'_> {
    fn drop(&mut self) {
        let mut inner = self.cache.lock();
        if self.holds(&inner) {
            inner.slots.remove(&self.stream);
        }
    }
}

impl Drop for Pin<'_> {
    fn drop(&mut self) {
        let mut inner = self.cache.lock();
        if let Some(pins) = inner.pins.get_mut(&self.stream) {
            *pins -= 1;
            if *pins == 0 {
                inner.pins.remove(&self.stream);
            }
        }
    }
}
