//! State shared by the parts of the kernel: ports, cached states, locks and counters.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{RwLockReadGuard, broadcast, watch};

use crate::access::{Readers, may_read, reader_name};
use crate::actor::Actor;
use crate::configured::Configured;
use crate::error::{Code, Error, Result};
use crate::fact::Fact;
use crate::host::cache::{Begin, Cache, Fetched};
use crate::host::feed::{Chunk, Feed};
use crate::host::gauges::COMMIT_SIZES;
use crate::host::inbox::Delivered;
use crate::host::kind::Kind;
use crate::host::memo::Memo;
use crate::host::room::Room;
use crate::host::settings::{Ports, Settings, Warnings};
use crate::host::told::Told;
use crate::host::waits::Waits;
use crate::memory::Guard;
use crate::stream::{Position, StreamId, Version};
use crate::tenant::Tenancy;
use crate::time::Time;
use crate::tx::Loaded;

/// Maximum number of facts in one read from the log.
pub(super) const PAGE: usize = 1000;
/// Maximum size of the memo of reads, in bytes.
const MEMO: usize = 32 * 1024 * 1024;

/// Maximum time that an answer stored by another process waits until its facts are readable here.
const LAG: Duration = Duration::from_secs(5);

/// Counters since the start.
#[derive(Default)]
pub(super) struct Counts {
    pub commits: AtomicU64,
    pub commits_failed: AtomicU64,
    pub facts: AtomicU64,
    pub sizes: [AtomicU64; COMMIT_SIZES.len() + 1],
    pub denials: AtomicU64,
    pub snapshots: AtomicU64,
    pub panics: AtomicU64,
}

/// Adds to a counter.
pub(super) fn count(counter: &AtomicU64, more: u64) {
    counter.fetch_add(more, Ordering::Relaxed);
}

/// State shared by the parts of the kernel.
pub(super) struct Shared {
    pub ports: Ports,
    pub workspace: String,
    pub defaults: Configured,
    pub tools: Vec<&'static str>,
    pub snapshot_every: u64,
    pub batch: usize,
    pub kinds: HashMap<&'static str, Kind>,
    pub cache: Cache,
    pub room: Room,
    pub memo: Memo,
    pub warnings: Option<Warnings>,
    pub counts: Counts,
    pub epoch: u64,
    /// Visible end of the log: states, lists and search include everything up to it.
    pub head: watch::Sender<Position>,
    /// Closed with the follower, so that subscribers see the end after the last fact.
    pub chunks: broadcast::WeakSender<Chunk>,
    /// True if the last commit failed because the log could not be written.
    pub log_refuses: AtomicBool,
    /// Number of durable commits; bounds what a lookup of a stored answer can have seen.
    pub rounds: AtomicU64,
    /// True once waiting calls have to stop waiting.
    pub leaving: watch::Sender<bool>,
    pub closing: watch::Sender<bool>,
    /// Reason why the log counts as replaced, once detected.
    pub replaced: watch::Sender<Option<String>>,
    /// Held for reading by every write, for writing by [`close`](crate::host::Hub::close).
    pub admission: tokio::sync::RwLock<()>,
    /// Number of the log's last erasure that the states in memory reflect.
    pub erased: AtomicU64,
    /// True while the log may have facts of this process that the follower has not been sent yet.
    pub writing: watch::Sender<bool>,
    /// Held for reading from storing a blob until its fact is committed, for writing while blobs are erased.
    pub blob_gate: tokio::sync::RwLock<()>,
    /// Blobs to which nothing may refer: of failed writes and of interrupted erasures.
    pub strays: Mutex<BTreeSet<String>>,
    /// Held during updates of the index from the log, and during erasures: erased content must not return with facts
    /// that were read before.
    pub index_gate: tokio::sync::Mutex<()>,
    /// True while the index lacks commits or part of an erasure; the follower then repairs it.
    pub index_behind: watch::Sender<bool>,
    pub delivered: Delivered,
    /// Notices sent with the answers to calls that can be retried.
    pub told: Told,
    /// Calls that wait until they can proceed.
    pub waits: Waits,
    seen: Mutex<HashMap<String, Time>>,
}

impl Shared {
    pub fn new(
        ports: Ports,
        settings: Settings,
        epoch: u64,
        chunks: broadcast::WeakSender<Chunk>,
    ) -> Self {
        Self {
            ports,
            workspace: settings.workspace,
            defaults: settings.defaults,
            tools: settings.tools,
            snapshot_every: settings.snapshot_every.max(1),
            batch: settings.batch.max(1),
            kinds: settings.kinds.into_iter().map(|k| (k.name(), k)).collect(),
            cache: Cache::new(settings.state_bytes),
            room: Room::new(settings.streams),
            memo: Memo::of(MEMO),
            warnings: settings.warnings,
            counts: Counts::default(),
            epoch,
            head: watch::Sender::new(0),
            chunks,
            log_refuses: AtomicBool::new(false),
            rounds: AtomicU64::new(0),
            leaving: watch::Sender::new(false),
            closing: watch::Sender::new(false),
            replaced: watch::Sender::new(None),
            admission: tokio::sync::RwLock::default(),
            erased: AtomicU64::new(0),
            writing: watch::Sender::new(false),
            blob_gate: tokio::sync::RwLock::default(),
            strays: Mutex::default(),
            index_gate: tokio::sync::Mutex::default(),
            index_behind: watch::Sender::new(false),
            delivered: Delivered::default(),
            told: Told::default(),
            waits: Waits::default(),
            seen: Mutex::default(),
        }
    }

    /// Adds blobs to which nothing may refer to the strays.
    pub fn stray(&self, blobs: impl IntoIterator<Item = String>) {
        let mut strays = self.strays.lock().unwrap_or_else(PoisonError::into_inner);
        strays.extend(blobs);
    }

    /// Returns the visible end of the log.
    pub fn head(&self) -> Position {
        *self.head.borrow()
    }

    /// Returns the number of the last erasure that the states in memory reflect.
    pub fn last_erasure(&self) -> u64 {
        self.erased.load(Ordering::Acquire)
    }

    /// Waits until readers see the log up to that position, for a bounded time.
    pub async fn wait_for_position(&self, position: Position) {
        let mut head = self.head.subscribe();
        let mut leaving = self.leaving.subscribe();
        tokio::select! {
            biased;
            _ = head.wait_for(|head| *head >= position) => {}
            _ = leaving.wait_for(|leaving| *leaving) => {}
            () = tokio::time::sleep(LAG) => {}
        }
    }

    /// Waits until readers see everything that is in the log now.
    ///
    /// # Errors
    /// Returns `unavailable` if the log cannot be read, or if the follower stays behind.
    pub async fn wait_for_end(&self) -> Result<()> {
        let end = self.ports.log.head().await?.position;
        self.wait_for_position(end).await;
        if self.head() < end {
            return Err(Error::unavailable(
                "This server is behind the log. Try again soon.",
            ));
        }
        Ok(())
    }

    /// Admits a write, or rejects it if the kernel is closing. Closing waits for admitted writes.
    pub async fn admit(&self) -> Result<RwLockReadGuard<'_, ()>> {
        // Checked twice: closing may be waiting for the lock, or hold it, when a write requests it.
        if *self.closing.borrow() {
            return Err(closing());
        }
        let admitted = self.admission.read().await;
        if *self.closing.borrow() {
            return Err(closing());
        }
        Ok(admitted)
    }

    /// Returns the kind of a stream.
    pub fn kind(&self, stream: &StreamId) -> Result<&Kind> {
        self.kinds
            .get(stream.kind())
            .ok_or_else(|| Error::not_found(format!("There is no {stream}.")))
    }

    /// Returns the committed state of a stream, loading it if needed.
    pub async fn load(&self, stream: &StreamId) -> Result<Loaded> {
        loop {
            match self.cache.begin(stream) {
                Begin::Hot(loaded) => return Ok(loaded),
                // An error means that the load has ended, so there is nothing to wait for.
                Begin::Wait(mut done) => drop(done.changed().await),
                Begin::Load(loading) => {
                    let fetched = self.fetch(stream).await?;
                    let loaded = fetched.loaded.clone();
                    if loading.finish(fetched) {
                        return Ok(loaded);
                    }
                }
            }
        }
    }

    /// Returns true if `actor` may read `stream` as it is now. Returns false for a stream of an unknown kind, and for
    /// an erased one if its readers have to be checked.
    pub async fn may_read(&self, actor: &Actor, stream: &StreamId) -> Result<bool> {
        let Ok(kind) = self.kind(stream) else {
            return Ok(false);
        };
        if let Some(tenant) = actor.tenant()
            && !matches!(kind.tenancy(stream, tenant), Tenancy::Own | Tenancy::Shared)
        {
            return Ok(false);
        }
        if !kind.keeps_readers() || reader_name(actor).is_none() {
            return Ok(true);
        }
        match self.readers(stream).await {
            Ok(readers) => Ok(may_read(actor, &readers)),
            Err(error) if error.code == Code::Gone => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns the readers of `stream`, with those of its owner resolved.
    async fn readers(&self, stream: &StreamId) -> Result<Readers> {
        let of = async |stream: &StreamId| {
            let loaded = self.load(stream).await?;
            Ok::<_, Error>(self.kind(stream)?.readers(&loaded.state, stream))
        };
        let readers = of(stream).await?;
        match &readers {
            Readers::Of { stream: owner, .. } => {
                let owners = of(owner).await?;
                Ok(readers.resolve_owners(owners))
            }
            _ => Ok(readers),
        }
    }

    /// Returns true if feeds omit `fact` although its stream is readable.
    pub async fn hides(&self, fact: &Fact) -> Result<bool> {
        let kind = self.kind(&fact.stream)?;
        if !kind.hides_facts() {
            return Ok(false);
        }
        let loaded = self.load(&fact.stream).await?;
        Ok(kind.hides(&loaded.state, fact, self.ports.clock.now()))
    }

    /// Returns true if only the audit shows `fact`.
    pub fn is_for_audit(&self, fact: &Fact) -> Result<bool> {
        let kind = self.kind(&fact.stream)?;
        Ok(kind.guards(&fact.kind) && matches!(kind.guard(fact), Guard::Audit))
    }

    /// Returns `fact` without the parts withheld from `actor`, who may read its stream; `None` if nothing remains.
    pub async fn filter_fact(&self, actor: &Actor, mut fact: Fact) -> Result<Option<Fact>> {
        let kind = self.kind(&fact.stream)?;
        let sources = match kind.guard(&fact) {
            Guard::Open => return Ok(Some(fact)),
            Guard::Audit => return Ok(None),
            Guard::People => return Ok(Some(fact).filter(|_| !actor.role.is_agent())),
            Guard::Own { agent, .. } if actor.role.is_agent() && !actor.is_agent_named(&agent) => {
                return Ok(kind.without_private_parts(&fact).map(|body| {
                    fact.body = body;
                    fact
                }));
            }
            Guard::Sources(sources) | Guard::Own { sources, .. } => sources,
        };
        let mut hidden = Vec::new();
        for source in sources {
            if !self.may_read(actor, &source).await? {
                hidden.push(source);
            }
        }
        if hidden.is_empty() {
            return Ok(Some(fact));
        }
        Ok(kind.without_sources(&fact, &hidden).map(|body| {
            fact.body = body;
            fact
        }))
    }

    /// Reads a stream's state from the log: its snapshot and the facts after it.
    pub async fn fetch(&self, stream: &StreamId) -> Result<Fetched> {
        let kind = self.kind(stream)?;
        let log = &self.ports.log;
        let mut fetched = Fetched {
            loaded: Loaded {
                state: kind.empty(),
                version: 0,
            },
            json_bytes: 0,
            snapshot: 0,
        };
        if let Some(snapshot) = log.snapshot(stream).await?
            && snapshot.schema == kind.schema()
        {
            // A snapshot of a version that the log does not have contains lost facts.
            let before = snapshot.version.saturating_sub(1);
            if snapshot.version > 0 && log.read(stream, before, 1).await?.is_empty() {
                return Err(missing_facts(stream, before));
            }
            if let Some(state) = kind.restore(&snapshot.state) {
                fetched.loaded.state = state;
                fetched.loaded.version = snapshot.version;
                fetched.snapshot = snapshot.version;
                fetched.json_bytes = snapshot.state.len();
            } else {
                tracing::warn!(%stream, "a snapshot cannot be read; the facts are folded");
            }
        }
        loop {
            let facts = log.read(stream, fetched.loaded.version, PAGE).await?;
            let Some(last) = facts.last() else { break };
            if last.version != fetched.loaded.version + facts.len() as u64 {
                return Err(missing_facts(stream, fetched.loaded.version));
            }
            fetched.loaded.version = last.version;
            fetched.json_bytes += facts.iter().map(|f| f.body.get().len()).sum::<usize>();
            fetched.loaded.state = kind.fold(fetched.loaded.state, &facts);
            if facts.len() < PAGE {
                break;
            }
        }
        if fetched.loaded.version == 0
            && let Some(tombstone) = log.tombstone(stream).await?
        {
            return Err(Error::new(
                Code::Gone,
                format!(
                    "{stream} was erased by {} at {}; nothing can be written under its name any more.",
                    tombstone.by.id, tombstone.at
                ),
            ));
        }
        Ok(fetched)
    }

    /// Subscribes to the feed after the visible end of the log.
    pub fn subscribe(&self) -> Feed {
        // Subscribe before reading the head: the follower raises the head before it sends, so no fact can fall between
        // the two.
        let chunks = self
            .chunks
            .upgrade()
            .map_or_else(|| broadcast::channel(1).1, |chunks| chunks.subscribe());
        Feed::new(chunks, self.head())
    }

    /// Records the time of an agent's call.
    pub fn note_seen(&self, agent: &str, now: Time) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match seen.get_mut(agent) {
            Some(at) => *at = now,
            None => drop(seen.insert(agent.into(), now)),
        }
    }

    /// Returns the time of an agent's last call.
    pub fn last_call(&self, agent: &str) -> Option<Time> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(agent).copied()
    }
}

/// Returns the error for a stream that lacks facts after that version.
fn missing_facts(stream: &StreamId, version: Version) -> Error {
    Error::unavailable(format!(
        "The log is damaged: {stream} lacks facts after version {version}. Stop Loci and run `loci \
         check`; `loci restore PATH` puts a backup in its place."
    ))
}

/// Returns the error for calls while Loci stops.
pub(super) fn closing() -> Error {
    let mut error = Error::unavailable("Loci is stopping; nothing was stored. Try again soon.");
    error.extra.retry_after_seconds = Some(5);
    error
}
