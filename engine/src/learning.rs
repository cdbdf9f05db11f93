//! What is done with what workflows teach: looked through, worded, kept in a core of long-term memory or
//! dismissed. What teaches something is `workflow/learning`; how memories are written, the cores' own rules.

pub mod ops;
mod row;

pub use row::{Counts, Known, LearningRow, OnlyTold, counts, known, rows};
