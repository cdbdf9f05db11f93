//! Identity of an authenticated caller.

use std::sync::Arc;

use kernel::actor::Actor;
use kernel::{Id, Time};

use crate::sessions::Session;

/// Identity of a caller and its credential, which is rechecked while a feed stays open.
#[derive(Clone, Debug)]
pub enum Identity {
    /// Anonymous.
    Nobody,
    /// An agent's token.
    Token {
        /// Public id of the token.
        id: Arc<str>,
        /// True on its first use.
        is_new: bool,
        /// True if its hash uses a key that has been replaced since.
        is_stale: bool,
        /// The token.
        token: Arc<str>,
        /// Agent that it belongs to.
        actor: Actor,
        /// The only workflow that it may change; `None` for any.
        workflow: Option<Id>,
        /// Time of expiry.
        until: Option<Time>,
        /// Tools that MCP offers to it.
        tools: Option<Arc<str>>,
    },
    /// A person's session.
    Person(Session),
}

impl Identity {
    /// Returns the actor, unless anonymous.
    #[must_use]
    pub fn actor(&self) -> Option<&Actor> {
        match self {
            Self::Nobody => None,
            Self::Token { actor, .. } => Some(actor),
            Self::Person(session) => Some(&session.actor),
        }
    }

    /// Returns the only workflow that the caller may change; `None` for any.
    #[must_use]
    pub const fn workflow(&self) -> Option<Id> {
        match self {
            Self::Token { workflow, .. } => *workflow,
            Self::Nobody | Self::Person(_) => None,
        }
    }

    /// Returns the tools that MCP offers to the caller; `None` for the everyday ones.
    #[must_use]
    pub fn tools(&self) -> Option<&str> {
        match self {
            Self::Token { tools, .. } => tools.as_deref(),
            Self::Nobody | Self::Person(_) => None,
        }
    }

    /// Returns the CSRF token that forms must carry.
    #[must_use]
    pub fn csrf(&self) -> Option<Arc<str>> {
        match self {
            Self::Person(session) => Some(session.csrf.clone()),
            Self::Nobody | Self::Token { .. } => None,
        }
    }
}
