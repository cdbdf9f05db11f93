//! What can be done with agents in view of their workflows. One operation is one file; the table is in
//! [`operations`](crate::operations).

pub mod agent_get;
pub mod agent_list;
pub mod token_create;
