//! The kernel's interface: open and close, reads, and requests of the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, oneshot};

use crate::actor::{Actor, Caller};
use crate::configured::Configured;
use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::future::Fut;
use crate::host::feed::{Feed, Published};
use crate::host::follower::{Follower, Look};
use crate::host::gauges::{COMMIT_SIZES, Gauges};
use crate::host::memo::Kept;
use crate::host::receipts::{self, Addressed, Receipts};
use crate::host::settings::{Ports, Settings};
use crate::host::shared::{PAGE, Shared, closing};
use crate::host::writer::{Work, Writer};
use crate::host::{catch_up, erase, keeper, room, snapshots, strays};
use crate::memory::{Memory, Receipt};
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
use crate::view::{Erase, Services};

/// Maximum number of commits on their way from the log to the index.
const AHEAD: usize = 4;
/// Maximum number of due streams per sweep, in addition to those already being handled.
const DUE_BATCH: usize = 200;
/// On closing, streams with at least this many facts since their snapshot get a new one.
const UNSAVED: u64 = 32;

/// The running kernel. Clones share it. It stops after the last one is dropped; [`Hub::close`] also waits for the end.
#[derive(Clone)]
pub struct Hub {
    pub(super) shared: Arc<Shared>,
    pub(super) queue: mpsc::Sender<Work>,
    pub(super) receipts: mpsc::UnboundedSender<Receipts>,
    looks: mpsc::UnboundedSender<Look>,
}

impl Hub {
    /// Updates the index from the log, in the background if it lacks much, and starts the writer.
    ///
    /// # Errors
    /// Returns an error if the log, the index or the blob store fails.
    pub async fn open(ports: Ports, settings: Settings) -> Result<Arc<Self>> {
        let head = ports.log.head().await?;
        let max_lag = settings.max_lag;
        let (chunks, _) = broadcast::channel(settings.feed.max(1));
        let (queue, queued) = mpsc::channel(settings.queue.max(1));
        let (follow, followed) = mpsc::channel(AHEAD);
        let (receipts, told) = mpsc::unbounded_channel();
        let (looks, looked) = mpsc::unbounded_channel();
        let shared = Shared::new(ports, settings, head.epoch, chunks.downgrade());
        let shared = Arc::new(shared);
        keeper::begin(&shared, head, max_lag).await?;
        shared.stray(shared.ports.blobs.list_doomed().await?);
        tokio::spawn(room::count(shared.clone()));
        tokio::spawn(Follower::new(shared.clone(), followed, looked, chunks).run());
        tokio::spawn(Writer::new(shared.clone(), queued, follow).run());
        tokio::spawn(receipts::run(shared.clone(), told, queue.downgrade()));
        Ok(Arc::new(Self {
            shared,
            queue,
            receipts,
            looks,
        }))
    }

    /// Waits until this process has seen what all processes that share the log have committed.
    ///
    /// # Errors
    /// Returns `unavailable` if the log cannot be read.
    pub async fn refresh(&self) -> Result<()> {
        if !self.shared.ports.log.is_shared() {
            return Ok(());
        }
        let (look, seen) = oneshot::channel();
        // An error means that the follower has ended; then nothing arrives either.
        drop(self.looks.send(look));
        seen.await.unwrap_or_else(|_| Err(closing()))
    }

    /// Returns the committed state of a stream and its version; the empty state at version 0.
    ///
    /// # Errors
    /// Returns `gone` if it was erased, `unavailable` if the log cannot be read.
    pub async fn state<M: Memory>(&self, stream: &StreamId) -> Result<(Arc<M>, Version)> {
        let Loaded { state, version } = self.shared.load(stream).await?;
        let state = state
            .downcast::<M>()
            .map_err(|_| Error::internal(format!("{stream} was opened as a {}", M::KIND)))?;
        Ok((state, version))
    }

    /// Subscribes to the live feed. Facts up to [`Feed::position`] are already in the log.
    #[must_use]
    pub fn subscribe(&self) -> Feed {
        self.shared.subscribe()
    }

    /// Returns true if part of a published fact may be withheld from some readers of its stream.
    #[must_use]
    pub fn guards(&self, fact: &Published) -> bool {
        let kind = self.shared.kind(&fact.stream);
        kind.is_ok_and(|kind| kind.guards(&fact.kind))
    }

    /// Returns the streams that a sweep has to visit now, because a lease or a deadline expired: at most 200, plus
    /// `besides` for due ones that are already being handled. Returns none if the index cannot be read, which is
    /// logged.
    pub async fn due(&self, besides: usize) -> Vec<StreamId> {
        let now = self.shared.ports.clock.now();
        let due = self.shared.ports.index.due(now, DUE_BATCH + besides).await;
        due.unwrap_or_else(|error| {
            tracing::warn!(%error, "the index cannot say what is due");
            Vec::new()
        })
    }

    /// Removes the blobs of failed writes and of interrupted erasures, and returns their number.
    ///
    /// # Errors
    /// Returns `unavailable` if the log or the blob store fails; it can be retried.
    pub async fn remove_strays(&self) -> Result<usize> {
        strays::remove(&self.shared).await
    }

    /// Removes those of `blobs` to which nothing refers, along with other strays, and returns their number.
    ///
    /// # Errors
    /// Returns `unavailable` if the log or the blob store fails; it can be retried.
    pub async fn remove_unreferenced(&self, blobs: Vec<String>) -> Result<usize> {
        self.shared.stray(blobs);
        strays::remove(&self.shared).await
    }

    /// Rebuilds the index from the log, and returns the number of facts read. Writes continue meanwhile; lists and
    /// search are rejected until it is complete.
    ///
    /// # Errors
    /// Returns `unavailable` if the log or the index fails, or the kernel is closing.
    pub async fn rebuild_index(&self) -> Result<u64> {
        let (reply, built) = oneshot::channel();
        let sent = self.queue.send(Work::Rebuild(reply)).await;
        sent.map_err(|_| closing())?;
        built.await.unwrap_or_else(|_| Err(closing()))
    }

    /// Writes everything in the log to another, empty index, to compare it with the one in use.
    ///
    /// # Errors
    /// Returns `unavailable` if the log or that index fails.
    pub async fn build_index(&self, index: &dyn Index) -> Result<()> {
        catch_up::build(&self.shared, index).await
    }

    /// Ends the wait of calls that wait for an event; they return the current result. Everything else continues.
    pub fn end_waits(&self) {
        self.shared.leaving.send_replace(true);
    }

    /// Rejects new writes, finishes those in progress, writes receipts and snapshots, and ends feeds and waits. Reads
    /// continue.
    pub async fn close(&self) {
        let closed = self.shared.closing.send_replace(true);
        self.end_waits();
        if closed {
            return self.queue.closed().await;
        }
        let _all_writes_are_done = self.shared.admission.write().await;
        self.write_receipts().await;
        let (reply, closed) = oneshot::channel();
        if self.queue.send(Work::Close(reply)).await.is_ok() {
            drop(closed.await);
        }
        let erased = self.shared.last_erasure();
        for (stream, loaded) in self.shared.cache.due_for_snapshot(UNSAVED) {
            snapshots::keep(&self.shared, &stream, loaded, erased).await;
        }
    }

    /// Writes the receipts of deliveries so far at once, instead of a moment later.
    pub async fn write_receipts(&self) {
        let (reply, flushed) = oneshot::channel();
        if self.receipts.send(Receipts::Flush(reply)).is_ok() {
            // An error means that the recorder has ended, so there is nothing to wait for.
            drop(flushed.await);
        }
    }

    /// Waits until the log is found to be replaced by another one, and returns the reason. The process should then exit
    /// and restart.
    pub async fn until_replaced(&self) -> String {
        self.shared.until_replaced().await
    }

    /// Returns true if the log stored the last commit, as far as is known.
    #[must_use]
    pub fn can_write(&self) -> bool {
        !self.shared.log_refuses.load(Ordering::Relaxed)
    }

    /// Returns true if lists and search are available.
    pub async fn can_find(&self) -> bool {
        self.shared.ports.index.check().await.is_ok()
    }

    /// Returns the kernel's metrics.
    #[must_use]
    pub fn gauges(&self) -> Gauges {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let counts = &self.shared.counts;
        let bounds = COMMIT_SIZES.into_iter().map(Some).chain([None]);
        let cached = self.shared.cache.usage();
        let capacity = self.queue.max_capacity();
        Gauges {
            queue_depth: capacity - self.queue.capacity(),
            queue_capacity: capacity,
            commits: read(&counts.commits),
            commits_failed: read(&counts.commits_failed),
            facts: read(&counts.facts),
            commit_sizes: bounds.zip(counts.sizes.iter().map(read)).collect(),
            streams: self.shared.room.streams(),
            streams_refused: self.shared.room.refusals(),
            cached_streams: cached.streams,
            cached_bytes: cached.bytes,
            cached_over: cached.over,
            state_loads: cached.loads,
            state_evictions: cached.evictions,
            subscribers: (self.shared.chunks)
                .upgrade()
                .map_or(0, |chunks| chunks.receiver_count()),
            denials: read(&counts.denials),
            snapshots: read(&counts.snapshots),
            panics: read(&counts.panics),
            waiting: self.shared.waits.waiting(),
            called: self.shared.waits.wake_count(),
            index_behind: u8::from(*self.shared.index_behind.borrow()),
            head: self.shared.head(),
        }
    }
}

impl Hub {
    /// Returns the facts of a stream that this version cannot read, except redacted ones.
    ///
    /// # Errors
    /// Returns an error if the log cannot be read.
    pub async fn unread(&self, stream: &StreamId) -> Result<Vec<Fact>> {
        let kind = self.shared.kind(stream).ok();
        let mut unread = Vec::new();
        let mut after = 0;
        loop {
            let facts = self.shared.ports.log.read(stream, after, PAGE).await?;
            let Some(last) = facts.last() else {
                return Ok(unread);
            };
            after = last.version;
            let is_read = |fact: &Fact| kind.is_some_and(|kind| kind.reads(fact));
            unread.extend(facts.into_iter().filter(|fact| !is_read(fact)));
        }
    }
}

impl Services for Hub {
    fn state<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Loaded>> {
        Box::pin(self.shared.load(stream))
    }

    fn may_read<'a>(&'a self, actor: &'a Actor, stream: &'a StreamId) -> Fut<'a, Result<bool>> {
        Box::pin(self.shared.may_read(actor, stream))
    }

    fn hides<'a>(&'a self, fact: &'a Fact) -> Fut<'a, Result<bool>> {
        Box::pin(self.shared.hides(fact))
    }

    fn filter_fact<'a>(&'a self, actor: &'a Actor, fact: Fact) -> Fut<'a, Result<Option<Fact>>> {
        Box::pin(self.shared.filter_fact(actor, fact))
    }

    fn log(&self) -> &dyn Log {
        &*self.shared.ports.log
    }

    fn index(&self) -> &dyn Index {
        &*self.shared.ports.index
    }

    fn blobs(&self) -> &dyn Blobs {
        &*self.shared.ports.blobs
    }

    fn blobs_of<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Vec<String>>> {
        Box::pin(async move {
            let loaded = self.shared.load(stream).await?;
            Ok(self.shared.kind(stream)?.blobs(&loaded.state))
        })
    }

    fn blobs_with<'a>(&'a self, streams: &'a [StreamId]) -> Fut<'a, Result<usize>> {
        Box::pin(erase::blobs_with(&self.shared, streams))
    }

    fn accounts(&self) -> &dyn Accounts {
        &*self.shared.ports.accounts
    }

    fn tokens(&self) -> &dyn Tokens {
        &*self.shared.ports.tokens
    }

    fn schemas(&self) -> &dyn Schemas {
        &*self.shared.ports.schemas
    }

    fn defaults(&self) -> &Configured {
        &self.shared.defaults
    }

    fn warnings(&self) -> Vec<String> {
        let around = self.shared.warnings.as_ref().map(|warnings| warnings());
        let mut all = around.unwrap_or_default();
        all.extend(self.shared.room.warning());
        all
    }

    fn tools(&self) -> &[&'static str] {
        &self.shared.tools
    }

    fn layout(&self) -> &dyn Layout {
        &*self.shared.ports.layout
    }

    fn wait(&self, after: Position, until: Time) -> Fut<'_, Position> {
        Box::pin(async move {
            let left = until.since(self.shared.ports.clock.now());
            let left = Duration::from_millis(u64::try_from(left).unwrap_or(0));
            let mut head = self.shared.head.subscribe();
            let mut leaving = self.shared.leaving.subscribe();
            tokio::select! {
                biased;
                _ = head.wait_for(|head| *head > after) => {}
                // Shutdown does not wait for waiting calls.
                _ = leaving.wait_for(|leaving| *leaving) => {}
                () = tokio::time::sleep(left) => {}
            }
            self.shared.head()
        })
    }

    fn head(&self) -> Position {
        self.shared.head()
    }

    fn epoch(&self) -> u64 {
        self.shared.epoch
    }

    fn last_call(&self, agent: &str) -> Option<Time> {
        self.shared.last_call(agent)
    }

    fn record_receipt(&self, stream: StreamId, actor: &Actor, receipt: Receipt) {
        let receipt = match receipt {
            // The text of a search is stored, so its secrets are redacted.
            Receipt::Missed(text) => {
                Receipt::Missed(self.shared.ports.secrets.redact(&text).0.into_owned())
            }
            ids => ids,
        };
        let receipt = Addressed {
            stream,
            actor: actor.clone(),
            receipt,
        };
        // An error means that Loci is stopping: receipts may be lost.
        drop(self.receipts.send(Receipts::Record(receipt)));
    }

    fn find_cached(&self, key: &str) -> Option<Kept> {
        self.shared.memo.get(key)
    }

    fn age(&self) -> u64 {
        self.shared.memo.age()
    }

    fn keep(&self, key: String, age: u64, value: Kept, bytes: usize) {
        self.shared.memo.put(key, age, value, bytes);
    }

    fn record_event(
        self: Arc<Self>,
        what: String,
        once: Option<String>,
        caller: Caller,
    ) -> Fut<'static, Result<()>> {
        Box::pin(async move { self.note(&what, once, caller).await })
    }

    fn erase<'a>(&'a self, what: Erase, by: &'a Actor) -> Fut<'a, Result<()>> {
        let (shared, queue) = (self.shared.clone(), self.queue.clone());
        Box::pin(erase::request(shared, queue, what, by.clone()))
    }
}
