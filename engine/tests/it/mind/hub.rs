//! A running kernel with ports in memory, for reads of the log: versions and their texts, dreams.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use engine::memories;
use engine::mind::dream::ops::dream_draft::{Drafted, DreamDraft};
use engine::mind::dream::ops::dream_write::{DreamWrite, Dreamt};
use engine::mind::guard::Own;
use engine::mind::{Mind, stream};
use engine::workspace::ops::agent_register::AgentRegister;
use engine::workspace::settings::Overrides;
use kernel::actor::{Actor, Caller, Door, Role};
use kernel::configured::Configured;
use kernel::host::{Hub, Ports, Settings};
use kernel::view::Services as _;
use kernel::{Error, Operation, Position, Result, Time};

use crate::mind::judge::Judge;
use crate::mind::ports::{MemoryBlobs, MemoryIndex, MemoryLog, NoAccounts, Plain, StillClock};

/// Start of the clock.
pub const BEGIN: Time = Time(1_800_000_000_000);

/// A kernel and its ports.
pub struct Running {
    pub hub: Arc<Hub>,
    log: Arc<MemoryLog>,
    index: Arc<MemoryIndex>,
    clock: Arc<StillClock>,
}

impl Running {
    /// Starts a kernel with the workers `ada` and `bob`.
    pub async fn start() -> Self {
        let (log, index) = (Arc::<MemoryLog>::default(), Arc::<MemoryIndex>::default());
        let clock = Arc::<StillClock>::default();
        clock.now.store(BEGIN.0, Ordering::SeqCst);
        let hub = open(&log, &index, &clock).await;
        let running = Self {
            hub,
            log,
            index,
            clock,
        };
        for name in ["ada", "bob"] {
            let register = AgentRegister {
                name: name.into(),
                role: Role::Worker,
            };
            running.ok(&Actor::new("olga", Role::Owner), register).await;
        }
        running
    }

    /// Restarts the kernel from its log.
    pub async fn restart(&mut self) {
        self.hub.close().await;
        self.hub = open(&self.log, &self.index, &self.clock).await;
    }

    /// Advances the clock.
    pub fn wait(&self, milliseconds: i64) {
        self.clock.now.fetch_add(milliseconds, Ordering::SeqCst);
    }

    pub async fn call<O: Operation>(&self, actor: &Actor, op: O) -> Result<O::Output> {
        if !O::SPEC.access.allows(actor.role) {
            return Err(Error::forbidden("not with this role"));
        }
        let caller = Caller::new(Some(actor.clone()), Door::Http, "test".into());
        Ok(self.hub.run(op, caller).await?.output)
    }

    #[track_caller]
    pub fn ok<'a, O: Operation>(
        &'a self,
        actor: &'a Actor,
        op: O,
    ) -> impl Future<Output = O::Output> + 'a {
        let at = std::panic::Location::caller();
        async move {
            let done = self.call(actor, op).await;
            done.unwrap_or_else(|error| panic!("{}, at {at}: {error:?}", O::SPEC.name))
        }
    }

    pub async fn refused<O: Operation>(&self, actor: &Actor, op: O) -> Error {
        let before = self.head();
        match self.call(actor, op).await {
            Ok(_) => panic!("{} was not refused", O::SPEC.name),
            Err(error) => {
                assert_eq!(self.head(), before, "a refusal records nothing");
                error
            }
        }
    }

    /// Returns the end of the log.
    pub fn head(&self) -> Position {
        self.hub.head()
    }

    /// Returns the mind of that agent.
    pub async fn mind(&self, agent: &str) -> Arc<Mind> {
        self.hub.state::<Mind>(&stream(agent)).await.unwrap().0
    }

    /// Returns the built-in dreamer's draft for `ada`.
    pub async fn draft(&self) -> Drafted {
        let draft = DreamDraft {
            agent: "ada".into(),
            text: None,
            notes_until: None,
        };
        self.ok(&Actor::system(), draft).await
    }

    /// Submits a draft.
    pub async fn write(&self, draft: Drafted) -> Result<Dreamt> {
        let write = DreamWrite {
            agent: "ada".into(),
            lease: None,
            base: draft.base,
            notes_until: draft.notes_until,
            text: draft.text,
            pointers: draft.pointers,
            counts: draft.counts,
            did: draft.did,
            dreamer: "built-in".into(),
            note: None,
            own: Own::default(),
        };
        self.call(&Actor::system(), write).await
    }

    /// Runs a complete dream of `ada`; returns the document.
    pub async fn dream(&self) -> Arc<str> {
        let dreamt = self.write(self.draft().await).await.unwrap();
        assert_eq!(dreamt.refused, None);
        let mind = self.mind("ada").await;
        mind.document.as_ref().unwrap().text.clone()
    }
}

async fn open(log: &Arc<MemoryLog>, index: &Arc<MemoryIndex>, clock: &Arc<StillClock>) -> Arc<Hub> {
    let ports = Ports {
        log: log.clone(),
        index: index.clone(),
        blobs: Arc::new(MemoryBlobs::default()),
        accounts: Arc::new(NoAccounts),
        tokens: Arc::new(Plain),
        secrets: Arc::new(Plain),
        schemas: Arc::new(Judge),
        layout: Arc::new(Plain),
        clock: clock.clone(),
    };
    let settings = Settings {
        kinds: memories::kinds(),
        defaults: Configured::new(Overrides::default()),
        ..Settings::default()
    };
    Hub::open(ports, settings).await.unwrap()
}
