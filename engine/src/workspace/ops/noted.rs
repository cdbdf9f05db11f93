//! Records events outside the log in the workspace: changes to tokens, people, keys, and the URLs and secrets of
//! webhooks. Internal: callers record their own actions, so no API exposes it.

use kernel::prelude::*;
use std::sync::Arc;

use crate::webhook::facts::{WebhookCreated, WebhookDeleted, WebhookEdited, WebhookTestAsked};
use crate::webhook::{self, Webhook};
use crate::workspace::audit::{
    BackupRestored, Erased, KeyRotated, LinkMade, PasswordChanged, PersonCreated, SignInFailed,
    SignedIn, TokenExpired, TokenUsed, WebhookChanged,
};
use crate::workspace::{Event, TokenCreated, TokenRevoked, Workspace};
use kernel::actor::Caller;
use kernel::view::Services;

/// An event to record.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Noted {
    /// A token was created.
    TokenCreated(TokenCreated),
    /// A token was revoked.
    TokenRevoked(TokenRevoked),
    /// A token was used for the first time.
    TokenUsed(TokenUsed),
    /// A token expired.
    TokenExpired(TokenExpired),
    /// A person signed in.
    SignedIn(SignedIn),
    /// A sign-in failed.
    SignInFailed(SignInFailed),
    /// A person's account was created.
    PersonCreated(PersonCreated),
    /// A person's password was changed.
    PasswordChanged(PasswordChanged),
    /// A one-time link was created.
    LinkMade(LinkMade),
    /// Data is being erased.
    Erased(Erased),
    /// The key was rotated.
    KeyRotated(KeyRotated),
    /// A backup was restored.
    BackupRestored(BackupRestored),
    /// A webhook was changed.
    Webhook(WebhookNoted),
}

/// A change to a webhook.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WebhookNoted {
    /// Id of the webhook.
    pub webhook: String,
    /// The fact for the audit, if any.
    pub audit: Option<WebhookChanged>,
    /// The fact for the webhook's own stream, if any.
    pub did: Option<WebhookDid>,
}

/// A fact for the webhook's own stream.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookDid {
    /// It was created.
    Created(WebhookCreated),
    /// It was changed.
    Edited(WebhookEdited),
    /// It was deleted.
    Deleted(WebhookDeleted),
    /// A test message was requested.
    TestAsked(WebhookTestAsked),
}

impl Noted {
    /// Records the event in the workspace, in the name of `caller`.
    ///
    /// # Errors
    /// Returns `unavailable` if the log cannot be written.
    pub async fn tell(&self, services: Arc<dyn Services>, caller: Caller) -> Result<()> {
        let what = serde_json::to_string(self)
            .map_err(|error| Error::internal(format!("what happened has no JSON form: {error}")))?;
        services.record_event(what, self.once(), caller).await
    }
}

impl Operation for Noted {
    type Output = ();
    const SPEC: Spec = spec!(Write "noted" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

impl Noted {
    /// Returns the key under which an event that every node notices is recorded once.
    fn once(&self) -> Option<String> {
        match self {
            Self::TokenUsed(body) => Some(format!("token_used {}", body.token)),
            Self::TokenExpired(body) => Some(format!("token_expired {}", body.token)),
            _ => None,
        }
    }

    /// Returns the fact for the workspace, if there is one.
    fn event(self) -> Option<Event> {
        Some(match self {
            Self::Webhook(noted) => noted.audit?.into(),
            Self::TokenCreated(body) => body.into(),
            Self::TokenRevoked(body) => body.into(),
            Self::TokenUsed(body) => body.into(),
            Self::TokenExpired(body) => body.into(),
            Self::SignedIn(body) => body.into(),
            Self::SignInFailed(body) => body.into(),
            Self::PersonCreated(body) => body.into(),
            Self::PasswordChanged(body) => body.into(),
            Self::LinkMade(body) => body.into(),
            Self::Erased(body) => body.into(),
            Self::KeyRotated(body) => body.into(),
            Self::BackupRestored(body) => body.into(),
        })
    }
}

fn decide(op: &Noted, tx: &mut Tx) -> Result<()> {
    if let Noted::Webhook(WebhookNoted {
        webhook,
        did: Some(did),
        ..
    }) = op
    {
        let draft = tx.draft::<Webhook>(&webhook::stream(webhook))?;
        match did.clone() {
            WebhookDid::Created(body) => draft.record(body),
            WebhookDid::Edited(body) => draft.record(body),
            WebhookDid::Deleted(body) => draft.record(body),
            WebhookDid::TestAsked(body) => draft.record(body),
        }
    }
    if let Some(event) = op.clone().event() {
        tx.draft::<Workspace>(&StreamId::workspace())?.record(event);
    }
    Ok(())
}
