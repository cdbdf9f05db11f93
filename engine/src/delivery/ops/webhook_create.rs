//! `webhook_create`: creates a webhook. Its URL and secret are stored outside the log.

use crate::delivery::address::origin;
use crate::delivery::kinds::{self, NEEDS_YOU};
use crate::delivery::ops::webhook_list::all;
use crate::delivery::ops::{WebhookSecret, audit_note, name};
use crate::webhook::facts::WebhookCreated;
use crate::webhook::{Format, Webhook};
use crate::workspace::audit::WebhookChange;
use crate::workspace::ops::noted::WebhookDid;
use kernel::prelude::*;

/// Maximum number of webhooks.
pub const MAX_WEBHOOKS: usize = 50;

/// Creates a webhook: from now on Loci sends messages of these kinds to a URL with `POST`, at least once each.
/// `needs_you` means that an item waits for a person; every other kind is one of facts, such as `task_completed`, a
/// prefix such as `task_*`, or `*` for all facts. Messages are signed according to Standard Webhooks (`webhook-id`,
/// `webhook-timestamp`, `webhook-signature`). The response has the secret, once.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookCreate {
    /// The http or https URL to send to. Addresses inside this network are rejected unless the server's
    /// `--webhook-allow` names them. Later responses show only its host.
    pub url: String,
    /// Kinds of messages. Default: `needs_you`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// Format of messages: `standard`, or that of the incoming webhooks of Slack and Discord. Default: `standard`.
    pub format: Option<Format>,
    /// Display name. Default: the host of `url`.
    pub name: Option<String>,
}

impl Operation for WebhookCreate {
    type Output = WebhookSecret;
    const SPEC: Spec = spec!(Write "webhook_create" Access::OWNERS).refuses(&["full"]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn output_to_store(output: &WebhookSecret) -> WebhookSecret {
        output.without_secret()
    }
}

async fn run(op: WebhookCreate, view: View) -> Result<WebhookSecret> {
    let url = op.url.trim();
    let origin = origin(url)?;
    let kinds = match op.kinds.as_slice() {
        [] => vec![NEEDS_YOU.into()],
        named => kinds::check(named)?,
    };
    let name = name(op.name.as_deref(), &origin)?;
    if all(&view).await?.len() >= MAX_WEBHOOKS {
        let detail = format!("There are {MAX_WEBHOOKS} webhooks already: delete one first.");
        return Err(Error::conflict("full", detail));
    }
    let created = WebhookCreated {
        name: name.clone(),
        origin: origin.as_str().into(),
        kinds,
        format: op.format.unwrap_or_default(),
        from: view.services.head(),
    };
    let like = Webhook {
        name: name.clone(),
        origin: created.origin.clone(),
        ..Webhook::default()
    };
    let accounts = view.services.accounts();
    let made = accounts.add_webhook(url).await?;
    let did = Some(WebhookDid::Created(created));
    let noted = audit_note(&made.id, &like, WebhookChange::Created, did);
    if let Err(error) = noted.tell(view.services.clone(), view.caller.clone()).await {
        // A webhook that was not created leaves nothing behind.
        accounts.forget_webhook(&made.id).await?;
        return Err(error);
    }
    Ok(WebhookSecret {
        webhook: made.id,
        name,
        secret: Some(made.secret),
        before_until: None,
        note: None,
    })
}
