//! A commit that the log is writing: resent until its outcome is known, while its calls wait for a bounded time.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::error::Error;
use crate::host::round::{Appended, Round};
use crate::host::shared::Shared;
use crate::id::Id;
use crate::ports::log::{AppendError, Batch, Log, Turn};
use crate::time::{SECOND, Time};

/// Maximum time that calls wait for a log that does not confirm their commit, in milliseconds.
const PATIENCE: i64 = 15 * SECOND;
/// Pause before a batch is resent.
const RESEND_AFTER: Duration = Duration::from_millis(100);

/// Reason of an error that leaves open whether the write was stored.
const UNKNOWN_OUTCOME: &str = "unknown_outcome";

/// A commit that the log is writing.
pub(super) struct InFlight {
    pub round: Round,
    since: Time,
    append: JoinHandle<(Appended, Batch)>,
}

impl InFlight {
    /// Starts to append a commit, within `turn` if there is one.
    pub fn begin(shared: &Shared, mut round: Round, turn: Option<Turn>) -> Self {
        let clock = &shared.ports.clock;
        let batch = round.batch(clock.id());
        let log = shared.ports.log.clone();
        // On a task of its own, so that the log can begin while decisions continue.
        let append = tokio::spawn(async move {
            let appended = append(&log, &batch).await;
            drop(turn);
            (appended, batch)
        });
        Self {
            round,
            since: clock.now(),
            append,
        }
    }

    /// Returns true if the calls have waited for the maximum time.
    pub fn is_overdue(&self, now: Time) -> bool {
        now.since(self.since) >= PATIENCE
    }

    /// Waits for the outcome of the commit, and returns it with the batch.
    pub async fn outcome(&mut self) -> (Appended, Batch) {
        (&mut self.append).await.unwrap_or_else(|error| {
            let failed = AppendError::Failed(format!("it broke off: {error}"));
            (Err(failed), Round::new(0, 0).batch(Id::default()))
        })
    }
}

/// Appends a batch. After a lost connection the same batch is resent until the log reports its outcome.
async fn append(log: &Arc<dyn Log>, batch: &Batch) -> Appended {
    let mut is_unknown = false;
    loop {
        match log.append(batch).await {
            Err(AppendError::Unknown(reason)) => {
                tracing::warn!(
                    reason,
                    "it is unknown whether a commit was stored; it is sent again"
                );
                is_unknown = true;
            }
            // Nothing was stored by this attempt; the outcome of earlier ones is still unknown.
            Err(AppendError::Failed(reason)) if is_unknown => {
                tracing::warn!(
                    reason,
                    "a commit whose outcome is unknown cannot be sent again yet"
                );
            }
            known => return known,
        }
        sleep(RESEND_AFTER).await;
    }
}

/// Returns the error for calls whose commit the log did not confirm in time.
pub(super) fn unknown_outcome() -> Error {
    let mut error = Error::unavailable(
        "The log did not confirm in time whether this was stored. Send it again with the same idempotency key, and it \
         is done once; without a key, look first whether it is there.",
    );
    error.extra.reason = Some(UNKNOWN_OUTCOME.into());
    error.extra.retry_after_seconds = Some(1);
    error
}

/// Returns the error for calls that were not sent because the log does not answer.
pub(super) fn no_answer() -> Error {
    let mut error =
        Error::unavailable("The log does not answer; nothing was stored. Try again soon.");
    error.extra.retry_after_seconds = Some(1);
    error
}
