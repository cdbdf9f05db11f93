//! Runs the scheduled work of a mind.

use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::jobs::Due;
use crate::mind::ops::mind_sweep::{MindErase, MindSweep};

/// Records spikes in the mood, checks whether the mind should dream, and erases a deleted mind that can no longer be
/// restored.
///
/// # Errors
/// Returns an error if a write or the erasure fails.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let agent = stream.id().to_owned();
    let sweep = MindSweep::of(agent.as_str());
    let swept = hub.run(sweep, Caller::system()).await?.output;
    if let Some(until) = swept.erase {
        let erase = MindErase { agent, until };
        hub.run(erase, Caller::system()).await?;
    }
    Ok(Due {
        jobs: swept.jobs,
        ..Due::default()
    })
}
