//! Operations on the activity feed. Each operation is one file; the table is in [`operations`](crate::operations).

pub mod activity_list;
pub mod audit_list;
pub mod changes_wait;
pub mod session_history;
