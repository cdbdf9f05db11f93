//! Who calls: agents by their token, people by the cookie of a session. Knows nothing of what they
//! may do.

pub mod browser;
pub mod enter;
pub mod login;
pub mod setup;
pub mod sign_in;

use std::sync::Arc;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, header};
use kernel::ports::accounts::Accounts;
use kernel::{Code, Error, Result};
use tokio::sync::watch;

use crate::identity::Identity;
use crate::sessions;
use crate::site::Site;

/// A header that can hold a token.
const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// Finds out who calls. A token wins over a cookie, also a wrong one: whoever sends a token wants to
/// be that agent.
///
/// # Errors
/// `unauthenticated` when a token is sent that is not valid, `unavailable` when the sessions cannot
/// be read.
pub async fn identify(site: &Site, headers: &HeaderMap) -> Result<Identity> {
    if let Some(token) = token(headers) {
        return match site.accounts.verify(token, site.clock.now()) {
            Some(bearer) => Ok(Identity::Token {
                id: bearer.id.into(),
                is_new: bearer.is_new,
                is_stale: bearer.is_stale,
                token: token.into(),
                actor: bearer.actor,
                workflow: bearer.workflow,
                until: bearer.expires_at,
                tools: bearer.tools.map(Into::into),
            }),
            None => Err(Error::new(
                Code::Unauthenticated,
                "This token is not valid: it is not one, has expired or was revoked. Ask whoever runs this Loci for a new one.",
            )),
        };
    }
    match sessions::cookie(headers) {
        Some(id) => Ok(match site.find_session(id).await? {
            Some(session) => Identity::Person(session),
            None => Identity::Nobody,
        }),
        None => Ok(Identity::Nobody),
    }
}

/// Whether `identity` still holds: the token is not revoked, the session not ended.
pub async fn still_holds(site: &Site, identity: &Identity) -> bool {
    match identity {
        // Nobody cannot be shut out.
        Identity::Nobody => true,
        Identity::Token { token, .. } => site.accounts.verify(token, site.clock.now()).is_some(),
        Identity::Person(session) => {
            matches!(site.find_session(session.id).await, Ok(Some(_)))
        }
    }
}

/// Tells that somebody was shut out since it was taken. Who takes it before asking who calls misses nobody
/// who is shut out between the question and the wait.
#[derive(Clone, Debug)]
pub struct Leavers(watch::Receiver<()>);

impl Leavers {
    /// Those from now on.
    #[must_use]
    pub fn from_now(site: &Site) -> Self {
        Self(site.accounts.leavers())
    }
}

/// Ends when `identity`, which was found out after `leavers` was taken, does not hold any more: its token is
/// revoked or runs out, its session is ended. Nobody who is shut out goes on listening.
pub async fn ended(site: Arc<Site>, identity: Identity, Leavers(mut leavers): Leavers) {
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

/// The token of an `Authorization: Bearer …` header, or else of `X-API-Key`, which some clients send instead.
fn token(headers: &HeaderMap) -> Option<&str> {
    let bearer = || {
        let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    };
    let key = || Some(headers.get(API_KEY)?.to_str().ok()?.trim());
    bearer().or_else(key)
}
