//! Minds: what an agent is, and what it no longer has to carry. A mind is one per agent: a document in sections
//! with versions, which dreams write, the notes that wait to go into it, and a mood. The notes are crystals too,
//! in a core of the mind's own, so that search finds them before the document says them.
//!
//! A mind is the agent's own: it reads it, people do, orchestrators do without The Bond, and nobody else.

use kernel::stream::StreamId;

pub mod blocks;
mod bond;
pub mod budget;
pub mod chunk;
pub mod current;
pub mod describe;
pub mod document;
#[cfg(feature = "host")]
pub mod dream;
#[cfg(feature = "host")]
pub(crate) mod due;
pub mod edit;
pub mod facts;
pub mod fold;
pub mod guard;
#[cfg(feature = "host")]
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

/// The stream of an agent's mind.
#[must_use]
pub fn stream(agent: &str) -> StreamId {
    StreamId::new("mind", agent)
}
