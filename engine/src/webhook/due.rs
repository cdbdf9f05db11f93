//! What is done with a webhook when a time has come.

use std::sync::Arc;

use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;
use kernel::view::Services as _;

use crate::jobs::{Due, JobKind};
use crate::webhook::state::Webhook;

/// Tells that there is something to send, or that it was deleted and is to be erased; its address and its secrets
/// go first.
///
/// # Errors
/// When its state cannot be read, or its secrets cannot be forgotten.
pub async fn due(hub: &Arc<Hub>, stream: &StreamId) -> Result<Due> {
    let (webhook, _) = hub.state::<Webhook>(stream).await?;
    if webhook.exists() {
        return Ok(Due {
            jobs: vec![JobKind::Webhook],
            purge: false,
        });
    }
    hub.accounts().forget_webhook(stream.id()).await?;
    Ok(Due {
        jobs: Vec::new(),
        purge: true,
    })
}
