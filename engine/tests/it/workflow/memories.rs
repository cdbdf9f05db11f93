//! A kernel with a log, an index and blobs in memory, over the facts of a [`World`].

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use engine::workflow::state::Workflow;
use engine::workspace::Workspace;
use kernel::Fact;
use kernel::actor::{Actor, Caller, Door};
use kernel::configured::Configured;
use kernel::error::Result;
use kernel::future::Fut;
use kernel::memory::{Memory, Receipt};
use kernel::operation::{How, Operation};
use kernel::ports::accounts::Accounts;
use kernel::ports::blobs::Blobs;
use kernel::ports::index::{Attention, Entry, Find, Finding, Index, ListQuery, Listed, Update};
use kernel::ports::layout::Layout;
use kernel::ports::log::{
    Answered, AppendError, Batch, Erasing, Head, Link, Log, Report, Snapshot, StreamPage, Tombstone,
};
use kernel::ports::schemas::Schemas;
use kernel::ports::tokens::Tokens;
use kernel::stream::{Position, StreamId, Version};
use kernel::time::Time;
use kernel::tx::{AnyState, Loaded};
use kernel::view::{Erase, Services, View};

use crate::workflow::harness::{World, at_once, fold};

/// Memories of a test.
#[derive(Clone, Default)]
pub struct Memories {
    facts: Vec<Fact>,
    blobs: HashMap<String, Vec<u8>>,
    snapshot: Option<Snapshot>,
    epoch: u64,
    /// Number of facts that are visible from the start; the others appear during a wait.
    seen: Arc<std::sync::atomic::AtomicU64>,
}

impl Memories {
    /// Creates the kernel over all facts of `world`.
    pub fn of(world: &World) -> Self {
        let services = Self {
            facts: world.facts.clone(),
            epoch: 7,
            ..Self::default()
        };
        services.see(services.facts.len() as Position);
        services
    }

    /// Adds a blob.
    pub fn with_blob(mut self, sha256: &str, bytes: Vec<u8>) -> Self {
        self.blobs.insert(sha256.into(), bytes);
        self
    }

    /// Sets the snapshot of the log.
    pub fn with_snapshot(mut self, snapshot: Snapshot) -> Self {
        self.snapshot = Some(snapshot);
        self
    }

    /// Hides facts after `position` until a wait.
    pub fn seen_to(self, position: Position) -> Self {
        self.see(position);
        self
    }

    fn see(&self, position: Position) {
        self.seen
            .store(position, std::sync::atomic::Ordering::Relaxed);
    }

    /// Runs a read operation as `actor`.
    pub fn ask<O: Operation>(&self, now: Time, actor: &Actor, op: O) -> Result<O::Output> {
        let How::Run(run) = O::HOW else {
            panic!("{} is decided", O::SPEC.name);
        };
        let caller = Caller::new(Some(actor.clone()), Door::Http, "test".into());
        at_once(run(op, View::new(now, caller, Arc::new(self.clone()))))
    }

    fn workflow(&self, stream: &StreamId) -> Workflow {
        fold(&self.facts_of(stream))
    }

    fn facts_of(&self, stream: &StreamId) -> Vec<Fact> {
        let facts = self.facts.iter();
        facts
            .filter(|fact| fact.stream == *stream)
            .cloned()
            .collect()
    }

    fn entries(&self) -> Vec<Entry> {
        let streams: BTreeSet<&StreamId> = self.facts.iter().map(|fact| &fact.stream).collect();
        let mut entries: Vec<Entry> = streams
            .into_iter()
            .filter(|stream| stream.kind() == "workflow")
            .filter_map(|stream| self.workflow(stream).entry(stream))
            .collect();
        entries.sort_by(|one, other| {
            (other.updated_at, &other.stream).cmp(&(one.updated_at, &one.stream))
        });
        entries
    }
}

fn done<'a, T: Send + 'a>(value: T) -> Fut<'a, T> {
    Box::pin(async move { value })
}

impl Services for Memories {
    fn state<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Loaded>> {
        let facts = self.facts_of(stream);
        let version = facts.last().map_or(0, |fact| fact.version);
        let state: AnyState = if stream.kind() == Workspace::KIND {
            let mut state = Workspace::default();
            for fact in &facts {
                state.apply_fact(fact);
            }
            Arc::new(state)
        } else {
            Arc::new(fold(&facts))
        };
        done(Ok(Loaded { state, version }))
    }
    fn may_read<'a>(&'a self, _: &'a Actor, stream: &'a StreamId) -> Fut<'a, Result<bool>> {
        done(Ok(matches!(stream.kind(), "workflow" | "workspace")))
    }
    fn hides<'a>(&'a self, _: &'a kernel::Fact) -> Fut<'a, Result<bool>> {
        done(Ok(false))
    }
    fn filter_fact<'a>(
        &'a self,
        _: &'a Actor,
        fact: kernel::Fact,
    ) -> Fut<'a, Result<Option<kernel::Fact>>> {
        done(Ok(Some(fact)))
    }
    fn blobs_of<'a>(&'a self, _: &'a StreamId) -> Fut<'a, Result<Vec<String>>> {
        unreachable!("no read asks for all blobs")
    }
    fn blobs_with<'a>(&'a self, _: &'a [StreamId]) -> Fut<'a, Result<usize>> {
        unreachable!("no read asks for all blobs")
    }
    fn schemas(&self) -> &dyn Schemas {
        &()
    }
    fn defaults(&self) -> &Configured {
        unreachable!("no workflow asks for settings")
    }
    fn log(&self) -> &dyn Log {
        self
    }
    fn index(&self) -> &dyn Index {
        self
    }
    fn blobs(&self) -> &dyn Blobs {
        self
    }
    fn accounts(&self) -> &dyn Accounts {
        unreachable!("no workflow asks for accounts")
    }
    fn tokens(&self) -> &dyn Tokens {
        unreachable!("no read counts tokens")
    }
    fn layout(&self) -> &dyn Layout {
        unreachable!("nothing is drawn here")
    }
    fn wait(&self, _: Position, _: Time) -> Fut<'_, Position> {
        let end = self.facts.len() as Position;
        self.see(end);
        done(end)
    }
    fn head(&self) -> Position {
        self.seen.load(std::sync::atomic::Ordering::Relaxed)
    }
    fn epoch(&self) -> u64 {
        self.epoch
    }
    fn last_call(&self, _: &str) -> Option<Time> {
        None
    }
    fn record_receipt(&self, _: StreamId, _: &Actor, _: Receipt) {}
    fn record_event(
        self: Arc<Self>,
        _: String,
        _: Option<String>,
        _: Caller,
    ) -> Fut<'static, Result<()>> {
        unreachable!("the rules make no tokens")
    }
    fn erase<'a>(&'a self, _: Erase, _: &'a Actor) -> Fut<'a, Result<()>> {
        unreachable!("no read erases")
    }
}

impl Log for Memories {
    fn head(&self) -> Fut<'_, Result<Head>> {
        done(Ok(Head {
            epoch: self.epoch,
            position: self.facts.len() as Position,
            erased: 0,
        }))
    }
    fn wait_for_change(&self, _: Head) -> Fut<'_, Result<Head>> {
        unreachable!("only the kernel waits for that")
    }
    fn append<'a>(&'a self, _: &'a Batch) -> Fut<'a, Result<Position, AppendError>> {
        unreachable!("a read appends nothing")
    }
    fn read<'a>(
        &'a self,
        stream: &'a StreamId,
        after: Version,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        let facts = self.facts.iter();
        let facts = facts.filter(|fact| fact.stream == *stream && fact.version > after);
        done(Ok(facts.take(limit).cloned().collect()))
    }
    fn follow(&self, after: Position, limit: usize) -> Fut<'_, Result<Vec<Fact>>> {
        let facts = self.facts.iter().filter(|fact| fact.position > after);
        done(Ok(facts.take(limit).cloned().collect()))
    }
    fn recent<'a>(
        &'a self,
        stream: Option<&'a StreamId>,
        before: Option<Position>,
        limit: usize,
    ) -> Fut<'a, Result<Vec<Fact>>> {
        let facts = self.facts.iter().rev().filter(|fact| {
            stream.is_none_or(|stream| fact.stream == *stream)
                && before.is_none_or(|before| fact.position < before)
        });
        done(Ok(facts.take(limit).cloned().collect()))
    }
    fn streams(&self, _: Position, _: u64, _: usize) -> Fut<'_, Result<StreamPage>> {
        unreachable!("only the kernel asks that")
    }
    fn count_streams(&self) -> Fut<'_, Result<u64>> {
        unreachable!("only the kernel asks that")
    }
    fn snapshot<'a>(&'a self, _: &'a StreamId) -> Fut<'a, Result<Option<Snapshot>>> {
        done(Ok(self.snapshot.clone()))
    }
    fn keep_snapshot<'a>(&'a self, _: &'a StreamId, _: Snapshot, _: u64) -> Fut<'a, Result<()>> {
        unreachable!("a read keeps nothing")
    }
    fn answer<'a>(&'a self, _: &'a str, _: Time) -> Fut<'a, Result<Option<Answered>>> {
        done(Ok(None))
    }
    fn tombstone<'a>(&'a self, _: &'a StreamId) -> Fut<'a, Result<Option<Tombstone>>> {
        done(Ok(None))
    }
    fn erases(&self) -> Erasing {
        Erasing::EveryByte
    }
    fn list_erased(&self, _: u64) -> Fut<'_, Result<Vec<StreamId>>> {
        unreachable!("only the kernel asks that")
    }
    fn erase_stream(&self, _: Tombstone) -> Fut<'_, Result<()>> {
        unreachable!("a read erases nothing")
    }
    fn erase_facts<'a>(
        &'a self,
        _: &'a StreamId,
        _: RangeInclusive<Version>,
    ) -> Fut<'a, Result<()>> {
        unreachable!("a read erases nothing")
    }
    fn verify(&self, _: Option<Link>) -> Fut<'_, Result<Report>> {
        unreachable!("a read checks nothing")
    }
}

impl Index for Memories {
    fn position(&self) -> Fut<'_, Result<Position>> {
        done(Ok(self.facts.len() as Position))
    }
    fn last_erasure(&self) -> Fut<'_, Result<u64>> {
        unreachable!("only the kernel asks that")
    }
    fn note_erased(&self, _: u64) -> Fut<'_, Result<()>> {
        unreachable!("a read writes nothing")
    }
    fn apply<'a>(&'a self, _: &'a Update) -> Fut<'a, Result<()>> {
        unreachable!("a read writes nothing")
    }
    fn forget<'a>(&'a self, _: &'a StreamId) -> Fut<'a, Result<()>> {
        unreachable!("a read forgets nothing")
    }
    fn clear(&self) -> Fut<'_, Result<()>> {
        unreachable!("a read clears nothing")
    }
    fn entry<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Option<Entry>>> {
        done(Ok(self
            .entries()
            .into_iter()
            .find(|entry| entry.stream == *stream)))
    }
    fn list<'a>(&'a self, query: &'a ListQuery) -> Fut<'a, Result<Listed>> {
        let texts: BTreeMap<StreamId, String> = self
            .facts
            .iter()
            .map(|fact| (fact.stream.clone(), fact.body.get().to_owned()))
            .fold(BTreeMap::new(), |mut texts, (stream, body)| {
                texts.entry(stream).or_default().push_str(&body);
                texts
            });
        let mut matching = self.entries();
        matching.retain(|entry| {
            entry.stream.kind() == query.kind
                && query
                    .status
                    .as_ref()
                    .is_none_or(|status| entry.status == *status)
                && (query.attention == Attention::Any || entry.attention > 0)
                && query
                    .query
                    .as_ref()
                    .is_none_or(|words| texts[&entry.stream].contains(words.as_str()))
        });
        let total = matching.len() as u64;
        let begin = query.cursor.as_ref().map_or(0, |cursor| {
            let at = matching
                .iter()
                .position(|entry| entry.stream.as_str() == cursor);
            at.map_or(matching.len(), |at| at + 1)
        });
        let mut entries = matching.split_off(begin);
        let more = entries.len() > query.limit;
        entries.truncate(query.limit);
        let next_cursor = entries
            .last()
            .filter(|_| more)
            .map(|last| last.stream.to_string());
        done(Ok(Listed {
            entries,
            next_cursor,
            total,
        }))
    }
    fn due(&self, _: Time, _: usize) -> Fut<'_, Result<Vec<StreamId>>> {
        unreachable!("only the kernel asks that")
    }
    fn next_due(&self) -> Fut<'_, Result<Option<Time>>> {
        unreachable!("only the kernel asks that")
    }
    fn find<'a>(&'a self, _: &'a Find) -> Fut<'a, Result<Finding>> {
        done(Ok(Finding::default()))
    }
}

impl Blobs for Memories {
    fn put(&self, _: Vec<u8>) -> Fut<'_, Result<String>> {
        unreachable!("a read stores nothing")
    }
    fn get<'a>(&'a self, sha256: &'a str) -> Fut<'a, Result<Option<Vec<u8>>>> {
        done(Ok(self.blobs.get(sha256).cloned()))
    }
    fn remove<'a>(&'a self, _: &'a str) -> Fut<'a, Result<bool>> {
        unreachable!("a read removes nothing")
    }
    fn doom<'a>(&'a self, _: &'a HashSet<String>) -> Fut<'a, Result<()>> {
        unreachable!("a read removes nothing")
    }
    fn list_doomed(&self) -> Fut<'_, Result<Vec<String>>> {
        unreachable!("only the kernel asks that")
    }
    fn spare<'a>(&'a self, _: &'a str) -> Fut<'a, Result<()>> {
        unreachable!("only the kernel does that")
    }
}
