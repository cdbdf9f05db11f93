//! Ports: the engine's external dependencies, as traits. `store` and `tools` implement them.

pub mod accounts;
pub mod blobs;
pub mod clock;
pub mod embedder;
pub mod form_results;
pub mod index;
pub mod layout;
pub mod log;
pub mod schemas;
pub mod secrets;
pub mod tokens;
