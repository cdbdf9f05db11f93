//! The laws of a log, for any log: whoever makes one calls [`run_all`] in a test, and it panics with the law
//! that is broken. Knows nothing of where a log keeps its facts.
#![expect(
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "a law that is broken panics"
)]

pub mod append;
pub mod batches;
pub mod chain;
pub mod erase;
pub mod read;
pub mod samples;
pub mod several;
pub mod side;

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use kernel::future::Fut;
use kernel::ports::log::Log;

/// Where the laws get their logs from.
pub trait Bench: Sync {
    /// An empty log.
    fn make(&self) -> Fut<'_, Made>;
}

/// A log to be tested.
pub struct Made {
    /// The log.
    pub log: Arc<dyn Log>,
    /// The same log, as another process has it.
    pub other: Arc<dyn Log>,
    /// Where its bytes are, if they are on a disk of which erasing leaves none.
    pub files: Option<PathBuf>,
    /// What has to live as long as the log.
    pub keeps: Option<Box<dyn Any + Send + Sync>>,
}

/// Every law, one after the other.
pub async fn run_all(bench: &dyn Bench) {
    append::all(bench).await;
    batches::all(bench).await;
    read::all(bench).await;
    several::all(bench).await;
    side::all(bench).await;
    erase::all(bench).await;
    chain::all(bench).await;
}
