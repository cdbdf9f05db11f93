//! Processor time, for tests that compare two sizes: what others do on the machine does not count.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// How long this thread has worked so far.
pub fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.try_into().unwrap_or_default()
}
