//! The formats of others: what they wrote down is read as plain data, and plain data is written for them. Knows no
//! operation, no memory, no store; an import and an export are operations of the engine that call this.

pub mod beads;
pub mod format;
pub mod graph;
mod lines;
pub mod loci;
pub mod markdown;
pub mod memories;
pub mod moment;
pub mod plan;
mod records;
pub mod report;
pub mod task_master;
pub mod transcript;
pub mod weight;
