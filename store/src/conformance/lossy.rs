//! A log whose connection can be lost: an append may fail without saying whether the batch was stored.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kernel::future::Fut;
use kernel::ports::log::{
    Answered, AppendError, Batch, Erasing, Head, Link, Log, Report, Snapshot, StreamPage,
    Tombstone, Turn,
};
use kernel::{Error, Fact, Id, Position, Result, StreamId, Time, Version};
use tokio::sync::{Notify, watch};

/// Outcome of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The batch never arrives.
    Before,
    /// The batch is stored, and the response is lost.
    After,
    /// The log rejects the batch, as with a full disk.
    Refused,
    /// The batch is stored, and the response comes when it is [released](LossyLog::release).
    Late,
}

/// A log behind a connection that can be lost.
pub struct LossyLog {
    log: Arc<dyn Log>,
    losses: Mutex<VecDeque<Loss>>,
    sent: watch::Sender<Vec<Id>>,
    /// Time after which looks at the end of the log fail. `None` while the log can be reached.
    away: Mutex<Option<Duration>>,
    released: Notify,
    /// Number of times that facts were read in the order of the log.
    followed: AtomicUsize,
}

impl LossyLog {
    /// Creates a log whose connection is not lost yet.
    #[must_use]
    pub fn new(log: Arc<dyn Log>) -> Self {
        Self {
            log,
            losses: Mutex::default(),
            sent: watch::Sender::default(),
            away: Mutex::default(),
            released: Notify::new(),
            followed: AtomicUsize::new(0),
        }
    }

    /// Makes looks at the end of the log fail after that time, or succeed again.
    pub fn go_away(&self, after: Option<Duration>) {
        *self.away.lock().unwrap_or_else(PoisonError::into_inner) = after;
    }

    /// Lets the response to a late append pass.
    pub fn release(&self) {
        self.released.notify_one();
    }

    /// Returns the number of times that facts were read in the order of the log.
    pub fn followed(&self) -> usize {
        self.followed.load(Ordering::Relaxed)
    }

    /// Sets the outcomes of the next appends, one each.
    pub fn lose(&self, losses: impl IntoIterator<Item = Loss>) {
        *self.losses() = losses.into_iter().collect();
    }

    /// Subscribes to the ids of all batches sent so far.
    #[must_use]
    pub fn sent(&self) -> watch::Receiver<Vec<Id>> {
        self.sent.subscribe()
    }

    fn losses(&self) -> std::sync::MutexGuard<'_, VecDeque<Loss>> {
        self.losses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log for LossyLog {
    fn append<'a>(&'a self, batch: &'a Batch) -> Fut<'a, Result<Position, AppendError>> {
        Box::pin(async move {
            let loss = self.losses().pop_front();
            let appended = match loss {
                None | Some(Loss::Late) => self.log.append(batch).await,
                Some(Loss::Refused) => Err(AppendError::Failed("the disk is full".into())),
                Some(Loss::Before) => Err(AppendError::Unknown("reset by peer".into())),
                Some(Loss::After) => (self.log.append(batch).await)
                    .and_then(|_| Err(AppendError::Unknown("reset by peer".into()))),
            };
            self.sent.send_modify(|sent| sent.push(batch.id));
            if loss == Some(Loss::Late) {
                self.released.notified().await;
            }
            appended
        })
    }

    fn head(&self) -> Fut<'_, Result<Head>> {
        let away = *self.away.lock().unwrap_or_else(PoisonError::into_inner);
        Box::pin(async move {
            if let Some(after) = away {
                tokio::time::sleep(after).await;
                return Err(Error::unavailable("the log is away"));
            }
            self.log.head().await
        })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn wait_for_change(&self, seen: Head) -> Fut<'_, Result<Head>> {
        self.log.wait_for_change(seen)
    }

    fn turn(&self) -> Fut<'_, Result<Turn>> {
        self.log.turn()
    }

    fn read<'a>(
        &'a self,
        stream: &'a StreamId,
        after: Version,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        self.log.read(stream, after, limit)
    }

    fn follow(&self, after: Position, limit: usize) -> Fut<'_, Result<Vec<Fact>>> {
        self.followed.fetch_add(1, Ordering::Relaxed);
        self.log.follow(after, limit)
    }

    fn recent<'a>(
        &'a self,
        stream: Option<&'a StreamId>,
        before: Option<Position>,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        self.log.recent(stream, before, limit)
    }

    fn streams(&self, after: Position, cursor: u64, limit: usize) -> Fut<'_, Result<StreamPage>> {
        self.log.streams(after, cursor, limit)
    }

    fn count_streams(&self) -> Fut<'_, Result<u64>> {
        self.log.count_streams()
    }

    fn snapshot<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Snapshot>>> {
        self.log.snapshot(stream)
    }

    fn keep_snapshot<'a>(
        &'a self,
        stream: &'a StreamId,
        snapshot: Snapshot,
        erased: u64,
    ) -> Fut<'a, Result<()>> {
        self.log.keep_snapshot(stream, snapshot, erased)
    }

    fn answer<'a>(&'a self, key: &'a str, now: Time) -> Fut<'a, Result<Option<Answered>>> {
        self.log.answer(key, now)
    }

    fn tombstone<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Tombstone>>> {
        self.log.tombstone(stream)
    }

    fn erases(&self) -> Erasing {
        self.log.erases()
    }

    fn list_erased(&self, after: u64) -> Fut<'_, Result<Vec<StreamId>>> {
        self.log.list_erased(after)
    }

    fn erase_stream(&self, tombstone: Tombstone) -> Fut<'_, Result<()>> {
        self.log.erase_stream(tombstone)
    }

    fn erase_facts<'a>(
        &'a self,
        stream: &'a StreamId,
        versions: RangeInclusive<Version>,
    ) -> Fut<'a, Result<()>> {
        self.log.erase_facts(stream, versions)
    }

    fn verify(&self, known: Option<Link>) -> Fut<'_, Result<Report>> {
        self.log.verify(known)
    }
}
