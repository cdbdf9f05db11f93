//! What can be done with the workspace. One operation is one file; the table is in
//! [`operations`](crate::operations).

pub mod agent_get;
pub mod agent_list;
pub mod agent_pause;
pub mod agent_register;
pub mod agent_resume;
pub mod audit_list;
pub mod noted;
pub mod purge;
pub mod redact;
pub mod settings_get;
pub mod settings_set;
pub mod token_create;
pub mod token_list;
pub mod token_revoke;
