//! How things are erased for good, with what was made of them. One operation is one file; the table is in
//! [`operations`](crate::operations).

pub mod memory_purge;
pub mod purge;
pub mod redact;
