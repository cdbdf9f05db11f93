//! Records events at the doors in the audit for the owners: sign-ins, failed sign-ins, use and expiry of tokens.

use std::net::IpAddr;
use std::sync::Arc;

use engine::workspace::audit::{SignedIn, TokenExpired, TokenUsed, Way};
use engine::workspace::ops::noted::Noted;
use kernel::actor::{Actor, Caller, Door};
use kernel::ports::accounts::{Accounts, TokenInfo};
use kernel::{Code, Error, Result};
use tracing::Instrument as _;

use crate::failures::Failure;
use crate::identity::Identity;
use crate::site::Site;

/// Records an event in `actor`'s name and returns true if that succeeded. A failure is logged and never locks anyone
/// out.
pub async fn note(site: &Site, what: Noted, actor: Actor, request: &str) -> bool {
    let caller = Caller::new(Some(actor), Door::Http, request.into());
    let noted = what.tell(site.hub.clone(), caller).await;
    if let Err(error) = &noted {
        tracing::warn!(
            detail = error.detail,
            "the audit lacks something that happened"
        );
    }
    noted.is_ok()
}

/// Records a sign-in.
pub async fn record_sign_in(site: &Site, person: &Actor, by: Way, address: IpAddr, request: &str) {
    let what = Noted::SignedIn(SignedIn {
        person: person.id.clone(),
        by,
        address: address.to_string(),
    });
    note(site, what, person.clone(), request).await;
}

/// Records a failed sign-in if the error is one: by a name, which may be any text, or by a link.
pub async fn record_failure(
    site: &Arc<Site>,
    name: Option<&str>,
    (by, address): (Way, IpAddr),
    error: &Error,
    request: &str,
) {
    let code = error.code;
    let is_bad_link = by != Way::Password && matches!(code, Code::NotFound | Code::Forbidden);
    if !is_bad_link && !matches!(code, Code::Unauthenticated | Code::RateLimited) {
        return;
    }
    let person = match name {
        Some(name) => name_of_person(site, name).await,
        None => None,
    };
    let failure = Failure { by, address, code };
    if let Some(first) = site.failures.count(person, failure, site.clock.now()) {
        // In the background: the response time must not reveal whether a person has that name.
        let (site, request) = (site.clone(), request.to_owned());
        let noting = async move {
            let what = Noted::SignInFailed(first);
            note(&site, what, Actor::system(), &request).await;
        };
        tokio::spawn(noting.in_current_span());
    }
}

/// Returns the name if a person has it. Any other input may be a password.
async fn name_of_person(site: &Site, name: &str) -> Option<String> {
    match site.accounts.person(name).await {
        Ok(person) => person.map(|person| person.name),
        Err(error) => {
            tracing::warn!(
                detail = error.detail,
                "who could not sign in cannot be read"
            );
            None
        }
    }
}

/// Records the first use of a token. Also hashes the token under the current key after a key rotation.
pub async fn token_used(site: &Site, identity: &Identity, address: IpAddr, request: &str) {
    let Identity::Token {
        id,
        token,
        actor,
        is_new,
        is_stale,
        ..
    } = identity
    else {
        return;
    };
    if *is_stale && let Err(error) = site.accounts.rehash(token).await {
        tracing::warn!(detail = error.detail, "a token keeps the key before");
    }
    let now = site.clock.now();
    if !*is_new || !site.accounts.is_first_use(id, now) {
        return;
    }
    let what = Noted::TokenUsed(TokenUsed {
        token: id.to_string(),
        agent: actor.id.clone(),
        address: address.to_string(),
    });
    // Stored after it is recorded: after an interruption it is recorded twice rather than never.
    if note(site, what, actor.clone(), request).await
        && let Err(error) = site.accounts.keep_first_use(id, now).await
    {
        tracing::warn!(
            detail = error.detail,
            "the first use of a token is not stored"
        );
    }
}

/// Records the failed sign-ins since the last call.
pub async fn gather(site: Arc<Site>) {
    for failed in site.failures.take() {
        let request = site.clock.id().to_string();
        note(
            &site,
            Noted::SignInFailed(failed),
            Actor::system(),
            &request,
        )
        .await;
    }
}

/// Records the expired tokens.
pub async fn note_expired(site: Arc<Site>) {
    match site.accounts.list_expired(site.clock.now()).await {
        Ok(expired) => {
            for token in expired {
                if let Err(error) = note_end(&site, token).await {
                    tracing::warn!(detail = error.detail, "a token's end is not stored");
                }
            }
        }
        Err(error) => tracing::warn!(detail = error.detail, "which tokens ran out cannot be read"),
    }
}

async fn note_end(site: &Site, token: TokenInfo) -> Result<()> {
    let what = Noted::TokenExpired(TokenExpired {
        token: token.id.clone(),
        agent: token.agent,
        expires_at: token.expires_at.unwrap_or_default(),
    });
    let request = site.clock.id().to_string();
    if note(site, what, Actor::system(), &request).await {
        site.accounts.keep_end(&token.id).await?;
    }
    Ok(())
}
