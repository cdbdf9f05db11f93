//! Summary views: summaries of the long-term memory, one text per group of memories. A view defines the groups and the
//! memories; its partitions are written in the background and stored.

use kernel::stream::StreamId;

pub mod compute;
pub mod definition;
pub mod describe;
pub(crate) mod due;
pub mod facts;
pub mod ops;
pub mod state;

pub use definition::{Definition, Group};
pub use state::{Partition, Run, RunStatus, SummaryView};

/// Returns the stream of a view.
#[must_use]
pub fn stream(view: &str) -> StreamId {
    StreamId::new("view", view)
}
