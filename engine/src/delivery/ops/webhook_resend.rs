//! `webhook_resend`: sends failed messages again.

use std::sync::Arc;

use crate::webhook::facts::WebhookResent;
use crate::webhook::{Letter, Webhook, stream};
use kernel::prelude::*;

/// Immediately sends the messages of a webhook that were given up or wait for a retry, or one of them. Erased content
/// is not sent.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookResend {
    /// Id of the webhook.
    pub webhook: String,
    /// Id of the message to send, as in `webhook_list`. Default: all messages.
    pub letter: Option<String>,
}

/// Messages that are sent again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookResending {
    /// Number of messages.
    pub resending: u32,
}

impl Operation for WebhookResend {
    type Output = WebhookResending;
    const SPEC: Spec = spec!(Write "webhook_resend" Access::OWNERS);
    const HOW: How<Self> = How::Decide(decide);
}

fn decide(op: &WebhookResend, tx: &mut Tx) -> Result<WebhookResending> {
    let draft = tx.draft::<Webhook>(&stream(&op.webhook))?;
    draft.must_exist(&op.webhook)?;
    let ids = |letters: &[Letter]| -> Vec<Arc<str>> {
        letters.iter().map(|letter| letter.id.clone()).collect()
    };
    let all = ids(&draft.dead).into_iter().chain(ids(&draft.waiting));
    let letters: Vec<Arc<str>> = match op.letter.as_deref() {
        None => all.collect(),
        Some(letter) => {
            let named: Vec<Arc<str>> = all.filter(|id| **id == *letter).collect();
            if named.is_empty() {
                let detail = format!("No message {letter} of this webhook waits or was given up.");
                return Err(Error::not_found(detail));
            }
            named
        }
    };
    let resending = u32::try_from(letters.len()).unwrap_or(u32::MAX);
    if !letters.is_empty() {
        draft.record(WebhookResent { letters });
    }
    Ok(WebhookResending { resending })
}
