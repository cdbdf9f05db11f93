//! `webhook_report`: no door offers it, because nobody can be given the role that it asks for.

use crate::jobs::JobKind;
use crate::webhook::facts::WebhookDelivered;
use crate::webhook::{Webhook, stream};
use kernel::prelude::*;

/// Says what came of messages that were sent under a lease.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookReport {
    /// The webhook.
    pub webhook: String,
    /// The lease.
    pub lease: Version,
    /// What came of them.
    pub delivered: WebhookDelivered,
}

/// That it is kept.
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
