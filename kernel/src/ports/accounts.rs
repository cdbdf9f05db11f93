//! Agents' tokens and people's logins. They lie beside the log: a fact never holds a secret.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::actor::{Actor, Role};
use crate::error::Result;
use crate::future::Fut;
use crate::id::Id;
use crate::time::Time;

/// A token, without the secret.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenInfo {
    /// The token's public id.
    pub id: String,
    /// The agent it is for.
    pub agent: String,
    /// The role it gives.
    pub role: Role,
    /// When it was made.
    pub created_at: Time,
    /// Who made it.
    pub created_by: String,
    /// When it ends by itself.
    pub expires_at: Option<Time>,
    /// When somebody first called with it; of tokens that are older than this record, first since then.
    pub first_used_at: Option<Time>,
    /// When it was revoked.
    pub revoked_at: Option<Time>,
    /// The one workflow that calls with it may change; all of them without one.
    pub workflow: Option<Id>,
    /// The only user whose sessions and memories calls with it reach; those of all without one.
    pub user_id: Option<String>,
    /// The only namespace whose sessions and memories calls with it reach; all of them without one.
    pub namespace: Option<String>,
    /// Which tools MCP offers to who brings it; those of every day without any.
    pub tools: Option<String>,
}

/// What a token is made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The role it gives.
    pub role: Role,
    /// When it ends by itself.
    pub expires_at: Option<Time>,
    /// The one workflow that calls with it may change; all of them without one.
    pub workflow: Option<Id>,
    /// The only user whose sessions and memories calls with it reach; those of all without one.
    pub user_id: Option<String>,
    /// The only namespace whose sessions and memories calls with it reach; all of them without one.
    pub namespace: Option<String>,
    /// Which tools MCP offers to who brings it; those of every day without any.
    pub tools: Option<String>,
}

impl Terms {
    /// All that a role may, without an end.
    #[must_use]
    pub const fn of(role: Role) -> Self {
        Self {
            role,
            expires_at: None,
            workflow: None,
            user_id: None,
            namespace: None,
            tools: None,
        }
    }
}

/// Who sends a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    /// The token's public id.
    pub id: String,
    /// Whether nobody called with it before.
    pub is_new: bool,
    /// Whether it is known under a key that was replaced since.
    pub is_stale: bool,
    /// The agent, in the token's role.
    pub actor: Actor,
    /// The one workflow they may change; all of them without one.
    pub workflow: Option<Id>,
    /// When the token ends by itself.
    pub expires_at: Option<Time>,
    /// Which tools MCP offers them; those of every day without any.
    pub tools: Option<String>,
}

/// A new token with its secret, which nobody can read again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Minted {
    /// What is known of it.
    pub info: TokenInfo,
    /// What to send as `Authorization: Bearer …`.
    pub token: String,
}

/// Where the messages of a webhook go, and what signs them. It has no form in which it could be shown.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookTarget {
    /// The whole address, which is often a secret itself.
    pub url: String,
    /// The secrets as their receiver was given them: the one in use, and the one before while that holds still.
    pub secrets: Vec<String>,
}

/// A new webhook's id, and the secret that nobody can read again.
#[derive(Clone, PartialEq, Eq)]
pub struct NewWebhook {
    /// The id.
    pub id: String,
    /// The secret: `whsec_` and base64.
    pub secret: String,
}

/// A person who can sign in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// Their name.
    pub name: String,
    /// owner, member or viewer.
    pub role: Role,
    /// Since when.
    pub created_at: Time,
    /// When their password was set: sessions that began before have ended.
    pub password_at: Time,
}

/// Tokens and logins on a real thing.
pub trait Accounts: Send + Sync {
    /// Makes a token for an agent.
    fn mint<'a>(
        &'a self,
        agent: &'a str,
        terms: Terms,
        by: &'a str,
        now: Time,
    ) -> Fut<'a, Result<Minted>>;
    /// Whose token this is, if it is one, not revoked and not expired. Fast: no slow hash, no disk.
    fn verify(&self, token: &str, now: Time) -> Option<Bearer>;
    /// A keyed hash of a text: the same as long as the key is, and nobody without the key can tell it.
    fn keyed(&self, text: &str) -> u64;
    /// Ends a token. `not_found` when there is none of that id.
    fn revoke<'a>(&'a self, id: &'a str, now: Time) -> Fut<'a, Result<()>>;
    /// All tokens, newest first.
    fn tokens(&self) -> Fut<'_, Result<Vec<TokenInfo>>>;
    /// Makes a person, or `conflict` when the name is taken. `invalid` when the password has fewer
    /// than 8 characters.
    fn create_person<'a>(
        &'a self,
        name: &'a str,
        role: Role,
        password: &'a str,
        now: Time,
    ) -> Fut<'a, Result<Person>>;
    /// Gives a person another password, which ends their sessions. `not_found` when there is none of that
    /// name, `invalid` as above.
    fn set_password<'a>(
        &'a self,
        name: &'a str,
        password: &'a str,
        now: Time,
    ) -> Fut<'a, Result<Person>>;
    /// The person of that name and password. Takes as long for an unknown name as for a wrong password.
    fn sign_in<'a>(&'a self, name: &'a str, password: &'a str) -> Fut<'a, Result<Option<Person>>>;
    /// The person of that name.
    fn person<'a>(&'a self, name: &'a str) -> Fut<'a, Result<Option<Person>>>;
    /// All people, by name.
    fn people(&self) -> Fut<'_, Result<Vec<Person>>>;
    /// Keeps a new webhook's address, and makes its id and its secret.
    fn add_webhook<'a>(&'a self, url: &'a str) -> Fut<'a, Result<NewWebhook>>;
    /// Where a webhook's messages go; nothing when there is none of that id.
    fn webhook<'a>(&'a self, id: &'a str, now: Time) -> Fut<'a, Result<Option<WebhookTarget>>>;
    /// Gives a webhook another address. `not_found` when there is none of that id.
    fn move_webhook<'a>(&'a self, id: &'a str, url: &'a str) -> Fut<'a, Result<()>>;
    /// Makes a new secret for a webhook; the one before holds until then. `not_found` as above.
    fn rotate_webhook<'a>(&'a self, id: &'a str, until: Time) -> Fut<'a, Result<String>>;
    /// Forgets the address and the secrets of a webhook, if it is there.
    fn forget_webhook<'a>(&'a self, id: &'a str) -> Fut<'a, Result<()>>;
}
