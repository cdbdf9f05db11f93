//! Work that takes its time: on each session and each summary view once at a time, on a few sessions in
//! parallel. Keeps nothing that a crash could lose; knows nothing of what is done.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use engine::StreamId;
use engine::session::SessionKey;
use tokio::sync::{Semaphore, SemaphorePermit};

/// How many sessions are worked on at the same time.
const PARALLEL: usize = 4;

/// The sessions that are being worked on, or wait for it.
pub struct Turns {
    busy: Mutex<HashSet<SessionKey>>,
    slots: Semaphore,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            busy: Mutex::default(),
            slots: Semaphore::new(PARALLEL),
        }
    }
}

impl Turns {
    /// How many there are.
    #[must_use]
    pub fn busy(&self) -> usize {
        self.lock().len()
    }

    /// A turn for a session; none while it has one.
    #[must_use]
    pub fn begin(self: &Arc<Self>, key: &SessionKey) -> Option<Turn> {
        self.lock().insert(key.clone()).then(|| Turn {
            turns: self.clone(),
            key: key.clone(),
        })
    }

    /// A place to work; `None` when there will be none any more.
    pub async fn slot(&self) -> Option<SemaphorePermit<'_>> {
        self.slots.acquire().await.ok()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashSet<SessionKey>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to work on a session; given back when it is dropped.
pub struct Turn {
    turns: Arc<Turns>,
    /// The session.
    pub key: SessionKey,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.lock().remove(&self.key);
    }
}

/// The views that are being worked on: a language model may take longer than the time between two looks
/// at what is due.
#[derive(Default)]
pub struct AtWork(Mutex<BTreeSet<StreamId>>);

impl AtWork {
    /// Begins with a view, unless somebody is at it already.
    #[must_use]
    pub fn enter(&self, stream: &StreamId) -> bool {
        let mut views = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        views.insert(stream.clone())
    }

    /// Ends it.
    pub fn leave(&self, stream: &StreamId) {
        let mut views = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        views.remove(stream);
    }
}
