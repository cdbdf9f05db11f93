//! Audit of failed sign-in attempts: the first one is recorded at once and further ones as a total, so that attackers
//! cannot flood the log.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use engine::workspace::audit::{SignInFailed, Way};
use kernel::{Code, Time};

use crate::throttle::network;

/// Maximum number of distinct names and networks per interval; further ones are counted together. Together with the
/// interval this bounds the facts that attackers can cause.
const APART: usize = 20;

/// Key of a count: an existing name, the method, and the network of origin; `None` for the overflow.
type Place = Option<(Option<String>, Way, IpAddr)>;

#[derive(Clone, Copy, Debug)]
struct Tries {
    /// Address of the first attempt.
    address: IpAddr,
    since: Time,
    times: u32,
    rate_limited: u32,
}

/// A failed attempt to sign in.
#[derive(Clone, Copy, Debug)]
pub struct Failure {
    /// Method.
    pub by: Way,
    /// Origin.
    pub address: IpAddr,
    /// Error code of the answer.
    pub code: Code,
}

/// Failed attempts that are not recorded yet.
#[derive(Default)]
pub struct Failures(Mutex<BTreeMap<Place, Tries>>);

impl Failures {
    /// Counts an attempt. Returns the fact to record at once for the first one of a name in a network.
    pub fn count(
        &self,
        person: Option<String>,
        failure: Failure,
        now: Time,
    ) -> Option<SignInFailed> {
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

    /// Returns the totals to record for the past interval, and resets them.
    #[must_use]
    pub fn take(&self) -> Vec<SignInFailed> {
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
