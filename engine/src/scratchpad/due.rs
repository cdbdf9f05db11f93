//! Due work of scratchpads.

use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::jobs::Due;
use crate::scratchpad::ops::scratchpad_sweep::ScratchpadSweep;

/// Erases deleted scratchpads that can no longer be restored.
///
/// # Errors
/// Returns an error if they cannot be erased.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let stream = stream.clone();
    hub.run(ScratchpadSweep { stream }, Caller::system())
        .await?;
    Ok(Due::default())
}
