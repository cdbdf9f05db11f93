//! The kernel itself, opened and closed, and asked by those that read.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, oneshot};

use crate::actor::{Actor, Caller};
use crate::configured::Configured;
use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::future::Fut;
use crate::host::core::{Core, PAGE, closing};
use crate::host::feed::{Feed, Published};
use crate::host::follower::Follower;
use crate::host::gauges::{COMMIT_SIZES, Gauges};
use crate::host::receipts::{self, Receipt, Receipts};
use crate::host::settings::{Ports, Settings};
use crate::host::writer::{Work, Writer};
use crate::host::{catch_up, erase, room, snapshots, strays};
use crate::memory::Memory;
use crate::ports::accounts::Accounts;
use crate::ports::blobs::Blobs;
use crate::ports::index::Index;
use crate::ports::layout::Layout;
use crate::ports::log::Log;
use crate::ports::schemas::Schemas;
use crate::ports::tokens::Tokens;
use crate::stream::{Position, StreamId, Version};
use crate::time::Time;
use crate::tx::Loaded;
use crate::view::{Erase, House};

/// How many commits may be on their way from the log to the index.
const AHEAD: usize = 4;
/// How many streams Loci looks at by itself at a time.
const DUE_AT_ONCE: usize = 200;
/// On closing, streams with so many facts since their snapshot get a new one.
const UNSAVED: u64 = 32;

/// The running kernel. Clones are the same kernel. When the last one is dropped it stops by itself;
/// [`Hub::close`] also says when it has.
#[derive(Clone)]
pub struct Hub {
    pub(super) core: Arc<Core>,
    pub(super) queue: mpsc::Sender<Work>,
    pub(super) receipts: mpsc::UnboundedSender<Receipts>,
}

impl Hub {
    /// Brings the index up to date with the log and starts the writer.
    ///
    /// # Errors
    /// When the log or the index cannot be read.
    pub async fn open(ports: Ports, settings: Settings) -> Result<Arc<Self>> {
        let epoch = ports.log.head().await?.epoch;
        let (chunks, _) = broadcast::channel(settings.feed.max(1));
        let (queue, queued) = mpsc::channel(settings.queue.max(1));
        let (follow, followed) = mpsc::channel(AHEAD);
        let (receipts, told) = mpsc::unbounded_channel();
        let core = Arc::new(Core::new(ports, settings, epoch, chunks.downgrade()));
        let caught_up = catch_up::catch_up(&core).await?;
        core.head.send_replace(caught_up.position);
        core.erased.store(caught_up.erased, Ordering::Release);
        core.ports.index.built();
        tracing::debug!(
            caught_up.facts,
            caught_up.position,
            "the index follows the log"
        );
        tokio::spawn(room::count(core.clone()));
        tokio::spawn(Follower::new(core.clone(), followed, chunks).run());
        tokio::spawn(Writer::new(core.clone(), queued, follow).run());
        tokio::spawn(receipts::run(core.clone(), told, queue.downgrade()));
        Ok(Arc::new(Self {
            core,
            queue,
            receipts,
        }))
    }

    /// The committed state of a stream and its version; the empty state at version 0.
    ///
    /// # Errors
    /// `gone` when it was erased, `unavailable` when the log cannot be read.
    pub async fn state<M: Memory>(&self, stream: &StreamId) -> Result<(Arc<M>, Version)> {
        let Loaded { state, version } = self.core.load(stream).await?;
        let state = state
            .downcast::<M>()
            .map_err(|_| Error::internal(format!("{stream} was opened as a {}", M::KIND)))?;
        Ok((state, version))
    }

    /// Subscribes to the live feed. What is at or before [`Feed::position`] is in the log already.
    #[must_use]
    pub fn subscribe(&self) -> Feed {
        self.core.subscribe()
    }

    /// Whether something of a published fact may not be for everybody who may read its stream.
    #[must_use]
    pub fn guards(&self, fact: &Published) -> bool {
        let kind = self.core.kind(&fact.stream);
        kind.is_ok_and(|kind| kind.guards(&fact.kind))
    }

    /// Streams that Loci has to look at by itself now: a lease or a deadline ran out. At most 200, and
    /// `besides` those that are due and being looked at already; none when the index cannot be read,
    /// which is logged.
    pub async fn due(&self, besides: usize) -> Vec<StreamId> {
        let now = self.core.ports.clock.now();
        let due = self.core.ports.index.due(now, DUE_AT_ONCE + besides).await;
        due.unwrap_or_else(|error| {
            tracing::warn!(%error, "the index cannot say what is due");
            Vec::new()
        })
    }

    /// Removes the blobs of writes that came to nothing; gives how many.
    ///
    /// # Errors
    /// `unavailable` when the log or the blobs fail; it can be tried again.
    pub async fn remove_strays(&self) -> Result<usize> {
        strays::remove(&self.core).await
    }

    /// Builds the index anew from the log; gives the number of facts read. Writes go on meanwhile; lists
    /// and search are refused until it is there.
    ///
    /// # Errors
    /// `unavailable` when the log or the index fails, or the kernel is closing.
    pub async fn rebuild_index(&self) -> Result<u64> {
        let (reply, built) = oneshot::channel();
        let sent = self.queue.send(Work::Rebuild(reply)).await;
        sent.map_err(|_| closing())?;
        built.await.unwrap_or_else(|_| Err(closing()))
    }

    /// Ends the waiting of calls that wait for something to happen; they answer with what there is.
    /// Everything else goes on.
    pub fn end_waits(&self) {
        self.core.leaving.send_replace(true);
    }

    /// Refuses new writes, finishes those that have begun, writes receipts and snapshots, ends
    /// feeds and waits. Reads go on.
    pub async fn close(&self) {
        let closed = self.core.closing.send_replace(true);
        self.end_waits();
        if closed {
            return self.queue.closed().await;
        }
        let _all_writes_are_done = self.core.admission.write().await;
        let (reply, flushed) = oneshot::channel();
        if self.receipts.send(Receipts::Flush(reply)).is_ok() {
            // An error says that the recorder has ended, which is all there is to wait for.
            drop(flushed.await);
        }
        let (reply, closed) = oneshot::channel();
        if self.queue.send(Work::Close(reply)).await.is_ok() {
            drop(closed.await);
        }
        let erased = self.core.erased();
        for (stream, loaded) in self.core.cache.unsaved(UNSAVED) {
            snapshots::keep(&self.core, &stream, loaded, erased).await;
        }
    }

    /// Whether the log took the last commit, as far as is known.
    #[must_use]
    pub fn can_write(&self) -> bool {
        !self.core.log_refuses.load(Ordering::Relaxed)
    }

    /// Whether lists and search can be asked.
    pub async fn can_find(&self) -> bool {
        self.core.ports.index.check().await.is_ok()
    }

    /// What the kernel can tell of itself.
    #[must_use]
    pub fn gauges(&self) -> Gauges {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let counts = &self.core.counts;
        let bounds = COMMIT_SIZES.into_iter().map(Some).chain([None]);
        let cached = self.core.cache.usage();
        let capacity = self.queue.max_capacity();
        Gauges {
            queue_depth: capacity - self.queue.capacity(),
            queue_capacity: capacity,
            commits: read(&counts.commits),
            commits_failed: read(&counts.commits_failed),
            facts: read(&counts.facts),
            commit_sizes: bounds.zip(counts.sizes.iter().map(read)).collect(),
            streams: self.core.room.streams(),
            streams_refused: self.core.room.refused(),
            cached_streams: cached.streams,
            cached_bytes: cached.bytes,
            cached_over: cached.over,
            state_loads: cached.loads,
            state_evictions: cached.evictions,
            subscribers: (self.core.chunks)
                .upgrade()
                .map_or(0, |chunks| chunks.receiver_count()),
            denials: read(&counts.denials),
            snapshots: read(&counts.snapshots),
            panics: read(&counts.panics),
            waiting: self.core.waits.waiting(),
            called: self.core.waits.called(),
            index_behind: u8::from(*self.core.index_behind.borrow()),
            head: self.core.head(),
        }
    }
}

impl Hub {
    /// The facts of a stream that this version cannot read, except those that were redacted.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub async fn unread(&self, stream: &StreamId) -> Result<Vec<Fact>> {
        let kind = self.core.kind(stream).ok();
        let mut unread = Vec::new();
        let mut after = 0;
        loop {
            let facts = self.core.ports.log.read(stream, after, PAGE).await?;
            let Some(last) = facts.last() else {
                return Ok(unread);
            };
            after = last.version;
            let is_read = |fact: &Fact| kind.is_some_and(|kind| kind.reads(fact));
            unread.extend(facts.into_iter().filter(|fact| !is_read(fact)));
        }
    }
}

impl House for Hub {
    fn state<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Loaded>> {
        Box::pin(self.core.load(stream))
    }

    fn may_read<'a>(&'a self, actor: &'a Actor, stream: &'a StreamId) -> Fut<'a, Result<bool>> {
        Box::pin(self.core.may_read(actor, stream))
    }

    fn hides<'a>(&'a self, fact: &'a Fact) -> Fut<'a, Result<bool>> {
        Box::pin(self.core.hides(fact))
    }

    fn shown<'a>(&'a self, actor: &'a Actor, fact: Fact) -> Fut<'a, Result<Option<Fact>>> {
        Box::pin(self.core.shown(actor, fact))
    }

    fn log(&self) -> &dyn Log {
        &*self.core.ports.log
    }

    fn index(&self) -> &dyn Index {
        &*self.core.ports.index
    }

    fn blobs(&self) -> &dyn Blobs {
        &*self.core.ports.blobs
    }

    fn blobs_of<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Vec<String>>> {
        Box::pin(async move {
            let loaded = self.core.load(stream).await?;
            Ok(self.core.kind(stream)?.blobs(&loaded.state))
        })
    }

    fn accounts(&self) -> &dyn Accounts {
        &*self.core.ports.accounts
    }

    fn tokens(&self) -> &dyn Tokens {
        &*self.core.ports.tokens
    }

    fn schemas(&self) -> &dyn Schemas {
        &*self.core.ports.schemas
    }

    fn defaults(&self) -> &Configured {
        &self.core.defaults
    }

    fn told(&self) -> Vec<String> {
        let around = self.core.told.as_ref().map(|told| told());
        let mut told = around.unwrap_or_default();
        told.extend(self.core.room.told());
        told
    }

    fn layout(&self) -> &dyn Layout {
        &*self.core.ports.layout
    }

    fn wait(&self, after: Position, until: Time) -> Fut<'_, Position> {
        Box::pin(async move {
            let left = until.since(self.core.ports.clock.now());
            let left = Duration::from_millis(u64::try_from(left).unwrap_or(0));
            let mut head = self.core.head.subscribe();
            let mut leaving = self.core.leaving.subscribe();
            tokio::select! {
                biased;
                _ = head.wait_for(|head| *head > after) => {}
                // Whoever stops Loci does not wait for those who wait.
                _ = leaving.wait_for(|leaving| *leaving) => {}
                () = tokio::time::sleep(left) => {}
            }
            self.core.head()
        })
    }

    fn head(&self) -> Position {
        self.core.head()
    }

    fn epoch(&self) -> u64 {
        self.core.epoch
    }

    fn seen(&self, agent: &str) -> Option<Time> {
        self.core.seen(agent)
    }

    fn recalled(&self, stream: StreamId, actor: &Actor, things: Vec<String>) {
        let receipt = Receipt {
            stream,
            actor: actor.clone(),
            notices: things,
        };
        // An error says that Loci is stopping: receipts may be lost.
        drop(self.receipts.send(Receipts::Delivered(receipt)));
    }

    fn noted(self: Arc<Self>, what: String, caller: Caller) -> Fut<'static, Result<()>> {
        Box::pin(async move { self.note(&what, caller).await })
    }

    fn erase<'a>(&'a self, what: Erase, by: &'a Actor) -> Fut<'a, Result<()>> {
        let (core, queue) = (self.core.clone(), self.queue.clone());
        Box::pin(erase::request(core, queue, what, by.clone()))
    }
}
