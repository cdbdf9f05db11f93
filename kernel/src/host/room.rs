//! Quota for the number of streams.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::actor::Role;
use crate::error::{Code, Error, Result};
use crate::host::shared::Shared;
use crate::tx::{Cx, Staged};

/// Reason of the rejection when the maximum number of streams is reached.
pub const STREAMS: &str = "streams";
/// Delay before a retry, in seconds: a stream has to be erased first.
const LATER: u64 = 60;

/// Number of streams and its limit.
pub(super) struct Room {
    most: u64,
    streams: AtomicU64,
    refused: AtomicU64,
}

impl Room {
    pub const fn new(most: u64) -> Self {
        Self {
            most,
            streams: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        }
    }

    /// Returns the number of streams.
    pub fn streams(&self) -> u64 {
        self.streams.load(Ordering::Relaxed)
    }

    /// Returns the number of rejected decisions.
    pub fn refusals(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Adds streams that other processes began.
    pub fn more(&self, streams: u64) {
        self.streams.fetch_add(streams, Ordering::Relaxed);
    }

    /// Subtracts streams that were erased, or whose commit failed.
    pub fn fewer(&self, gone: u64) {
        let fewer = |streams: u64| Some(streams.saturating_sub(gone));
        // Always succeeds, because the closure always returns a value.
        let _ = self
            .streams
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer);
    }

    /// Counts the streams that a decision begins, or rejects it above the limit. The system actor is not limited.
    pub fn take(&self, staged: &[Staged], cx: &Cx) -> Result<()> {
        let begins = |staged: &&Staged| staged.base == 0 && !staged.facts.is_empty();
        let new = staged.iter().filter(begins).count() as u64;
        if new == 0 {
            return Ok(());
        }
        if cx.actor.role != Role::System && self.streams() + new > self.most {
            self.refused.fetch_add(1, Ordering::Relaxed);
            let most = self.most;
            let mut error = Error::new(
                Code::RateLimited,
                format!(
                    "There are as many streams as this workspace may have ({most}): erase one, or write to those."
                ),
            );
            error.extra.reason = Some(STREAMS.into());
            error.extra.retry_after_seconds = Some(LATER);
            return Err(error);
        }
        self.streams.fetch_add(new, Ordering::Relaxed);
        Ok(())
    }

    /// Returns the warning for people, if the quota was reached.
    pub fn warning(&self) -> Option<String> {
        let times = self.refusals();
        (times > 0).then(|| {
            format!("The quota {STREAMS} was met, {times} times since the server started.")
        })
    }
}

/// Adds the streams in the log to the count; until then only new ones count.
pub(super) async fn count(shared: Arc<Shared>) {
    match shared.ports.log.count_streams().await {
        Ok(streams) => {
            shared.room.streams.fetch_add(streams, Ordering::Relaxed);
        }
        Err(error) => tracing::warn!(detail = error.detail, "the streams cannot be counted"),
    }
}
