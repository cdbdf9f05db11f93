//! The operations of contexts, one to a file.

pub mod context_read;
