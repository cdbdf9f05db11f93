//! `webhook_rotate`: rotates the secret of a webhook.

use crate::delivery::ops::{WebhookSecret, audit_note, existing};
use crate::workspace::audit::WebhookChange;
use kernel::prelude::*;
use kernel::time::DAY;

/// Time during which messages are also signed with the previous secret, in milliseconds.
const GRACE: i64 = DAY;

/// Rotates the secret of a webhook. For a day its messages have two signatures, so that receivers can switch. The
/// response has the new secret, once.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookRotate {
    /// Id of the webhook.
    pub webhook: String,
}

impl Operation for WebhookRotate {
    type Output = WebhookSecret;
    const SPEC: Spec = spec!(Write "webhook_rotate" Access::OWNERS);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn output_to_store(output: &WebhookSecret) -> WebhookSecret {
        output.without_secret()
    }
}

async fn run(op: WebhookRotate, view: View) -> Result<WebhookSecret> {
    let webhook = existing(&view, &op.webhook).await?;
    audit_note(&op.webhook, &webhook, WebhookChange::Rotated, None)
        .tell(view.services.clone(), view.caller.clone())
        .await?;
    let until = view.now.plus(GRACE);
    let accounts = view.services.accounts();
    let secret = accounts.rotate_webhook(&op.webhook, until).await?;
    Ok(WebhookSecret {
        webhook: op.webhook,
        name: webhook.name.clone(),
        secret: Some(secret),
        before_until: Some(until),
        note: None,
    })
}
