//! A kernel for a test, and helpers to call it.

use std::sync::Arc;

use kernel::answer::Answer;
use kernel::host::{Hub, Kind, Ports, Settings};
use kernel::{Actor, Caller, Door, Operation, Result, StreamId};
use tokio::task::JoinHandle;

use crate::host::counter::{Add, Count, Counter, worker};
use crate::host::ports::{MemoryBlobs, MemoryIndex, MemoryLog, NoAccounts, Plain, StillClock};

/// The ports of a kernel, which outlive it.
#[derive(Clone, Default)]
pub struct World {
    pub log: Arc<MemoryLog>,
    pub index: Arc<MemoryIndex>,
    pub blobs: Arc<MemoryBlobs>,
    pub clock: Arc<StillClock>,
}

impl World {
    pub async fn open(&self) -> Arc<Hub> {
        self.open_with(Settings::default()).await
    }

    pub async fn open_with(&self, settings: Settings) -> Arc<Hub> {
        let ports = Ports {
            log: self.log.clone(),
            index: self.index.clone(),
            blobs: self.blobs.clone(),
            accounts: Arc::new(NoAccounts),
            tokens: Arc::new(Plain),
            secrets: Arc::new(Plain),
            schemas: Arc::new(()),
            layout: Arc::new(Plain),
            clock: self.clock.clone(),
        };
        let mut settings = settings;
        if settings.kinds.is_empty() {
            settings.kinds.push(Kind::of::<Counter>());
        }
        Hub::open(ports, settings).await.unwrap()
    }
}

/// Returns a caller without conditions.
pub fn by(actor: Actor) -> Caller {
    Caller::new(Some(actor), Door::Http, "request".into())
}

/// Returns a caller with an idempotency key.
pub fn keyed(actor: Actor, key: &str) -> Caller {
    Caller {
        idempotency_key: Some(key.into()),
        ..by(actor)
    }
}

/// Calls an operation as the agent `ann`.
pub async fn call<O: Operation<Output = Count>>(hub: &Arc<Hub>, op: O) -> Result<Answer<Count>> {
    hub.run(op, by(worker("ann"))).await
}

/// Adds to a counter.
pub async fn add(hub: &Arc<Hub>, counter: &StreamId, by: i64) -> Result<Answer<Count>> {
    let counter = counter.clone();
    call(hub, Add { counter, by }).await
}

/// Adds to a counter in the background.
pub fn adding(hub: &Arc<Hub>, counter: &StreamId, by: i64) -> JoinHandle<Result<Answer<Count>>> {
    let (hub, counter) = (hub.clone(), counter.clone());
    tokio::spawn(async move { add(&hub, &counter, by).await })
}

/// Runs many calls concurrently.
pub async fn together<O: Operation<Output = Count>>(
    hub: &Arc<Hub>,
    calls: impl Iterator<Item = (O, Caller)>,
) -> Vec<Result<Answer<Count>>> {
    let tasks: Vec<_> = calls
        .map(|(op, caller)| {
            let hub = hub.clone();
            tokio::spawn(async move { hub.run(op, caller).await })
        })
        .collect();
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}
