//! The one clock and the one source of ids, on the system's.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use engine::ports::clock::Clock;
use engine::{Id, Time};

/// The system's clock, which never goes back while the process lives, and ULIDs that sort in the order
/// they were made.
#[derive(Debug, Default)]
pub struct SystemClock {
    latest: AtomicI64,
    last: Mutex<(Time, u128)>,
}

/// The random part of a ULID begins below this: half of its 80 bits, so that counting on from it within
/// a millisecond never overflows.
const ENTROPY: u128 = 1 << 79;

impl Clock for SystemClock {
    fn now(&self) -> Time {
        let now = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .ok()
            .and_then(|since| i64::try_from(since.as_millis()).ok())
            .unwrap_or_default();
        Time(self.latest.fetch_max(now, Ordering::Relaxed).max(now))
    }

    fn id(&self) -> Id {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.now();
        *last = if now > last.0 {
            (now, rand::random::<u128>() % ENTROPY)
        } else {
            (last.0, last.1 + 1)
        };
        Id::from_parts(last.0, last.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_in_the_order_they_were_made() {
        let clock = SystemClock::default();
        let ids: Vec<_> = (0..10_000).map(|_| clock.id()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn time_never_goes_back() {
        let clock = SystemClock::default();
        let future = clock.now().plus(engine::time::HOUR);
        clock.latest.store(future.0, Ordering::Relaxed);
        assert_eq!(clock.now(), future);
        assert!(clock.id() < clock.id());
    }
}
