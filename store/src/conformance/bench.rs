//! Source of the logs that the conformance tests run on.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use kernel::Position;
use kernel::future::Fut;
use kernel::ports::log::Log;

/// Factory of logs.
pub trait Bench: Sync {
    /// Creates an empty log.
    fn make(&self) -> Fut<'_, Made>;
}

/// Makes a log lose the commits after a position.
pub type LoseAfter = Box<dyn Fn(Position) -> Fut<'static, ()> + Send + Sync>;

/// A log to be tested.
pub struct Made {
    /// The log.
    pub log: Arc<dyn Log>,
    /// The same log, as another process sees it.
    pub other: Arc<dyn Log>,
    /// Folder of the log's files, if it is on a disk and erasing must leave no byte there.
    pub files: Option<PathBuf>,
    /// Makes the log lose the commits after a position, as a database does when its standby takes over. `None` if that
    /// cannot happen.
    pub lose_after: Option<LoseAfter>,
    /// Value that has to live as long as the log.
    pub keeps: Option<Box<dyn Any + Send + Sync>>,
}
