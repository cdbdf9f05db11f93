//! The one conformance suite every log must pass. A new log adds a [`Bench`] and a call.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
mod log_laws;

use std::path::PathBuf;

use kernel::Time;
use kernel::future::Fut;
use kernel::ports::log::Log;
use store::{MemoryLog, SqliteLog};
use tempfile::TempDir;

/// Where the suite gets its logs from.
pub trait Bench: Sync {
    /// An empty log.
    fn make(&self) -> Fut<'_, Made>;
}

/// A log to be tested.
pub struct Made {
    /// The log.
    pub log: Box<dyn Log>,
    /// Where its bytes are, if they are on a disk.
    pub files: Option<PathBuf>,
    _folder: Option<TempDir>,
}

/// Every law, one after the other.
async fn log_conformance(bench: &dyn Bench) {
    log_laws::append::all(bench).await;
    log_laws::read::all(bench).await;
    log_laws::side::all(bench).await;
    log_laws::erase::all(bench).await;
    log_laws::chain::all(bench).await;
}

struct OnSqlite;

impl Bench for OnSqlite {
    fn make(&self) -> Fut<'_, Made> {
        Box::pin(async {
            let folder = TempDir::new().unwrap();
            let log = SqliteLog::open(&folder.path().join("log.sqlite"), Time(0))
                .await
                .unwrap();
            Made {
                log: Box::new(log),
                files: Some(folder.path().to_path_buf()),
                _folder: Some(folder),
            }
        })
    }
}

struct InMemory;

impl Bench for InMemory {
    fn make(&self) -> Fut<'_, Made> {
        Box::pin(async {
            Made {
                log: Box::new(MemoryLog::new()),
                files: None,
                _folder: None,
            }
        })
    }
}

#[tokio::test]
async fn sqlite_keeps_the_laws() {
    log_conformance(&OnSqlite).await;
}

#[tokio::test]
async fn memory_keeps_the_laws() {
    log_conformance(&InMemory).await;
}
