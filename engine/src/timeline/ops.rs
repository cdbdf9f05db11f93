//! The operation that reads a timeline.

pub mod memory_timeline;
