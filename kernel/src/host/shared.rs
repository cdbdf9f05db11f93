//! What the parts of the kernel share: ports, states, counts. Decides nothing.

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

/// How many facts are read from the log at a time.
pub(super) const PAGE: usize = 1000;
/// How many bytes reads keep for later ones.
const MEMO: usize = 32 * 1024 * 1024;

/// How long an answer that another process stored waits until it can be read here what it is about.
const LAG: Duration = Duration::from_secs(5);

/// What is counted.
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

/// Adds to a count.
pub(super) fn count(counter: &AtomicU64, more: u64) {
    counter.fetch_add(more, Ordering::Relaxed);
}

/// What the parts of the kernel share.
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
    /// The end of the log that readers may see: state, lists and search have it all.
    pub head: watch::Sender<Position>,
    /// Ends with the follower, so that subscribers learn of the end after the last fact.
    pub chunks: broadcast::WeakSender<Chunk>,
    /// The last commit failed because the log could not be written.
    pub log_refuses: AtomicBool,
    /// How many commits are durable; tells what a look for a stored answer can have seen.
    pub rounds: AtomicU64,
    /// Whoever waits for something to happen is to stop waiting.
    pub leaving: watch::Sender<bool>,
    pub closing: watch::Sender<bool>,
    /// The log is not the one that was followed: why, as soon as that is known.
    pub replaced: watch::Sender<Option<String>>,
    /// Held for reading by every write, for writing by [`close`](crate::host::Hub::close).
    pub admission: tokio::sync::RwLock<()>,
    /// The number of the log's last erasure that states at hand are made after.
    pub erased: AtomicU64,
    /// The log may have something of this process that the follower has not been told of.
    pub writing: watch::Sender<bool>,
    /// Held for reading from storing a blob until its fact is committed, for writing while blobs are
    /// erased.
    pub blob_gate: tokio::sync::RwLock<()>,
    /// Blobs to which nothing may refer: of writes which came to nothing, and of erasures that broke off.
    pub strays: Mutex<BTreeSet<String>>,
    /// Held by whoever brings the index up to the log, and by whoever erases: what is erased must not come
    /// back with what was read before.
    pub index_gate: tokio::sync::Mutex<()>,
    /// The index lacks commits or a part of an erasure; the follower mends it as soon as it is told.
    pub index_behind: watch::Sender<bool>,
    pub delivered: Delivered,
    /// What was told with the answers to calls that can be sent again.
    pub told: Told,
    /// Calls that wait until they can be done.
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

    /// Has blobs looked at to which nothing may refer.
    pub fn stray(&self, blobs: impl IntoIterator<Item = String>) {
        let mut strays = self.strays.lock().unwrap_or_else(PoisonError::into_inner);
        strays.extend(blobs);
    }

    /// The end of the log that readers may see.
    pub fn head(&self) -> Position {
        *self.head.borrow()
    }

    /// The number of the last erasure that states at hand are made after.
    pub fn erased(&self) -> u64 {
        self.erased.load(Ordering::Acquire)
    }

    /// Waits until readers see the log up to that position, though not for ever.
    pub async fn reached(&self, position: Position) {
        let mut head = self.head.subscribe();
        let mut leaving = self.leaving.subscribe();
        tokio::select! {
            biased;
            _ = head.wait_for(|head| *head >= position) => {}
            _ = leaving.wait_for(|leaving| *leaving) => {}
            () = tokio::time::sleep(LAG) => {}
        }
    }

    /// Lets a write in, or refuses it when the kernel is closing. Closing waits for those let in.
    pub async fn admit(&self) -> Result<RwLockReadGuard<'_, ()>> {
        // Looked at twice: who closes is waiting for the lock, or has it, when a write asks for it.
        if *self.closing.borrow() {
            return Err(closing());
        }
        let admitted = self.admission.read().await;
        if *self.closing.borrow() {
            return Err(closing());
        }
        Ok(admitted)
    }

    /// The memory of a stream.
    pub fn kind(&self, stream: &StreamId) -> Result<&Kind> {
        self.kinds
            .get(stream.kind())
            .ok_or_else(|| Error::not_found(format!("There is no {stream}.")))
    }

    /// The committed state of a stream.
    pub async fn load(&self, stream: &StreamId) -> Result<Loaded> {
        loop {
            match self.cache.begin(stream) {
                Begin::Hot(loaded) => return Ok(loaded),
                // An error says that the load has ended, which is all there is to wait for.
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

    /// Whether `actor` may read `stream` as it is now. A stream of no memory, or one that was erased,
    /// nobody may.
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

    /// Who may read `stream`, by name.
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

    /// Whether feeds leave `fact` out although its stream can be read.
    pub async fn hides(&self, fact: &Fact) -> Result<bool> {
        let kind = self.kind(&fact.stream)?;
        if !kind.hides_facts() {
            return Ok(false);
        }
        let loaded = self.load(&fact.stream).await?;
        Ok(kind.hides(&loaded.state, fact, self.ports.clock.now()))
    }

    /// Whether nothing but the audit shows `fact`.
    pub fn is_for_audit(&self, fact: &Fact) -> Result<bool> {
        let kind = self.kind(&fact.stream)?;
        Ok(kind.guards(&fact.kind) && matches!(kind.guarded(fact), Guard::Audit))
    }

    /// `fact` as `actor` may know of it, who may read its stream.
    pub async fn shown(&self, actor: &Actor, mut fact: Fact) -> Result<Option<Fact>> {
        let kind = self.kind(&fact.stream)?;
        let sources = match kind.guarded(&fact) {
            Guard::Open => return Ok(Some(fact)),
            Guard::Audit => return Ok(None),
            Guard::People => return Ok(Some(fact).filter(|_| !actor.role.is_agent())),
            Guard::Own { agent, .. } if actor.role.is_agent() && !actor.is_agent_named(&agent) => {
                return Ok(kind.unowned(&fact).map(|body| {
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
        Ok(kind.unsourced(&fact, &hidden).map(|body| {
            fact.body = body;
            fact
        }))
    }

    /// A stream's state from the log: its snapshot and the facts after it.
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
            // A snapshot of a version that the log does not have is of facts that are lost.
            let before = snapshot.version.saturating_sub(1);
            if snapshot.version > 0 && log.read(stream, before, 1).await?.is_empty() {
                return Err(damaged(stream, before));
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
                return Err(damaged(stream, fetched.loaded.version));
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

    /// A subscription that begins after what readers see now.
    pub fn subscribe(&self) -> Feed {
        // Subscribe first, look at the head afterwards: the follower raises the head before it
        // sends, so no fact can fall between the two.
        let chunks = self
            .chunks
            .upgrade()
            .map_or_else(|| broadcast::channel(1).1, |chunks| chunks.subscribe());
        Feed::new(chunks, self.head())
    }

    /// Notes that an agent called.
    pub fn note_seen(&self, agent: &str, now: Time) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        match seen.get_mut(agent) {
            Some(at) => *at = now,
            None => drop(seen.insert(agent.into(), now)),
        }
    }

    /// When an agent last called.
    pub fn seen(&self, agent: &str) -> Option<Time> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(agent).copied()
    }
}

/// That a stream lacks facts after that version.
fn damaged(stream: &StreamId, version: Version) -> Error {
    Error::unavailable(format!(
        "The log is damaged: {stream} lacks facts after version {version}. Stop Loci and run `loci \
         check`; `loci restore PATH` puts a backup in its place."
    ))
}

/// The refusal while Loci stops.
pub(super) fn closing() -> Error {
    let mut error = Error::unavailable("Loci is stopping; nothing was stored. Try again soon.");
    error.extra.retry_after_seconds = Some(5);
    error
}
