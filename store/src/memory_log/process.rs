//! One process that uses a log in memory: its turn, and the end of the log that it has seen.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kernel::Position;
use kernel::ports::log::{AppendError, Link, Turn};
use tokio::sync::OwnedMutexGuard;

use super::Inner;

#[derive(Debug, Default)]
pub(super) struct Process {
    /// Number of replacements of the log before this process opened it.
    replaced: u64,
    pub(super) has_turn: AtomicBool,
    /// Number of seals that it has seen, and the link of the last one.
    seen: Mutex<(usize, Link)>,
}

/// A turn of a process.
struct Holding {
    process: Arc<Process>,
    _writing: OwnedMutexGuard<()>,
}

impl Drop for Holding {
    fn drop(&mut self) {
        self.process.has_turn.store(false, Ordering::Release);
    }
}

impl Process {
    /// Creates a process that opens the log in its current state.
    pub(super) fn of(log: &Inner) -> Self {
        Self {
            replaced: log.replaced,
            has_turn: AtomicBool::new(false),
            seen: Mutex::new((log.seals.len(), log.end())),
        }
    }

    /// Returns a turn of this process, with the right to write.
    pub(super) fn turn(self: &Arc<Self>, writing: OwnedMutexGuard<()>) -> Turn {
        self.has_turn.store(true, Ordering::Release);
        Box::new(Holding {
            process: self.clone(),
            _writing: writing,
        })
    }

    /// Records the current end of the log as seen, unless the log was replaced.
    pub(super) fn sees(&self, log: &Inner) {
        if self.check(log).is_ok() {
            let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            *seen = (log.seals.len(), log.end());
        }
    }

    /// Rejects a log that is not a continuation of the one that this process has seen.
    pub(super) fn check(&self, log: &Inner) -> Result<(), AppendError> {
        if log.replaced != self.replaced {
            return Err(AppendError::Replaced("it has another epoch".into()));
        }
        let (number, link) = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if log.link_of(number) == Some(link) {
            return Ok(());
        }
        Err(AppendError::Replaced(format!("it lacks the seal {number}")))
    }
}

impl Inner {
    /// Returns the link of the seal with this number.
    fn link_of(&self, number: usize) -> Option<Link> {
        match number.checked_sub(1) {
            None => Some(Link::default()),
            Some(at) => {
                let seal = self.seals.get(at)?;
                seal.link.as_slice().try_into().map(Link).ok()
            }
        }
    }

    /// Loses everything after this position.
    pub(super) fn lose_after(&mut self, position: Position) {
        let is_kept = |last: i64| u64::try_from(last).is_ok_and(|last| last <= position);
        let sealed = self.seals.iter().take_while(|seal| is_kept(seal.last));
        let sealed = sealed.count();
        self.seals.truncate(sealed);
        drop(self.facts.split_off(&(position + 1)));
        drop(self.chain.split_off(&(position + 1)));
        self.streams.retain(|_, all| {
            all.retain(|at| *at <= position);
            !all.is_empty()
        });
        let streams = &self.streams;
        self.snapshots.retain(|stream, snapshot| {
            (streams.get(stream)).is_some_and(|all| all.len() as u64 >= snapshot.version)
        });
        self.batches.retain(|_, first| *first <= position);
        self.answers.clear();
        self.head = position;
    }
}
