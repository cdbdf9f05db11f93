//! This process as a worker: its name in leases, and its slots for concurrent jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use engine::delivery::ops::webhook_create::MAX_WEBHOOKS;
use engine::jobs::JobKind;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Maximum number of concurrent jobs.
const PARALLEL: usize = 4;

/// Worker of this process.
pub struct Workers {
    name: Arc<str>,
    places: Arc<Semaphore>,
    /// Slots for webhooks, one each. Separate, because deliveries wait for receivers and nothing waits for them.
    webhooks: Arc<Semaphore>,
    /// Number of streams that waited for a slot at the last check.
    queued: AtomicUsize,
}

impl Workers {
    /// Creates a worker with a unique name.
    #[must_use]
    pub fn new(name: Arc<str>) -> Self {
        Self {
            name,
            places: Arc::new(Semaphore::new(PARALLEL)),
            webhooks: Arc::new(Semaphore::new(MAX_WEBHOOKS)),
            queued: AtomicUsize::new(0),
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> Arc<str> {
        self.name.clone()
    }

    /// Returns a free slot for a job of that kind, if any.
    #[must_use]
    pub fn place(&self, job: JobKind) -> Option<OwnedSemaphorePermit> {
        let places = match job {
            JobKind::Webhook => &self.webhooks,
            _ => &self.places,
        };
        places.clone().try_acquire_owned().ok()
    }

    /// Waits until all jobs have ended, and prevents new ones.
    pub async fn end(&self) {
        for (places, count) in [(&self.places, PARALLEL), (&self.webhooks, MAX_WEBHOOKS)] {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            if let Ok(all) = places.acquire_many(count).await {
                all.forget();
            }
        }
    }

    /// Returns the number of streams that wait for a slot. They stay due, and must not block others.
    #[must_use]
    pub fn queue_length(&self) -> usize {
        self.queued.load(Ordering::Relaxed)
    }

    /// Sets the number of streams that wait for a slot.
    pub fn queue(&self, streams: usize) {
        self.queued.store(streams, Ordering::Relaxed);
    }
}
