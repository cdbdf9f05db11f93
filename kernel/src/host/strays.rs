//! Blobs that were stored for a write which was refused, or given up: they are removed unless
//! something else refers to the same content. Forgotten when Loci stops; then they stay.

use std::collections::HashSet;
use std::sync::PoisonError;

use crate::error::Result;
use crate::host::core::Core;
use crate::host::erase::leave_shared;

/// Removes them; gives how many. What cannot be removed now is tried again the next time.
pub(super) async fn remove(core: &Core) -> Result<usize> {
    let strays = {
        let mut strays = core.strays.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *strays)
    };
    let mut left: HashSet<String> = strays.into_iter().collect();
    let removed = remove_all(core, &mut left).await;
    if removed.is_err() {
        let mut strays = core.strays.lock().unwrap_or_else(PoisonError::into_inner);
        strays.extend(left);
    }
    removed
}

async fn remove_all(core: &Core, strays: &mut HashSet<String>) -> Result<usize> {
    // All streams are looked at while writes go on, and under the gate only those that changed
    // meanwhile: it keeps large writes waiting.
    let since = core.head();
    leave_shared(core, strays, 0, None).await?;
    if strays.is_empty() {
        return Ok(0);
    }
    let _gate = core.blob_gate.write().await;
    leave_shared(core, strays, since, None).await?;
    for blob in &*strays {
        core.ports.blobs.remove(blob).await?;
    }
    Ok(strays.len())
}
