//! Blobs that were stored for a write which was refused, or given up: they are removed unless
//! something else refers to the same content. Forgotten when Loci stops; then they stay.

use std::collections::HashSet;
use std::sync::PoisonError;

use crate::error::Result;
use crate::host::erase::leave_shared;
use crate::host::shared::Shared;

/// Removes them; gives how many. What cannot be removed now is tried again the next time.
pub(super) async fn remove(shared: &Shared) -> Result<usize> {
    let strays = {
        let mut strays = shared.strays.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *strays)
    };
    let mut left: HashSet<String> = strays.into_iter().collect();
    let removed = remove_all(shared, &mut left).await;
    if removed.is_err() {
        let mut strays = shared.strays.lock().unwrap_or_else(PoisonError::into_inner);
        strays.extend(left);
    }
    removed
}

async fn remove_all(shared: &Shared, strays: &mut HashSet<String>) -> Result<usize> {
    // All streams are looked at while writes go on, and under the gate only those that changed
    // meanwhile: it keeps large writes waiting.
    let since = shared.head();
    leave_shared(shared, strays, 0, None).await?;
    if strays.is_empty() {
        return Ok(0);
    }
    let _gate = shared.blob_gate.write().await;
    leave_shared(shared, strays, since, None).await?;
    for blob in &*strays {
        shared.ports.blobs.remove(blob).await?;
    }
    Ok(strays.len())
}
