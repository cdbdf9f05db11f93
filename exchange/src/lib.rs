//! Import and export formats of other tools: parses their texts to plain data, and writes plain data for them.
//! Operations of the engine call this crate.

pub mod beads;
pub mod format;
pub mod graph;
mod lines;
pub mod loci;
pub mod markdown;
pub mod memories;
pub mod moment;
pub mod plan;
pub mod reasoning;
mod records;
pub mod report;
pub mod task_master;
pub mod transcript;
pub mod weight;
