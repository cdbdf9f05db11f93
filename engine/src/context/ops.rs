//! Operations on contexts, one per file.

pub mod context_read;
