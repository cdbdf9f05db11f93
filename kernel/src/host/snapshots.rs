//! Stores snapshots off the writer, one at a time per stream. A lost snapshot only slows down the next load.

use std::sync::Arc;

use crate::error::{Error, Result};
use crate::host::shared::{Shared, count};
use crate::ports::log::Snapshot;
use crate::stream::StreamId;
use crate::tx::Loaded;

/// Stores a snapshot in the background.
pub(super) fn spawn(shared: &Arc<Shared>, stream: StreamId, loaded: Loaded) {
    let (shared, erased) = (shared.clone(), shared.last_erasure());
    tokio::spawn(async move { keep(&shared, &stream, loaded, erased).await });
}

/// Stores a snapshot of a state that reflects erasures up to number `erased`. A failure is only logged.
pub(super) async fn keep(shared: &Shared, stream: &StreamId, loaded: Loaded, erased: u64) {
    let version = loaded.version;
    let length = match try_keep(shared, stream, loaded, erased).await {
        Ok(length) => length,
        Err(error) => {
            tracing::warn!(%stream, %error, "a snapshot was not kept");
            None
        }
    };
    shared.cache.note_snapshot(stream, version, length);
}

async fn try_keep(
    shared: &Shared,
    stream: &StreamId,
    loaded: Loaded,
    erased: u64,
) -> Result<Option<usize>> {
    let kind = shared.kind(stream)?.clone();
    let schema = kind.schema();
    let state = tokio::task::spawn_blocking(move || kind.snapshot(&loaded.state))
        .await
        .map_err(|error| Error::internal(format!("the snapshot broke off: {error}")))??;
    let length = state.len();
    let snapshot = Snapshot {
        version: loaded.version,
        schema,
        state,
    };
    let log = &shared.ports.log;
    log.keep_snapshot(stream, snapshot, erased).await?;
    count(&shared.counts.snapshots, 1);
    Ok(Some(length))
}
