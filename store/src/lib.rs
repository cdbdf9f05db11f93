//! The engine's ports on real things: the log, the index, accounts and blobs in one data folder.
//!
//! Knows nothing of HTTP, of pages or of rules.

pub mod accounts;
pub mod backup;
pub mod blobs;
mod chain;
pub mod clock;
pub mod conformance;
mod error;
pub mod folder;
pub mod layout;
pub mod memory_log;
mod open;
pub mod schemas;
pub mod secrets;
mod sqlite;
pub mod sqlite_index;
pub mod sqlite_log;
pub mod tokens;

pub use accounts::{Budget, Spent, SqliteAccounts};
pub use backup::{Backup, Restored, restore};
pub use blobs::DiskBlobs;
pub use clock::SystemClock;
pub use error::OpenError;
pub use layout::CachedLayout;
pub use memory_log::MemoryLog;
pub use open::{Store, open};

pub use schemas::JsonSchemas;
pub use secrets::PatternSecrets;
pub use sqlite_index::SqliteIndex;
pub use sqlite_log::SqliteLog;
pub use tokens::BpeTokens;
