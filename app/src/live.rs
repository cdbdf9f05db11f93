//! Time at which a page is rendered, and the position of the log up to which it includes all facts.

use kernel::Time;
use kernel::stream::Position;

use crate::context::moment;

/// Moment of the page.
#[derive(Clone, Copy)]
pub struct Feed {
    /// Position up to which the page includes all facts.
    pub position: Position,
    /// Time of the server.
    pub now: Time,
}

/// Returns the moment of the page.
#[must_use]
pub fn feed() -> Feed {
    let moment = moment();
    Feed {
        position: moment.position,
        now: moment.now,
    }
}

impl Feed {
    /// Returns the time of the server in milliseconds since 1970.
    #[must_use]
    pub const fn now(self) -> i64 {
        self.now.0
    }
}
