//! Sweeps a workflow when it is due.

use std::sync::Arc;

use kernel::Id;
use kernel::actor::Caller;
use kernel::error::{Error, Result};
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::jobs::Due;
use crate::workflow::ops::sweep::Sweep;

/// Sweeps the workflow and returns whether it has to be erased.
///
/// # Errors
/// Returns an error if the facts cannot be written.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let id = stream.id().parse();
    let workflow: Id = id.map_err(|()| Error::internal("the workflow has no id"))?;
    let swept = hub.run(Sweep { workflow }, Caller::system()).await?;
    Ok(Due {
        purge: swept.output.purge,
        ..Due::default()
    })
}
