//! Waits for the next due time of a stream.

use std::time::Duration;

use tokio::time::sleep;

use crate::error::Result;
use crate::host::hub::Hub;
use crate::stream::Position;

/// Minimum interval between sweeps: due work that cannot be done yet is retried then.
const APART: Duration = Duration::from_secs(1);
/// Maximum interval between sweeps, because the machine may have slept, or its clock may have been set.
const LONGEST: Duration = Duration::from_mins(1);

impl Hub {
    /// Waits, at least a second and at most about a minute, until a stream may be due: its time has come, or a fact was
    /// written after `seen`.
    pub async fn until_due(&self, seen: Position) {
        sleep(APART).await;
        let mut head = self.shared.head.subscribe();
        let wait = self.next_due().await.unwrap_or(Duration::ZERO);
        tokio::select! {
            () = sleep(wait) => {}
            _ = head.wait_for(|head| *head > seen) => {}
        }
    }

    async fn next_due(&self) -> Result<Duration> {
        let ports = &self.shared.ports;
        let Some(due) = ports.index.next_due().await? else {
            return Ok(LONGEST);
        };
        let left = due.since(ports.clock.now()).max(0).unsigned_abs();
        Ok(Duration::from_millis(left).min(LONGEST))
    }
}
