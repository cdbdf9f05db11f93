//! Operations on timelines.

pub mod memory_timeline;
