//! `webhook_list`: lists webhooks.

use crate::delivery::ops::webhook_create::MAX_WEBHOOKS;
use crate::delivery::ops::{WebhookShown, existing};
use crate::webhook::Webhook;
use crate::webhook::state::ACTIVE;
use kernel::memory::Memory as _;
use kernel::page::Page;
use kernel::ports::index::ListQuery;
use kernel::prelude::*;

/// Lists all webhooks, newest first: kinds and targets, the last response, messages that wait for a retry, and those
/// that were given up with the reason. Full URLs and secrets are never shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookList {}

impl Operation for WebhookList {
    type Output = Page<WebhookShown>;
    const SPEC: Spec = spec!(Read "webhook_list" Access::OWNERS);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(_: WebhookList, view: View) -> Result<Page<WebhookShown>> {
    let mut items = Vec::new();
    for stream in all(&view).await? {
        match existing(&view, stream.id()).await {
            Ok(webhook) => items.push(WebhookShown::of(stream.id(), &webhook)),
            // It may have been deleted after the index was read.
            Err(error) if error.code == Code::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Page {
        total: Some(items.len() as u64),
        items,
        next_cursor: None,
    })
}

/// Returns the streams of all webhooks.
///
/// # Errors
/// Returns `unavailable` if the index cannot be read.
pub async fn all(view: &View) -> Result<Vec<StreamId>> {
    let query = ListQuery {
        kind: Webhook::KIND,
        status: Some(ACTIVE.into()),
        limit: 2 * MAX_WEBHOOKS,
        ..ListQuery::default()
    };
    let listed = view.services.index().list(&query).await?;
    Ok(listed
        .entries
        .into_iter()
        .map(|entry| entry.stream)
        .collect())
}
