//! `webhook_delete`: deletes a webhook.

use crate::delivery::ops::{audit_note, existing};
use crate::webhook::facts::WebhookDeleted;
use crate::workspace::audit::WebhookChange;
use crate::workspace::ops::noted::WebhookDid;
use kernel::prelude::*;

/// Deletes a webhook permanently: nothing more is sent, and its URL, its secret and the waiting messages are erased.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookDelete {
    /// Id of the webhook.
    pub webhook: String,
}

/// A deleted webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookGone {
    /// Id of the webhook.
    pub deleted: String,
}

impl Operation for WebhookDelete {
    type Output = WebhookGone;
    const SPEC: Spec =
        spec!(Write "webhook_delete" Access::OWNERS).with(&[Trait::MakesRoom, Trait::Destroys]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: WebhookDelete, view: View) -> Result<WebhookGone> {
    let webhook = existing(&view, &op.webhook).await?;
    let did = Some(WebhookDid::Deleted(WebhookDeleted {}));
    audit_note(&op.webhook, &webhook, WebhookChange::Deleted, did)
        .tell(view.services.clone(), view.caller.clone())
        .await?;
    // Its stream is erased by the next sweep, which is due now.
    let accounts = view.services.accounts();
    accounts.forget_webhook(&op.webhook).await?;
    Ok(WebhookGone {
        deleted: op.webhook,
    })
}
