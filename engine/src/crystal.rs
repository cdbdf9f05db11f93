//! Crystals: long-term memory records, in cores. What of a crystal the rules need is in the core's
//! state, the rest lives in the log and is found through the index.
//!
//! A core is a collection: one for each namespace, for each session one of its messages and one of the
//! memories that were promoted for its readers alone, which only that session's readers may see, and for each
//! agent one of what its mind remembers. Knows nothing of how sessions and minds come to write crystals.

use std::borrow::Cow;

use crate::session::state::Session;
use kernel::stream::StreamId;

pub mod audience;
pub mod bond;
mod check;
pub mod dated;
pub mod decay;
pub(crate) mod describe;
#[cfg(feature = "host")]
pub(crate) mod due;
pub mod end;
pub mod entry;
pub mod every;
pub mod facts;
pub mod filter;
pub mod find;
mod fold;
pub mod governing;
pub mod hit;
pub mod key;
pub mod lasting;
pub mod listed;
pub mod merge;
mod metadata;
pub mod one;
pub mod ops;
pub mod overview;
pub mod owner;
pub mod policy;
pub mod quarantine;
pub mod rank;
pub mod record;
pub mod rules;
mod said;
pub mod scope;
mod shelves;
pub mod similar;
pub mod source;
mod standing;
pub mod state;
pub mod subject;
pub mod supersede;
pub mod trail;
pub(crate) mod turns;
pub mod usage;
pub mod waiting;
pub mod when;

pub use crate::session::record::MemoryType;
pub use audience::{Destination, ReadBy};
pub use decay::{CrystalKind, Lifecycle};
pub use facts::Event;
pub use record::{Crystal, NewCrystal, Provenance, Trust};
pub use rules::{Added, add, forget, forget_all, is_full, mind_core, share};
pub use state::Core;

/// The core of crystals that have no namespace.
pub const DEFAULT: &str = "default";

/// Begins the names of cores that hold the messages of one session. No namespace's core begins so.
const MESSAGES: &str = "messages/";
/// Begins the names of cores that hold what was promoted from one session for its readers alone.
const PRIVATE: &str = "private/";
/// Begins the names of cores that hold what one agent's mind remembers.
const MIND: &str = "mind/";

/// The stream of the core of that name.
#[must_use]
pub fn stream(name: &str) -> StreamId {
    StreamId::new("core", name)
}

/// The name of a namespace's core.
#[must_use]
pub fn core_of(namespace: Option<&str>) -> Cow<'_, str> {
    match namespace {
        None | Some("") => DEFAULT.into(),
        Some(name) if name.contains(['%', '/']) => {
            name.replace('%', "%25").replace('/', "%2F").into()
        }
        Some(name) => name.into(),
    }
}

/// The stream of the core that holds the messages of the session whose stream has that id.
#[must_use]
pub fn messages(session: &str) -> StreamId {
    StreamId::new("core", format_args!("{MESSAGES}{session}"))
}

/// The stream of the core that holds what was promoted from a session, where only its readers are to read that.
/// Others may begin a session of that id when this one has ended: each of its lives has a core of its own.
#[must_use]
pub fn private(session: &Session) -> StreamId {
    match (&session.key, session.begun) {
        (key, 0 | 1) => StreamId::new("core", format_args!("{PRIVATE}{key}")),
        (key, begun) => StreamId::new("core", format_args!("{PRIVATE}{key}/{begun}")),
    }
}

/// The stream of the core that holds what an agent's mind remembers: its notes, whole. Nobody makes or names
/// such a core for other memories.
#[must_use]
pub fn of_mind(agent: &str) -> StreamId {
    StreamId::new("core", format_args!("{MIND}{agent}"))
}

/// Whether the stream's core holds what one agent's mind remembers.
#[must_use]
pub fn is_mind(stream: &StreamId) -> bool {
    stream.id().starts_with(MIND)
}

/// The agent whose mind remembers what is in the stream's core.
#[must_use]
pub fn agent_of(stream: &StreamId) -> Option<&str> {
    let named = stream.id().strip_prefix(MIND);
    named.filter(|_| stream.kind() == "core")
}

/// Whether the stream's core holds what was promoted from a session for its readers alone.
#[must_use]
pub fn is_private(stream: &StreamId) -> bool {
    stream.id().starts_with(PRIVATE)
}

/// Whether the stream's core holds the messages of a session.
#[must_use]
pub fn holds_messages(stream: &StreamId) -> bool {
    stream.id().starts_with(MESSAGES)
}
