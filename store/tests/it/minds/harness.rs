//! A kernel with minds on a real folder, a clock that only the test advances, and the server's sweeps and jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use engine::jobs::JobKind;
use engine::memories;
use engine::mind::dream::ops::BUILT_IN;
use engine::mind::dream::ops::dream_draft::DreamDraft;
use engine::mind::dream::ops::dream_plan::DreamPlan;
use engine::mind::dream::ops::dream_remember::DreamRemember;
use engine::mind::dream::ops::dream_write::{DreamWrite, Dreamt};
use engine::mind::dream::ops::pointers_try::PointersTry;
use engine::mind::dream::ops::pointers_write::PointersWrite;
use engine::mind::guard::Own;
use engine::mind::ops::mind_dream::MindDream;
use engine::mind::{Mind, stream};
use engine::work::ops::job_take::JobTake;
use kernel::host::{Hub, Ports, Settings};
use kernel::ports::clock::Clock;
use kernel::{Actor, Caller, Door, Id, Operation, Result, Role, StreamId, Time, Version};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tempfile::TempDir;
use tools::{BpeTokens, CachedLayout, PatternSecrets};

/// A clock that only the test advances.
#[derive(Default)]
pub struct StillClock {
    pub now: AtomicI64,
    pub ids: AtomicI64,
}

impl Clock for StillClock {
    fn now(&self) -> Time {
        Time(self.now.load(Ordering::SeqCst))
    }
    fn id(&self) -> Id {
        let n = self.ids.fetch_add(1, Ordering::SeqCst);
        Id::from_parts(self.now(), n.unsigned_abs().into())
    }
}

pub struct World {
    pub folder: TempDir,
    pub clock: Arc<StillClock>,
    pub hub: Arc<Hub>,
}

impl World {
    pub async fn new(begin: Time) -> Self {
        let folder = TempDir::new().unwrap();
        let store = store::open(folder.path()).await.unwrap();
        let clock = Arc::new(StillClock::default());
        clock.now.store(begin.0, Ordering::SeqCst);
        let ports = Ports {
            log: store.log.clone(),
            index: store.index.clone(),
            blobs: store.blobs.clone(),
            accounts: store.accounts.clone(),
            tokens: Arc::new(BpeTokens::new()),
            secrets: Arc::new(PatternSecrets::new().unwrap()),
            schemas: Arc::new(()),
            layout: Arc::new(CachedLayout::default()),
            clock: clock.clone(),
        };
        let settings = Settings {
            kinds: engine::memories::kinds(),
            ..Settings::default()
        };
        let hub = Hub::open(ports, settings).await.unwrap();
        Self { folder, clock, hub }
    }

    pub fn now(&self) -> Time {
        self.clock.now()
    }

    pub async fn call<O: Operation>(&self, actor: &Actor, op: O) -> Result<O::Output> {
        let caller = Caller::new(Some(actor.clone()), Door::Http, "test".into());
        self.hub.run(op, caller).await.map(|answer| answer.output)
    }

    /// Calls an operation with JSON arguments that must succeed.
    pub async fn ok<O: Operation + DeserializeOwned>(&self, actor: &Actor, op: Value) -> O::Output {
        let name = O::SPEC.name;
        let op: O = serde_json::from_value(op).unwrap_or_else(|error| panic!("{name}: {error}"));
        let done = self.call(actor, op).await;
        done.unwrap_or_else(|error| panic!("{name} was refused: {error:?}"))
    }

    pub async fn system<O: Operation>(&self, op: O) -> Result<O::Output> {
        let done = self.hub.run(op, Caller::system()).await?;
        Ok(done.output)
    }

    pub async fn mind(&self, agent: &str) -> Arc<Mind> {
        self.hub.state::<Mind>(&stream(agent)).await.unwrap().0
    }

    /// Advances the clock, with everything that becomes due on the way.
    pub async fn pass(&self, milliseconds: i64) {
        const STEP: i64 = 30 * 60 * 1_000;
        // Earlier deliveries are recorded at their own time.
        self.hub.write_receipts().await;
        let until = self.now().plus(milliseconds);
        while self.now() < until {
            let next = self.now().plus(STEP).0.min(until.0);
            self.clock.now.store(next, Ordering::SeqCst);
            self.do_due().await;
        }
    }

    pub async fn do_due(&self) {
        for stream in self.hub.due(0).await {
            for job in memories::due(&self.hub, &stream).await.unwrap() {
                self.work(&stream, job).await;
            }
        }
    }

    async fn work(&self, stream: &StreamId, job: JobKind) {
        let take = JobTake {
            stream: stream.clone(),
            job,
            by: "test".into(),
        };
        let Some(held) = self.system(take).await.unwrap().held else {
            return;
        };
        match job {
            JobKind::Dream => drop(self.dream(stream.id(), Some(held.lease)).await.unwrap()),
            JobKind::Pointers => self.pointers(stream.id(), Some(held.lease)).await.unwrap(),
            _ => {}
        }
    }

    /// Runs one dream of the built-in dreamer as the server does.
    pub async fn dream(&self, agent: &str, lease: Option<Version>) -> Result<Dreamt> {
        let (agent, text) = (agent.to_owned(), None);
        let plan = DreamPlan {
            agent: agent.clone(),
            text,
        };
        let memories = self.system(plan).await?.memories;
        let remember = DreamRemember {
            agent: agent.clone(),
            lease,
            memories,
            old: Vec::new(),
        };
        self.system(remember).await?;
        let draft = DreamDraft {
            agent: agent.clone(),
            text: None,
            notes_until: None,
        };
        let draft = self.system(draft).await?;
        let write = DreamWrite {
            agent,
            lease,
            base: draft.base,
            notes_until: draft.notes_until,
            text: draft.text,
            pointers: draft.pointers,
            counts: draft.counts,
            did: draft.did,
            dreamer: BUILT_IN.into(),
            note: None,
            own: Own::default(),
        };
        self.system(write).await
    }

    /// Requests a dream and runs it at once.
    pub async fn dream_now(&self, agent: &str) {
        let ask = MindDream {
            agent: Some(agent.into()),
        };
        self.call(&mara(), ask).await.unwrap();
        self.do_due().await;
    }

    pub async fn pointers(&self, agent: &str, lease: Option<Version>) -> Result<()> {
        let agent = agent.to_owned();
        let look = PointersTry {
            agent: agent.clone(),
        };
        let tried = self.system(look).await?;
        let write = PointersWrite {
            agent,
            lease,
            base: tried.base,
            pointers: tried.pointers,
            changes: tried.changes,
            text: tried.text,
        };
        self.system(write).await.map(|_| ())
    }
}

pub fn mara() -> Actor {
    Actor::new("mara", Role::Owner)
}

pub fn orch() -> Actor {
    Actor::new("orch", Role::Orchestrator)
}

pub fn worker(name: &str) -> Actor {
    Actor::new(name, Role::Worker)
}

pub fn reviewer(name: &str) -> Actor {
    Actor::new(name, Role::Reviewer)
}
