//! Who acts: agents with a token, people who are signed in, Loci itself. Knows nothing of how they
//! proved it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::hearing::Hearing;
use crate::stream::StreamId;
use crate::tenant::{Binding, Tenant};

/// What an actor is to the workspace.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// An agent that plans, assigns and leads.
    Orchestrator,
    /// An agent that claims tasks and does them.
    Worker,
    /// An agent that reviews what others did.
    Reviewer,
    /// An agent that keeps the long-term memory.
    Librarian,
    /// An agent that only reads.
    Observer,
    /// A person who takes part.
    Member,
    /// A person who also keeps agents, tokens and settings.
    Owner,
    /// A person who only reads.
    Viewer,
    /// Loci itself: timers and their consequences. Nobody can be given this role.
    System,
}

impl Role {
    /// Every role that somebody can have.
    pub const GRANTABLE: [Self; 8] = [
        Self::Orchestrator,
        Self::Worker,
        Self::Reviewer,
        Self::Librarian,
        Self::Observer,
        Self::Member,
        Self::Owner,
        Self::Viewer,
    ];

    /// The role's name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Orchestrator => "orchestrator",
            Self::Worker => "worker",
            Self::Reviewer => "reviewer",
            Self::Librarian => "librarian",
            Self::Observer => "observer",
            Self::Member => "member",
            Self::Owner => "owner",
            Self::Viewer => "viewer",
            Self::System => "system",
        }
    }

    /// The role of that name, if somebody can have it.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::GRANTABLE.into_iter().find(|role| role.name() == name)
    }

    /// Whether a person has this role.
    #[must_use]
    pub const fn is_person(self) -> bool {
        matches!(self, Self::Member | Self::Owner | Self::Viewer)
    }

    /// Whether an agent has this role.
    #[must_use]
    pub const fn is_agent(self) -> bool {
        !self.is_person() && !matches!(self, Self::System)
    }
}

/// Somebody who acts: a name that is unique among agents or among people, and a role.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Actor {
    /// The agent's or the person's name.
    pub id: String,
    /// What they are.
    pub role: Role,
    /// The tenant that their token is bound to; facts do not record it.
    #[serde(skip)]
    binding: Binding,
}

impl Actor {
    /// An actor of that name and role.
    pub fn new(id: impl Into<String>, role: Role) -> Self {
        Self {
            id: id.into(),
            role,
            binding: Binding::default(),
        }
    }

    /// The actor, bound to a tenant.
    #[must_use]
    pub fn bound_to(self, tenant: Option<Arc<Tenant>>) -> Self {
        Self {
            binding: Binding(tenant),
            ..self
        }
    }

    /// The tenant that the actor is bound to, if any.
    #[must_use]
    pub fn tenant(&self) -> Option<&Arc<Tenant>> {
        self.binding.0.as_ref()
    }

    /// Loci itself.
    #[must_use]
    pub fn system() -> Self {
        Self::new("loci", Role::System)
    }

    /// Whether both are the same agent or the same person, whatever role they act in now.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.id == other.id && self.role.is_person() == other.role.is_person()
    }

    /// Whether this is the agent of that name.
    #[must_use]
    pub fn is_agent_named(&self, name: &str) -> bool {
        self.role.is_agent() && self.id == name
    }
}

/// Through which door a call came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Door {
    /// A server function over HTTP.
    Http,
    /// A page that is being rendered, or a form of one.
    Page,
    /// The Model Context Protocol.
    Mcp,
    /// The command line.
    Cli,
    /// Loci itself.
    System,
}

/// Who calls, and with which conditions.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The actor, when the door could tell.
    pub actor: Option<Actor>,
    /// The door.
    pub door: Door,
    /// The request's id, for logs and answers.
    pub request: String,
    /// The version the caller believes the addressed thing to have.
    pub if_version: Option<u64>,
    /// The versions of answers of which one must still be as it was; none without that condition.
    pub if_match: Vec<u64>,
    /// The epoch of the lead in which the caller believes to lead the workflow.
    pub lead_epoch: Option<u32>,
    /// A key under which a retry gets the first answer.
    pub idempotency_key: Option<String>,
    /// The one stream that this call may change; any without one.
    pub bound: Option<StreamId>,
    /// Whether the caller gets only the members of the answer that are given to whoever names none.
    pub in_short: bool,
    /// Whether the answer reaches the caller, where the door can tell; it does without one.
    pub hearing: Option<Hearing>,
}

impl Caller {
    /// A call by `actor` through `door` without conditions.
    #[must_use]
    pub fn new(actor: Option<Actor>, door: Door, request: String) -> Self {
        Self {
            actor,
            door,
            request,
            if_version: None,
            if_match: Vec::new(),
            lead_epoch: None,
            idempotency_key: None,
            bound: None,
            in_short: false,
            hearing: None,
        }
    }

    /// A call by Loci itself.
    #[must_use]
    pub fn system() -> Self {
        Self::new(Some(Actor::system()), Door::System, "system".into())
    }
}
