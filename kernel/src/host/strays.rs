//! Removes stray blobs, to which no fact may refer: those stored for writes that were rejected or abandoned, and those
//! of interrupted erasures. A blob stays if something refers to the same content. The blob store keeps a mark of each,
//! which is read at the next start.

use std::collections::HashSet;
use std::sync::PoisonError;

use crate::error::Result;
use crate::host::erase::leave_shared;
use crate::host::shared::Shared;

/// Removes the strays and returns their number. After a failure, all are tried again the next time.
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
    // All streams are checked while writes continue; under the gate, which blocks large writes, only those that changed
    // meanwhile.
    shared.ports.blobs.doom(all).await?;
    shared.wait_for_end().await?;
    let since = shared.head();
    let mut strays = all.clone();
    leave_shared(shared, &mut strays, 0, &[]).await?;
    let _gate = shared.blob_gate.write().await;
    leave_shared(shared, &mut strays, since, &[]).await?;
    let blobs = &shared.ports.blobs;
    for blob in all {
        if !strays.contains(blob) {
            blobs.spare(blob).await?;
        } else if !blobs.remove(blob).await? {
            strays.remove(blob);
            shared.stray([blob.clone()]);
        }
    }
    Ok(strays.len())
}
