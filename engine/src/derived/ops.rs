//! Operations that erase data permanently, with its derived data. Each operation is one file; the table is in
//! [`operations`](crate::operations).

pub mod memory_purge;
pub mod purge;
pub mod redact;
