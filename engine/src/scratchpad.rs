//! Scratchpads: what agents keep between their turns, as text or as a JSON object.
//!
//! All scratchpads of one owner in one scope are one stream, `scratchpad:thread/…`: whoever asks for
//! an owner's pads looks at one state, and a copy of all of them is one decision. Of sessions
//! it knows only who is in them and that they end: the owner of a thread's pads is a session's key.

pub mod address;
pub(crate) mod confine;
pub mod describe;
#[cfg(feature = "host")]
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
