//! Implements the kernel's ports on real storage: the log, the index, accounts and blobs in one data folder.

#![expect(
    clippy::similar_names,
    reason = "a shelf is an everyday word here, alike as it looks to `self`"
)]

pub mod accounts;
pub mod backup;
pub mod blobs;
mod chain;
pub mod clock;
mod columns;
pub mod conformance;
mod database;
mod error;
mod expiry;
pub mod folder;
mod kept;
pub mod memory_log;
mod migrations;
mod open;
pub mod postgres;
pub mod postgres_blobs;
pub mod postgres_log;
mod postgres_vectors;
mod recall;
mod sqlite;
pub mod sqlite_index;
pub mod sqlite_log;
mod transfer;

pub use accounts::{Budget, CarriedOver, DbAccounts, DbSessions, Spent};
pub use backup::{Backup, Restored, faults_of_backup, restore};
pub use blobs::{CheckedBlobs, DiskBlobs};
pub use clock::SystemClock;
pub use error::OpenError;
pub use kept::KeptVectors;
pub use memory_log::MemoryLog;
pub use open::{Store, look, open, open_database, open_shared, open_with};
pub use postgres::{Missing, Postgres};
pub use postgres_blobs::PostgresBlobs;
pub use postgres_log::PostgresLog;
pub use sqlite_index::SqliteIndex;
pub use sqlite_log::SqliteLog;
pub use transfer::{Copied, Place, copy};
