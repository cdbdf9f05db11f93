//! What is noted of the workspace for its owners alone: who came in and who tried to, what became of tokens and
//! of keys, what was erased. Nothing here is a secret, nor what somebody typed who is not known.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use kernel::actor::Role;
use kernel::id::Id;
use kernel::stream::StreamId;
use kernel::time::Time;

/// Declares what the audit tells: each kind's name, and where else it is shown.
macro_rules! kinds {
    ($( $(#[$doc:meta])* $kind:ident = $name:literal $shown:ident, )+) => {
        /// A kind of fact that the audit tells.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum AuditKind {
            $( $(#[$doc])* $kind, )+
        }

        impl AuditKind {
            /// All of them.
            pub const ALL: &'static [Self] = &[ $( Self::$kind ),+ ];

            /// Its name, which is the fact's.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$kind => $name, )+
                }
            }

            const fn shown(self) -> FactAudience {
                match self {
                    $( Self::$kind => FactAudience::$shown, )+
                }
            }
        }
    };
}

/// Where a fact is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FactAudience {
    /// In the audit alone.
    Audit,
    /// In the feeds of people too.
    People,
    /// In all feeds too.
    Feeds,
}

kinds! {
    /// A person signed in.
    SignedIn = "signed_in" Audit,
    /// Somebody could not sign in.
    SignInFailed = "sign_in_failed" Audit,
    /// A person was made who can sign in.
    PersonCreated = "person_created" Audit,
    /// A person was given another password.
    PasswordChanged = "password_changed" Audit,
    /// A link was made that lets somebody in once.
    LinkMade = "link_made" Audit,
    /// An agent was made known, or given another role.
    AgentRegistered = "agent_registered" Feeds,
    /// An agent was stopped from claiming tasks.
    AgentPaused = "agent_paused" Feeds,
    /// An agent may claim tasks again.
    AgentResumed = "agent_resumed" Feeds,
    /// A token was made.
    TokenCreated = "token_created" People,
    /// A token was used for the first time.
    TokenUsed = "token_used" Audit,
    /// A token was ended.
    TokenRevoked = "token_revoked" People,
    /// A token ended by itself.
    TokenExpired = "token_expired" Audit,
    /// Settings were made or given back.
    SettingsChanged = "settings_changed" People,
    /// A webhook was made, changed or deleted, or given another secret.
    WebhookChanged = "webhook_changed" People,
    /// Long-term memories were forgotten, to be erased later.
    MemoriesForgotten = "memories_forgotten" Audit,
    /// A workflow was taken in with its history.
    WorkflowTakenIn = "workflow_taken_in" People,
    /// Something was erased for good.
    Erased = "erased" Audit,
    /// The key under which secrets are hashed was replaced.
    KeyRotated = "key_rotated" Audit,
    /// A backup was put in the place of the folder.
    BackupRestored = "backup_restored" Audit,
}

impl AuditKind {
    /// The kind of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

/// Where facts of a kind are shown.
pub(super) fn shown(kind: &str) -> FactAudience {
    AuditKind::parse(kind).map_or(FactAudience::Feeds, AuditKind::shown)
}

/// Whether only the audit shows facts of a kind.
#[must_use]
pub fn is_for_audit(kind: &str) -> bool {
    shown(kind) == FactAudience::Audit
}

/// How somebody came in.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// With a password.
    Password,
    /// By a link that works once.
    Link,
    /// By the first start's link.
    Setup,
}

/// Body of `signed_in`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SignedIn {
    /// The person.
    pub person: String,
    /// How.
    pub by: Way,
    /// From where.
    pub address: String,
}

/// Body of `sign_in_failed`: failures of one name at one address within some minutes are one fact, or two.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SignInFailed {
    /// Whom they wanted to be, where there is such a person: what else was typed may be a password.
    pub person: Option<String>,
    /// How they tried; nothing when there were too many to tell apart.
    pub by: Option<Way>,
    /// From where, of an IPv6 network the first one; nothing when there were too many to tell apart.
    pub address: Option<String>,
    /// How often.
    pub times: u32,
    /// How often of these they had to wait, and what they sent was not looked at.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub rate_limited: u32,
    /// Since when.
    pub since: Time,
}

/// Body of `person_created`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PersonCreated {
    /// Their name.
    pub name: String,
    /// owner, member or viewer.
    pub role: Role,
}

/// Body of `password_changed`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PasswordChanged {
    /// Whose.
    pub person: String,
}

/// Body of `link_made`: a link that lets somebody in once, without its secret.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LinkMade {
    /// Whom it signs in; whoever becomes the first owner without.
    pub person: Option<String>,
}

/// Body of `token_used`: somebody called with it for the first time.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TokenUsed {
    /// The token's public id.
    pub token: String,
    /// The agent it is for.
    pub agent: String,
    /// From where.
    pub address: String,
}

/// Body of `token_expired`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TokenExpired {
    /// The token's public id.
    pub token: String,
    /// The agent it was for.
    pub agent: String,
    /// When it ended.
    pub expires_at: Time,
}

/// Body of `webhook_changed`: neither its whole address nor its secret is here.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WebhookChanged {
    /// Its id.
    pub webhook: String,
    /// What people call it.
    pub name: String,
    /// Where it leads: the scheme, the host and the port of its address.
    pub origin: String,
    /// What was done.
    pub change: WebhookChange,
}

/// What was done to a webhook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WebhookChange {
    /// It was made.
    Created,
    /// It was changed.
    Edited,
    /// It was given another address.
    Moved,
    /// Nothing is sent for now.
    Paused,
    /// It goes on.
    Resumed,
    /// It was given another secret.
    Rotated,
    /// It was deleted.
    Deleted,
}

/// Body of `memories_forgotten`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MemoriesForgotten {
    /// The cores they were in.
    pub cores: Vec<StreamId>,
    /// How many.
    pub memories: u64,
}

/// Body of `workflow_taken_in`: who did what in the workflow is said by the file alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WorkflowTakenIn {
    /// The workflow.
    pub workflow: Id,
    /// How many facts it had in the file.
    pub facts: u64,
}

/// Body of `erased`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Erased {
    /// What: a stream, or facts of one as `workflow:01J… 3-5`; at most a hundred.
    pub what: Vec<String>,
    /// How much more.
    #[serde(default, skip_serializing_if = "kernel::answer::is_zero")]
    pub more: u32,
    /// Whether what was made of it went too.
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
    /// Up to which position of the log the backup has it.
    pub position: u64,
    /// When the backup was made. All sessions and one-time links ended with the restore.
    pub made_at: Option<Time>,
    /// Tokens that were revoked after the backup and stay revoked. Without it there were no accounts to compare with:
    /// what was revoked since is valid again.
    pub tokens_revoked: Option<u64>,
    /// People whose password was changed after the backup and who keep the newer one.
    pub passwords_kept: Option<u64>,
}
