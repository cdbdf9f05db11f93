//! Timelines: what memory has about a question, in the order of time. Answers what one search does not reach: the
//! order of events, what happened in some months, what a whole conversation was about. It stands on long-term
//! memories with their dates, on sessions with their summaries and on what happened in workflows. Writes nothing;
//! what a timeline names is found by the rules of those who keep it.

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
