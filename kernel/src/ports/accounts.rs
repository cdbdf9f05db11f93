//! Port for agents' tokens and people's logins. They are stored outside the log, because a fact never holds a secret.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::actor::{Actor, Role};
use crate::error::Result;
use crate::future::Fut;
use crate::id::Id;
use crate::time::Time;

/// A token without its secret.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenInfo {
    /// Public id of the token.
    pub id: String,
    /// Agent that the token is for.
    pub agent: String,
    /// Role that the token grants.
    pub role: Role,
    /// Time of creation.
    pub created_at: Time,
    /// Creator of the token.
    pub created_by: String,
    /// Time of expiry; none if it does not expire.
    pub expires_at: Option<Time>,
    /// Time of the first call with it. For tokens older than this record, the first call since.
    pub first_used_at: Option<Time>,
    /// Time of revocation.
    pub revoked_at: Option<Time>,
    /// The only workflow that calls with it may change; none means all.
    pub workflow: Option<Id>,
    /// The only user whose sessions and memories calls with it reach; none means all users.
    pub user_id: Option<String>,
    /// The only namespace whose sessions and memories calls with it reach; none means all.
    pub namespace: Option<String>,
    /// Tools that MCP offers to callers with this token. Default: the everyday tools.
    pub tools: Option<String>,
}

/// Terms of a new token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Role that the token grants.
    pub role: Role,
    /// Time of expiry; `None` if it does not expire.
    pub expires_at: Option<Time>,
    /// The only workflow that calls with it may change; `None` for all.
    pub workflow: Option<Id>,
    /// The only user whose sessions and memories calls with it reach; `None` for all users.
    pub user_id: Option<String>,
    /// The only namespace whose sessions and memories calls with it reach; `None` for all.
    pub namespace: Option<String>,
    /// Tools that MCP offers to callers with this token; `None` for the everyday tools.
    pub tools: Option<String>,
}

impl Terms {
    /// Returns terms with all permissions of a role and without an expiry.
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

/// Sender of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    /// Public id of the token.
    pub id: String,
    /// True if this is the first call with the token.
    pub is_new: bool,
    /// True if the token is stored under a hash key that has been replaced since.
    pub is_stale: bool,
    /// The agent, in the token's role.
    pub actor: Actor,
    /// The only workflow that the bearer may change; `None` for all.
    pub workflow: Option<Id>,
    /// Time of expiry; `None` if the token does not expire.
    pub expires_at: Option<Time>,
    /// Tools that MCP offers to the bearer; `None` for the everyday tools.
    pub tools: Option<String>,
}

/// A new token with its secret, which cannot be read again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Minted {
    /// The token without its secret.
    pub info: TokenInfo,
    /// The secret, sent as `Authorization: Bearer …`.
    pub token: String,
}

/// Destination of a webhook's messages and the secrets that sign them. Has no printable form.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookTarget {
    /// The whole address, which is often a secret itself.
    pub url: String,
    /// Secrets as their receiver got them: the current one, and the previous one while it is valid.
    pub secrets: Vec<String>,
}

/// Id of a new webhook and its secret, which cannot be read again.
#[derive(Clone, PartialEq, Eq)]
pub struct NewWebhook {
    /// Id of the webhook.
    pub id: String,
    /// The secret: `whsec_` and base64.
    pub secret: String,
}

/// A person who can sign in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Person {
    /// Name of the person.
    pub name: String,
    /// Role: owner, member or viewer.
    pub role: Role,
    /// Time of creation.
    pub created_at: Time,
    /// Time at which the password was set: sessions that began before have ended.
    pub password_at: Time,
}

/// Storage for tokens, logins and webhook secrets.
pub trait Accounts: Send + Sync {
    /// Creates a token for an agent.
    fn mint<'a>(
        &'a self,
        agent: &'a str,
        terms: Terms,
        by: &'a str,
        now: Time,
    ) -> Fut<'a, Result<Minted>>;
    /// Returns the bearer of a token; `None` if it is unknown, revoked or expired. Fast: no slow hash, no disk.
    fn verify(&self, token: &str, now: Time) -> Option<Bearer>;
    /// Returns a keyed hash of a text: stable as long as the key is, and not computable without the key.
    fn hash_text(&self, text: &str) -> u64;
    /// Revokes a token. Returns `not_found` if no token has that id.
    fn revoke<'a>(&'a self, id: &'a str, now: Time) -> Fut<'a, Result<()>>;
    /// Returns all tokens, newest first.
    fn tokens(&self) -> Fut<'_, Result<Vec<TokenInfo>>>;
    /// Creates a person. Returns `conflict` if the name is taken, `invalid` if the password has fewer than 8
    /// characters.
    fn create_person<'a>(
        &'a self,
        name: &'a str,
        role: Role,
        password: &'a str,
        now: Time,
    ) -> Fut<'a, Result<Person>>;
    /// Sets a person's password and ends their sessions. Returns `not_found` if no person has that name, `invalid` as
    /// above.
    fn set_password<'a>(
        &'a self,
        name: &'a str,
        password: &'a str,
        now: Time,
    ) -> Fut<'a, Result<Person>>;
    /// Returns the person with that name and password. Takes as long for an unknown name as for a wrong password.
    fn sign_in<'a>(&'a self, name: &'a str, password: &'a str) -> Fut<'a, Result<Option<Person>>>;
    /// Returns the person of that name.
    fn person<'a>(&'a self, name: &'a str) -> Fut<'a, Result<Option<Person>>>;
    /// Returns all people, sorted by name.
    fn people(&self) -> Fut<'_, Result<Vec<Person>>>;
    /// Stores the address of a new webhook and creates its id and its secret.
    fn add_webhook<'a>(&'a self, url: &'a str) -> Fut<'a, Result<NewWebhook>>;
    /// Returns the destination of a webhook's messages; `None` if no webhook has that id.
    fn webhook<'a>(&'a self, id: &'a str, now: Time) -> Fut<'a, Result<Option<WebhookTarget>>>;
    /// Changes a webhook's address. Returns `not_found` if no webhook has that id.
    fn move_webhook<'a>(&'a self, id: &'a str, url: &'a str) -> Fut<'a, Result<()>>;
    /// Creates a new secret for a webhook; the previous one is valid until `until`. Returns `not_found` as above.
    fn rotate_webhook<'a>(&'a self, id: &'a str, until: Time) -> Fut<'a, Result<String>>;
    /// Deletes the address and the secrets of a webhook, if it exists.
    fn forget_webhook<'a>(&'a self, id: &'a str) -> Fut<'a, Result<()>>;
}
