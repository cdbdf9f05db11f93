//! Who a caller has proved to be. Knows nothing of how that is found out.

use std::sync::Arc;

use kernel::actor::Actor;
use kernel::{Id, Time};

use crate::sessions::Session;

/// How a caller proved who they are; asked again while a feed stays open.
#[derive(Clone, Debug)]
pub enum Identity {
    /// Nobody is known.
    Nobody,
    /// An agent's token.
    Token {
        /// The token's public id.
        id: Arc<str>,
        /// Whether nobody called with it before.
        is_new: bool,
        /// Whether it is known under a key that was replaced since.
        is_stale: bool,
        /// The token.
        token: Arc<str>,
        /// Whose it is.
        actor: Actor,
        /// The one workflow that it may change.
        workflow: Option<Id>,
        /// When it ends by itself.
        until: Option<Time>,
        /// Which tools MCP offers to who brings it.
        tools: Option<Arc<str>>,
    },
    /// A person's session.
    Person(Session),
}

impl Identity {
    /// The caller.
    #[must_use]
    pub fn actor(&self) -> Option<&Actor> {
        match self {
            Self::Nobody => None,
            Self::Token { actor, .. } => Some(actor),
            Self::Person(session) => Some(&session.actor),
        }
    }

    /// The one workflow that the caller may change; any without one.
    #[must_use]
    pub const fn workflow(&self) -> Option<Id> {
        match self {
            Self::Token { workflow, .. } => *workflow,
            Self::Nobody | Self::Person(_) => None,
        }
    }

    /// Which tools MCP offers to the caller; those of every day without any.
    #[must_use]
    pub fn tools(&self) -> Option<&str> {
        match self {
            Self::Token { tools, .. } => tools.as_deref(),
            Self::Nobody | Self::Person(_) => None,
        }
    }

    /// What forms have to carry.
    #[must_use]
    pub fn csrf(&self) -> Option<Arc<str>> {
        match self {
            Self::Person(session) => Some(session.csrf.clone()),
            Self::Nobody | Self::Token { .. } => None,
        }
    }
}
