//! The clock and the source of ids. Time follows the monotonic clock and approaches the system clock: it never stops
//! or goes back, and does not follow jumps.
//!
//! A lease of five minutes is measured by the same clock at its start and at its end. If the system clock is set by
//! hours, leases neither expire all at once nor last for hours: time continues, an eighth faster or slower, until the
//! two agree again. A lead of the system clock of at most a second is followed at once. Time that a machine sleeps
//! counts.
//!
//! Servers that share a database follow the clock of the database instead of their own (see [`SystemClock::align`]).

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::ports::clock::Clock;
use kernel::time::DAY;
use kernel::{Id, Time};

/// Maximum lead of the system clock over the last fact when a folder is opened, in days. Time never goes back: one
/// start with a clock that is years ahead would date all later facts in that future.
const MAX_DAYS_AHEAD: i64 = 366;

/// A system clock that is implausibly far ahead of the last fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// Time of the last fact.
    pub last: Time,
    /// Time of the system clock.
    pub now: Time,
}

impl Ahead {
    /// Compares the system clock with the last fact, whose time is 0 in an empty log. Returns `None` if the clock is
    /// plausible.
    #[must_use]
    pub fn of(last: Time, now: Time) -> Option<Self> {
        let is_ahead = last.0 > 0 && now.0 - last.0 > MAX_DAYS_AHEAD * DAY;
        is_ahead.then_some(Self { last, now })
    }

    /// Returns the lead in days.
    #[must_use]
    pub const fn days(self) -> i64 {
        (self.now.0 - self.last.0) / DAY
    }
}

/// Time sources that a clock reads.
pub trait Hands: Send + Sync {
    /// Returns the system time since 1970. It can be set.
    fn system(&self) -> Duration;
    /// Returns the time since the machine was started. It cannot be set.
    fn steady(&self) -> Duration;
}

/// Time sources of this machine.
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
        // Includes the time that the machine sleeps, on systems that have such a clock.
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

/// The clock, and a source of ULIDs that sort in the order of their creation.
#[derive(Debug)]
pub struct SystemClock<H = Machine> {
    hands: H,
    face: Mutex<Face>,
    last: Mutex<(Time, u128)>,
}

/// Time of the clock and of its sources at the last reading, in nanoseconds.
#[derive(Clone, Copy, Debug)]
struct Face {
    time: i128,
    system: i128,
    steady: i128,
    jumps: u64,
    /// Lead of the clock that is followed over the clock of this machine; `None` if that one is followed.
    lead: Option<i128>,
}

/// Upper bound of the initial random part of a ULID: half of the range of its 80 bits, so that incrementing it within a
/// millisecond never overflows.
const ENTROPY: u128 = 1 << 79;

const SECOND: i128 = 1_000_000_000;
/// Nanoseconds in a millisecond.
const MILLI: i128 = 1_000_000;
/// Minimum difference between the progress of the system clock and that of time that counts as a jump.
const JUMP: i128 = 2 * SECOND;
/// Maximum lead of the system clock that is followed at once.
const STEP: i128 = SECOND;
/// Minimum change of a lead that counts, beyond the time that the question took.
const NOISE: i128 = 100 * MILLI;
/// Time runs faster or slower by one part in this number to approach the system clock.
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
    /// Creates a clock that starts at the system time.
    #[must_use]
    pub fn new(hands: H) -> Self {
        let (system, steady) = (nanos(hands.system()), nanos(hands.steady()));
        let face = Face {
            time: system,
            system,
            steady,
            jumps: 0,
            lead: None,
        };
        Self {
            hands,
            face: Mutex::new(face),
            last: Mutex::default(),
        }
    }

    /// Advances time to `last` at least, because later facts must not be dated before it.
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

    /// Returns the time since the machine was started.
    #[must_use]
    pub fn steady(&self) -> Duration {
        self.hands.steady()
    }

    /// Follows another clock, which showed `other` between the steady time `asked` and now. The first call sets the time,
    /// so it comes before anything is dated; later ones correct the lead of the other clock if it has changed.
    pub fn align(&self, asked: Duration, other: Time) {
        let mut face = self.face.lock().unwrap_or_else(PoisonError::into_inner);
        let (system, steady) = (nanos(self.hands.system()), nanos(self.hands.steady()));
        let delay = steady - nanos(asked);
        let lead = i128::from(other.0) * MILLI + delay / 2 - system;
        let change = lead - face.lead.unwrap_or_default();
        if face.lead.is_some() && change.abs() <= delay + NOISE {
            return;
        }
        if change.abs() > JUMP {
            let seconds = change / SECOND;
            tracing::warn!(
                seconds,
                "the clock of this machine differs from that of the database, which is used"
            );
        }
        if face.lead.is_none() {
            face.time += change;
        }
        face.system += change;
        face.lead = Some(lead);
    }

    /// Returns the number of jumps of the system clock.
    #[must_use]
    pub fn jumps(&self) -> u64 {
        let face = self.face.lock().unwrap_or_else(PoisonError::into_inner);
        face.jumps
    }
}

impl Face {
    /// Advances to the current times of the sources. Returns the size of the jump if the system clock jumped.
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
        let system = nanos(self.hands.system()) + face.lead.unwrap_or_default();
        let jumped = face.go_on(system, nanos(self.hands.steady()));
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
        // A time that no clock has shown, such as an imported one, would date all later facts in that future.
        if Ahead::of(self.now(), at).is_some() {
            tracing::warn!(%at, "a fact is dated implausibly far ahead; the clock does not follow it");
        } else {
            self.not_before(at);
        }
    }
}

#[cfg(test)]
mod tests;
