//! What can be done with sessions and the entities in them, and what becomes of a session's memories,
//! messages and tool calls elsewhere: in long-term memory and in scratchpads. The state is in
//! [`session`](crate::session).

use crate::crystal;
use crate::scratchpad::{self, Scope};
use crate::session::Session;
use kernel::memory::Memory as _;
use kernel::stream::StreamId;

#[cfg(feature = "host")]
pub(crate) mod due;
pub mod ops;

/// What belongs to the session of that stream and to nobody else: the core of its indexed messages, and
/// its thread's scratchpads. Nothing for a stream of another kind.
#[must_use]
pub fn belongings(stream: &StreamId) -> Vec<StreamId> {
    if stream.kind() != Session::KIND {
        return Vec::new();
    }
    let session = stream.id();
    vec![
        crystal::messages(session),
        scratchpad::stream(Scope::Thread, session),
    ]
}
