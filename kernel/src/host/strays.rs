//! Blobs to which nothing may refer: those that were stored for a write which was refused, or given up, and those
//! of an erasure that broke off. They are removed unless something refers to the same content. The blob store keeps a
//! note of each, which the next start reads.

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
    let all: HashSet<String> = strays.into_iter().collect();
    let removed = remove_all(shared, &all).await;
    if removed.is_err() {
        shared.stray(all);
    }
    removed
}

async fn remove_all(shared: &Shared, all: &HashSet<String>) -> Result<usize> {
    if all.is_empty() {
        return Ok(0);
    }
    // All streams are looked at while writes go on, and under the gate only those that changed
    // meanwhile: it keeps large writes waiting.
    let since = shared.head();
    let mut strays = all.clone();
    leave_shared(shared, &mut strays, 0, &[]).await?;
    let _gate = shared.blob_gate.write().await;
    leave_shared(shared, &mut strays, since, &[]).await?;
    let blobs = &shared.ports.blobs;
    for blob in all {
        if strays.contains(blob) {
            blobs.remove(blob).await?;
        } else {
            blobs.spare(blob).await?;
        }
    }
    Ok(strays.len())
}
