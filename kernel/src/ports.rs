//! What the engine needs of the world, as traits. `store` puts them on real things.

pub mod accounts;
pub mod blobs;
pub mod clock;
pub mod embedder;
pub mod index;
pub mod layout;
pub mod log;
pub mod schemas;
pub mod secrets;
pub mod tokens;
