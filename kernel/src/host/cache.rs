//! Committed states in memory, bounded by their bytes, and none thrown out that is in use: loading one that
//! is written to all the time costs more than the memory that it takes. Knows neither the log nor any memory.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use tokio::time::{Duration, Instant};

use crate::stream::{StreamId, Version};
use crate::tx::Loaded;

/// What a state takes besides its facts.
const SLOT_BYTES: usize = 512;
/// How many bytes of memory one byte of JSON becomes, roughly: pointers, tree nodes, spare capacity.
const BYTES_PER_BYTE: usize = 3;
/// A snapshot is the whole state: the next one waits until the stream is longer by this part of what
/// the last one has, so that what a fact costs does not grow with the facts before it.
const PART: Version = 4;
/// A state that was used twice and last within this time is in use.
const IN_USE: Duration = Duration::from_mins(1);
/// What comes so soon after a load belongs to the same call.
const SAME_USE: Duration = Duration::from_secs(1);
/// How often states may be looked through in vain, unless they have grown by a part meanwhile.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The part by which they may grow meanwhile.
const GROWN: usize = 16;
/// States in use may take so many times the limit, beside the largest of them, which stays in any case.
const MAX_OVERSHOOT: usize = 8;
/// How many of those that were thrown out are remembered: who comes back soon is in use.
const REMEMBERED: usize = 10_000;

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

struct CacheEntry {
    loaded: Loaded,
    /// By its last snapshot, and the facts that came after it.
    bytes: usize,
    /// What of them is those facts.
    grown: usize,
    loaded_at: Instant,
    used_at: Instant,
    /// Whether it was used again after it was loaded.
    again: bool,
    snapshot: Version,
    snapshotting: bool,
    /// What had grown when the snapshot began that is being written.
    grown_then: usize,
}

impl CacheEntry {
    /// How many facts are not in a snapshot.
    fn since(&self) -> Version {
        self.loaded.version - self.snapshot
    }

    /// Takes what a commit adds; gives how much.
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
    /// In the order in which they are looked at.
    ring: VecDeque<StreamId>,
    /// Those that were thrown out last.
    gone: VecDeque<(StreamId, Instant)>,
    gone_at: HashMap<StreamId, Instant>,
    /// When they were looked through in vain, and what they took then.
    looked: Option<(Instant, usize)>,
    /// Whether the log of Loci says already that the limit is too small.
    warned: bool,
    loads: u64,
    evictions: u64,
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
                hot.touch(Instant::now());
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

    /// Takes in what a commit made; gives those that are due for a
    /// snapshot: `snapshot_every` facts after the last, later when they are long.
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
                // The follower, or who loaded it since, may have been faster.
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
                // Whoever loads it may have read the log before this commit: that load is void.
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
                // Evicted meanwhile: its size is not known here, the next reader loads it.
                None => {}
            }
        }
        inner.evict(self.limit);
        due
    }

    /// Takes in what facts of others make of a state, if it is here. One that is not stays away: the log may
    /// have more of it by now.
    pub fn follow(&self, commit: Commit) {
        let mut inner = self.lock();
        match inner.slots.get_mut(&commit.stream) {
            Some(Slot::Hot(hot)) if hot.loaded.version + commit.facts == commit.loaded.version => {
                let more = hot.grow(&commit);
                hot.loaded = commit.loaded;
                inner.bytes += more;
                inner.evict(self.limit);
            }
            // Whoever loads it may have read the log before: that load is void.
            Some(Slot::Loading { .. }) => inner.remove(&commit.stream),
            Some(Slot::Hot(_)) | None => {}
        }
    }

    /// Drops the state when it is of before that version, and makes a load that is under way void.
    pub fn doubt(&self, stream: &StreamId, version: Version) {
        let mut inner = self.lock();
        match inner.slots.get(stream) {
            Some(Slot::Hot(hot)) if hot.loaded.version >= version => {}
            Some(_) => inner.remove(stream),
            None => {}
        }
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
            // What came while it was being written is not in it.
            hot.grown -= std::mem::take(&mut hot.grown_then);
            let now = SLOT_BYTES + stream.as_str().len() + length * BYTES_PER_BYTE + hot.grown;
            let before = std::mem::replace(&mut hot.bytes, now);
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

    /// What the states take, and what was done to keep that small.
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
    /// The bytes above the limit: states in use take them.
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

    /// Throws out what is not in use, as long as the states take more than the limit.
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

    /// Looks at each state once, in turn.
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
    /// Takes the loaded state in. `false` when it was overtaken by a commit or an erasure and has to
    /// be loaded again.
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
