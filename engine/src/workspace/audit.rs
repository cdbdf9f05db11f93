//! The audit: facts of the workspace for its owners, about sign-ins, tokens, keys and erasures. They contain no
//! secrets, and no input of unknown people.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use kernel::actor::Role;
use kernel::id::Id;
use kernel::stream::StreamId;
use kernel::time::Time;

/// Declares the kinds of audit facts, each with its name and its audience.
macro_rules! kinds {
    ($( $(#[$doc:meta])* $kind:ident = $name:literal $shown:ident, )+) => {
        /// Kind of an audit fact.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum AuditKind {
            $( $(#[$doc])* $kind, )+
        }

        impl AuditKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[ $( Self::$kind ),+ ];

            /// Returns the name, which is that of the fact.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$kind => $name, )+
                }
            }

            const fn audience(self) -> FactAudience {
                match self {
                    $( Self::$kind => FactAudience::$shown, )+
                }
            }
        }
    };
}

/// Audience of a fact.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FactAudience {
    /// The audit only.
    Audit,
    /// The audit and the feeds of people.
    People,
    /// The audit and all feeds.
    Feeds,
}

kinds! {
    /// A person signed in.
    SignedIn = "signed_in" Audit,
    /// A sign-in failed.
    SignInFailed = "sign_in_failed" Audit,
    /// A person's account was created.
    PersonCreated = "person_created" Audit,
    /// A person's password was changed.
    PasswordChanged = "password_changed" Audit,
    /// A one-time sign-in link was created.
    LinkMade = "link_made" Audit,
    /// An agent was registered, or given another role.
    AgentRegistered = "agent_registered" Feeds,
    /// An agent was paused: it may not claim tasks.
    AgentPaused = "agent_paused" Feeds,
    /// An agent was resumed: it may claim tasks again.
    AgentResumed = "agent_resumed" Feeds,
    /// A token was created.
    TokenCreated = "token_created" People,
    /// A token was used for the first time.
    TokenUsed = "token_used" Audit,
    /// A token was revoked.
    TokenRevoked = "token_revoked" People,
    /// A token expired.
    TokenExpired = "token_expired" Audit,
    /// Settings were changed or reset.
    SettingsChanged = "settings_changed" People,
    /// A webhook was created, changed or deleted, or its secret was rotated.
    WebhookChanged = "webhook_changed" People,
    /// Long-term memories were forgotten, to be erased later.
    MemoriesForgotten = "memories_forgotten" Audit,
    /// A workflow was imported with its history.
    WorkflowTakenIn = "workflow_taken_in" People,
    /// Data was erased.
    Erased = "erased" Audit,
    /// The key for hashing secrets was rotated.
    KeyRotated = "key_rotated" Audit,
    /// The data folder was restored from a backup.
    BackupRestored = "backup_restored" Audit,
}

impl AuditKind {
    /// Returns the kind with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// Returns the audience of facts of a kind.
pub(super) fn audience_of(kind: &str) -> FactAudience {
    AuditKind::parse(kind).map_or(FactAudience::Feeds, AuditKind::audience)
}

/// Returns true if only the audit shows facts of a kind.
#[must_use]
pub fn is_for_audit(kind: &str) -> bool {
    audience_of(kind) == FactAudience::Audit
}

/// Method of a sign-in.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// With a password.
    Password,
    /// By a one-time link.
    Link,
    /// By the link of the first start.
    Setup,
}

/// Body of `signed_in`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SignedIn {
    /// Name of the person.
    pub person: String,
    /// Method of the sign-in.
    pub by: Way,
    /// IP address of the client.
    pub address: String,
}

/// Body of `sign_in_failed`: failures for one name at one address within some minutes are one fact, or two.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SignInFailed {
    /// Name of the person, if it exists: other input may be a password.
    pub person: Option<String>,
    /// Method of the attempts; absent if there were too many to tell apart.
    pub by: Option<Way>,
    /// IP address of the client, for an IPv6 network the first one; absent if there were too many to tell apart.
    pub address: Option<String>,
    /// Number of failures.
    pub times: u32,
    /// Number of failures that were rejected unread by the rate limit.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub rate_limited: u32,
    /// Time of the first failure.
    pub since: Time,
}

/// Body of `person_created`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PersonCreated {
    /// Name of the person.
    pub name: String,
    /// Role: owner, member or viewer.
    pub role: Role,
}

/// Body of `password_changed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PasswordChanged {
    /// Name of the person.
    pub person: String,
}

/// Body of `link_made`: a one-time sign-in link, without its secret.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LinkMade {
    /// The person it signs in; absent for the link that creates the first owner.
    pub person: Option<String>,
}

/// Body of `token_used`: the first call with the token.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TokenUsed {
    /// Public id of the token.
    pub token: String,
    /// The agent it is for.
    pub agent: String,
    /// IP address of the client.
    pub address: String,
}

/// Body of `token_expired`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TokenExpired {
    /// Public id of the token.
    pub token: String,
    /// The agent it was for.
    pub agent: String,
    /// Time of its expiry.
    pub expires_at: Time,
}

/// Body of `webhook_changed`: without the full URL and the secret.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WebhookChanged {
    /// Id of the webhook.
    pub webhook: String,
    /// Display name.
    pub name: String,
    /// Target of the webhook: scheme, host and port of its URL.
    pub origin: String,
    /// Kind of change.
    pub change: WebhookChange,
}

/// Kind of a change to a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookChange {
    /// It was created.
    Created,
    /// Its name, kinds or format were changed.
    Edited,
    /// Its URL was changed.
    Moved,
    /// It was paused.
    Paused,
    /// It was resumed.
    Resumed,
    /// Its secret was rotated.
    Rotated,
    /// It was deleted.
    Deleted,
}

/// Body of `memories_forgotten`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoriesForgotten {
    /// Cores that held the memories.
    pub cores: Vec<StreamId>,
    /// Number of memories.
    pub memories: u64,
}

/// Body of `workflow_taken_in`: the authors of the workflow's facts are known from the file alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowTakenIn {
    /// Id of the workflow.
    pub workflow: Id,
    /// Number of facts in the file.
    pub facts: u64,
}

/// Body of `erased`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Erased {
    /// The erased data: streams, or facts of one as `workflow:01J… 3-5`; at most a hundred.
    pub what: Vec<String>,
    /// Number of further entries.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub more: u32,
    /// True if derived data was erased too.
    pub cascade: bool,
}

/// Body of `key_rotated`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct KeyRotated {}

/// Body of `backup_restored`. Facts of earlier versions have only the position: their restores left sessions and
/// revoked tokens valid.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BackupRestored {
    /// Position of the log up to which the backup reaches.
    pub position: u64,
    /// Time of the backup. All sessions and one-time links ended with the restore.
    pub made_at: Option<Time>,
    /// Number of tokens that were revoked after the backup and stay revoked. Absent if there were no accounts to
    /// compare with: tokens revoked since are valid again.
    pub tokens_revoked: Option<u64>,
    /// Number of people whose password was changed after the backup and who keep the newer one.
    pub passwords_kept: Option<u64>,
}
