//! Progress of embedding texts, for people and for metrics.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::Time;

use super::error::EmbedderError;

/// Progress counters.
#[derive(Debug, Default)]
pub struct Progress {
    waiting: AtomicU64,
    texts: AtomicU64,
    failures: AtomicU64,
    /// Reason why embedding is stuck, if it is.
    trouble: Mutex<Option<String>>,
}

impl Progress {
    /// Returns the number of texts that waited for vectors at the last check.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Returns the number of texts embedded in the background since the server started.
    #[must_use]
    pub fn texts(&self) -> u64 {
        self.texts.load(Ordering::Relaxed)
    }

    /// Returns the number of failures of the embedder.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.failures.load(Ordering::Relaxed)
    }

    /// Sets the number of waiting texts.
    pub fn waits(&self, texts: u64) {
        self.waiting.store(texts, Ordering::Relaxed);
    }

    /// Counts texts that got their vectors, or were skipped.
    pub fn took(&self, texts: usize) {
        let texts = u64::try_from(texts).unwrap_or(u64::MAX);
        self.texts.fetch_add(texts, Ordering::Relaxed);
        let left = self.waiting().saturating_sub(texts);
        self.waiting.store(left, Ordering::Relaxed);
    }

    /// Records a failure of the embedder and the pause after it.
    pub fn record_failure(&self, error: &EmbedderError, now: Time, wait: Duration) {
        self.failures.fetch_add(1, Ordering::Relaxed);
        let wait_ms = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
        let again = Time(now.0.saturating_add(wait_ms));
        let told = format!(" Last, {error}; it is asked again at {again}.");
        tracing::warn!(%error, seconds = wait.as_secs(), "texts wait for their vectors");
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(told);
    }

    /// Records a success of the embedder.
    pub fn record_success(&self) {
        self.trouble
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }

    /// Returns warnings for people; empty if all is well.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let texts = match self.waiting() {
            0 => return Vec::new(),
            1 => "One text waits for its vector".to_owned(),
            many => format!("{many} texts wait for their vectors"),
        };
        let trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner);
        let why = trouble.as_deref().unwrap_or_default();
        vec![format!(
            "{texts}: until then their words find them, and the vectors of an earlier embedder where there are \
             some.{why}"
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_told_of_what_waits_and_why() {
        let progress = Progress::default();
        assert!(progress.warnings().is_empty());
        progress.waits(3);
        let error = EmbedderError::Refused(500);
        progress.record_failure(&error, Time(0), Duration::from_secs(2));
        let told = progress.warnings().concat();
        assert!(told.starts_with("3 texts wait"), "{told}");
        let why = "the embedder answered with status 500; it is asked again at 1970-01-01T00:00:02";
        assert!(told.contains(why), "{told}");
        progress.record_success();
        progress.took(2);
        let told = progress.warnings().concat();
        assert!(told.starts_with("One text waits"), "{told}");
        assert!(!told.contains("status"), "{told}");
        progress.took(5);
        assert!(progress.warnings().is_empty());
        assert_eq!((progress.texts(), progress.failures()), (7, 1));
    }
}
