//! Timed work on a summary view.

use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::jobs::{Due, JobKind};
use crate::summary_view::ops::work::ViewBegin;

/// Starts a requested run or the hourly run of a continuous view, or reports that the view has to be erased.
///
/// # Errors
/// Returns an error if the run cannot be started.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let view = stream.id().to_owned();
    let begun = hub.run(ViewBegin { view }, Caller::system()).await?.output;
    Ok(Due {
        jobs: begun.run.map(|_| JobKind::View).into_iter().collect(),
        purge: begun.purge,
    })
}
