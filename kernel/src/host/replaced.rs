//! A log that is not the one that was followed any more: it has another epoch, or lost commits. What this process has in
//! memory and in its index is of the other one, so the process has to end and start again.

use crate::error::Error;
use crate::host::shared::Shared;
use crate::ports::log::Head;
use crate::stream::Position;

impl Shared {
    /// Waits until the log is found to be another one, and says why.
    pub async fn until_replaced(&self) -> String {
        let mut replaced = self.replaced.subscribe();
        let found = replaced.wait_for(Option::is_some).await;
        let reason = found.ok().and_then(|reason| reason.clone());
        match reason {
            Some(reason) => reason,
            // The sender lives as long as this.
            None => std::future::pending().await,
        }
    }

    /// Notes that the log is not the one that was followed.
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

/// The reason why a log that ends there is not the one of that epoch in which facts up to `taken` were read.
pub(super) fn reason(epoch: u64, taken: Position, head: Head) -> Option<String> {
    if head.epoch != epoch {
        let now = head.epoch;
        return Some(format!("its epoch is {now}, it was {epoch}"));
    }
    let end = head.position;
    (end < taken).then(|| format!("it ends at position {end}, and had a fact at {taken}"))
}

/// The refusal of a write that such a log did not take.
pub(super) fn refusal(reason: &str) -> Error {
    let mut error = Error::unavailable(format!(
        "The log was replaced ({reason}); nothing was stored. Try again soon: Loci starts again with what the log has \
         now."
    ));
    error.extra.retry_after_seconds = Some(5);
    error
}
