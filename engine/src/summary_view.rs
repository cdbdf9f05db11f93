//! Summary views: what the long-term memory knows, by group, as one text for each group. A view says what
//! to group and whose memories; its partitions are written in the background and kept. Knows no door and
//! no writer.

use kernel::stream::StreamId;

pub mod compute;
pub mod definition;
pub mod describe;
#[cfg(feature = "host")]
pub(crate) mod due;
pub mod facts;
pub mod ops;
pub mod state;

pub use definition::{Definition, Group};
pub use state::{Partition, Run, RunStatus, SummaryView};

/// The stream of a view.
#[must_use]
pub fn stream(view: &str) -> StreamId {
    StreamId::new("view", view)
}
