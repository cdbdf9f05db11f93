//! Long-term memories, stored as records in cores. A core's state holds the fields that rules need; the full record is
//! in the log and is found through the index.
//!
//! A core is a collection: one for each namespace, one for each session's messages and one for the memories promoted
//! for that session's readers alone (only they may read both), and one for the notes of each agent's mind.

use std::borrow::Cow;

use crate::session::state::Session;
use kernel::stream::StreamId;

pub mod audience;
pub mod bond;
mod check;
pub mod dated;
pub mod decay;
pub(crate) mod describe;
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
pub mod tense;
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

/// Core of memories without a namespace.
pub const DEFAULT: &str = "default";

/// Prefix of the names of cores that hold one session's messages. No namespace's core has it.
const MESSAGES: &str = "messages/";
/// Prefix of the names of cores that hold memories promoted from one session for its readers alone.
const PRIVATE: &str = "private/";
/// Prefix of the names of cores that hold the notes of one agent's mind.
const MIND: &str = "mind/";

/// Returns the stream of the core with this name.
#[must_use]
pub fn stream(name: &str) -> StreamId {
    StreamId::new("core", name)
}

/// Returns the name of a namespace's core, with `%` and `/` escaped.
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

/// Returns the stream of the core that holds a session's messages. `session` is the id of the session's stream.
#[must_use]
pub fn messages(session: &str) -> StreamId {
    StreamId::new("core", format_args!("{MESSAGES}{session}"))
}

/// Returns the stream of the core with the memories promoted from a session for its readers alone. The id of an ended
/// session can be used again, so each life of a session has its own core.
#[must_use]
pub fn private(session: &Session) -> StreamId {
    match (&session.key, session.begun) {
        (key, 0 | 1) => StreamId::new("core", format_args!("{PRIVATE}{key}")),
        (key, begun) => StreamId::new("core", format_args!("{PRIVATE}{key}/{begun}")),
    }
}

/// Returns the stream of the core that holds an agent's notes, in full. Callers can neither create nor name such a core
/// for other memories.
#[must_use]
pub fn of_mind(agent: &str) -> StreamId {
    StreamId::new("core", format_args!("{MIND}{agent}"))
}

/// Returns true if the stream's core holds the notes of an agent's mind.
#[must_use]
pub fn is_mind(stream: &StreamId) -> bool {
    stream.id().starts_with(MIND)
}

/// Returns the agent whose notes the stream's core holds, or `None` for other streams.
#[must_use]
pub fn agent_of(stream: &StreamId) -> Option<&str> {
    let named = stream.id().strip_prefix(MIND);
    named.filter(|_| stream.kind() == "core")
}

/// Returns true if the stream's core holds memories promoted from a session for its readers alone.
#[must_use]
pub fn is_private(stream: &StreamId) -> bool {
    stream.id().starts_with(PRIVATE)
}

/// Returns true if the stream's core holds the messages of a session.
#[must_use]
pub fn holds_messages(stream: &StreamId) -> bool {
    stream.id().starts_with(MESSAGES)
}
