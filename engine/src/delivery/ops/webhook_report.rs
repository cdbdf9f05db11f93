//! `webhook_report`: records delivery results. Internal: requires `Role::System`, so no API exposes it.

use crate::jobs::JobKind;
use crate::webhook::facts::WebhookDelivered;
use crate::webhook::{Webhook, stream};
use kernel::prelude::*;

/// Records the results of messages that were sent under a lease.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookReport {
    /// Id of the webhook.
    pub webhook: String,
    /// Lease of the delivery job.
    pub lease: Version,
    /// Results of the messages.
    pub delivered: WebhookDelivered,
}

/// Confirmation of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookReported {}

impl Operation for WebhookReport {
    type Output = WebhookReported;
    const SPEC: Spec = spec!(Write "webhook_report" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WebhookReport, tx: &mut Tx) -> Result<WebhookReported> {
    let draft = tx.draft::<Webhook>(&stream(&op.webhook))?;
    draft.must_exist(&op.webhook)?;
    draft.jobs.check(JobKind::Webhook, Some(op.lease))?;
    draft.record(op.delivered.clone());
    Ok(WebhookReported {})
}
