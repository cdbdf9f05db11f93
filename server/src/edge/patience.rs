//! Time budget of a peer: limits single waits, and total waiting relative to the bytes transferred. A slow trickle
//! exhausts it, a slow line does not.

use std::time::{Duration, Instant};

/// Rate at which a peer never exhausts its budget, in bytes per second.
const BYTES_A_SECOND: f64 = 4096.0;

/// Remaining time budget.
#[derive(Debug)]
pub struct Patience {
    most: Duration,
    left: Duration,
    waiting: Option<Instant>,
}

impl Patience {
    /// Creates a full budget.
    pub const fn new(most: Duration) -> Self {
        Self {
            most,
            left: most,
            waiting: None,
        }
    }

    /// Starts or continues a wait; returns the time at which the budget is exhausted.
    pub fn waits(&mut self, now: Instant) -> Instant {
        *self.waiting.get_or_insert(now) + self.left
    }

    /// Ends the wait, if any, and credits the transferred bytes.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a count of bytes becomes a rough time"
    )]
    pub fn record_bytes(&mut self, now: Instant, bytes: usize) {
        if let Some(since) = self.waiting.take() {
            let waited = now.saturating_duration_since(since);
            self.left = self.left.saturating_sub(waited);
        }
        if self.left < self.most {
            let earned = Duration::from_secs_f64(bytes as f64 / BYTES_A_SECOND);
            self.left = self.most.min(self.left + earned);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);

    /// Returns how long a peer can hold a connection that sends `bytes` each `period`, up to an hour.
    fn lasts(bytes: usize, period: Duration) -> Duration {
        let start = Instant::now();
        let (mut patience, mut now) = (Patience::new(LIMIT), start);
        while now < start + Duration::from_hours(1) {
            let end = patience.waits(now);
            if end < now + period {
                return end - start;
            }
            now += period;
            patience.record_bytes(now, bytes);
        }
        now - start
    }

    #[test]
    fn a_drip_runs_out_however_often_it_falls() {
        let second = Duration::from_secs(1);
        for (bytes, period) in [
            (1, second),
            (1, second / 100),
            (100, second),
            (1, LIMIT / 2),
        ] {
            let lasted = lasts(bytes, period);
            assert!(lasted < LIMIT * 2, "{bytes} each {period:?}: {lasted:?}");
        }
        assert_eq!(lasts(0, LIMIT * 2), LIMIT, "silence");
    }

    #[test]
    fn a_slow_line_is_waited_for() {
        for (bytes, period) in [(4_096, 1), (65_536, 10), (200_000, 25)] {
            let lasted = lasts(bytes, Duration::from_secs(period));
            assert!(lasted >= Duration::from_hours(1), "{bytes}: {lasted:?}");
        }
    }
}
