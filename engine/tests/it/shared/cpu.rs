//! Processor time, for tests that compare two sizes: independent of other load on the machine.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Returns the processor time of this thread so far.
pub fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().unwrap_or_default()
}
