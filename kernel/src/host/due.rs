//! Waits for what time alone brings about. Knows when something is due, not what, nor what to do then.

use std::time::Duration;

use tokio::time::sleep;

use crate::error::Result;
use crate::host::hub::Hub;
use crate::stream::Position;

/// Looks are at least so far apart: what is due and cannot be done yet is tried again then.
const APART: Duration = Duration::from_secs(1);
/// And at most so far: the machine may have slept, or its clock may have been set.
const LONGEST: Duration = Duration::from_mins(1);

impl Hub {
    /// Waits, a second at least, until a stream may be due: its moment has come, or something was written
    /// after `seen`.
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
