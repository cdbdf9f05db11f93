//! What is done with a core when a time has come.

use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::crystal::ops::core_sweep::CoreSweep;
use crate::jobs::Due;

/// Erases the memories whose time, or whose time to be restored, has passed.
///
/// # Errors
/// When they cannot be erased.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let stream = stream.clone();
    hub.run(CoreSweep { stream }, Caller::system()).await?;
    Ok(Due::default())
}
