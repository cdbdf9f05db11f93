//! How long an endpoint that failed is left alone by searches: a while that doubles with each failure, until it
//! answers again. Meanwhile nobody waits for it. Knows nothing of why it failed.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kernel::{Error, Result};

use super::error::EmbedderError;

/// How long it is left alone after the first failure.
const FIRST: Duration = Duration::from_secs(5);
/// The longest that it is.
const LONGEST: Duration = Duration::from_mins(2);

/// The patience with an endpoint.
#[derive(Debug, Default)]
pub(super) struct Patience(Mutex<Option<Lost>>);

#[derive(Clone, Copy, Debug)]
struct Lost {
    pause: Duration,
    until: Instant,
}

impl Patience {
    fn lock(&self) -> MutexGuard<'_, Option<Lost>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses while the endpoint is left alone.
    pub(super) fn check(&self) -> Result<()> {
        match *self.lock() {
            Some(lost) if Instant::now() < lost.until => Err(Error::unavailable(
                "the embedder failed a moment ago and is left alone for a while",
            )),
            _ => Ok(()),
        }
    }

    /// It answered.
    pub(super) fn restore(&self) {
        if self.lock().take().is_some() {
            tracing::info!("the embedder answers again");
        }
    }

    /// It failed.
    pub(super) fn lose(&self, why: &EmbedderError) {
        let mut lost = self.lock();
        let now = Instant::now();
        if lost.is_some_and(|lost| now < lost.until) {
            // Who asked at the same time has said so.
            return;
        }
        let pause = lost.map_or(FIRST, |lost| (lost.pause * 2).min(LONGEST));
        if lost.is_none() {
            tracing::warn!(%why, "searches look for words alone until the embedder answers again");
        }
        *lost = Some(Lost {
            pause,
            until: now + pause,
        });
    }
}
