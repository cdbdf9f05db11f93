//! States in memory on which operations run: the kernel's path without its log, its writer and its doors.

use std::any::Any;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Waker};

use engine::crystal::Core;
use engine::fence::Tags;
use engine::mind::Mind;
use engine::scratchpad::Scratchpads;
use engine::session::state::Session;
use engine::workflow::ops::task_claim::TaskClaim;
use engine::workflow::state::Workflow;
use engine::workspace::Workspace;
use kernel::access::{Readers, may_read};
use kernel::actor::{Actor, Caller, Door, Role};
use kernel::configured::Configured;
use kernel::error::{Error, Result};
use kernel::future::Fut;
use kernel::memory::{Memory as _, Receipt};
use kernel::operation::{How, Operation};
use kernel::ports::schemas::Schemas;
use kernel::ports::tokens::{Encoding, Tokens};
use kernel::ports::{accounts::Accounts, blobs::Blobs, index::Index, layout::Layout, log::Log};
use kernel::stream::{Position, StreamId, Version};
use kernel::time::Time;
use kernel::tx::{AnyState, Cx, Loaded, States, Tx};
use kernel::view::{Erase, Services, View};
use kernel::{Fact, Id};

use super::judge::Judge;
use super::leading_on::lacks;
use super::ports::MemoryIndex;

/// Returns an agent that leads.
pub fn lead() -> Actor {
    Actor::new("lead", Role::Orchestrator)
}

/// States in memory, as the kernel caches them.
#[derive(Clone, Default)]
pub struct Hot(pub HashMap<StreamId, Loaded>);

impl States for Hot {
    fn find(&self, stream: &StreamId) -> Option<Loaded> {
        if let Some(loaded) = self.0.get(stream) {
            return Some(loaded.clone());
        }
        let state: AnyState = match stream.kind() {
            "core" => Arc::new(Core::default()),
            "mind" => Arc::new(Mind::default()),
            "scratchpad" => Arc::new(Scratchpads::default()),
            "session" => Arc::new(Session::default()),
            "workflow" => Arc::new(Workflow::default()),
            "workspace" => Arc::new(Workspace::default()),
            _ => return None,
        };
        Some(Loaded { state, version: 0 })
    }
}

/// States, all facts so far, and a clock that only the test advances.
#[derive(Clone)]
pub struct World {
    /// States in memory.
    pub hot: Hot,
    /// All recorded facts.
    pub facts: Vec<Fact>,
    /// Current time.
    pub now: Time,
    /// Epoch of the lead that calls name.
    pub lead_epoch: Option<u32>,
    ids: u128,
}

impl World {
    /// Returns a world without facts.
    pub fn empty() -> Self {
        Self {
            hot: Hot::default(),
            facts: Vec::new(),
            now: Time(1_800_000_000_000),
            lead_epoch: None,
            ids: 0,
        }
    }

    /// Makes a decision as the kernel would; a rejection leaves nothing behind.
    pub fn decide<T>(
        &mut self,
        actor: &Actor,
        if_version: Option<Version>,
        tokens: usize,
        how: impl FnOnce(&mut Tx) -> Result<T>,
    ) -> Result<T> {
        self.ids += 1;
        let cx = Cx {
            now: self.now,
            id: Id::from_parts(self.now, self.ids),
            actor: actor.clone(),
            door: Door::Http,
            request: "test".into(),
            if_version,
            if_match: Vec::new(),
            lead_epoch: self.lead_epoch,
            schemas: Arc::new(Judge),
            defaults: Configured::default(),
            tokens: u32::try_from(tokens).unwrap(),
        };
        let hot = self.hot.clone();
        let mut tx = Tx::new(cx, &hot);
        let output = how(&mut tx)?;
        for staged in tx.stage()? {
            for (version, recorded) in (staged.base + 1..).zip(&staged.facts) {
                self.facts.push(Fact {
                    workspace: "main".into(),
                    stream: staged.stream.clone(),
                    version,
                    position: self.facts.len() as Position + 1,
                    at: self.now,
                    actor: actor.clone(),
                    door: Door::Http,
                    request: "test".into(),
                    kind: recorded.kind.into(),
                    schema: recorded.schema,
                    body: recorded.body.clone(),
                });
            }
            let version = staged.base + staged.facts.len() as Version;
            let state = staged.state;
            self.hot.0.insert(staged.stream, Loaded { state, version });
        }
        Ok(output)
    }

    /// Calls an operation with the version that the caller expects.
    pub fn call_at<O: Operation>(
        &mut self,
        actor: &Actor,
        op: O,
        if_version: Option<Version>,
    ) -> Result<O::Output> {
        if !O::SPEC.access.allows(actor.role) {
            return Err(Error::forbidden("not with this role"));
        }
        let done = self.done(actor, op, if_version);
        if let Err(error) = &done
            && std::any::type_name::<O>().contains("::workflow::")
            && let Some(lack) = lacks(error)
        {
            panic!("{}: the refusal lacks {lack}: {error:?}", O::SPEC.name);
        }
        if let Err(error) = &done {
            let name = O::SPEC.name;
            assert!(
                O::SPEC.tells(error),
                "{name} does not say that it refuses so: {error:?}"
            );
        }
        done
    }

    fn done<O: Operation>(
        &mut self,
        actor: &Actor,
        op: O,
        if_version: Option<Version>,
    ) -> Result<O::Output> {
        match O::HOW {
            How::Decide(decide) => {
                let mut op = op;
                let any: &mut dyn Any = &mut op;
                if let Some(claim) = any.downcast_mut::<TaskClaim>() {
                    claim.tags = Some(tags(actor));
                }
                let tokens = op.text_to_count().map_or(0, |text| text.len() / 4);
                self.decide(actor, if_version, tokens, |tx| decide(&op, tx))
            }
            How::Run(run) => {
                let caller = Caller::new(Some(actor.clone()), Door::Http, "test".into());
                let services = Arc::new(Still(self.hot.clone()));
                at_once(run(op, View::new(self.now, caller, services)))
            }
        }
    }

    /// Calls an operation.
    pub fn call<O: Operation>(&mut self, actor: &Actor, op: O) -> Result<O::Output> {
        self.call_at(actor, op, None)
    }

    /// Calls an operation that must succeed.
    #[track_caller]
    pub fn ok<O: Operation>(&mut self, actor: &Actor, op: O) -> O::Output {
        self.call(actor, op)
            .unwrap_or_else(|error| panic!("{} was refused: {error:?}", O::SPEC.name))
    }

    /// Calls an operation that must be rejected without leaving anything behind; returns the error.
    #[track_caller]
    pub fn refused<O: Operation>(&mut self, actor: &Actor, op: O) -> Error {
        let (facts, hot) = (self.facts.len(), self.hot.clone());
        match self.call(actor, op) {
            Ok(_) => panic!("{} was not refused", O::SPEC.name),
            Err(error) => {
                assert_eq!(self.facts.len(), facts, "a refusal records nothing");
                let is_same = |(stream, loaded): (&StreamId, &Loaded)| {
                    let before = hot.0.get(stream);
                    before.is_some_and(|before| Arc::ptr_eq(&before.state, &loaded.state))
                };
                assert!(self.hot.0.iter().all(is_same), "a refusal changes no state");
                error
            }
        }
    }

    /// Returns the facts of a stream.
    pub fn facts_of(&self, stream: &StreamId) -> Vec<Fact> {
        let facts = self.facts.iter();
        facts
            .filter(|fact| fact.stream == *stream)
            .cloned()
            .collect()
    }
}

/// Returns the tags in an agent's prompts, with a reproducible hash.
pub fn tags(actor: &Actor) -> Tags {
    Tags::of(&actor.id, hash)
}

fn hash(text: &str) -> u64 {
    text.len() as u64
}

/// A tokenizer that counts one token for four bytes.
struct Quarter;

impl Tokens for Quarter {
    fn count_in(&self, _: Encoding, text: &str) -> u32 {
        u32::try_from(text.len().div_ceil(4)).unwrap()
    }
}

/// Returns the result of a future that never waits.
pub fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("a read of states in memory had to wait"),
    }
}

/// Services with only states.
struct Still(Hot);

impl Services for Still {
    fn state<'a>(&'a self, stream: &'a StreamId) -> Fut<'a, Result<Loaded>> {
        let found = self.0.find(stream);
        Box::pin(async move { found.ok_or_else(|| Error::not_found("no such memory")) })
    }
    fn may_read<'a>(&'a self, actor: &'a Actor, stream: &'a StreamId) -> Fut<'a, Result<bool>> {
        let state = self
            .0
            .find(stream)
            .and_then(|loaded| loaded.state.downcast().ok());
        let readers = state.map(|state: Arc<Scratchpads>| state.readers(stream));
        // No session exists here.
        let readers = readers
            .unwrap_or_default()
            .resolve_owners(Readers::Everyone);
        Box::pin(async move { Ok(may_read(actor, &readers)) })
    }
    fn hides<'a>(&'a self, _: &'a Fact) -> Fut<'a, Result<bool>> {
        Box::pin(async { Ok(false) })
    }
    fn filter_fact<'a>(&'a self, _: &'a Actor, fact: Fact) -> Fut<'a, Result<Option<Fact>>> {
        Box::pin(async { Ok(Some(fact)) })
    }
    fn log(&self) -> &dyn Log {
        unreachable!("the rules ask states only")
    }
    fn index(&self) -> &dyn Index {
        static NOTHING: LazyLock<MemoryIndex> = LazyLock::new(MemoryIndex::default);
        &*NOTHING
    }
    fn blobs(&self) -> &dyn Blobs {
        unreachable!("the rules ask states only")
    }
    fn blobs_of<'a>(&'a self, _: &'a StreamId) -> Fut<'a, Result<Vec<String>>> {
        Box::pin(async { Ok(Vec::new()) })
    }
    fn blobs_with<'a>(&'a self, _: &'a [StreamId]) -> Fut<'a, Result<usize>> {
        Box::pin(async { Ok(0) })
    }
    fn accounts(&self) -> &dyn Accounts {
        unreachable!("the rules ask states only")
    }
    fn hash_text(&self, text: &str) -> u64 {
        hash(text)
    }
    fn tokens(&self) -> &dyn Tokens {
        &Quarter
    }
    fn schemas(&self) -> &dyn Schemas {
        &Judge
    }
    fn defaults(&self) -> &Configured {
        static NOTHING: LazyLock<Configured> = LazyLock::new(Configured::default);
        &NOTHING
    }
    fn layout(&self) -> &dyn Layout {
        unreachable!("the rules ask states only")
    }
    fn wait(&self, after: Position, _: Time) -> Fut<'_, Position> {
        Box::pin(async move { after })
    }
    fn head(&self) -> Position {
        0
    }
    fn epoch(&self) -> u64 {
        0
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
        unreachable!("the rules erase nothing")
    }
}
