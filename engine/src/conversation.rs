//! Operations on sessions and their entities, and the effects of session writes on long-term memory and scratchpads.
//! The state is in [`session`](crate::session).

use crate::crystal;
use crate::scratchpad::{self, Scope};
use crate::session::Session;
use kernel::memory::Memory as _;
use kernel::stream::StreamId;

pub(crate) mod due;
pub mod ops;

/// Returns the streams that belong to a session alone: the core of its indexed messages, and its thread's scratchpads.
/// Empty for a stream of another kind.
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
