//! What is done with a summary view when a time has come.

use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::jobs::{Due, JobKind};
use crate::summary_view::ops::work::ViewBegin;

/// Begins a run that was asked for or the hourly one of a continuous view, or tells that the view is to be erased.
///
/// # Errors
/// When it cannot be written.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let view = stream.id().to_owned();
    let begun = hub.run(ViewBegin { view }, Caller::system()).await?.output;
    Ok(Due {
        jobs: begun.run.map(|_| JobKind::View).into_iter().collect(),
        purge: begun.purge,
    })
}
