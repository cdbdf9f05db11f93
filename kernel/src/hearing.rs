//! Whether the answer to a call reaches its caller. Knows neither what it says nor how it is sent.

use std::fmt;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Afterwards = Box<dyn FnOnce(bool) + Send>;

/// What a door that can tell gives to the calls of a request.
#[derive(Clone, Default)]
pub struct Hearing(Arc<Mutex<State>>);

enum State {
    /// The answer is under way; what is to be done when it has arrived, or has not.
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
    /// Does something once it is known whether the answer arrived: at once when it is.
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

    /// Whether somebody waits for how it ends.
    #[must_use]
    pub fn matters(&self) -> bool {
        matches!(&*self.lock(), State::Open(waiting) if !waiting.is_empty())
    }

    /// The answer was sent whole, or never will be. The first end counts.
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
