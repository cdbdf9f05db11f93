//! Circuit breaker for searches: after a failure the endpoint is not queried for a time that doubles with each failure,
//! until it answers again.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kernel::{Error, Result};

use super::error::EmbedderError;

/// Pause after the first failure.
const FIRST: Duration = Duration::from_secs(5);
/// Maximum pause.
const LONGEST: Duration = Duration::from_mins(2);

/// State of the circuit breaker.
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

    /// Returns an error while the endpoint is paused.
    pub(super) fn check(&self) -> Result<()> {
        match *self.lock() {
            Some(lost) if Instant::now() < lost.until => Err(Error::unavailable(
                "the embedder failed a moment ago and is left alone for a while",
            )),
            _ => Ok(()),
        }
    }

    /// Records a success and ends the pause.
    pub(super) fn restore(&self) {
        if self.lock().take().is_some() {
            tracing::info!("the embedder answers again");
        }
    }

    /// Records a failure and starts or extends the pause.
    pub(super) fn lose(&self, why: &EmbedderError) {
        let mut lost = self.lock();
        let now = Instant::now();
        if lost.is_some_and(|lost| now < lost.until) {
            // A concurrent request has already recorded the failure.
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
