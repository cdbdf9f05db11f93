//! Due work of webhooks.

use std::sync::Arc;

use kernel::error::Result;
use kernel::host::Hub;
use kernel::stream::StreamId;
use kernel::view::Services as _;

use crate::jobs::{Due, JobKind};
use crate::webhook::state::Webhook;

/// Returns the delivery job of a webhook. For a deleted one, erases its URL and its secrets, then returns that its
/// stream is to be erased.
///
/// # Errors
/// Returns an error if its state cannot be read, or its secrets cannot be erased.
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
