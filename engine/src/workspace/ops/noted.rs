//! Says in the workspace what happened beside the log: to tokens, people, keys, the addresses and secrets of webhooks.
//! No door leads here: who did it notes it, in their own name.

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

/// What happened.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Noted {
    /// A token was made.
    TokenCreated(TokenCreated),
    /// A token was ended.
    TokenRevoked(TokenRevoked),
    /// A token was used for the first time.
    TokenUsed(TokenUsed),
    /// A token ended by itself.
    TokenExpired(TokenExpired),
    /// A person signed in.
    SignedIn(SignedIn),
    /// Somebody could not sign in.
    SignInFailed(SignInFailed),
    /// A person was made.
    PersonCreated(PersonCreated),
    /// A person got another password.
    PasswordChanged(PasswordChanged),
    /// A link was made.
    LinkMade(LinkMade),
    /// Something is being erased.
    Erased(Erased),
    /// The key was replaced.
    KeyRotated(KeyRotated),
    /// A backup was restored.
    BackupRestored(BackupRestored),
    /// Something was done to a webhook.
    Webhook(WebhookNoted),
}

/// What was done to a webhook.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WebhookNoted {
    /// Its id.
    pub webhook: String,
    /// What the audit says of it.
    pub audit: Option<WebhookChanged>,
    /// What it says of itself.
    pub did: Option<WebhookDid>,
}

/// What a webhook says of itself.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookDid {
    /// It was made.
    Created(WebhookCreated),
    /// It was changed.
    Edited(WebhookEdited),
    /// It was deleted.
    Deleted(WebhookDeleted),
    /// Somebody wants to see whether a message arrives.
    TestAsked(WebhookTestAsked),
}

impl Noted {
    /// Says it in the workspace, in the name of `caller`, who did it.
    ///
    /// # Errors
    /// `unavailable` when the log cannot be written.
    pub async fn tell(&self, services: Arc<dyn Services>, caller: Caller) -> Result<()> {
        let what = serde_json::to_string(self)
            .map_err(|error| Error::internal(format!("what happened has no JSON form: {error}")))?;
        services.noted(what, caller).await
    }
}

impl Operation for Noted {
    type Output = ();
    const SPEC: Spec = spec!(Write "noted" Access::SYSTEM);
    const HOW: How<Self> = How::Decide(decide);
}

impl Noted {
    /// What the workspace says of it, if anything.
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
