//! This process as a worker: its name in leases, and how many jobs it does at the same time. Knows of no job how
//! it is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::delivery::ops::webhook_create::MOST;
use engine::jobs::JobKind;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many jobs are done at the same time.
const PARALLEL: usize = 4;

/// The worker.
pub struct Workers {
    name: Arc<str>,
    places: Arc<Semaphore>,
    /// Webhooks have places of their own, one each: they wait for others, and nobody waits for them.
    webhooks: Arc<Semaphore>,
    /// How many streams had to wait for a place when they were last looked at.
    queued: AtomicUsize,
}

impl Workers {
    /// A worker of that name, which no process had before.
    #[must_use]
    pub fn new(name: Arc<str>) -> Self {
        Self {
            name,
            places: Arc::new(Semaphore::new(PARALLEL)),
            webhooks: Arc::new(Semaphore::new(MOST)),
            queued: AtomicUsize::new(0),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> Arc<str> {
        self.name.clone()
    }

    /// A place to do a job of that kind, while there is one.
    #[must_use]
    pub fn place(&self, job: JobKind) -> Option<OwnedSemaphorePermit> {
        let places = match job {
            JobKind::Webhook => &self.webhooks,
            _ => &self.places,
        };
        places.clone().try_acquire_owned().ok()
    }

    /// Waits until every job has ended, and lets none begin any more.
    pub async fn end(&self) {
        for (places, count) in [(&self.places, PARALLEL), (&self.webhooks, MOST)] {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            if let Ok(all) = places.acquire_many(count).await {
                all.forget();
            }
        }
    }

    /// How many streams wait for a place: they stay due, and must not keep others waiting.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.queued.load(Ordering::Relaxed)
    }

    /// Notes how many streams wait for a place.
    pub fn queue(&self, streams: usize) {
        self.queued.store(streams, Ordering::Relaxed);
    }
}
