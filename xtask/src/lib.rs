//! What the tasks and their tests both want to know of this repository's sources.
//!
//! It reads text: it compiles nothing, and knows nothing of what Loci does.

pub mod circles;
pub mod sources;
pub mod wording;
