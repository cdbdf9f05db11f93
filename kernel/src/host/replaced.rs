//! Detects a replaced log: one with another epoch, or with lost commits. The states and the index of this process
//! belong to the old log, so the process has to exit and restart.

use crate::error::Error;
use crate::host::shared::Shared;
use crate::ports::log::Head;
use crate::stream::Position;

impl Shared {
    /// Waits until a replacement of the log is detected, and returns the reason.
    pub async fn until_replaced(&self) -> String {
        let mut replaced = self.replaced.subscribe();
        let found = replaced.wait_for(Option::is_some).await;
        let reason = found.ok().and_then(|reason| reason.clone());
        match reason {
            Some(reason) => reason,
            // The sender lives as long as `self`.
            None => std::future::pending().await,
        }
    }

    /// Records and logs that the log was replaced. Only the first reason is kept.
    pub fn is_replaced(&self, reason: String) {
        self.replaced.send_if_modified(|known| {
            let is_new = known.is_none();
            if is_new {
                tracing::error!(
                    reason,
                    "the log was replaced; this process has to start again"
                );
                *known = Some(reason);
            }
            is_new
        });
    }
}

/// Returns the reason if a log with this `head` is not the one of `epoch` whose facts were read up to `taken`.
pub(super) fn reason(epoch: u64, taken: Position, head: Head) -> Option<String> {
    if head.epoch != epoch {
        let now = head.epoch;
        return Some(format!("its epoch is {now}, it was {epoch}"));
    }
    let end = head.position;
    (end < taken).then(|| format!("it ends at position {end}, and had a fact at {taken}"))
}

/// Returns the error for a write that a replaced log rejected.
pub(super) fn refusal(reason: &str) -> Error {
    let mut error = Error::unavailable(format!(
        "The log was replaced ({reason}); nothing was stored. Try again soon: Loci starts again with what the log has \
         now."
    ));
    error.extra.retry_after_seconds = Some(5);
    error
}
