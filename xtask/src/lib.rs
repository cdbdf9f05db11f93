//! Analysis of this repository's sources as text, shared by the tasks and their tests. Compiles nothing.

pub mod circles;
pub mod sources;
pub mod wording;
