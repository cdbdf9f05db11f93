//! Sessions: the working memory of one conversation, with its messages, a running summary of the older ones, memories
//! to keep beyond it, data, and tracked entities.
//!
//! Operations on sessions are in [`conversation`](crate::conversation).

pub mod admission;
pub mod aside;
pub mod blocks;
pub mod change;
pub mod content;
pub mod describe;
pub mod facts;
pub mod find;
pub mod fold;
pub mod gauges;
pub mod key;
pub mod media;
pub mod message;
pub mod messages;
pub mod moment;
pub mod overflow;
pub mod parts;
pub mod record;
pub mod request;
pub mod state;
pub mod tool_results;
pub mod window;

pub use facts::Event;
pub use key::{SessionKey, SessionName, SessionPart};
pub use message::{Content, Message, NewMessage, ToolCall};
pub use moment::Moment;
pub use record::{MemoryRecord, MemoryType, Strategy, StrategyKind};
pub use state::Session;
