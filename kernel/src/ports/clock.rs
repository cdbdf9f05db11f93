//! Port for the clock and the generation of ids.

use crate::id::Id;
use crate::time::Time;

/// The engine's only source of time and ids.
pub trait Clock: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> Time;
    /// Returns a new id that sorts after all previous ones.
    fn id(&self) -> Id;
    /// Another process wrote a fact at that time: what comes now is not dated before it.
    fn follow(&self, _at: Time) {}
}
