//! What is done with a workflow when a time has come.

use std::sync::Arc;

use kernel::Id;
use kernel::actor::Caller;
use kernel::error::{Error, Result};
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::jobs::Due;
use crate::workflow::ops::sweep::Sweep;

/// Writes it, and tells whether the workflow is to be erased.
///
/// # Errors
/// When it cannot be written.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let id = stream.id().parse();
    let workflow: Id = id.map_err(|()| Error::internal("the workflow has no id"))?;
    let swept = hub.run(Sweep { workflow }, Caller::system()).await?;
    Ok(Due {
        purge: swept.output.purge,
        ..Due::default()
    })
}
