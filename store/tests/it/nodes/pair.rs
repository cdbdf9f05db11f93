//! A pair of kernels on one log in memory, and helpers to call them.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use engine::workflow::ops::discovery_record::DiscoveryRecord;
use engine::workflow::ops::workflow_create::WorkflowCreate;
use engine::workflow::state::Workflow;
use kernel::answer::Answer;
use kernel::host::{Hub, Ports, Settings};
use kernel::memory::Memory;
use kernel::ports::clock::Clock;
use kernel::ports::log::Log;
use kernel::{Actor, Caller, Door, Fact, Id, Operation, Result, Role, StreamId, Time};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use store::{MemoryLog, Store};
use tempfile::TempDir;
use tools::{BpeTokens, CachedLayout, PatternSecrets};

/// A clock that a test moves, with unique ids.
#[derive(Default)]
pub struct StillClock {
    ids: AtomicU64,
    passed: AtomicI64,
}

impl StillClock {
    /// Creates a clock for another machine, whose ids have another range.
    pub fn of_machine(number: u64) -> Self {
        Self {
            ids: AtomicU64::new(number << 32),
            passed: AtomicI64::default(),
        }
    }

    /// Advances the time by this number of milliseconds.
    pub fn pass(&self, milliseconds: i64) {
        self.passed.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for StillClock {
    fn now(&self) -> Time {
        Time(1_800_000_000_000 + self.passed.load(Ordering::SeqCst))
    }
    fn id(&self) -> Id {
        let id = self.ids.fetch_add(1, Ordering::SeqCst);
        Id::from_parts(self.now(), id.into())
    }
    fn follow(&self, at: Time) {
        let passed = at.since(Time(1_800_000_000_000));
        self.passed.fetch_max(passed, Ordering::SeqCst);
    }
}

/// Cache size of the second kernel, in bytes: small, so that it reloads states.
const FEW: usize = 20_000;

/// One kernel, with its own folder for everything except the log.
pub struct Node {
    pub hub: Arc<Hub>,
    pub store: Store,
    pub folder: TempDir,
}

pub struct Pair {
    pub log: MemoryLog,
    pub clock: Arc<StillClock>,
    pub a: Node,
    pub b: Node,
}

impl Pair {
    pub async fn new() -> Self {
        let log = MemoryLog::new();
        let clock = Arc::new(StillClock::default());
        let open = async |bytes| {
            let log = Arc::new(log.clone());
            Node::open(log, clock.clone(), bytes, place().await).await
        };
        let (a, b) = (open(1 << 20).await, open(FEW).await);
        Self { log, clock, a, b }
    }

    /// Runs `what` with the second kernel stopped.
    pub async fn without_b(self, what: impl AsyncFnOnce(&Node)) -> Self {
        let Self { log, clock, a, b } = self;
        b.hub.close().await;
        what(&a).await;
        let other = Arc::new(log.clone());
        let b = Node::open(other, clock.clone(), FEW, (b.folder, b.store)).await;
        Self { log, clock, a, b }
    }

    /// Waits until both have caught up; returns the facts of the log.
    pub async fn settled(&self) -> Vec<Fact> {
        let end = self.log.head().await.unwrap().position;
        self.a.caught_up(end).await;
        self.b.caught_up(end).await;
        self.log.follow(0, 100_000).await.unwrap()
    }
}

/// Returns an empty folder with a node's store.
async fn place() -> (TempDir, Store) {
    let folder = TempDir::new().unwrap();
    let store = store::open(folder.path()).await.unwrap();
    (folder, store)
}

impl Node {
    /// Opens a kernel with an empty folder on that log.
    pub async fn on(log: Arc<dyn Log>, clock: &Arc<StillClock>) -> Self {
        Self::open(log, clock.clone(), 1 << 20, place().await).await
    }

    async fn open(
        log: Arc<dyn Log>,
        clock: Arc<StillClock>,
        state_bytes: usize,
        (folder, store): (TempDir, Store),
    ) -> Self {
        let ports = Ports {
            log,
            index: store.index.clone(),
            blobs: store.blobs.clone(),
            accounts: store.accounts.clone(),
            tokens: Arc::new(BpeTokens::new()),
            secrets: Arc::new(PatternSecrets::new().unwrap()),
            schemas: Arc::new(()),
            layout: Arc::new(CachedLayout::default()),
            clock,
        };
        let settings = Settings {
            state_bytes,
            snapshot_every: 5,
            kinds: engine::memories::kinds(),
            ..Settings::default()
        };
        let hub = Hub::open(ports, settings).await.unwrap();
        Self { hub, store, folder }
    }

    /// Calls an operation with JSON arguments as that actor.
    pub async fn call<O: Operation + DeserializeOwned>(
        &self,
        actor: &Actor,
        op: Value,
    ) -> Result<Answer<O::Output>> {
        self.hub.run(read::<O>(op), by(actor)).await
    }

    /// Like `call`, with an idempotency key.
    pub async fn keyed<O: Operation + DeserializeOwned>(
        &self,
        actor: &Actor,
        key: &str,
        op: Value,
    ) -> Result<Answer<O::Output>> {
        let caller = Caller {
            idempotency_key: Some(key.into()),
            ..by(actor)
        };
        self.hub.run(read::<O>(op), caller).await
    }

    /// Creates a workflow with that many tasks.
    pub async fn workflow(&self, name: &str, tasks: usize) -> (Id, u64) {
        let tasks: Vec<_> = (0..tasks)
            .map(|n| json!({ "title": format!("task {n}") }))
            .collect();
        let op = json!({ "name": name, "goal": "both", "tasks": tasks });
        let answer = self.call::<WorkflowCreate>(&lead(), op).await.unwrap();
        (answer.output.workflow, answer.position)
    }

    /// Records a discovery.
    pub async fn note(&self, workflow: Id, text: &str) -> Result<u64> {
        let op = json!({ "workflow": workflow, "content": text, "type": "insight" });
        let answer = self.call::<DiscoveryRecord>(&worker("w1"), op).await?;
        Ok(answer.position)
    }

    /// Waits until readers of this node see that position.
    pub async fn caught_up(&self, position: u64) {
        until(async || self.hub.gauges().head >= position).await;
    }

    /// Returns the state in this node.
    pub async fn state(&self, workflow: Id) -> Result<(Arc<Workflow>, u64)> {
        self.hub.state::<Workflow>(&stream(workflow)).await
    }
}

fn read<O: DeserializeOwned>(op: Value) -> O {
    serde_json::from_value(op).unwrap()
}

fn by(actor: &Actor) -> Caller {
    Caller::new(Some(actor.clone()), Door::Http, "test".into())
}

/// Polls until the condition holds; panics after a timeout.
pub async fn until(is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            tokio::task::yield_now().await;
        }
    };
    let patience = Duration::from_mins(1);
    tokio::time::timeout(patience, waiting).await.unwrap();
}

pub fn stream(workflow: Id) -> StreamId {
    StreamId::new(Workflow::KIND, workflow)
}

pub fn lead() -> Actor {
    Actor::new("lead", Role::Orchestrator)
}

pub fn owner() -> Actor {
    Actor::new("olga", Role::Owner)
}

pub fn worker(name: &str) -> Actor {
    Actor::new(name, Role::Worker)
}

/// Folds the facts of a stream.
pub fn fold<M: Memory>(facts: &[Fact], stream: &StreamId) -> M {
    let mut state = M::default();
    for fact in facts.iter().filter(|fact| fact.stream == *stream) {
        state.apply_fact(fact);
    }
    state
}
