//! Actors and callers: agents with a token, people who are signed in, Loci itself.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tracing::Span;

use crate::hearing::Hearing;
use crate::stream::StreamId;
use crate::tenant::{Binding, Tenant};

/// Role of an actor in the workspace.
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
    /// An agent that maintains the long-term memory.
    Librarian,
    /// An agent that only reads.
    Observer,
    /// A person who takes part.
    Member,
    /// A person who also manages agents, tokens and settings.
    Owner,
    /// A person who only reads.
    Viewer,
    /// Loci itself: timers and their consequences. Cannot be granted.
    System,
}

impl Role {
    /// Every role that can be granted.
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

    /// Returns the role's name, as in JSON.
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

    /// Returns the grantable role of that name, if there is one.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::GRANTABLE.into_iter().find(|role| role.name() == name)
    }

    /// Returns true for the roles of people.
    #[must_use]
    pub const fn is_person(self) -> bool {
        matches!(self, Self::Member | Self::Owner | Self::Viewer)
    }

    /// Returns true for the roles of agents.
    #[must_use]
    pub const fn is_agent(self) -> bool {
        !self.is_person() && !matches!(self, Self::System)
    }
}

/// An agent, a person or Loci itself: a name that is unique among agents or among people, and a role.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Actor {
    /// Name of the agent or person.
    pub id: String,
    /// Role in which the actor acts.
    pub role: Role,
    /// Tenant that the token is bound to. Facts do not record it.
    #[serde(skip)]
    binding: Binding,
}

impl Actor {
    /// Creates an actor that is not bound to a tenant.
    pub fn new(id: impl Into<String>, role: Role) -> Self {
        Self {
            id: id.into(),
            role,
            binding: Binding::default(),
        }
    }

    /// Binds the actor to `tenant`, or unbinds it with `None`.
    #[must_use]
    pub fn with_tenant(self, tenant: Option<Arc<Tenant>>) -> Self {
        Self {
            binding: Binding(tenant),
            ..self
        }
    }

    /// Returns the tenant that the actor is bound to, if any.
    #[must_use]
    pub fn tenant(&self) -> Option<&Arc<Tenant>> {
        self.binding.0.as_ref()
    }

    /// Returns the actor for Loci itself.
    #[must_use]
    pub fn system() -> Self {
        Self::new("loci", Role::System)
    }

    /// Returns true if both are the same agent or the same person, in whatever role.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.id == other.id && self.role.is_person() == other.role.is_person()
    }

    /// Returns true if this is the agent called `name`.
    #[must_use]
    pub fn is_agent_named(&self, name: &str) -> bool {
        self.role.is_agent() && self.id == name
    }
}

/// Interface through which a call came.
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

/// The caller of an operation and the conditions of the call.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Actor, if the door authenticated one.
    pub actor: Option<Actor>,
    /// Interface of the call.
    pub door: Door,
    /// Id of the request, for logs and answers.
    pub request: String,
    /// Version that the caller expects the addressed thing to have.
    pub if_version: Option<u64>,
    /// Acceptable versions (`If-Match`): one of them must still be current. Empty without that condition.
    pub if_match: Vec<u64>,
    /// Epoch of the workflow's lead in which the caller believes to be the lead.
    pub lead_epoch: Option<u32>,
    /// Idempotency key: a retry under the same key gets the first answer.
    pub idempotency_key: Option<String>,
    /// The only stream that this call may change; `None` for any.
    pub bound: Option<StreamId>,
    /// True if the caller named no `fields` and gets the default members of the answer.
    pub in_short: bool,
    /// Reports whether the answer reached the caller, if the door can tell. Without one, delivery is assumed.
    pub hearing: Option<Hearing>,
    /// Span of the request that the call is part of; disabled without one, or if no traces are exported.
    pub span: Span,
}

impl Caller {
    /// Creates a call by `actor` through `door`, without conditions.
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
            span: Span::none(),
        }
    }

    /// Creates a call by Loci itself.
    #[must_use]
    pub fn system() -> Self {
        Self::new(Some(Actor::system()), Door::System, "system".into())
    }
}
