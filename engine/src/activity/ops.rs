//! What can be asked about what happened. One operation is one file; the table is in
//! [`operations`](crate::operations).

pub mod activity_list;
pub mod audit_list;
pub mod changes_wait;
pub mod session_history;
