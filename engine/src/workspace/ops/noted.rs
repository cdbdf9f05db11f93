//! Says in the workspace what happened beside the log: to tokens, people, keys. No door leads here: who did it
//! notes it, in their own name.

use kernel::prelude::*;
use std::sync::Arc;

use crate::workspace::audit::{
    BackupRestored, Erased, KeyRotated, LinkMade, PasswordChanged, PersonCreated, SignInFailed,
    SignedIn, TokenExpired, TokenUsed,
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

impl From<Noted> for Event {
    fn from(noted: Noted) -> Self {
        match noted {
            Noted::TokenCreated(body) => body.into(),
            Noted::TokenRevoked(body) => body.into(),
            Noted::TokenUsed(body) => body.into(),
            Noted::TokenExpired(body) => body.into(),
            Noted::SignedIn(body) => body.into(),
            Noted::SignInFailed(body) => body.into(),
            Noted::PersonCreated(body) => body.into(),
            Noted::PasswordChanged(body) => body.into(),
            Noted::LinkMade(body) => body.into(),
            Noted::Erased(body) => body.into(),
            Noted::KeyRotated(body) => body.into(),
            Noted::BackupRestored(body) => body.into(),
        }
    }
}

fn decide(op: &Noted, tx: &mut Tx) -> Result<()> {
    let workspace = tx.draft::<Workspace>(&StreamId::workspace())?;
    workspace.record(Event::from(op.clone()));
    Ok(())
}
