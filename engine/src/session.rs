//! Sessions: the memory of one conversation. Its messages, a running summary of those that no longer
//! fit, memories to be kept beyond it, data, the things it is about.
//!
//! Knows nothing of the doors; of long-term memory and of scratchpads only what becomes of a session's
//! memories, messages and tool calls there.

pub mod change;
pub mod describe;
pub mod facts;
pub mod find;
pub mod fold;
pub mod gauges;
pub mod key;
pub mod message;
pub mod messages;
pub mod moment;
pub mod ops;
pub mod overflow;
pub mod record;
pub mod request;
pub mod returned;
pub mod state;
pub mod window;

pub use facts::Event;
pub use key::SessionKey;
pub use message::{Content, Message, NewMessage, ToolCall};
pub use moment::Moment;
pub use record::{MemoryRecord, MemoryType, Strategy, StrategyKind};
pub use state::Session;

use crate::crystal;
use crate::memory::Memory as _;
use crate::scratchpad::{self, Scope};
use crate::stream::StreamId;

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
