//! A log in memory, for tests: it meets every requirement of the port except durability, and can be made to fail.
//! Clones share the log, as several processes do.

mod chain;
mod process;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::future::Fut;
use kernel::ports::log::{
    ANSWERS_KEPT, Answered, Append, AppendError, Batch, Erasing, Head, Link, Log, Report, Snapshot,
    StreamPage, Tombstone, Turn,
};
use kernel::{Error, Fact, Id, Position, Result, StreamId, Time, Version};
use serde_json::value::RawValue;
use tokio::sync::watch;

use crate::chain::{Erasure, Linked, Numbers, Sealed, Stone};

use process::Process;

/// A log in memory.
#[derive(Debug, Default)]
pub struct MemoryLog {
    inner: Arc<Mutex<Inner>>,
    /// Notified of every append and every erasure.
    changes: watch::Sender<()>,
    /// Held by the process that writes or has the turn, in order of requests.
    writing: Arc<tokio::sync::Mutex<()>>,
    process: Arc<Process>,
}

impl Clone for MemoryLog {
    fn clone(&self) -> Self {
        Self {
            inner: self.inner.clone(),
            changes: self.changes.clone(),
            writing: self.writing.clone(),
            process: Arc::new(Process::of(&self.inner())),
        }
    }
}

#[derive(Debug, Default)]
struct Inner {
    facts: BTreeMap<Position, Fact>,
    /// Positions of facts whose bodies were erased.
    redacted: HashSet<Position>,
    chain: BTreeMap<Position, (Numbers, Linked)>,
    seals: Vec<Sealed>,
    streams: HashMap<StreamId, Vec<Position>>,
    /// Streams with their numbers, including erased ones.
    rows: HashMap<StreamId, i64>,
    head: Position,
    /// First position of each batch.
    batches: BTreeMap<Id, Position>,
    snapshots: HashMap<StreamId, Snapshot>,
    answers: HashMap<String, Answered>,
    tombstones: HashMap<StreamId, Tombstone>,
    broken: Option<String>,
    /// Number of times the log was replaced.
    replaced: u64,
}

impl MemoryLog {
    /// Creates an empty log.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes appends fail from now on, as on a full disk.
    pub fn break_with(&self, why: &str) {
        self.inner().broken = Some(why.into());
    }

    /// Makes appends succeed again.
    pub fn mend(&self) {
        self.inner().broken = None;
    }

    /// Loses the commits after this position, as a database does when its standby takes over.
    pub fn lose_after(&self, position: Position) {
        self.inner().lose_after(position);
        self.changes.send_replace(());
    }

    /// Begins a new epoch, as restoring a backup does.
    pub fn begin_epoch(&self) {
        self.inner().replaced += 1;
        self.changes.send_replace(());
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn of<'a>(&'a self, stream: &StreamId) -> impl DoubleEndedIterator<Item = &'a Fact> {
        let positions = self
            .streams
            .get(stream)
            .map(Vec::as_slice)
            .unwrap_or_default();
        positions
            .iter()
            .filter_map(|position| self.facts.get(position))
    }

    fn check(&self, batch: &Batch) -> Result<(), AppendError> {
        if let Some(why) = &self.broken {
            return Err(AppendError::Failed(why.clone()));
        }
        let mut versions: HashMap<&StreamId, Version> = HashMap::new();
        for Append {
            stream,
            expected,
            facts,
        } in &batch.appends
        {
            let version = versions.entry(stream).or_insert_with(|| {
                self.streams
                    .get(stream)
                    .map_or(0, |all| all.len() as Version)
            });
            if version != expected || self.tombstones.contains_key(stream) {
                return Err(AppendError::Conflict(stream.clone()));
            }
            for fact in facts {
                *version += 1;
                if fact.version != *version {
                    return Err(AppendError::Failed(format!(
                        "fact {version} of {stream} is numbered {}",
                        fact.version
                    )));
                }
            }
        }
        let mut keys = HashSet::new();
        for answer in &batch.answers {
            let stored = self.answers.get(&answer.key);
            let is_taken = stored.is_some_and(|stored| !answer.replaces(stored));
            if is_taken || !keys.insert(&answer.key) {
                return Err(AppendError::Answered(answer.key.clone()));
            }
        }
        Ok(())
    }

    fn append(&mut self, batch: &Batch) -> Result<Position, AppendError> {
        if let Some(first) = self.batches.get(&batch.id) {
            return Ok(*first);
        }
        self.check(batch)?;
        let first = self.head + 1;
        let oldest = Id::from_parts(batch.id.time().plus(-retention()), 0);
        self.batches = self.batches.split_off(&oldest);
        self.batches.insert(batch.id, first);
        let mut seal = self.seal();
        for append in &batch.appends {
            for fact in &append.facts {
                self.head += 1;
                seal.take(&self.link(fact));
                self.streams
                    .entry(append.stream.clone())
                    .or_default()
                    .push(self.head);
                self.facts.insert(
                    self.head,
                    Fact {
                        position: self.head,
                        ..fact.clone()
                    },
                );
            }
        }
        if self.head >= first {
            let last = number(self.head);
            self.push(seal.end(last), None);
        }
        for answer in &batch.answers {
            self.answers.insert(answer.key.clone(), answer.clone());
        }
        Ok(first)
    }

    fn log_head(&self) -> Head {
        let mut erased = self.seals.iter().filter(|seal| seal.erasure.is_some());
        Head {
            epoch: 1 + self.replaced,
            position: self.head,
            erased: erased
                .next_back()
                .map_or(0, |seal| to_unsigned(seal.number)),
        }
    }

    fn answer(&self, key: &str, now: Time) -> Option<&Answered> {
        let answer = self.answers.get(key);
        answer.filter(|answer| answer.is_kept(now))
    }

    /// Returns the streams of which something was erased after that erasure.
    fn streams_erased_after(&self, after: u64) -> BTreeSet<StreamId> {
        let later = self.seals.iter();
        let later = later.filter(|seal| to_unsigned(seal.number) > after);
        let rows = later.filter_map(|seal| seal.erasure.as_ref().map(|what| what.stream));
        let rows: HashSet<i64> = rows.collect();
        let all = self.rows.iter();
        all.filter(|(_, row)| rows.contains(row))
            .map(|(stream, _)| stream.clone())
            .collect()
    }

    /// Returns a fact as readers see it: a redacted one has the kind `redacted` and schema 0.
    fn shown(&self, fact: &Fact) -> Fact {
        let mut fact = fact.clone();
        if self.redacted.contains(&fact.position) {
            (fact.kind, fact.schema) = ("redacted".into(), 0);
        }
        fact
    }

    fn forget_side(&mut self, stream: &StreamId) {
        self.snapshots.remove(stream);
        self.answers.retain(|_, answer| answer.stream != *stream);
    }
}

fn number(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or(i64::MAX)
}

fn to_unsigned(number: i64) -> u64 {
    number.try_into().unwrap_or(0)
}

/// Time for which batch ids are kept, in milliseconds.
fn retention() -> i64 {
    number(ANSWERS_KEPT.as_millis())
}

fn ready<'a, T: Send + 'a>(value: T) -> Fut<'a, T> {
    Box::pin(std::future::ready(value))
}

impl Log for MemoryLog {
    fn head(&self) -> Fut<'_, Result<Head>> {
        let inner = self.inner();
        self.process.sees(&inner);
        ready(Ok(inner.log_head()))
    }

    fn wait_for_change(&self, seen: Head) -> Fut<'_, Result<Head>> {
        // Subscribes before the first check, so that no change is missed between the two.
        let mut changes = self.changes.subscribe();
        Box::pin(async move {
            loop {
                let end = self.inner().log_head();
                if end != seen {
                    return Ok(end);
                }
                // The sender lives as long as `self`, so this cannot fail.
                drop(changes.changed().await);
            }
        })
    }

    fn append<'a>(&'a self, batch: &'a Batch) -> Fut<'a, Result<Position, AppendError>> {
        Box::pin(async move {
            let _writing = if self.process.has_turn.load(Ordering::Acquire) {
                None
            } else {
                Some(self.writing.lock().await)
            };
            let appended = {
                let mut inner = self.inner();
                self.process.check(&inner)?;
                let appended = inner.append(batch);
                self.process.sees(&inner);
                appended
            };
            self.changes.send_replace(());
            appended
        })
    }

    fn turn(&self) -> Fut<'_, Result<Turn>> {
        Box::pin(async move {
            let writing = self.writing.clone().lock_owned().await;
            Ok(self.process.turn(writing))
        })
    }

    fn read<'a>(
        &'a self,
        stream: &'a StreamId,
        after: Version,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        let inner = self.inner();
        let later = inner.of(stream).filter(|fact| fact.version > after);
        ready(Ok(later
            .take(limit)
            .map(|fact| inner.shown(fact))
            .collect()))
    }

    fn follow(&self, after: Position, limit: usize) -> Fut<'_, Result<Vec<Fact>>> {
        let inner = self.inner();
        let later = inner.facts.range(after.saturating_add(1)..);
        ready(Ok(later
            .take(limit)
            .map(|(_, fact)| inner.shown(fact))
            .collect()))
    }

    fn recent<'a>(
        &'a self,
        stream: Option<&'a StreamId>,
        before: Option<Position>,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        let inner = self.inner();
        let earlier = inner.facts.range(..before.unwrap_or(Position::MAX)).rev();
        let wanted = earlier.filter(|(_, fact)| stream.is_none_or(|stream| fact.stream == *stream));
        ready(Ok(wanted
            .take(limit)
            .map(|(_, fact)| inner.shown(fact))
            .collect()))
    }

    fn streams(&self, after: Position, cursor: u64, limit: usize) -> Fut<'_, Result<StreamPage>> {
        let inner = self.inner();
        // A stream's cursor is the position of its first fact.
        let changed = inner.streams.iter().filter_map(|(stream, all)| {
            let (first, last) = (all.first()?, all.last()?);
            (*first > cursor && *last > after).then_some((*first, stream))
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
        let inner = self.inner();
        let begun = inner.streams.values().filter(|all| !all.is_empty());
        ready(Ok(begun.count() as u64))
    }

    fn snapshot<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Snapshot>>> {
        ready(Ok(self.inner().snapshots.get(stream).cloned()))
    }

    fn keep_snapshot<'a>(
        &'a self,
        stream: &'a StreamId,
        snapshot: Snapshot,
        erased: u64,
    ) -> Fut<'a, Result<()>> {
        let mut inner = self.inner();
        if inner.streams_erased_after(erased).contains(stream) {
            return ready(Ok(()));
        }
        let newer = inner
            .snapshots
            .get(stream)
            .is_none_or(|old| snapshot.version >= old.version || snapshot.schema != old.schema);
        if newer && inner.streams.contains_key(stream) {
            inner.snapshots.insert(stream.clone(), snapshot);
        }
        ready(Ok(()))
    }

    fn answer<'a>(&'a self, key: &'a str, now: Time) -> Fut<'a, Result<Option<Answered>>> {
        ready(Ok(self.inner().answer(key, now).cloned()))
    }

    fn tombstone<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Tombstone>>> {
        ready(Ok(self.inner().tombstones.get(stream).cloned()))
    }

    fn erases(&self) -> Erasing {
        Erasing::EveryByte
    }

    fn list_erased(&self, after: u64) -> Fut<'_, Result<Vec<StreamId>>> {
        ready(Ok(self
            .inner()
            .streams_erased_after(after)
            .into_iter()
            .collect()))
    }

    fn erase_stream(&self, tombstone: Tombstone) -> Fut<'_, Result<()>> {
        let mut inner = self.inner();
        let stream = tombstone.stream.clone();
        let positions = inner.streams.remove(&stream).unwrap_or_default();
        for position in &positions {
            inner.facts.remove(position);
            inner.forget_salts(*position);
        }
        inner.forget_side(&stream);
        let is_new = !inner.tombstones.contains_key(&stream);
        if is_new || !positions.is_empty() {
            let what = Erasure {
                stream: inner.rows.get(&stream).copied().unwrap_or_default(),
                first: 1,
                last: number(positions.len()),
                tombstone: is_new.then(|| Stone {
                    stream: stream.as_str().into(),
                    actor: tombstone.by.id.clone().into(),
                    role: tombstone.by.role.name().into(),
                    at: tombstone.at.0,
                }),
            };
            inner.erase(what);
        }
        inner.tombstones.entry(stream).or_insert(tombstone);
        drop(inner);
        self.changes.send_replace(());
        ready(Ok(()))
    }

    fn erase_facts<'a>(
        &'a self,
        stream: &'a StreamId,
        versions: RangeInclusive<Version>,
    ) -> Fut<'a, Result<()>> {
        let mut inner = self.inner();
        let positions: Vec<Position> = inner
            .of(stream)
            .filter(|f| versions.contains(&f.version))
            .map(|f| f.position)
            .collect();
        if positions.is_empty() {
            return ready(Err(Error::not_found(format!(
                "{stream} has no facts {versions:?}."
            ))));
        }
        for position in positions {
            if let Some(fact) = inner.facts.get_mut(&position) {
                fact.body = RawValue::NULL.to_owned();
            }
            inner.redacted.insert(position);
            inner.forget_salts(position);
        }
        let what = Erasure {
            stream: inner.rows.get(stream).copied().unwrap_or_default(),
            first: number(*versions.start()),
            last: number(*versions.end()),
            tombstone: None,
        };
        inner.erase(what);
        inner.forget_side(stream);
        drop(inner);
        self.changes.send_replace(());
        ready(Ok(()))
    }

    fn verify(&self, known: Option<Link>) -> Fut<'_, Result<Report>> {
        ready(Ok(self.inner().verify(known)))
    }
}
