//! Time and log position at which a page is rendered.

use kernel::Time;
use leptos::prelude::use_context;
use serde::{Deserialize, Serialize};

/// Time and log position at which a page was rendered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Server time.
    pub now: Time,
    /// Epoch of the log.
    pub epoch: u64,
    /// Visible end of the log: the page includes everything up to it.
    pub position: u64,
}

/// Returns the time and log position at which the page was rendered.
#[must_use]
pub fn moment() -> Moment {
    use_context().unwrap_or_default()
}
