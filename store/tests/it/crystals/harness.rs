//! A kernel with crystals on a real folder, a clock that only the test advances, and helpers to call it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use engine::crystal::filter::Filters;
use engine::crystal::ops::memory_create::{MemoryCreate, Outcome};
use engine::crystal::ops::memory_edit::MemoryEdit;
use engine::crystal::ops::memory_forget::MemoryForget;
use engine::crystal::ops::memory_get::MemoryGet;
use engine::crystal::ops::memory_search::{MemoriesFound, MemorySearch};
use engine::crystal::{Crystal, Lifecycle, NewCrystal};
use kernel::host::{Hub, Ports, Settings};
use kernel::ports::clock::Clock;
use kernel::ports::index::{Find, Index, Place};
use kernel::view::Services;
use kernel::{Actor, Caller, Door, Id, Operation, Result, Role, Time};
use store::Store;
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

pub const BEGIN: Time = Time(1_800_000_000_000);

pub struct World {
    pub folder: TempDir,
    pub store: Store,
    pub clock: Arc<StillClock>,
    pub hub: Arc<Hub>,
}

impl World {
    pub async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let store = store::open(folder.path()).await.unwrap();
        let clock = Arc::new(StillClock::default());
        clock.now.store(BEGIN.0, Ordering::SeqCst);
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
            snapshot_every: 3,
            kinds: engine::memories::kinds(),
            ..Settings::default()
        };
        let hub = Hub::open(ports, settings).await.unwrap();
        Self {
            folder,
            store,
            clock,
            hub,
        }
    }

    pub fn pass(&self, milliseconds: i64) {
        self.clock.now.fetch_add(milliseconds, Ordering::SeqCst);
    }

    pub async fn call<O: Operation>(&self, actor: Actor, op: O) -> Result<O::Output> {
        let caller = Caller::new(Some(actor), Door::Http, "test".into());
        self.hub.run(op, caller).await.map(|answer| answer.output)
    }

    pub async fn ok<O: Operation>(&self, op: O) -> O::Output {
        self.call(person(), op).await.unwrap()
    }

    pub async fn remember(&self, memories: Vec<NewCrystal>) -> Vec<(String, Outcome)> {
        let op = MemoryCreate {
            memories,
            ..MemoryCreate::default()
        };
        let created = self.ok(op).await.memories.into_iter();
        created.map(|one| (one.id, one.outcome)).collect()
    }

    pub async fn search(&self, op: MemorySearch) -> MemoriesFound {
        self.ok(op).await
    }

    pub async fn ids(&self, op: MemorySearch) -> Vec<String> {
        let found = self.search(op).await;
        found.items.into_iter().map(|hit| hit.memory.id).collect()
    }

    pub async fn get(&self, id: &str) -> Result<Crystal> {
        let op = MemoryGet {
            id: id.into(),
            core: None,
            trail: false,
        };
        self.call(person(), op).await.map(|got| got.memory)
    }

    /// Waits until the recalls of a memory are written.
    pub async fn recalled(&self, id: &str, times: u32) {
        loop {
            let head = self.hub.gauges().head;
            if self.get(id).await.unwrap().access_count == times {
                return;
            }
            let patience = self.clock.now().plus(30_000);
            self.hub.wait(head, patience).await;
        }
    }

    /// Returns everything that the index has of crystals.
    pub async fn indexed(&self) -> Vec<String> {
        let find = Find {
            kind: Some("core"),
            limit: 10_000,
            ..Find::default()
        };
        let mut found = self.store.index.find(&find).await.unwrap().found;
        // The row in the index may differ.
        for found in &mut found {
            found.place = Place(0);
        }
        let mut all: Vec<String> = found.iter().map(|found| format!("{found:?}")).collect();
        all.sort();
        all
    }
}

pub fn person() -> Actor {
    Actor::new("mara", Role::Member)
}

pub fn agent(name: &str) -> Actor {
    Actor::new(name, Role::Worker)
}

pub fn memory(id: &str, text: &str) -> NewCrystal {
    NewCrystal {
        id: Some(id.into()),
        text: text.into(),
        ..NewCrystal::default()
    }
}

pub fn of(namespace: &str, user: &str, new: NewCrystal) -> NewCrystal {
    NewCrystal {
        namespace: Some(namespace.into()),
        user_id: Some(user.into()),
        ..new
    }
}

pub fn query(text: &str) -> MemorySearch {
    MemorySearch {
        query: Some(text.into()),
        ..MemorySearch::default()
    }
}

pub fn forgetting(ids: &[&str]) -> MemoryForget {
    MemoryForget {
        ids: ids.iter().map(|id| (*id).into()).collect(),
        ..MemoryForget::default()
    }
}

pub fn edit(id: &str) -> MemoryEdit {
    MemoryEdit {
        id: id.into(),
        ..MemoryEdit::default()
    }
}

pub fn filtered(filters: Filters) -> MemorySearch {
    MemorySearch {
        filters,
        ..MemorySearch::default()
    }
}

pub fn stage(stages: &[Lifecycle]) -> MemorySearch {
    filtered(Filters {
        lifecycle: stages.to_vec(),
        ..Filters::default()
    })
}

impl World {
    pub async fn sorted(&self, op: MemorySearch) -> Vec<String> {
        let mut ids = self.ids(op).await;
        ids.sort();
        ids
    }

    pub async fn create(&self, actor: &Actor, new: NewCrystal) -> Result<Outcome> {
        let op = MemoryCreate {
            memory: Some(new),
            ..MemoryCreate::default()
        };
        let created = self.call(actor.clone(), op).await?;
        Ok(created.memories[0].outcome)
    }

    /// Asserts that a rebuilt index equals the live one.
    pub async fn is_rebuilt_the_same(&self) {
        let before = self.indexed().await;
        self.hub.rebuild_index().await.unwrap();
        assert_eq!(self.indexed().await, before);
    }
}
