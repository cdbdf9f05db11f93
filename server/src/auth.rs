//! Authentication: agents by their token, people by their session cookie.

pub mod browser;
pub mod enter;
pub mod login;
pub mod setup;
pub mod sign_in;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderName, header};
use kernel::ports::accounts::{Accounts, Bearer};
use kernel::{Code, Error, Result};
use tokio::sync::watch;

use crate::identity::Identity;
use crate::sessions;
use crate::site::Site;

/// A header that can hold a token.
const API_KEY: HeaderName = HeaderName::from_static("x-api-key");

/// Authenticates the caller. A token takes precedence over a cookie, even an invalid one: a client that sends a token
/// wants to act as that agent.
///
/// # Errors
/// Returns `unauthenticated` if a token is sent that is not valid, `unavailable` if the accounts cannot be read.
pub async fn identify(site: &Site, headers: &HeaderMap) -> Result<Identity> {
    if let Some(token) = token(headers) {
        return match verify(site, token).await? {
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
        Some(id) => {
            let fresh = site.accounts.refresh(Instant::now()).await;
            fresh.map_err(unreadable)?;
            Ok(match site.find_session(id).await? {
                Some(session) => Identity::Person(session),
                None => Identity::Nobody,
            })
        }
        None => Ok(Identity::Nobody),
    }
}

/// Verifies a token on a view of the accounts that is less than a second old. Looks again for an unknown token, which
/// another server may just have created.
async fn verify(site: &Site, token: &str) -> Result<Option<Bearer>> {
    let (accounts, now, arrived) = (&site.accounts, site.clock.now(), Instant::now());
    let fresh = accounts.refresh(arrived).await;
    fresh.map_err(unreadable)?;
    if let Some(bearer) = accounts.verify(token, now) {
        return Ok(Some(bearer));
    }
    let followed = accounts.follow_since(arrived).await;
    followed.map_err(unreadable)?;
    Ok(accounts.verify(token, now))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is the last use of the error"
)]
fn unreadable(error: Error) -> Error {
    tracing::error!(detail = error.detail, "the accounts cannot be read");
    Error::unavailable("The accounts cannot be read now. Try again in a moment.")
}

/// Returns true if `identity` is still valid: the token is not revoked, the session has not ended.
pub async fn still_holds(site: &Site, identity: &Identity) -> bool {
    match identity {
        // An anonymous caller cannot lose access.
        Identity::Nobody => true,
        Identity::Token { token, .. } => site.accounts.verify(token, site.clock.now()).is_some(),
        Identity::Person(session) => {
            matches!(site.find_session(session.id).await, Ok(Some(_)))
        }
    }
}

/// Receives a signal whenever someone loses access. Create it before authenticating, so that a revocation between
/// authentication and wait is not missed.
#[derive(Clone, Debug)]
pub struct Leavers(watch::Receiver<()>);

impl Leavers {
    /// Subscribes to signals from now on.
    #[must_use]
    pub fn from_now(site: &Site) -> Self {
        Self(site.accounts.leavers())
    }
}

/// Pause before the accounts are read again.
const RETRY: Duration = Duration::from_secs(1);
/// Maximum time for which a feed stays open while the accounts cannot be read, as when their database restarts.
const MAX_BLIND: Duration = Duration::from_secs(30);

/// Resolves when `identity` is no longer valid: its token is revoked or expired, or its session has ended, on any server;
/// also if that cannot be read for [`MAX_BLIND`]. `leavers` must have been created before `identity` was authenticated.
pub async fn until_invalid(site: Arc<Site>, identity: Identity, Leavers(mut leavers): Leavers) {
    let mut read_at = Instant::now();
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
        let accounts = &site.accounts;
        let stale = async {
            tokio::time::sleep(accounts.fresh_for(Instant::now())).await;
            accounts.refresh(Instant::now()).await
        };
        tokio::select! {
            // The site holds the sender, so this never fails.
            _ = leavers.changed() => {}
            () = runs_out => {}
            read = stale => match read {
                // If another server ended access, `leavers` was notified.
                Ok(()) => {
                    read_at = Instant::now();
                    continue;
                }
                Err(_) if read_at.elapsed() < MAX_BLIND => {
                    tokio::time::sleep(RETRY).await;
                    continue;
                }
                Err(_) => return,
            },
        }
        if !still_holds(&site, &identity).await {
            return;
        }
    }
}

/// Returns the token of the `Authorization: Bearer …` header, otherwise of `X-API-Key`, which some clients send
/// instead.
fn token(headers: &HeaderMap) -> Option<&str> {
    let bearer = || {
        let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    };
    let key = || Some(headers.get(API_KEY)?.to_str().ok()?.trim());
    bearer().or_else(key)
}
