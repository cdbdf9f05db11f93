//! Workflows: the shared state of an orchestrator, its workers and people who pursue one goal.

pub mod attention;
pub mod context;
pub mod derive;
pub mod describe;
pub mod diff;
pub mod digest;
pub(crate) mod due;
pub mod edge;
mod envelope;
pub mod facts;
pub mod find;
pub mod fold;
pub mod glob;
pub mod graph;
pub mod learning;
pub mod news;
pub mod notices;
pub mod ops;
pub mod origin;
pub mod people;
mod possible;
pub mod ready;
mod settled;
pub mod shared;
pub mod shown;
pub mod sketch;
pub mod state;
pub mod task;
pub mod waiting;
pub mod warning;
pub mod weight;

pub use edge::{Join, Need, When};
pub use envelope::Envelope;
pub use facts::Event;
pub use state::{Status, Workflow};
pub use task::{Task, TaskStatus};

use kernel::id::Id;
use kernel::stream::StreamId;

/// The stream of a workflow.
#[must_use]
pub fn stream(workflow: Id) -> StreamId {
    StreamId::new("workflow", workflow)
}
