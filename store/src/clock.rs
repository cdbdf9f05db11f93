//! The one clock and the one source of ids. Time goes on with the clock that no hand sets, and comes near
//! the system's: it never stands still, and it never leaps.
//!
//! A lease that was given for five minutes is measured by the same clock at its beginning and at its end. When
//! the system's clock is set by hours, leases neither run out all at once nor last for hours: time goes on as
//! it did, an eighth faster or slower, until the two agree again. What drifts by less than a second is
//! followed at once, forward. A machine that slept did let time pass.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::ports::clock::Clock;
use kernel::time::DAY;
use kernel::{Id, Time};

/// How far the system's clock may be ahead of the last fact when a folder is opened, in days. Time never goes back: one
/// start with a clock that is years ahead would date everything after it in that future.
const MAX_DAYS_AHEAD: i64 = 366;

/// A system's clock that is implausibly far ahead of the last fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// The time of the last fact.
    pub last: Time,
    /// The time on the system's clock.
    pub now: Time,
}

impl Ahead {
    /// Compares the clock with the last fact, which is at 0 in an empty log.
    #[must_use]
    pub fn of(last: Time, now: Time) -> Option<Self> {
        let is_ahead = last.0 > 0 && now.0 - last.0 > MAX_DAYS_AHEAD * DAY;
        is_ahead.then_some(Self { last, now })
    }

    /// How far it is ahead, in days.
    #[must_use]
    pub const fn days(self) -> i64 {
        (self.now.0 - self.last.0) / DAY
    }
}

/// The hands a clock is read from.
pub trait Hands: Send + Sync {
    /// What the system says that the time is, since 1970: it can be set.
    fn system(&self) -> Duration;
    /// How long the machine has been on: nobody sets that.
    fn steady(&self) -> Duration;
}

/// The machine's own.
#[derive(Debug, Default)]
pub struct Machine;

impl Hands for Machine {
    fn system(&self) -> Duration {
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default()
    }

    fn steady(&self) -> Duration {
        use rustix::time::{ClockId, clock_gettime};
        // It counts on while the machine sleeps, where there is such a clock.
        #[cfg(any(target_os = "linux", target_os = "android"))]
        let clock = ClockId::Boottime;
        #[cfg(not(any(target_os = "linux", target_os = "android")))]
        let clock = ClockId::Monotonic;
        let at = clock_gettime(clock);
        let seconds = u64::try_from(at.tv_sec).unwrap_or(0);
        let nanos = u32::try_from(at.tv_nsec).unwrap_or(0);
        Duration::new(seconds, nanos)
    }
}

/// The clock, and ULIDs that sort in the order they were made.
#[derive(Debug)]
pub struct SystemClock<H = Machine> {
    hands: H,
    face: Mutex<Face>,
    last: Mutex<(Time, u128)>,
}

/// What the clock shows, and the hands when it was looked at last. In nanoseconds.
#[derive(Clone, Copy, Debug)]
struct Face {
    time: i128,
    system: i128,
    steady: i128,
    jumps: u64,
}

/// The random part of a ULID begins below this: half of its 80 bits, so that counting on from it within
/// a millisecond never overflows.
const ENTROPY: u128 = 1 << 79;

const SECOND: i128 = 1_000_000_000;
/// Nanoseconds in a millisecond.
const MILLI: i128 = 1_000_000;
/// The system's clock jumped when it went so much further than time did.
const JUMP: i128 = 2 * SECOND;
/// What the system's clock is ahead by and is followed at once.
const STEP: i128 = SECOND;
/// The part by which time goes faster or slower to come near the system's.
const SLEW: i128 = 8;

fn nanos(time: Duration) -> i128 {
    i128::try_from(time.as_nanos()).unwrap_or(i128::MAX)
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new(Machine)
    }
}

impl<H: Hands> SystemClock<H> {
    /// A clock that begins with what the system says.
    #[must_use]
    pub fn new(hands: H) -> Self {
        let (system, steady) = (nanos(hands.system()), nanos(hands.steady()));
        let face = Face {
            time: system,
            system,
            steady,
            jumps: 0,
        };
        Self {
            hands,
            face: Mutex::new(face),
            last: Mutex::default(),
        }
    }

    /// Lets time go on from `last` at least: what comes later must not be dated before it.
    pub fn not_before(&self, last: Time) {
        let mut face = self.face.lock().unwrap_or_else(PoisonError::into_inner);
        let last = i128::from(last.0) * MILLI;
        let behind = last - face.time;
        if behind > JUMP {
            let seconds = behind / SECOND;
            tracing::warn!(
                seconds,
                "the system's clock is behind what was written last; time goes on from there, slower, until \
                 the two agree"
            );
        }
        face.time = face.time.max(last);
    }

    /// How often the system's clock was set so that it jumped.
    #[must_use]
    pub fn jumps(&self) -> u64 {
        let face = self.face.lock().unwrap_or_else(PoisonError::into_inner);
        face.jumps
    }
}

impl Face {
    /// Goes on to where the hands are now; gives by how much the system's jumped.
    fn go_on(&mut self, system: i128, steady: i128) -> Option<i128> {
        let passed = (steady - self.steady).max(0);
        let jumped = system - self.system - passed;
        (self.system, self.steady) = (system, self.steady.max(steady));
        self.time += passed;
        let ahead = system - self.time;
        let most = passed / SLEW;
        self.time += match ahead {
            ..0 => ahead.max(-most),
            0..=STEP => ahead,
            _ => ahead.min(most),
        };
        (jumped.abs() >= JUMP).then(|| {
            self.jumps += 1;
            jumped
        })
    }
}

impl<H: Hands> Clock for SystemClock<H> {
    fn now(&self) -> Time {
        let mut face = self.face.lock().unwrap_or_else(PoisonError::into_inner);
        let (system, steady) = (nanos(self.hands.system()), nanos(self.hands.steady()));
        let jumped = face.go_on(system, steady);
        let time = face.time;
        drop(face);
        if let Some(jumped) = jumped {
            let seconds = jumped / SECOND;
            tracing::warn!(
                seconds,
                "the system's clock was set; time goes on as before and comes near it by an eighth, so that no \
                 lease runs out or lasts because of it"
            );
        }
        Time(i64::try_from(time / MILLI).unwrap_or(i64::MAX))
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

    fn follow(&self, at: Time) {
        // A time that no clock shows, such as an imported one, would date everything after it in that future.
        if Ahead::of(self.now(), at).is_some() {
            tracing::warn!(%at, "a fact is dated implausibly far ahead; the clock does not follow it");
        } else {
            self.not_before(at);
        }
    }
}

#[cfg(test)]
mod tests;
