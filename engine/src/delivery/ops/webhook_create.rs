//! `webhook_create`: the secret is shown once, in the answer. Address and secret lie beside the log.

use crate::delivery::address::origin;
use crate::delivery::kinds::{self, NEEDS_YOU};
use crate::delivery::ops::webhook_list::all;
use crate::delivery::ops::{WebhookSecret, name, noted};
use crate::webhook::facts::WebhookCreated;
use crate::webhook::{Format, Webhook};
use crate::workspace::audit::WebhookChange;
use crate::workspace::ops::noted::WebhookDid;
use kernel::prelude::*;

/// How many webhooks there can be.
pub const MOST: usize = 50;

/// Makes a webhook: from now on Loci sends messages of these kinds to an address, with `POST`, at least once each.
/// `needs_you` is that something waits for a person; any other kind is one of facts, such as `task_completed`, a
/// beginning such as `task_*`, or `*` for all facts. Messages are signed as the Standard Webhooks have it
/// (`webhook-id`, `webhook-timestamp`, `webhook-signature`). The answer has the secret, once.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookCreate {
    /// Where to send: an address of http or https. Addresses inside this network are refused unless the server's
    /// `--webhook-allow` names them. Nobody is shown more of it again than its host.
    pub url: String,
    /// What to tell; `needs_you` unless given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// In which form; `standard` unless given. The others are what the incoming webhooks of Slack and Discord show.
    pub format: Option<Format>,
    /// What people call it; its host unless given.
    pub name: Option<String>,
}

impl Operation for WebhookCreate {
    type Output = WebhookSecret;
    const SPEC: Spec = spec!(Write "webhook_create" Access::OWNERS).refuses(&["full"]);
    const HOW: How<Self> = How::Run(|op, view| Box::pin(run(op, view)));

    fn kept(output: &WebhookSecret) -> WebhookSecret {
        output.kept()
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
    if all(&view).await?.len() >= MOST {
        let detail = format!("There are {MOST} webhooks already: delete one first.");
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
    let noted = noted(&made.id, &like, WebhookChange::Created, did);
    if let Err(error) = noted.tell(view.services.clone(), view.caller.clone()).await {
        // Of a webhook that was not made nothing is kept.
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
