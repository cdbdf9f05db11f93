//! What is done with the scratchpads of an owner when a time has come.

use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::jobs::Due;
use crate::scratchpad::ops::scratchpad_sweep::ScratchpadSweep;

/// Erases those that can no longer be restored.
///
/// # Errors
/// When they cannot be erased.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let stream = stream.clone();
    hub.run(ScratchpadSweep { stream }, Caller::system())
        .await?;
    Ok(Due::default())
}
