//! Where the laws get their logs from. Knows no law.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use kernel::Position;
use kernel::future::Fut;
use kernel::ports::log::Log;

/// Makes logs.
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
    /// Makes the log lose the commits after a position, as a database does whose standby takes over, if that can
    /// happen to it.
    pub lose_after: Option<Box<dyn Fn(Position) + Send + Sync>>,
    /// What has to live as long as the log.
    pub keeps: Option<Box<dyn Any + Send + Sync>>,
}
