//! `webhook_edit`: changes a webhook.

use crate::delivery::address::origin;
use crate::delivery::kinds;
use crate::delivery::ops::{WebhookShown, audit_note, existing, name};
use crate::webhook::facts::WebhookEdited;
use crate::webhook::{Format, Webhook};
use crate::workspace::audit::WebhookChange;
use crate::workspace::ops::noted::WebhookDid;
use kernel::prelude::*;

/// Changes, pauses or resumes a webhook; absent arguments leave values unchanged. Events during a pause are sent after
/// it.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookEdit {
    /// Id of the webhook.
    pub webhook: String,
    /// The URL to send to.
    pub url: Option<String>,
    /// Complete list of kinds; replaces the previous one.
    pub kinds: Option<Vec<String>>,
    /// Format of messages.
    pub format: Option<Format>,
    /// Display name.
    pub name: Option<String>,
    /// True pauses the webhook, false resumes it.
    pub paused: Option<bool>,
}

impl Operation for WebhookEdit {
    type Output = WebhookShown;
    const SPEC: Spec =
        spec!(Write "webhook_edit" Access::OWNERS).with(&[Trait::MakesRoom, Trait::Repeatable]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));
}

async fn run(op: WebhookEdit, view: View) -> Result<WebhookShown> {
    let before = existing(&view, &op.webhook).await?;
    let url = op.url.as_deref().map(str::trim);
    let url = url.filter(|url| !url.is_empty());
    let origin = url.map(origin).transpose()?;
    let leads = origin.as_deref().unwrap_or(&before.origin);
    let kinds = op.kinds.as_deref().map(kinds::check).transpose()?;
    let kinds = kinds.filter(|kinds| *kinds != before.kinds);
    let edited = WebhookEdited {
        name: match &op.name {
            Some(given) => Some(name(Some(given), leads)?),
            None => None,
        }
        .filter(|name| *name != before.name),
        origin: origin.as_deref().map(Into::into),
        from: kinds.as_ref().map(|_| view.services.head()),
        kinds,
        format: op.format.filter(|format| *format != before.format),
        paused: (op.paused).filter(|paused| *paused != before.paused.is_some()),
    };
    if edited == WebhookEdited::default() {
        return Ok(WebhookShown::of(&op.webhook, &before));
    }
    let change = match (edited.paused, url) {
        (_, Some(_)) => WebhookChange::Moved,
        (Some(true), None) => WebhookChange::Paused,
        (Some(false), None) => WebhookChange::Resumed,
        (None, None) => WebhookChange::Edited,
    };
    let like = Webhook {
        name: edited.name.clone().unwrap_or(before.name.clone()),
        origin: edited.origin.clone().unwrap_or(before.origin.clone()),
        ..Webhook::default()
    };
    let did = Some(WebhookDid::Edited(edited));
    // The audit records a new URL before anything is sent there.
    audit_note(&op.webhook, &like, change, did)
        .tell(view.services.clone(), view.caller.clone())
        .await?;
    if let Some(url) = url {
        let accounts = view.services.accounts();
        accounts.move_webhook(&op.webhook, url).await?;
    }
    let after = existing(&view, &op.webhook).await?;
    Ok(WebhookShown::of(&op.webhook, &after))
}
