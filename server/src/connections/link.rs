//! What one connection is doing, for whoever has to choose which one ends. Does nothing to it by itself.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

/// What a connection is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Phase {
    /// The head of a request has not come.
    Waiting,
    /// A body is coming.
    Receiving,
    /// An answer is being made or read.
    Working,
}

/// A peer that takes nothing, or sends nothing of a body, for so long has to make room.
const STALE: Duration = Duration::from_secs(1);

/// One connection.
#[derive(Debug)]
pub struct Link {
    /// The address under which it counts, if it does.
    pub counted: Option<IpAddr>,
    /// Cancelled when it has to make room.
    pub close: CancellationToken,
    began: Instant,
    phase: AtomicU8,
    /// When it last moved, in milliseconds since it began.
    moved: AtomicU64,
    blocked: AtomicBool,
    unread: AtomicBool,
}

impl Link {
    /// One that counts under an address, if it does.
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

    /// It does something else, or goes on with it.
    pub fn does(&self, phase: Phase) {
        let since = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.moved.store(since, Ordering::Relaxed);
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// What it does.
    pub fn phase(&self) -> Phase {
        match self.phase.load(Ordering::Relaxed) {
            0 => Phase::Waiting,
            1 => Phase::Receiving,
            _ => Phase::Working,
        }
    }

    /// The peer takes nothing of what is written.
    pub fn blocks(&self) {
        if !self.blocked.swap(true, Ordering::Relaxed) {
            self.does(self.phase());
        }
    }

    /// It takes again.
    pub fn flows(&self) {
        if self.blocked.load(Ordering::Relaxed) {
            self.blocked.store(false, Ordering::Relaxed);
        }
    }

    /// A part of a request is not going to be read.
    pub fn leaves_unread(&self) {
        self.unread.store(true, Ordering::Relaxed);
    }

    /// Whether that is so.
    pub fn has_unread(&self) -> bool {
        self.unread.load(Ordering::Relaxed)
    }

    /// Where it stands among those that may have to make room, least first: what it does, and when it
    /// last moved. Nothing for one that is being served.
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
