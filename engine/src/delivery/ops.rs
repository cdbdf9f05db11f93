//! Operations on webhooks. Each operation is one file; the table is in [`operations`](crate::operations).

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

/// Maximum length of a name, in bytes.
const LONGEST_NAME: usize = 100;

/// A webhook without its full URL and its secret.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookShown {
    /// Id of the webhook.
    pub webhook: String,
    /// Display name.
    pub name: Arc<str>,
    /// Target: scheme, host and port of its URL.
    pub origin: Arc<str>,
    /// Kinds of messages it sends.
    pub kinds: Vec<Arc<str>>,
    /// Format of its messages.
    pub format: Format,
    /// Time of its creation.
    pub created_at: Time,
    /// Its creator.
    pub created_by: Option<Actor>,
    /// Reason why it is paused.
    pub paused: Option<Arc<str>>,
    /// Number of delivered messages.
    pub sent: u64,
    /// Last response of the receiver.
    pub answer: Option<WebhookAnswer>,
    /// Result of the last `webhook_test`.
    pub test: Option<WebhookAnswer>,
    /// Failed messages that wait for a retry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Letter>,
    /// Messages that were given up; send them with `webhook_resend`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dead: Vec<Letter>,
    /// Number of further messages that were given up and are no longer stored.
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

/// A secret, returned once.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookSecret {
    /// Id of the webhook.
    pub webhook: String,
    /// Display name.
    pub name: Arc<str>,
    /// Signing secret for the receiver. Returned once: the response to a retry omits it.
    pub secret: Option<String>,
    /// Time until which messages are also signed with the previous secret.
    pub before_until: Option<Time>,
    /// Reason why there is no secret.
    pub note: Option<String>,
}

impl WebhookSecret {
    /// Returns the response that is stored for retries.
    fn without_secret(&self) -> Self {
        let note = "The secret was shown once, in the first answer. If it was lost, `webhook_rotate` makes another.";
        Self {
            secret: None,
            note: Some(note.into()),
            ..self.clone()
        }
    }
}

/// Loads an existing webhook.
async fn existing(view: &View, id: &str) -> Result<Arc<Webhook>> {
    let webhook = match view.state::<Webhook>(&stream(id)).await {
        Ok((webhook, _)) => webhook,
        Err(error) if error.code == Code::Gone => Arc::default(),
        Err(error) => return Err(error),
    };
    webhook.must_exist(id)?;
    Ok(webhook)
}

/// Builds the record of a change, for the audit and for the webhook's stream.
fn audit_note(
    id: &str,
    webhook: &Webhook,
    change: WebhookChange,
    did: Option<WebhookDid>,
) -> Noted {
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

/// Validates a display name. Default: the host of the URL.
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
