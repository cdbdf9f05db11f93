//! Operations on the workspace. Each operation is one file; the table is in [`operations`](crate::operations).

pub mod agent_pause;
pub mod agent_register;
pub mod agent_resume;
pub mod noted;
pub mod settings_get;
pub mod settings_set;
pub mod token_list;
pub mod token_revoke;
