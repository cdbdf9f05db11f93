//! Usage of one caller: request rate, bytes of the day, held resources.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use kernel::time::{DAY, SECOND, Time};

/// Rate limits.
#[derive(Clone, Copy, Debug)]
pub struct Rates {
    /// Requests per second.
    pub second: NonZeroU32,
    /// Burst size after a pause.
    pub burst: NonZeroU32,
}

/// Usage of one caller.
#[derive(Debug)]
pub struct Usage {
    requests: DefaultDirectRateLimiter,
    clock: DefaultClock,
    /// Current day and its bytes.
    day: Mutex<(i64, u64)>,
    feeds: AtomicU64,
    waits: AtomicU64,
}

/// A held resource, released on drop.
#[derive(Debug)]
pub struct Held {
    usage: Arc<Usage>,
    count: fn(&Usage) -> &AtomicU64,
}

impl Drop for Held {
    fn drop(&mut self) {
        (self.count)(&self.usage).fetch_sub(1, Ordering::Relaxed);
    }
}

/// Returns the seconds until the end of the UTC day.
pub fn rest_of_day(now: Time) -> u64 {
    let rest = DAY - now.0.rem_euclid(DAY);
    u64::try_from(rest.div_euclid(SECOND) + 1).unwrap_or(1)
}

impl Usage {
    pub fn new(rates: Rates) -> Arc<Self> {
        let quota = Quota::per_second(rates.second).allow_burst(rates.burst);
        Arc::new(Self {
            requests: RateLimiter::direct(quota),
            clock: DefaultClock::default(),
            day: Mutex::default(),
            feeds: AtomicU64::new(0),
            waits: AtomicU64::new(0),
        })
    }

    /// Counts a request; returns the seconds to wait if the rate is exceeded.
    pub fn ask(&self) -> Result<(), u64> {
        self.requests.check().map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            wait.as_secs() + 1
        })
    }

    /// Returns the bytes of the day so far.
    pub fn bytes(&self, now: Time) -> u64 {
        let (day, bytes) = *self.day.lock().unwrap_or_else(PoisonError::into_inner);
        if day == now.0.div_euclid(DAY) {
            bytes
        } else {
            0
        }
    }

    /// Adds to the bytes of the day.
    pub fn add(&self, bytes: usize, now: Time) {
        let today = now.0.div_euclid(DAY);
        let mut day = self.day.lock().unwrap_or_else(PoisonError::into_inner);
        if day.0 != today {
            *day = (today, 0);
        }
        day.1 = day.1.saturating_add(bytes as u64);
    }

    /// Returns true if removing this usage from memory would reset a quota.
    pub fn matters(&self, now: Time) -> bool {
        self.bytes(now) > 0
    }

    pub fn waiting(&self) -> u64 {
        self.waits.load(Ordering::Relaxed)
    }

    pub fn feed(self: &Arc<Self>, most: u64) -> Option<Held> {
        self.hold(|usage| &usage.feeds, most)
    }

    pub fn wait(self: &Arc<Self>, most: u64) -> Option<Held> {
        self.hold(|usage| &usage.waits, most)
    }

    fn hold(self: &Arc<Self>, count: fn(&Self) -> &AtomicU64, most: u64) -> Option<Held> {
        if count(self).fetch_add(1, Ordering::Relaxed) >= most {
            count(self).fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        Some(Held {
            usage: self.clone(),
            count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage() -> Arc<Usage> {
        let n = |n| NonZeroU32::new(n).unwrap();
        Usage::new(Rates {
            second: n(1),
            burst: n(3),
        })
    }

    #[test]
    fn bytes_are_those_of_a_day() {
        let (usage, noon) = (usage(), Time(DAY * 20_000 + DAY / 2));
        usage.add(7, noon);
        usage.add(8, noon);
        assert_eq!(usage.bytes(noon), 15);
        assert_eq!(usage.bytes(noon.plus(DAY)), 0);
        assert_eq!(rest_of_day(noon), 43_201);
    }

    #[test]
    fn what_is_held_comes_back() {
        let usage = usage();
        let held = usage.feed(1).unwrap();
        assert!(usage.feed(1).is_none());
        assert!(usage.wait(1).is_some());
        drop(held);
        assert!(usage.feed(1).is_some());
    }

    #[test]
    fn a_burst_is_let_in_and_no_more() {
        let usage = usage();
        let let_in = (0..10).filter(|_| usage.ask().is_ok()).count();
        assert!((3..5).contains(&let_in), "{let_in}");
        assert!(usage.ask().is_err_and(|seconds| seconds >= 1));
    }
}
