//! Throttle for guessing passwords and links. Failures are counted by name and origin. Bounded in memory.
//!
//! Many people share an address: a proxy's, an office's, this machine's. Failures there therefore delay the names that
//! were tried there, and hardly anyone else. A person who signed in before from a browser or an address is not locked
//! out by failures elsewhere under their name.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

use kernel::time::{MINUTE, SECOND, Time};
use kernel::{Code, Error, Result};

/// Time without another failure after which failures are forgotten, in milliseconds.
const FORGET: i64 = 30 * MINUTE;
/// Maximum number of entries.
const REMEMBERED: usize = 10_000;
/// Number of significant letters of a name.
const LETTERS: usize = 100;
/// Maximum delay for a name at an address where its person signed in before, in milliseconds: others may share the
/// address.
const KNOWN_WAIT: i64 = 5 * SECOND;

/// Subject of a failure count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// A name at an address.
    Pair(String, IpAddr),
    /// A name at all addresses where it is not known.
    Name(String),
    /// A browser in which the person signed in before.
    Browser(String),
    /// An address, for any name.
    Address(IpAddr),
    /// Invalid links at an address.
    Links(IpAddr),
}

impl Key {
    /// Returns the number of failures without a delay.
    const fn free(&self) -> u32 {
        match self {
            Self::Pair(..) => 5,
            Self::Browser(_) => 10,
            Self::Links(_) => 20,
            Self::Name(_) => 50,
            Self::Address(_) => 200,
        }
    }

    /// Returns the maximum delay, which is short for a shared subject.
    const fn longest(&self) -> i64 {
        match self {
            Self::Pair(..) | Self::Browser(_) | Self::Name(_) => MINUTE,
            Self::Links(_) => 10 * SECOND,
            Self::Address(_) => 2 * SECOND,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Tries {
    failures: u32,
    last: Time,
    until: Time,
}

#[derive(Default)]
struct Memory {
    tries: HashMap<Key, Tries>,
    /// Time of the last sign-in, by name and address.
    known: HashMap<(String, IpAddr), Time>,
}

/// Recent failures.
#[derive(Default)]
pub struct Throttle(Mutex<Memory>);

/// An attempt to sign in.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// Name that was typed.
    pub name: &'a str,
    /// Address of the client.
    pub address: IpAddr,
    /// Number of the browser, if this person signed in there before.
    pub browser: Option<&'a str>,
}

/// An attempt that counts as failed until it has [succeeded](Throttle::succeeded).
pub struct Try {
    keys: Vec<Key>,
    place: (String, IpAddr),
}

impl Throttle {
    /// Counts an attempt, or rejects it.
    ///
    /// # Errors
    /// Returns `rate_limited` with the seconds to wait.
    pub fn begin(&self, visit: Visit<'_>, now: Time) -> Result<Try> {
        let letters = visit.name.chars().take(LETTERS);
        let name: String = letters.flat_map(char::to_lowercase).collect();
        let place = (name.clone(), network(visit.address));
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = memory.known.contains_key(&place);
        let keys = if let Some(browser) = visit.browser {
            vec![Key::Browser(browser.into())]
        } else {
            let mut keys = vec![Key::Pair(name.clone(), place.1)];
            if !is_known {
                keys.extend([Key::Address(place.1), Key::Name(name)]);
            }
            keys
        };
        let until = keys.iter().filter_map(|key| memory.tries.get(key));
        let until = until.map(|tries| tries.until).max().unwrap_or_default();
        if until > now {
            return Err(wait(until, now));
        }
        for key in &keys {
            let longest = match key {
                Key::Pair(..) if is_known => KNOWN_WAIT,
                key => key.longest(),
            };
            memory.fail(key, longest, now);
        }
        Ok(Try { keys, place })
    }

    /// Removes an attempt with the right password from the counts.
    pub fn record_success(&self, this: Try, now: Time) {
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &this.keys {
            match key {
                // Other failures there remain.
                Key::Name(_) | Key::Address(_) => {
                    if let Some(tries) = memory.tries.get_mut(key) {
                        tries.failures = tries.failures.saturating_sub(1);
                        tries.until = Time::default();
                    }
                }
                key => drop(memory.tries.remove(key)),
            }
        }
        let known = &mut memory.known;
        make_room(known, |at| *at);
        known.insert(this.place, now);
    }

    /// Counts an invalid link. A valid one is never delayed: 256 bits cannot be guessed.
    ///
    /// # Errors
    /// Returns `rate_limited` with the seconds to wait, after too many.
    pub fn record_miss(&self, address: IpAddr, now: Time) -> Result<()> {
        let key = Key::Links(network(address));
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = memory.tries.get(&key).map_or(now, |tries| tries.until);
        memory.fail(&key, key.longest(), now);
        if until > now {
            return Err(wait(until, now));
        }
        Ok(())
    }
}

impl Memory {
    fn fail(&mut self, key: &Key, longest: i64, now: Time) {
        make_room(&mut self.tries, |tries| tries.last);
        let tries = self.tries.entry(key.clone()).or_insert(Tries {
            failures: 0,
            last: now,
            until: Time::default(),
        });
        if now.since(tries.last) > FORGET {
            tries.failures = 0;
        }
        tries.failures = tries.failures.saturating_add(1);
        tries.last = now;
        if let Some(over) = tries.failures.checked_sub(key.free()) {
            let wait = SECOND.saturating_mul(1 << over.min(20)).min(longest);
            tries.until = now.plus(wait);
        }
    }
}

/// Returns the network that counts as one address: for IPv6, the prefix that a subscriber controls.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        address @ IpAddr::V4(_) => address,
    }
}

fn wait(until: Time, now: Time) -> Error {
    let seconds = u64::try_from(until.since(now).div_euclid(SECOND) + 1).unwrap_or(1);
    let mut error = Error::new(
        Code::RateLimited,
        format!("Too many tries. Wait {seconds} seconds, then try again."),
    );
    error.extra.retry_after_seconds = Some(seconds);
    error
}

/// Removes the older half if there are too many entries.
fn make_room<K: Eq + std::hash::Hash, V>(all: &mut HashMap<K, V>, at: fn(&V) -> Time) {
    if all.len() < REMEMBERED {
        return;
    }
    let mut ages: Vec<Time> = all.values().map(at).collect();
    ages.sort_unstable();
    let limit = ages[ages.len() / 2];
    all.retain(|_, value| at(value) > limit);
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const NOW: Time = Time(1_000_000);

    fn at(name: &str, address: IpAddr) -> Visit<'_> {
        Visit {
            name,
            address,
            browser: None,
        }
    }

    fn here(name: &str) -> Visit<'_> {
        at(name, HERE)
    }

    fn elsewhere(n: u32) -> IpAddr {
        IpAddr::from((0x0a00_0000 + n).to_be_bytes())
    }

    #[test]
    fn a_name_waits_longer_and_longer_and_is_free_after_success() {
        let throttle = Throttle::default();
        let mut now = NOW;
        for _ in 0..5 {
            throttle.begin(here("ada"), now).unwrap();
        }
        let error = throttle.begin(here("Ada"), now).err().unwrap();
        assert_eq!(error.code, Code::RateLimited);
        assert_eq!(error.extra.retry_after_seconds, Some(2));
        assert!(
            throttle.begin(here("bob"), now).is_ok(),
            "others do not wait"
        );
        now = now.plus(2 * SECOND);
        let this = throttle.begin(here("ada"), now).unwrap();
        assert!(throttle.begin(here("ada"), now).is_err());
        throttle.record_success(this, now);
        for _ in 0..5 {
            throttle.begin(here("ada"), now).unwrap();
        }
    }

    #[test]
    fn failures_at_a_shared_address_do_not_lock_its_other_people_out() {
        let throttle = Throttle::default();
        for i in 0..150 {
            let _ = throttle.begin(here(&format!("n{i}")), NOW);
            let _ = throttle.begin(here("ada"), NOW);
        }
        assert!(throttle.begin(here("mara"), NOW).is_ok());
        for i in 0..1_000 {
            let _ = throttle.begin(here(&format!("m{i}")), NOW);
        }
        let error = throttle.begin(here("noor"), NOW).err().unwrap();
        assert!(
            error.extra.retry_after_seconds <= Some(3),
            "a flood alone makes others wait, briefly"
        );
    }

    #[test]
    fn guessing_from_everywhere_keeps_nobody_out_of_where_they_are_known() {
        let throttle = Throttle::default();
        let home = elsewhere(1_000_000);
        let this = throttle.begin(at("mara", home), NOW).unwrap();
        throttle.record_success(this, NOW);
        let guessed = (0..1_000).filter(|n| throttle.begin(at("mara", elsewhere(*n)), NOW).is_ok());
        assert_eq!(guessed.count(), 50, "the name itself is guarded");
        assert!(throttle.begin(at("mara", home), NOW).is_ok());
        let mut from = at("mara", elsewhere(7));
        assert!(throttle.begin(from, NOW).is_err());
        from.browser = Some("b");
        assert!(throttle.begin(from, NOW).is_ok());
        // Guessing from a stolen browser is limited like a name at an address.
        let tries = (0..100)
            .filter(|_| throttle.begin(from, NOW).is_ok())
            .count();
        assert_eq!(tries, 9);
    }

    #[test]
    fn a_name_at_a_known_address_waits_briefly() {
        let throttle = Throttle::default();
        let this = throttle.begin(here("mara"), NOW).unwrap();
        throttle.record_success(this, NOW);
        let mut now = NOW;
        let mut longest = 0;
        for _ in 0..100 {
            if let Err(error) = throttle.begin(here("mara"), now) {
                longest = longest.max(error.extra.retry_after_seconds.unwrap());
                now = now.plus(SECOND);
            }
        }
        assert_eq!(longest, 6);
    }

    #[test]
    fn a_flood_at_an_address_keeps_nobody_out_who_is_known_there() {
        let throttle = Throttle::default();
        let this = throttle.begin(here("mara"), NOW).unwrap();
        throttle.record_success(this, NOW);
        for n in 0..1_000 {
            let _ = throttle.begin(here(&format!("n{n}")), NOW);
        }
        assert!(throttle.begin(here("noor"), NOW).is_err());
        for _ in 0..5 {
            assert!(throttle.begin(here("mara"), NOW).is_ok());
        }
        // Guesses of this name there are still delayed.
        assert!(throttle.begin(here("mara"), NOW).is_err());
    }

    #[test]
    fn a_network_of_addresses_is_one_place() {
        let throttle = Throttle::default();
        let address = |n: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, n]);
        for n in 0..5 {
            throttle.begin(at("ada", address(n)), NOW).unwrap();
        }
        assert!(throttle.begin(at("ada", address(99)), NOW).is_err());
        let mapped: IpAddr = "::ffff:127.0.0.1".parse().unwrap();
        for _ in 0..5 {
            throttle.begin(at("bob", mapped), NOW).unwrap();
        }
        assert!(throttle.begin(here("bob"), NOW).is_err());
    }

    #[test]
    fn links_that_are_none_are_slowed_down() {
        let throttle = Throttle::default();
        for _ in 0..20 {
            throttle.record_miss(HERE, NOW).unwrap();
        }
        let error = throttle.record_miss(HERE, NOW).unwrap_err();
        assert_eq!(error.code, Code::RateLimited);
        assert!(throttle.record_miss(elsewhere(1), NOW).is_ok());
        assert!(throttle.record_miss(HERE, NOW.plus(FORGET + 1)).is_ok());
    }

    #[test]
    fn memory_is_bounded() {
        let throttle = Throttle::default();
        for i in 0..3 * u32::try_from(REMEMBERED).unwrap() {
            let now = Time(i64::from(i));
            if let Ok(this) = throttle.begin(at(&i.to_string(), elsewhere(i)), now) {
                throttle.record_success(this, now);
            }
            let _ = throttle.begin(at(&format!("x{i}"), elsewhere(i)), now);
        }
        let memory = throttle.0.lock().unwrap();
        assert!(memory.tries.len() <= REMEMBERED && memory.known.len() <= REMEMBERED);
    }
}
