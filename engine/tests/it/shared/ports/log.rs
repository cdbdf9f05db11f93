//! A log in memory with injected failures and delays.

use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use kernel::future::Fut;
use kernel::ports::log::{
    Answered, AppendError, Batch, Erasing, Head, Link, Log, Report, Snapshot, StreamPage, Tombstone,
};
use kernel::{Error, Fact, Id, Position, Result, StreamId, Time, Version};
use tokio::sync::watch;

use super::ready;

#[derive(Default)]
pub struct Stored {
    pub facts: Vec<Fact>,
    pub streams: HashMap<StreamId, Vec<usize>>,
    pub snapshots: HashMap<StreamId, Snapshot>,
    pub answers: HashMap<String, Answered>,
    pub tombstones: HashMap<StreamId, Tombstone>,
    pub batches: Vec<usize>,
    ids: HashMap<Id, Position>,
    /// Erased streams, in order.
    erased: Vec<StreamId>,
}

/// Decrements the counter; returns false if it was 0.
pub fn is_next(left: &AtomicUsize) -> bool {
    let counted = left.try_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
        left.checked_sub(1)
    });
    counted.is_ok()
}

/// A log in memory.
#[derive(Default)]
pub struct MemoryLog {
    stored: Mutex<Stored>,
    /// Number of coming appends and stream erasures that fail.
    pub fail: AtomicUsize,
    /// Number of coming appends that conflict with another writer.
    pub overtaken: AtomicUsize,
    /// Number of reads across all streams.
    pub follows: AtomicUsize,
    /// Number of reads of a stream from its first fact.
    pub loads: AtomicUsize,
    changes: watch::Sender<()>,
    held: watch::Sender<bool>,
    waiting: watch::Sender<usize>,
}

impl MemoryLog {
    pub fn stored(&self) -> MutexGuard<'_, Stored> {
        self.stored.lock().unwrap()
    }
    /// Blocks appends until [`MemoryLog::release`].
    pub fn hold(&self) {
        self.held.send_replace(true);
    }
    pub fn release(&self) {
        self.held.send_replace(false);
    }
    /// Waits until an append is blocked.
    pub async fn reached(&self) {
        let mut waiting = self.waiting.subscribe();
        waiting.wait_for(|waiting| *waiting > 0).await.unwrap();
    }
    pub fn facts(&self, stream: &StreamId) -> Vec<Fact> {
        let stored = self.stored();
        let at = stored.streams.get(stream).cloned().unwrap_or_default();
        at.into_iter().map(|at| stored.facts[at].clone()).collect()
    }
}

impl Stored {
    fn head(&self) -> Head {
        Head {
            epoch: 7,
            position: self.facts.len() as Position,
            erased: self.erased.len() as u64,
        }
    }
    fn append(&mut self, batch: &Batch) -> Result<Position, AppendError> {
        if let Some(first) = self.ids.get(&batch.id) {
            return Ok(*first);
        }
        let mut versions: HashMap<&StreamId, Version> = HashMap::new();
        for append in &batch.appends {
            let now = self.streams.get(&append.stream).map_or(0, Vec::len) as Version;
            let version = versions.entry(&append.stream).or_insert(now);
            if *version != append.expected {
                return Err(AppendError::Conflict(append.stream.clone()));
            }
            for fact in &append.facts {
                *version += 1;
                assert_eq!(fact.version, *version);
            }
        }
        for answer in &batch.answers {
            let known = self.answers.get(&answer.key);
            if known.is_some_and(|known| !answer.replaces(known)) {
                return Err(AppendError::Answered(answer.key.clone()));
            }
        }
        let first = self.facts.len() as Position + 1;
        self.ids.insert(batch.id, first);
        for fact in batch.appends.iter().flat_map(|append| &append.facts) {
            let mut fact = fact.clone();
            fact.position = self.facts.len() as Position + 1;
            let at = self.facts.len();
            self.streams
                .entry(fact.stream.clone())
                .or_default()
                .push(at);
            self.facts.push(fact);
        }
        for answer in &batch.answers {
            self.answers.insert(answer.key.clone(), answer.clone());
        }
        self.batches.push(self.facts.len() + 1 - first as usize);
        Ok(first)
    }
}

impl Log for MemoryLog {
    fn head(&self) -> Fut<'_, Result<Head>> {
        ready(Ok(self.stored().head()))
    }
    fn wait_for_change(&self, seen: Head) -> Fut<'_, Result<Head>> {
        let mut changes = self.changes.subscribe();
        Box::pin(async move {
            while self.stored().head() == seen {
                changes.changed().await.unwrap();
            }
            Ok(self.stored().head())
        })
    }
    fn append<'a>(&'a self, batch: &'a Batch) -> Fut<'a, Result<Position, AppendError>> {
        Box::pin(async move {
            let mut held = self.held.subscribe();
            self.waiting.send_modify(|waiting| *waiting += 1);
            held.wait_for(|held| !held).await.unwrap();
            self.waiting.send_modify(|waiting| *waiting -= 1);
            let (failing, overtaken) = (is_next(&self.fail), is_next(&self.overtaken));
            let appended = match (failing, batch.appends.first()) {
                (true, _) => Err(AppendError::Failed("the disk is full".into())),
                (false, Some(first)) if overtaken => {
                    Err(AppendError::Conflict(first.stream.clone()))
                }
                _ => self.stored().append(batch),
            };
            self.changes.send_replace(());
            appended
        })
    }
    fn read<'a>(
        &'a self,
        stream: &'a StreamId,
        after: Version,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        if after == 0 && limit > 1 {
            self.loads.fetch_add(1, Ordering::SeqCst);
        }
        let facts = self.facts(stream).into_iter();
        ready(Ok(facts
            .filter(|f| f.version > after)
            .take(limit)
            .collect()))
    }
    fn follow(&self, after: Position, limit: usize) -> Fut<'_, Result<Vec<Fact>>> {
        self.follows.fetch_add(1, Ordering::SeqCst);
        let stored = self.stored();
        let facts = stored
            .facts
            .iter()
            .filter(|fact| fact.position > after && stored.streams.contains_key(&fact.stream));
        ready(Ok(facts.take(limit).cloned().collect()))
    }
    fn recent<'a>(
        &'a self,
        stream: Option<&'a StreamId>,
        before: Option<Position>,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        let stored = self.stored();
        let facts = stored.facts.iter().rev().filter(|fact| {
            stream.is_none_or(|s| *s == fact.stream) && before.is_none_or(|b| fact.position < b)
        });
        ready(Ok(facts.take(limit).cloned().collect()))
    }
    fn streams(&self, after: Position, cursor: u64, limit: usize) -> Fut<'_, Result<StreamPage>> {
        let stored = self.stored();
        let position = |at: usize| stored.facts[at].position;
        let changed = stored.streams.iter().filter_map(|(stream, at)| {
            let (first, last) = (position(*at.first()?), position(*at.last()?));
            (first > cursor && last > after).then_some((first, stream))
        });
        let mut page: Vec<_> = changed.collect();
        page.sort_unstable();
        page.truncate(limit);
        ready(Ok(StreamPage {
            next: page.last().map(|(first, _)| *first),
            streams: page.iter().map(|(_, stream)| (*stream).clone()).collect(),
        }))
    }
    fn count_streams(&self) -> Fut<'_, Result<u64>> {
        let stored = self.stored();
        let begun = stored.streams.values().filter(|at| !at.is_empty());
        ready(Ok(begun.count() as u64))
    }
    fn snapshot<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Snapshot>>> {
        ready(Ok(self.stored().snapshots.get(stream).cloned()))
    }
    fn keep_snapshot<'a>(
        &'a self,
        stream: &'a StreamId,
        snapshot: Snapshot,
        erased: u64,
    ) -> Fut<'a, Result<()>> {
        let mut stored = self.stored();
        let later = stored.erased.iter().skip(erased as usize);
        if !later.into_iter().any(|erased| erased == stream) {
            stored.snapshots.insert(stream.clone(), snapshot);
        }
        ready(Ok(()))
    }
    fn answer<'a>(&'a self, key: &'a str, now: Time) -> Fut<'a, Result<Option<Answered>>> {
        let answer = self.stored().answers.get(key).cloned();
        ready(Ok(answer.filter(|answer| answer.is_kept(now))))
    }
    fn tombstone<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Tombstone>>> {
        ready(Ok(self.stored().tombstones.get(stream).cloned()))
    }
    fn erases(&self) -> Erasing {
        Erasing::EveryByte
    }
    fn list_erased(&self, after: u64) -> Fut<'_, Result<Vec<StreamId>>> {
        let stored = self.stored();
        ready(Ok(stored.erased[after as usize..].to_vec()))
    }
    fn erase_stream(&self, tombstone: Tombstone) -> Fut<'_, Result<()>> {
        if is_next(&self.fail) {
            return ready(Err(Error::unavailable("the disk is full")));
        }
        let mut stored = self.stored();
        let stream = tombstone.stream.clone();
        stored.streams.remove(&stream);
        stored.snapshots.remove(&stream);
        stored.answers.retain(|_, answer| answer.stream != stream);
        stored.erased.push(stream.clone());
        stored.tombstones.entry(stream).or_insert(tombstone);
        drop(stored);
        self.changes.send_replace(());
        ready(Ok(()))
    }
    fn erase_facts<'a>(
        &'a self,
        stream: &'a StreamId,
        versions: RangeInclusive<Version>,
    ) -> Fut<'a, Result<()>> {
        let mut stored = self.stored();
        for version in versions {
            let at = stored.streams[stream][version as usize - 1];
            stored.facts[at].kind = "redacted".into();
            stored.facts[at].schema = 0;
            stored.facts[at].body = serde_json::value::to_raw_value(&()).unwrap();
        }
        stored.snapshots.remove(stream);
        stored.erased.push(stream.clone());
        drop(stored);
        self.changes.send_replace(());
        ready(Ok(()))
    }
    fn verify(&self, _: Option<Link>) -> Fut<'_, Result<Report>> {
        unreachable!("the kernel checks no log")
    }
}
