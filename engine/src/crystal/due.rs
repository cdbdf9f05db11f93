//! Timed work on a core.

use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::crystal::ops::core_sweep::CoreSweep;
use crate::jobs::Due;

/// Erases expired memories, rejected proposals that are due, and forgotten memories that can no longer be restored.
///
/// # Errors
/// Returns an error if they cannot be erased.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let stream = stream.clone();
    hub.run(CoreSweep { stream }, Caller::system()).await?;
    Ok(Due::default())
}
