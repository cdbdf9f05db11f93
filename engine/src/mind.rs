//! Minds, one per agent. A mind has a document in sections with versions (written by dreams), notes that wait to go
//! into it, and a mood. Notes are long-term memories too, in the mind's own core, so search finds them before the
//! document has them.
//!
//! The agent and people read a mind. Orchestrators read it without The Bond; other agents cannot read it.

use kernel::stream::StreamId;

pub mod blocks;
mod bond;
pub mod budget;
pub mod chunk;
pub mod current;
pub mod describe;
pub mod document;
pub mod dream;
pub(crate) mod due;
pub mod edit;
pub mod facts;
pub mod fold;
pub mod guard;
pub mod hear;
pub mod inject;
pub(crate) mod line;
pub mod marks;
pub mod mood;
pub mod note;
pub mod ops;
pub mod pointer;
pub mod report;
pub mod rules;
pub mod section;
pub mod signals;
pub mod state;

pub use facts::Event;
pub use mood::{Hormone, Mood, Signal};
pub use note::{Note, NoteKind};
pub use section::{Levels, Profile, Section};
pub use state::Mind;

/// Returns the stream of an agent's mind.
#[must_use]
pub fn stream(agent: &str) -> StreamId {
    StreamId::new("mind", agent)
}
