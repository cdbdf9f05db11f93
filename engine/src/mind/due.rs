//! What is done with a mind when a time has come.

use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::jobs::Due;
use crate::mind::ops::mind_sweep::{MindErase, MindSweep};

/// Notes what spiked in its mood, looks whether it is to dream, erases it when the time to bring it back has
/// passed.
///
/// # Errors
/// When that cannot be written or erased.
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
