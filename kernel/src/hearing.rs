//! Delivery status of an answer: callbacks that run once it is known whether the caller received it.

use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Afterwards = Box<dyn FnOnce(bool) + Send>;

/// Delivery status shared by the calls of one request. Created by doors that can observe delivery.
#[derive(Clone, Default)]
pub struct Hearing(Arc<Mutex<State>>);

enum State {
    /// The answer is in transit; the callbacks run when it ends.
    Open(Vec<Afterwards>),
    Ended {
        is_heard: bool,
    },
}

impl Default for State {
    fn default() -> Self {
        Self::Open(Vec::new())
    }
}

impl Hearing {
    /// Runs `what` once it is known whether the answer arrived; immediately if it already is.
    pub fn afterwards(&self, what: impl FnOnce(bool) + Send + 'static) {
        let mut state = self.lock();
        match &mut *state {
            State::Open(waiting) => waiting.push(Box::new(what)),
            State::Ended { is_heard } => {
                let is_heard = *is_heard;
                drop(state);
                what(is_heard);
            }
        }
    }

    /// Returns true if a callback is registered.
    #[must_use]
    pub fn matters(&self) -> bool {
        matches!(&*self.lock(), State::Open(waiting) if !waiting.is_empty())
    }

    /// Records that the answer was sent whole, or never will be, and runs the callbacks. Only the first call counts.
    pub fn end(&self, is_heard: bool) {
        let mut state = self.lock();
        if let State::Open(waiting) = &mut *state {
            let waiting = mem::take(waiting);
            *state = State::Ended { is_heard };
            drop(state);
            for what in waiting {
                what(is_heard);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Hearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hearing")
    }
}
