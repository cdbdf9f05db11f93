//! Scratchpads: notes that agents keep between turns, as text or as a JSON object.
//!
//! All scratchpads of one owner in one scope share a stream, `scratchpad:thread/…`, so an owner's pads are read from
//! one state and copied by one decision. The owner of a thread's pads is a session's key: they share its readers and
//! end with it.

pub mod address;
pub(crate) mod confine;
pub mod describe;
pub(crate) mod due;
pub mod facts;
pub mod find;
pub mod fold;
pub mod ingest;
pub mod inherit;
pub mod merge;
pub mod ops;
pub mod render;
pub mod rules;
pub mod state;
pub mod thread;
pub mod view;

pub use address::{Address, Scope, stream};
pub use facts::Event;
pub use ingest::{Outcome, ingest};
pub use inherit::{Inherited, copy_resource_pads, merge_back};
pub use state::{Pad, Scratchpads};
