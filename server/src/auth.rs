//! Who calls: agents by their token, people by the cookie of a session. Knows nothing of what they
//! may do.

pub mod browser;
pub mod enter;
pub mod login;
pub mod session;
pub mod setup;
pub mod sign_in;
pub mod throttle;

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, header};
use engine::actor::Actor;
use engine::ports::accounts::Accounts;
use engine::{Code, Error, Id, Result, Time};

use crate::site::Site;
use session::Session;

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

    /// What forms have to carry.
    #[must_use]
    pub fn csrf(&self) -> Option<Arc<str>> {
        match self {
            Self::Person(session) => Some(session.csrf.clone()),
            Self::Nobody | Self::Token { .. } => None,
        }
    }
}

/// Finds out who calls. A token wins over a cookie, also a wrong one: whoever sends a token wants to
/// be that agent.
///
/// # Errors
/// `unauthenticated` when a token is sent that is not valid, `unavailable` when the sessions cannot
/// be read.
pub async fn identify(site: &Site, headers: &HeaderMap) -> Result<Identity> {
    if let Some(token) = bearer(headers) {
        return match site.accounts.verify(token, site.clock.now()) {
            Some(bearer) => Ok(Identity::Token {
                id: bearer.id.into(),
                is_new: bearer.is_new,
                is_stale: bearer.is_stale,
                token: token.into(),
                actor: bearer.actor,
                workflow: bearer.workflow,
                until: bearer.expires_at,
            }),
            None => Err(Error::new(
                Code::Unauthenticated,
                "This token is not valid: it is not one, has expired or was revoked. Ask whoever runs this Loci for a new one.",
            )),
        };
    }
    match session::cookie(headers) {
        Some(id) => Ok(match site.sessions.find(site, id).await? {
            Some(session) => Identity::Person(session),
            None => Identity::Nobody,
        }),
        None => Ok(Identity::Nobody),
    }
}

/// Whether `identity` still holds: the token is not revoked, the session not ended.
pub async fn still_holds(site: &Site, identity: &Identity) -> bool {
    match identity {
        Identity::Nobody => false,
        Identity::Token { token, .. } => site.accounts.verify(token, site.clock.now()).is_some(),
        Identity::Person(session) => {
            let id: session::Id = session.id;
            matches!(site.sessions.find(site, id).await, Ok(Some(_)))
        }
    }
}

/// Ends when `identity`, which holds now, does not any more: its token is revoked or runs out, its session
/// is ended. Nobody who is shut out goes on listening.
pub fn ended(site: Arc<Site>, identity: Identity) -> impl Future<Output = ()> + Send {
    let mut leavers = site.accounts.leavers();
    async move {
        loop {
            let runs_out = async {
                match &identity {
                    Identity::Token {
                        until: Some(until), ..
                    } => {
                        let left = until.since(site.clock.now()).max(0).unsigned_abs();
                        tokio::time::sleep(Duration::from_millis(left + 1)).await;
                    }
                    _ => std::future::pending().await,
                }
            };
            tokio::select! {
                // The site holds the sender: there is no error.
                _ = leavers.changed() => {}
                () = runs_out => {}
            }
            if !still_holds(&site, &identity).await {
                return;
            }
        }
    }
}

/// The token of an `Authorization: Bearer …` header.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
