//! `webhook_test`: sends a test message through the webhook's regular delivery job.

use crate::delivery::ops::existing;
use crate::webhook::facts::{WebhookAnswer, WebhookTestAsked};
use crate::webhook::stream;
use crate::workspace::ops::noted::{Noted, WebhookDid, WebhookNoted};
use kernel::prelude::*;
use kernel::time::SECOND;

/// Maximum wait for the response, in milliseconds.
const PATIENCE: i64 = 20 * SECOND;

/// Sends a message of the kind `webhook_test` now, even while the webhook is paused, and returns the receiver's
/// response.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookTest {
    /// Id of the webhook.
    pub webhook: String,
}

/// Result of a test.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookTested {
    /// Id of the webhook.
    pub webhook: String,
    /// True if the message was delivered.
    pub arrived: bool,
    /// Response of the receiver; absent while it is unknown: `webhook_list` shows it later.
    pub answer: Option<WebhookAnswer>,
}

impl Operation for WebhookTest {
    type Output = WebhookTested;
    const SPEC: Spec = spec!(Write "webhook_test" Access::OWNERS).with(&[Trait::Waits]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: WebhookTest, view: View) -> Result<WebhookTested> {
    existing(&view, &op.webhook).await?;
    let asked = Noted::Webhook(WebhookNoted {
        webhook: op.webhook.clone(),
        audit: None,
        did: Some(WebhookDid::TestAsked(WebhookTestAsked {})),
    });
    let services = view.services.clone();
    asked.tell(services.clone(), view.caller.clone()).await?;
    let until = view.now.plus(PATIENCE);
    loop {
        let head = services.head();
        // Bypasses the view, because the response depends on later facts.
        let loaded = services.state(&stream(&op.webhook)).await?;
        let webhook = loaded.state.downcast::<crate::webhook::Webhook>();
        let webhook = webhook.map_err(|_| Error::internal("a webhook is of another memory"))?;
        webhook.must_exist(&op.webhook)?;
        let is_known = webhook.test_asked.is_none();
        if is_known || services.wait(head, until).await <= head {
            let answer = webhook.test.clone().filter(|_| is_known);
            return Ok(WebhookTested {
                webhook: op.webhook,
                arrived: answer.as_ref().is_some_and(|answer| answer.error.is_none()),
                answer,
            });
        }
    }
}
