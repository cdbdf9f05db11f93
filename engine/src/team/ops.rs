//! Operations on agents that involve their workflows. Each operation is one file; the table is in
//! [`operations`](crate::operations).

pub mod agent_get;
pub mod agent_list;
pub mod token_create;
