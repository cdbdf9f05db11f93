//! Timelines: the content of memory about a question in chronological order. They answer questions that a single search
//! cannot: about the order of events, about a period, or about a whole conversation. Sources are long-term memories
//! with their dates, sessions with their summaries, and events of workflows. Reading a timeline writes nothing except
//! recall receipts.

pub mod asked;
pub mod choose;
pub mod entry;
mod memories;
pub mod ops;
mod talks;
mod works;

pub use asked::Asked;
pub use choose::{Chosen, choose};
pub use entry::{Candidate, EntryKind, TimelineEntry};
