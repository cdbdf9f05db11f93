//! What can be done with webhooks. One operation is one file; the table is in [`operations`](crate::operations).

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::webhook::facts::WebhookAnswer;
use crate::webhook::{Format, Letter, Webhook, stream};
use crate::workspace::audit::{WebhookChange, WebhookChanged};
use crate::workspace::ops::noted::{Noted, WebhookDid, WebhookNoted};
use kernel::actor::Actor;
use kernel::answer::is_zero;
use kernel::error::{Code, Error, Result};
use kernel::time::Time;
use kernel::view::View;

pub mod webhook_create;
pub mod webhook_delete;
pub mod webhook_edit;
pub mod webhook_list;
pub mod webhook_report;
pub mod webhook_resend;
pub mod webhook_rotate;
pub mod webhook_test;

/// The longest name, in bytes.
const LONGEST_NAME: usize = 100;

/// A webhook as answers show it: neither its whole address nor its secret.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookShown {
    /// Its id.
    pub webhook: String,
    /// What people call it.
    pub name: Arc<str>,
    /// Where it leads: the scheme, the host and the port of its address.
    pub origin: Arc<str>,
    /// What it tells.
    pub kinds: Vec<Arc<str>>,
    /// In which form.
    pub format: Format,
    /// When it was made.
    pub created_at: Time,
    /// Who made it.
    pub created_by: Option<Actor>,
    /// Why nothing is sent for now.
    pub paused: Option<Arc<str>>,
    /// How many messages arrived.
    pub sent: u64,
    /// The receiver's last answer.
    pub answer: Option<WebhookAnswer>,
    /// What came of the last message of `webhook_test`.
    pub test: Option<WebhookAnswer>,
    /// The messages that did not arrive and are sent again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Letter>,
    /// The messages that were given up, for `webhook_resend`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dead: Vec<Letter>,
    /// How many more were given up and are not kept any more.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub dropped: u32,
}

impl WebhookShown {
    fn of(id: &str, webhook: &Webhook) -> Self {
        Self {
            webhook: id.into(),
            name: webhook.name.clone(),
            origin: webhook.origin.clone(),
            kinds: webhook.kinds.clone(),
            format: webhook.format,
            created_at: webhook.created_at,
            created_by: webhook.created_by.clone(),
            paused: webhook.paused.clone(),
            sent: webhook.sent,
            answer: webhook.answer.clone(),
            test: webhook.test.clone(),
            waiting: webhook.waiting.to_vec(),
            dead: webhook.dead.to_vec(),
            dropped: webhook.dropped,
        }
    }
}

/// A secret that is shown once.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookSecret {
    /// The webhook's id.
    pub webhook: String,
    /// What people call it.
    pub name: Arc<str>,
    /// What signs its messages, for whoever receives them. It is shown once: the answer to a retry has none.
    pub secret: Option<String>,
    /// Until when its messages are signed with the secret before, too.
    pub before_until: Option<Time>,
    /// Why there is no secret.
    pub note: Option<String>,
}

impl WebhookSecret {
    /// What is kept for a retry.
    fn kept(&self) -> Self {
        let note = "The secret was shown once, in the first answer. If it was lost, `webhook_rotate` makes another.";
        Self {
            secret: None,
            note: Some(note.into()),
            ..self.clone()
        }
    }
}

/// A webhook that is there.
async fn existing(view: &View, id: &str) -> Result<Arc<Webhook>> {
    let webhook = match view.state::<Webhook>(&stream(id)).await {
        Ok((webhook, _)) => webhook,
        Err(error) if error.code == Code::Gone => Arc::default(),
        Err(error) => return Err(error),
    };
    webhook.must_exist(id)?;
    Ok(webhook)
}

/// What was done to a webhook, for the audit and for itself.
fn noted(id: &str, webhook: &Webhook, change: WebhookChange, did: Option<WebhookDid>) -> Noted {
    Noted::Webhook(WebhookNoted {
        webhook: id.into(),
        audit: Some(WebhookChanged {
            webhook: id.into(),
            name: webhook.name.to_string(),
            origin: webhook.origin.to_string(),
            change,
        }),
        did,
    })
}

/// A name for people; that of the host when none is given.
fn name(given: Option<&str>, origin: &str) -> Result<Arc<str>> {
    let given = given.map(str::trim).filter(|name| !name.is_empty());
    let Some(name) = given else {
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        return Ok(host.chars().take(LONGEST_NAME).collect::<String>().into());
    };
    if name.len() > LONGEST_NAME || name.contains(char::is_control) {
        let detail = format!("expected one line of at most {LONGEST_NAME} bytes");
        return Err(Error::field("/name", detail));
    }
    Ok(name.into())
}
