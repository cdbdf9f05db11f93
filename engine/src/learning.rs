//! Review of workflow learnings: people list and edit them, then promote them to long-term memory or dismiss them.
//! `workflow/learning` finds learnings; the cores have the rules for writing memories.

pub mod ops;
mod row;

pub use row::{Counts, Known, LearningRow, OnlyTold, counts, find_learning, rows};
