//! Committed states in memory, bounded by their size. States in use are evicted only above a multiple of the limit:
//! loading one that is written to all the time costs more than the memory that it takes.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio::time::{Duration, Instant};

use crate::stream::{StreamId, Version};
use crate::tx::Loaded;

/// Memory of a state in addition to its facts, in bytes.
const SLOT_BYTES: usize = 512;
/// Estimated bytes of memory per byte of JSON: pointers, tree nodes, spare capacity.
const BYTES_PER_BYTE: usize = 3;
/// Divisor of a stream's length at its last snapshot: the next snapshot waits until the stream has grown by that part.
/// A snapshot is the whole state, so this keeps the cost per fact independent of the number of facts before it.
const PART: Version = 4;
/// A state that was used twice, and last within this time, is in use.
const IN_USE: Duration = Duration::from_mins(1);
/// A use this soon after the load belongs to the same call.
const SAME_USE: Duration = Duration::from_secs(1);
/// Minimum interval between scans that freed too little, unless the states have grown meanwhile.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Divisor of the limit: after growth by that part, the states are scanned earlier.
const GROWN: usize = 16;
/// Maximum size of states in use, as a multiple of the limit, plus the largest of them, which always stays.
const MAX_OVERSHOOT: usize = 8;
/// Number of evicted streams that are remembered: one that is loaded again soon is in use.
const REMEMBERED: usize = 10_000;

/// A loaded state with its metadata for the cache.
#[derive(Clone)]
pub(super) struct Fetched {
    pub loaded: Loaded,
    /// Length of the snapshot and of the facts after it, in bytes.
    pub json_bytes: usize,
    /// Version of the snapshot; 0 without one.
    pub snapshot: Version,
}

/// State of a stream after a commit.
pub(super) struct Commit {
    pub stream: StreamId,
    pub loaded: Loaded,
    pub json_bytes: usize,
    /// Number of new facts.
    pub facts: Version,
}

struct CacheEntry {
    loaded: Loaded,
    /// Estimated memory, from the last snapshot and the facts after it.
    bytes: usize,
    /// Part of `bytes` that those facts take.
    grown: usize,
    loaded_at: Instant,
    used_at: Instant,
    /// True if it was used again after it was loaded.
    again: bool,
    snapshot: Version,
    snapshotting: bool,
    /// Value of `grown` at the beginning of the running snapshot.
    grown_then: usize,
}

impl CacheEntry {
    /// Returns the number of facts that are not in a snapshot.
    fn since(&self) -> Version {
        self.loaded.version - self.snapshot
    }

    /// Adds the memory of a commit, and returns it.
    fn grow(&mut self, commit: &Commit) -> usize {
        let more = commit.json_bytes * BYTES_PER_BYTE;
        self.bytes += more;
        self.grown += more;
        more
    }

    fn touch(&mut self, now: Instant) {
        self.used_at = now;
        self.again |= now.duration_since(self.loaded_at) >= SAME_USE;
    }

    fn is_in_use(&self, now: Instant) -> bool {
        self.again && now.duration_since(self.used_at) < IN_USE
    }
}

enum Slot {
    Hot(CacheEntry),
    Loading {
        ticket: u64,
        done: watch::Receiver<()>,
    },
}

#[derive(Default)]
struct Inner {
    slots: HashMap<StreamId, Slot>,
    /// Streams in the order of the next scan.
    ring: VecDeque<StreamId>,
    /// Streams that were evicted last.
    gone: VecDeque<(StreamId, Instant)>,
    gone_at: HashMap<StreamId, Instant>,
    /// Time of the last scan that freed too little, and the size of the states then.
    looked: Option<(Instant, usize)>,
    /// True if the warning about a too small limit was already logged.
    warned: bool,
    loads: u64,
    evictions: u64,
    pins: HashMap<StreamId, usize>,
    hot: usize,
    bytes: usize,
    tickets: u64,
}

/// Committed states in memory.
pub(super) struct Cache {
    inner: Mutex<Inner>,
    limit: usize,
}

/// Result of a request for a state: in memory, being loaded, or to be loaded by the caller.
pub(super) enum Begin<'a> {
    Hot(Loaded),
    Wait(watch::Receiver<()>),
    Load(Loading<'a>),
}

/// The right to load one state. Dropping it lets the next caller try.
pub(super) struct Loading<'a> {
    cache: &'a Cache,
    stream: StreamId,
    ticket: u64,
    _done: watch::Sender<()>,
}

/// Protects a stream's state from eviction until dropped.
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

    /// Returns the state if it is in memory.
    pub fn find(&self, stream: &StreamId) -> Option<Loaded> {
        match self.lock().slots.get_mut(stream) {
            Some(Slot::Hot(hot)) => {
                hot.touch(Instant::now());
                Some(hot.loaded.clone())
            }
            _ => None,
        }
    }

    /// Returns the state or the way to get it. Each stream is loaded by one caller at a time.
    pub fn begin(&self, stream: &StreamId) -> Begin<'_> {
        let mut inner = self.lock();
        match inner.slots.get_mut(stream) {
            Some(Slot::Hot(hot)) => {
                hot.touch(Instant::now());
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

    /// Updates the states after a commit. Returns those that are due for a snapshot: `snapshot_every` facts after the
    /// last one, later for long streams.
    pub fn commit(
        &self,
        commits: impl Iterator<Item = Commit>,
        snapshot_every: u64,
    ) -> Vec<(StreamId, Loaded)> {
        let mut due = Vec::new();
        let now = Instant::now();
        let mut inner = self.lock();
        for commit in commits {
            match inner.slots.get_mut(&commit.stream) {
                // The follower, or a load since then, may have been faster.
                Some(Slot::Hot(hot)) if hot.loaded.version >= commit.loaded.version => {}
                Some(Slot::Hot(hot)) => {
                    let more = hot.grow(&commit);
                    hot.loaded = commit.loaded;
                    hot.touch(now);
                    if !hot.snapshotting && hot.since() >= snapshot_every.max(hot.snapshot / PART) {
                        hot.snapshotting = true;
                        hot.grown_then = hot.grown;
                        due.push((commit.stream, hot.loaded.clone()));
                    }
                    inner.bytes += more;
                }
                // The running load may have read the log before this commit, so it is void.
                Some(Slot::Loading { .. }) => {
                    inner.slots.remove(&commit.stream);
                }
                None if commit.loaded.version == commit.facts => inner.insert(
                    commit.stream,
                    Fetched {
                        loaded: commit.loaded,
                        json_bytes: commit.json_bytes,
                        snapshot: 0,
                    },
                ),
                // Evicted meanwhile: its size is unknown here, so the next reader loads it.
                None => {}
            }
        }
        inner.evict(self.limit);
        due
    }

    /// Updates a state after facts of other processes, if it is in memory. A missing state is not added, because the
    /// log may already have more facts of it.
    pub fn follow(&self, commit: Commit) {
        let mut inner = self.lock();
        match inner.slots.get_mut(&commit.stream) {
            Some(Slot::Hot(hot)) if hot.loaded.version + commit.facts == commit.loaded.version => {
                let more = hot.grow(&commit);
                hot.loaded = commit.loaded;
                inner.bytes += more;
                inner.evict(self.limit);
            }
            // The running load may have read the log before these facts, so it is void.
            Some(Slot::Loading { .. }) => inner.remove(&commit.stream),
            Some(Slot::Hot(_)) | None => {}
        }
    }

    /// Removes the state if it is older than that version, and voids a running load.
    pub fn doubt(&self, stream: &StreamId, version: Version) {
        let mut inner = self.lock();
        match inner.slots.get(stream) {
            Some(Slot::Hot(hot)) if hot.loaded.version >= version => {}
            Some(_) => inner.remove(stream),
            None => {}
        }
    }

    /// Removes the state, and voids a running load.
    pub fn remove(&self, stream: &StreamId) {
        self.lock().remove(stream);
    }

    /// Protects the stream's state from eviction, once it is in memory, until the pin is dropped.
    pub fn pin(&self, stream: &StreamId) -> Pin<'_> {
        *self.lock().pins.entry(stream.clone()).or_default() += 1;
        Pin {
            cache: self,
            stream: stream.clone(),
        }
    }

    /// Records an attempt to store a snapshot of that version, with its length if it succeeded. A failed one is only
    /// retried when the next is due.
    pub fn note_snapshot(&self, stream: &StreamId, version: Version, length: Option<usize>) {
        let mut inner = self.lock();
        let Some(Slot::Hot(hot)) = inner.slots.get_mut(stream) else {
            return;
        };
        hot.snapshotting = false;
        hot.snapshot = hot.snapshot.max(version.min(hot.loaded.version));
        if let Some(length) = length {
            // Facts that were added during the snapshot are not in it.
            hot.grown -= std::mem::take(&mut hot.grown_then);
            let now = SLOT_BYTES + stream.as_str().len() + length * BYTES_PER_BYTE + hot.grown;
            let before = std::mem::replace(&mut hot.bytes, now);
            inner.bytes = inner.bytes - before + now;
        }
    }

    /// Returns the states with at least `facts` facts since their snapshot.
    pub fn due_for_snapshot(&self, facts: u64) -> Vec<(StreamId, Loaded)> {
        let inner = self.lock();
        let hot = inner.slots.iter().filter_map(|(stream, slot)| match slot {
            Slot::Hot(hot) if hot.since() >= facts => Some((stream.clone(), hot.loaded.clone())),
            _ => None,
        });
        hot.collect()
    }

    /// Returns the size of the cache and its counters.
    pub fn usage(&self) -> Usage {
        let inner = self.lock();
        Usage {
            streams: inner.hot,
            bytes: inner.bytes,
            over: inner.bytes.saturating_sub(self.limit),
            loads: inner.loads,
            evictions: inner.evictions,
        }
    }
}

/// The cache at one moment.
pub(super) struct Usage {
    pub streams: usize,
    pub bytes: usize,
    /// Bytes above the limit, taken by states in use.
    pub over: usize,
    pub loads: u64,
    pub evictions: u64,
}

impl Inner {
    fn insert(&mut self, stream: StreamId, fetched: Fetched) {
        let now = Instant::now();
        let gone_at = self.gone_at.remove(&stream);
        let bytes = SLOT_BYTES + stream.as_str().len() + fetched.json_bytes * BYTES_PER_BYTE;
        self.bytes += bytes;
        self.hot += 1;
        self.ring.push_back(stream.clone());
        let hot = CacheEntry {
            loaded: fetched.loaded,
            bytes,
            grown: 0,
            loaded_at: now,
            used_at: now,
            again: gone_at.is_some_and(|gone_at| now.duration_since(gone_at) < IN_USE),
            snapshot: fetched.snapshot,
            snapshotting: false,
            grown_then: 0,
        };
        self.slots.insert(stream, Slot::Hot(hot));
    }

    fn remove(&mut self, stream: &StreamId) {
        if let Some(Slot::Hot(hot)) = self.slots.remove(stream) {
            self.bytes -= hot.bytes;
            self.hot -= 1;
        }
    }

    /// Evicts states that are not in use until the rest fits the limit.
    fn evict(&mut self, limit: usize) {
        if self.bytes <= limit {
            (self.looked, self.warned) = (None, false);
            return;
        }
        let now = Instant::now();
        if let Some((at, bytes)) = self.looked
            && now.duration_since(at) < LOOK_EVERY
            && self.bytes < bytes + limit / GROWN
        {
            return;
        }
        self.go_round(limit, now, |hot| !hot.is_in_use(now));
        let most = limit.saturating_mul(MAX_OVERSHOOT);
        if self.bytes > most {
            let hot = self.slots.values().filter_map(|slot| match slot {
                Slot::Hot(hot) if hot.is_in_use(now) => Some(hot.bytes),
                _ => None,
            });
            let largest = hot.max().unwrap_or(0);
            let most = most.saturating_add(largest);
            self.go_round(most, now, |hot| hot.bytes < largest);
        }
        self.looked = (self.bytes > limit).then_some((now, self.bytes));
        if self.looked.is_some() && !std::mem::replace(&mut self.warned, true) {
            let mib = |bytes: usize| bytes.div_ceil(1024 * 1024);
            tracing::warn!(
                used_mib = mib(self.bytes),
                limit_mib = mib(limit),
                states = self.hot,
                "the states in use take more memory than --state-mib gives them; they stay, and a larger \
                 limit would leave room for others"
            );
        }
    }

    /// Scans each state once, in turn, and evicts those that `may_go` until the rest fits `limit`.
    fn go_round(&mut self, limit: usize, now: Instant, may_go: impl Fn(&CacheEntry) -> bool) {
        for _ in 0..self.ring.len() {
            if self.bytes <= limit {
                return;
            }
            let Some(stream) = self.ring.pop_front() else {
                return;
            };
            match self.slots.get(&stream) {
                Some(Slot::Hot(hot)) if may_go(hot) && !self.pins.contains_key(&stream) => {
                    self.remove(&stream);
                    self.evictions += 1;
                    self.gone_at.insert(stream.clone(), now);
                    self.gone.push_back((stream, now));
                    if self.gone.len() > REMEMBERED
                        && let Some((stream, at)) = self.gone.pop_front()
                        && self.gone_at.get(&stream) == Some(&at)
                    {
                        self.gone_at.remove(&stream);
                    }
                }
                Some(Slot::Hot(_)) => self.ring.push_back(stream),
                _ => {}
            }
        }
    }
}

impl Loading<'_> {
    /// Adds the loaded state. Returns false if a commit or an erasure has voided the load; it then has to be repeated.
    pub fn finish(self, fetched: Fetched) -> bool {
        let mut inner = self.cache.lock();
        if !self.holds(&inner) {
            return false;
        }
        inner.slots.remove(&self.stream);
        inner.loads += 1;
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
