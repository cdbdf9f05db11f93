//! `webhook_rotate`: the new secret is shown once, in the answer.

use crate::delivery::ops::{WebhookSecret, existing, noted};
use crate::workspace::audit::WebhookChange;
use kernel::prelude::*;
use kernel::time::DAY;

/// How long messages are signed with the secret before, too.
const GRACE: i64 = DAY;

/// Gives a webhook another secret. For a day its messages have two signatures, so that receivers can change over.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookRotate {
    /// The webhook.
    pub webhook: String,
}

impl Operation for WebhookRotate {
    type Output = WebhookSecret;
    const SPEC: Spec = spec!(Write "webhook_rotate" Access::OWNERS);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn kept(output: &WebhookSecret) -> WebhookSecret {
        output.kept()
    }
}

async fn run(op: WebhookRotate, view: View) -> Result<WebhookSecret> {
    let webhook = existing(&view, &op.webhook).await?;
    noted(&op.webhook, &webhook, WebhookChange::Rotated, None)
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
