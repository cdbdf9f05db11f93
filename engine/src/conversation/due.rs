//! Due work of sessions.

use std::sync::Arc;

use kernel::actor::Caller;
use kernel::error::{Error, Result};
use kernel::host::Hub;
use kernel::stream::StreamId;

use crate::conversation::ops::session_erase::SessionErase;
use crate::conversation::ops::session_sweep::SessionSweep;
use crate::jobs::{Due, JobKind};
use crate::session::SessionKey;

/// Records an expiry, erases ended lives, and returns the due summary and extraction jobs.
///
/// # Errors
/// Returns an error if a fact cannot be written or erased.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let key = SessionKey::of(stream);
    let session = key.ok_or_else(|| Error::internal("the session has no key"))?;
    let sweep = SessionSweep {
        session: session.clone(),
    };
    let swept = hub.run(sweep, Caller::system()).await?.output;
    if let Some(until) = swept.erase {
        let erase = SessionErase { session, until };
        hub.run(erase, Caller::system()).await?;
    }
    let jobs = [
        (JobKind::Summary, swept.fold),
        (JobKind::Memories, swept.extract),
    ];
    let jobs = jobs.into_iter().filter(|(_, is_due)| *is_due);
    Ok(Due {
        jobs: jobs.map(|(job, _)| job).collect(),
        ..Due::default()
    })
}
