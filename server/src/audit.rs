//! What is noted for the owners of what happens at the doors: who came in, who could not, which tokens are used.
//! Failed tries are told once and then added up, so that nobody fills the log. Knows no passwords.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use engine::actor::{Actor, Caller, Door};
use engine::ports::accounts::{Accounts, TokenInfo};
use engine::workspace::audit::{SignInFailed, SignedIn, TokenExpired, TokenUsed, Way};
use engine::workspace::ops::noted::Noted;
use engine::{Code, Error, Result, Time};
use tracing::Instrument as _;

use crate::auth::Identity;
use crate::auth::throttle::network;
use crate::site::Site;

/// How many names and networks are told apart until they are added up: with the time between, the most that
/// guessers everywhere make of the log.
const APART: usize = 20;

/// A name that there is, how it was tried, and the network it was tried from; nothing when there were too many.
type Place = Option<(Option<String>, Way, IpAddr)>;

#[derive(Clone, Copy, Debug)]
struct Tries {
    /// Where the first one came from.
    address: IpAddr,
    since: Time,
    times: u32,
    rate_limited: u32,
}

/// A try to come in that failed.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    /// How.
    pub by: Way,
    /// From where.
    pub address: IpAddr,
    /// With what it was answered.
    pub code: Code,
}

/// Tries that failed and are not noted yet.
#[derive(Default)]
pub struct Failures(Mutex<BTreeMap<Place, Tries>>);

impl Failures {
    /// Counts a try. Gives what is to be noted at once: the first one of a name in a network.
    fn count(&self, person: Option<String>, failure: Failure, now: Time) -> Option<SignInFailed> {
        let Failure { by, address, code } = failure;
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut place = Some((person, by, network(address)));
        if !all.contains_key(&place) && all.len() >= APART {
            place = None;
        }
        let is_new = !all.contains_key(&place);
        let rate_limited = u32::from(code == Code::RateLimited);
        let none = Tries {
            address,
            since: now,
            times: 0,
            rate_limited: 0,
        };
        let tries = all.entry(place.clone()).or_insert(none);
        if is_new && place.is_some() {
            let first = Tries {
                times: 1,
                rate_limited,
                ..none
            };
            return Some(fact(place, first));
        }
        tries.times = tries.times.saturating_add(1);
        tries.rate_limited = tries.rate_limited.saturating_add(rate_limited);
        None
    }

    /// What is to be noted of the time that has passed.
    fn take(&self) -> Vec<SignInFailed> {
        let all = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let left = all.into_iter().filter(|(_, tries)| tries.times > 0);
        left.map(|(place, tries)| fact(place, tries)).collect()
    }
}

fn fact(place: Place, tries: Tries) -> SignInFailed {
    let address = place.is_some().then(|| tries.address.to_string());
    let (person, by) = match place {
        Some((person, by, _)) => (person, Some(by)),
        None => (None, None),
    };
    SignInFailed {
        person,
        by,
        address,
        times: tries.times,
        rate_limited: tries.rate_limited,
        since: tries.since,
    }
}

/// Notes something in `actor`'s name; whether it is. What cannot be noted is logged: nobody is kept out for it.
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

/// Somebody signed in.
pub async fn signed_in(site: &Site, person: &Actor, by: Way, address: IpAddr, request: &str) {
    let what = Noted::SignedIn(SignedIn {
        person: person.id.clone(),
        by,
        address: address.to_string(),
    });
    note(site, what, person.clone(), request).await;
}

/// Somebody could not come in, if that is what the answer says: under a name, which may be anything, or by a link.
pub async fn failed(
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
        Some(name) => known(site, name).await,
        None => None,
    };
    let failure = Failure { by, address, code };
    if let Some(first) = site.failures.count(person, failure, site.clock.now()) {
        // Beside the answer, whose time would say whether there is somebody of that name.
        let (site, request) = (site.clone(), request.to_owned());
        let noting = async move {
            let what = Noted::SignInFailed(first);
            note(&site, what, Actor::system(), &request).await;
        };
        tokio::spawn(noting.in_current_span());
    }
}

/// The name if somebody has it: what else was typed may be a password.
async fn known(site: &Site, name: &str) -> Option<String> {
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

/// A caller's token is used for the first time, or for the first time since the key was replaced.
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
    // Kept once it is noted: broken off between, it is noted again rather than never.
    if note(site, what, actor.clone(), request).await
        && let Err(error) = site.accounts.keep_first_use(id, now).await
    {
        tracing::warn!(
            detail = error.detail,
            "the first use of a token is not stored"
        );
    }
}

/// Notes the tries that failed since it was last done.
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

/// Notes the tokens that ran out.
pub async fn note_expired(site: Arc<Site>) {
    match site.accounts.expired(site.clock.now()).await {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(address: impl Into<IpAddr>, code: Code) -> Failure {
        Failure {
            by: Way::Password,
            address: address.into(),
            code,
        }
    }

    #[test]
    fn failures_are_told_once_and_then_together() {
        let failures = Failures::default();
        let here = [127, 0, 0, 1];
        let count = |person: Option<&str>, address: [u8; 4], code| {
            let person = person.map(Into::into);
            failures
                .count(person, tried(address, code), Time(1))
                .is_some()
        };
        let wrong = Code::Unauthenticated;
        assert!(count(Some("mara"), here, wrong));
        assert!((0..900).all(|_| !count(Some("mara"), here, Code::RateLimited)));
        assert!((0..100).all(|_| !count(Some("mara"), here, wrong)));
        assert!(count(None, here, wrong), "names that nobody has are one");
        assert!(!count(None, here, wrong));
        let told = (0..1_000_u32).filter(|n| count(None, n.to_be_bytes(), wrong));
        assert_eq!(told.count(), APART - 2);
        let mut taken = failures.take();
        taken.sort_by_key(|failed| failed.times);
        let times: Vec<_> = taken
            .iter()
            .map(|failed| (failed.times, failed.rate_limited))
            .collect();
        assert_eq!(times, [(1, 0), (982, 0), (1_000, 900)]);
        assert_eq!(taken[1].address, None, "too many places to tell");
        assert_eq!(taken[2].person.as_deref(), Some("mara"));
        assert!(failures.take().is_empty());
    }

    #[test]
    fn a_guesser_with_a_network_of_addresses_is_one() {
        let failures = Failures::default();
        let told = (0..1_000_u16).filter(|n| {
            let address = [0x2001, 0xdb8, 0, 1, 0, 0, 7, *n];
            let try_it = tried(address, Code::Unauthenticated);
            failures.count(None, try_it, Time(1)).is_some()
        });
        assert_eq!(told.count(), 1);
        let taken = failures.take();
        assert_eq!((taken.len(), taken[0].times), (1, 999));
        assert_eq!(taken[0].address.as_deref(), Some("2001:db8:0:1::7:0"));
    }

    #[test]
    fn ways_are_told_apart() {
        let failures = Failures::default();
        for by in [Way::Password, Way::Link, Way::Setup] {
            let failure = Failure {
                by,
                ..tried([127, 0, 0, 1], Code::NotFound)
            };
            let first = failures.count(None, failure, Time(1)).unwrap();
            assert_eq!((first.by, first.times), (Some(by), 1));
        }
    }
}
