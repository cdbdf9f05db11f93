//! The one clock and the one source of ids.

use crate::id::Id;
use crate::time::Time;

/// Tells the time and makes ids; nothing else in the engine does.
pub trait Clock: Send + Sync {
    /// The time now.
    fn now(&self) -> Time;
    /// A new id that sorts after those made before.
    fn id(&self) -> Id;
}
