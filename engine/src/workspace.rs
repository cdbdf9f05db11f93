//! The workspace: its agents, their tokens as far as facts record them, and its settings.

use std::sync::Arc;

use imbl::OrdMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::workspace::audit::{
    BackupRestored, Erased, KeyRotated, LinkMade, MemoriesForgotten, PasswordChanged,
    PersonCreated, SignInFailed, SignedIn, TokenExpired, TokenUsed, WebhookChanged,
    WorkflowTakenIn,
};
use crate::workspace::settings::{Overrides, SettingChange};
use kernel::actor::{Actor, Role};
use kernel::events;
use kernel::fact::{Fact, Meta};
use kernel::id::Id;
use kernel::memory::{Guard, Memory, Receipt};
use kernel::notice::Notice;
use kernel::ports::index::{Entry, Text};
use kernel::stream::{StreamId, Version};
use kernel::tenant::{Tenancy, Tenant};
use kernel::time::Time;

pub mod audit;
pub(crate) mod describe;
pub mod erasing;
pub mod names;
pub mod ops;
pub mod settings;

/// An agent that can be given tokens.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Agent {
    /// Name of the agent.
    pub name: String,
    /// Default role; a token may give it another one.
    pub role: Role,
    /// Time of its registration.
    pub registered_at: Time,
    /// Author of its registration.
    pub registered_by: Actor,
    /// Time since when it may not claim tasks, if it is paused.
    pub paused_at: Option<Time>,
    /// Reason for the pause.
    pub paused_reason: Option<String>,
    /// Pending notice that it was paused or resumed, until it is delivered.
    pub untold: Option<Untold>,
}

/// A notice about the agent itself that is not delivered yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Untold {
    /// Version of the fact it reports.
    pub fact: Version,
    /// Author of the change.
    pub by: Actor,
    /// Time of the change.
    pub at: Time,
}

/// The workspace's state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Workspace {
    /// Agents by name.
    pub agents: OrdMap<String, Arc<Agent>>,
    /// Settings made by people; all others follow the configuration.
    #[serde(default)]
    pub settings: Overrides,
    /// Version of the fact that last changed the settings.
    #[serde(default)]
    pub settings_version: Version,
    /// Tokens of agents, by agent.
    #[serde(default)]
    pub tokens: OrdMap<String, AgentTokens>,
    /// Workflows that were imported with their history.
    #[serde(default)]
    pub taken_in: OrdMap<Id, Arc<TakenIn>>,
    /// Number of facts in this state.
    pub version: Version,
}

/// Tokens of an agent, as recorded by facts; the accounts hold their secrets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentTokens {
    /// Ids of tokens that were not revoked, with their expiry.
    pub valid: OrdMap<String, Option<Time>>,
    /// Time at which the last one was revoked.
    pub revoked_at: Option<Time>,
}

/// Import of a workflow from a file: authors of its first facts are known from the file alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TakenIn {
    /// Author of the import.
    pub by: Actor,
    /// Time of the import.
    pub at: Time,
    /// Number of facts in the file.
    pub facts: u64,
}

impl Workspace {
    /// Returns true if the agent is paused and may not claim tasks.
    #[must_use]
    pub fn is_paused(&self, agent: &str) -> bool {
        self.agents
            .get(agent)
            .is_some_and(|agent| agent.paused_at.is_some())
    }

    /// Returns the time since when an agent that had tokens has no valid one; `None` if it has one or never had any.
    #[must_use]
    pub fn without_token_since(&self, agent: &str, now: Time) -> Option<Time> {
        let tokens = self.tokens.get(agent)?;
        let mut since = tokens.revoked_at;
        for expires_at in tokens.valid.values() {
            since = since.max(Some((*expires_at).filter(|at| *at <= now)?));
        }
        since
    }
}

events! {
    /// Events of a workspace.
    pub enum Event {
        /// An agent was registered, or given another role.
        AgentRegistered = "agent_registered" 2 { 1 => std::convert::identity },
        /// An agent was paused: it may not claim tasks.
        AgentPaused = "agent_paused" 1,
        /// An agent was resumed: it may claim tasks again.
        AgentResumed = "agent_resumed" 1,
        /// Agents were notified that they are paused or resumed.
        AgentTold = "agent_told" 1,
        /// A token was created for an agent.
        TokenCreated = "token_created" 1,
        /// A token was revoked.
        TokenRevoked = "token_revoked" 1,
        /// Settings were changed or reset to the configuration.
        SettingsChanged = "settings_changed" 2 { 1 => std::convert::identity },
        /// A person signed in.
        SignedIn = "signed_in" 1,
        /// A sign-in failed.
        SignInFailed = "sign_in_failed" 1,
        /// A person's account was created.
        PersonCreated = "person_created" 1,
        /// A person's password was changed.
        PasswordChanged = "password_changed" 1,
        /// A one-time sign-in link was created.
        LinkMade = "link_made" 1,
        /// A token was used for the first time.
        TokenUsed = "token_used" 1,
        /// A token expired.
        TokenExpired = "token_expired" 1,
        /// A webhook was created, changed or deleted.
        WebhookChanged = "webhook_changed" 1,
        /// Long-term memories were forgotten.
        MemoriesForgotten = "memories_forgotten" 1,
        /// A workflow was imported with its history.
        WorkflowTakenIn = "workflow_taken_in" 1,
        /// Data was erased.
        Erased = "erased" 1,
        /// The key for hashing secrets was rotated.
        KeyRotated = "key_rotated" 1,
        /// The data folder was restored from a backup.
        BackupRestored = "backup_restored" 1,
    }
}

/// Body of `agent_registered`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AgentRegistered {
    /// Name of the agent.
    pub name: String,
    /// Default role.
    pub role: Role,
    /// Previous default role, if it was registered before.
    pub was: Option<Role>,
}

/// Body of `agent_paused`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AgentPaused {
    /// Name of the agent.
    pub name: String,
    /// Reason for the pause.
    pub reason: Option<String>,
}

/// Body of `agent_resumed`.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AgentResumed {
    /// Name of the agent.
    pub name: String,
    /// Reason for the resumption.
    pub reason: Option<String>,
}

/// Body of `agent_told`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct AgentTold {
    /// Name of the agent.
    pub name: String,
    /// The facts that it was notified of.
    pub facts: Vec<String>,
}

/// Body of `token_created`: the token's properties, without its secret or a hash of it.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenCreated {
    /// Public id of the token.
    pub token: String,
    /// The agent it is for.
    pub agent: String,
    /// Role that it grants.
    pub role: Role,
    /// Time of its expiry.
    pub expires_at: Option<Time>,
    /// The only workflow that it may change; all if absent.
    pub workflow: Option<Id>,
    /// User that it is bound to.
    pub user_id: Option<String>,
    /// Namespace that it is bound to.
    pub namespace: Option<String>,
}

/// Body of `token_revoked`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TokenRevoked {
    /// Public id of the token.
    pub token: String,
    /// The agent it was for.
    pub agent: String,
}

/// Body of `settings_changed`: all settings made by people, after the change.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SettingsChanged {
    /// The settings.
    pub settings: Overrides,
    /// The changes; empty in facts from before they were recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<SettingChange>,
}

impl Memory for Workspace {
    const KIND: &'static str = "workspace";
    const SCHEMA: u16 = 2;
    type Event = Event;

    fn tenancy(_: &StreamId, _: &Tenant) -> Tenancy {
        Tenancy::Mixed
    }

    fn admits(&self, _: &StreamId, _: &Tenant, event: &Event) -> bool {
        matches!(event, Event::MemoriesForgotten(_))
    }

    fn apply(&mut self, meta: &Meta, event: &Event) {
        self.version = meta.version;
        match event {
            Event::AgentRegistered(body) => {
                let known = self.agents.get(&body.name).cloned();
                self.agents.insert(
                    body.name.clone(),
                    Arc::new(Agent {
                        name: body.name.clone(),
                        role: body.role,
                        registered_at: known.as_ref().map_or(meta.at, |known| known.registered_at),
                        registered_by: known.as_ref().map_or_else(
                            || meta.actor.clone(),
                            |known| known.registered_by.clone(),
                        ),
                        paused_at: known.as_ref().and_then(|known| known.paused_at),
                        paused_reason: known.as_ref().and_then(|known| known.paused_reason.clone()),
                        untold: known.as_ref().and_then(|known| known.untold.clone()),
                    }),
                );
            }
            Event::AgentPaused(body) => {
                if let Some(agent) = self.agents.get_mut(&body.name) {
                    let agent = Arc::make_mut(agent);
                    agent.paused_at = Some(meta.at);
                    agent.paused_reason.clone_from(&body.reason);
                    agent.untold = Some(Untold::of(meta));
                }
            }
            Event::AgentResumed(body) => {
                if let Some(agent) = self.agents.get_mut(&body.name) {
                    let agent = Arc::make_mut(agent);
                    agent.paused_at = None;
                    agent.paused_reason = None;
                    agent.untold = Some(Untold::of(meta));
                }
            }
            Event::AgentTold(body) => {
                if let Some(agent) = self.agents.get_mut(&body.name) {
                    let is_it = |untold: &Untold| body.facts.contains(&untold.fact.to_string());
                    Arc::make_mut(agent).untold.take_if(|untold| is_it(untold));
                }
            }
            Event::SettingsChanged(body) => {
                self.settings.clone_from(&body.settings);
                self.settings_version = meta.version;
            }
            Event::WorkflowTakenIn(body) => {
                let taken = TakenIn {
                    by: meta.actor.clone(),
                    at: meta.at,
                    facts: body.facts,
                };
                self.taken_in.insert(body.workflow, Arc::new(taken));
            }
            Event::TokenCreated(body) => {
                let tokens = self.tokens.entry(body.agent.clone()).or_default();
                tokens.valid.insert(body.token.clone(), body.expires_at);
            }
            Event::TokenRevoked(body) => {
                if let Some(tokens) = self.tokens.get_mut(&body.agent)
                    && tokens.valid.remove(&body.token).is_some()
                {
                    tokens.revoked_at = Some(meta.at);
                }
            }
            // Accounts are not in the log: these facts only record changes.
            _ => {}
        }
    }

    fn entry(&self, _: &StreamId) -> Option<Entry> {
        None
    }

    fn texts(&self, _: &StreamId, _: &Meta, _: &Event) -> Vec<Text> {
        Vec::new()
    }

    fn guards(kind: &str) -> bool {
        audit::audience_of(kind) != audit::FactAudience::Feeds
    }

    fn guard(fact: &Fact) -> Guard {
        match audit::audience_of(&fact.kind) {
            audit::FactAudience::Audit => Guard::Audit,
            audit::FactAudience::People => Guard::People,
            audit::FactAudience::Feeds => Guard::Open,
        }
    }

    fn inbox(&self, actor: &Actor, _: Time) -> Vec<Notice> {
        let agent = self.agents.get(&actor.id).filter(|_| actor.role.is_agent());
        let notice = agent.and_then(|agent| {
            let untold = agent.untold.as_ref()?;
            let (kind, words) = match agent.paused_at {
                Some(_) => ("pause", "You are paused: finish what you hold, then wait."),
                None => ("resume", "You may claim tasks again."),
            };
            let reason = agent.paused_reason.as_deref();
            Some(Notice {
                stream: StreamId::workspace(),
                id: untold.fact.to_string(),
                kind: kind.into(),
                from: untold.by.clone(),
                priority: "urgent".into(),
                message: reason.map_or_else(|| words.into(), |why| format!("{words} {why}")),
                at: untold.at,
                group: None,
            })
        });
        notice.into_iter().collect()
    }

    fn receipt(&self, actor: &Actor, receipt: &Receipt) -> Option<Event> {
        let Receipt::Delivered(notices) = receipt else {
            return None;
        };
        let told = AgentTold {
            name: actor.id.clone(),
            facts: notices.clone(),
        };
        Some(told.into())
    }
}

impl Untold {
    fn of(meta: &Meta) -> Self {
        Self {
            fact: meta.version,
            by: meta.actor.clone(),
            at: meta.at,
        }
    }
}
