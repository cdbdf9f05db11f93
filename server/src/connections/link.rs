//! State of one connection, used to choose the connections to close.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

/// Phase of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Phase {
    /// Waiting for the head of a request.
    Waiting,
    /// Receiving a body.
    Receiving,
    /// Producing or sending a response.
    Working,
}

/// Time without progress after which a connection that is receiving or sending may be closed to make room.
const STALE: Duration = Duration::from_secs(1);

/// One connection.
#[derive(Debug)]
pub struct Link {
    /// Address that it counts towards, if any.
    pub counted: Option<IpAddr>,
    /// Cancelled to close the connection.
    pub close: CancellationToken,
    began: Instant,
    phase: AtomicU8,
    /// Time of the last progress, in milliseconds since the connection began.
    moved: AtomicU64,
    blocked: AtomicBool,
    unread: AtomicBool,
}

impl Link {
    /// Creates the state of a connection that counts towards an address, if given.
    #[must_use]
    pub fn new(counted: Option<IpAddr>, now: Instant) -> Self {
        Self {
            counted,
            close: CancellationToken::new(),
            began: now,
            phase: AtomicU8::new(Phase::Waiting as u8),
            moved: AtomicU64::new(0),
            blocked: AtomicBool::new(false),
            unread: AtomicBool::new(false),
        }
    }

    /// Sets the phase and records progress.
    pub fn does(&self, phase: Phase) {
        let since = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.moved.store(since, Ordering::Relaxed);
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// Returns the phase.
    pub fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Waiting,
            1 => Phase::Receiving,
            _ => Phase::Working,
        }
    }

    /// Records that the peer accepts no more data.
    pub fn blocks(&self) {
        if !self.blocked.swap(true, Ordering::Relaxed) {
            self.does(self.phase());
        }
    }

    /// Records that the peer accepts data again.
    pub fn flows(&self) {
        if self.blocked.load(Ordering::Relaxed) {
            self.blocked.store(false, Ordering::Relaxed);
        }
    }

    /// Records that part of a request will not be read.
    pub fn leaves_unread(&self) {
        self.unread.store(true, Ordering::Relaxed);
    }

    /// Returns true if part of a request will not be read.
    pub fn has_unread(&self) -> bool {
        self.unread.load(Ordering::Relaxed)
    }

    /// Returns the sort key for closing connections, lowest first: the phase, and the time of the last progress. `None`
    /// while the connection is being served.
    pub fn turn(&self, now: Instant) -> Option<(Phase, Instant)> {
        let moved = self.began + Duration::from_millis(self.moved.load(Ordering::Relaxed));
        let is_stale = now.saturating_duration_since(moved) >= STALE;
        match self.phase() {
            Phase::Waiting => Some((Phase::Waiting, moved)),
            Phase::Receiving if is_stale => Some((Phase::Receiving, moved)),
            Phase::Working if is_stale && self.blocked.load(Ordering::Relaxed) => {
                Some((Phase::Working, moved))
            }
            Phase::Receiving | Phase::Working => None,
        }
    }
}
