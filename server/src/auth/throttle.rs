//! Slows down guessing of passwords and links: by name, and by the address it comes from. Bounded in
//! memory; knows nothing of passwords.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use engine::time::{MINUTE, SECOND, Time};
use engine::{Code, Error, Result};

/// Failures of one name before it has to wait.
const NAME_FREE: u32 = 5;
/// The longest wait for a name: short, because anybody can make somebody else wait.
const NAME_WAIT: i64 = MINUTE;
/// Failures from one address before it has to wait.
const ADDRESS_FREE: u32 = 20;
/// The longest wait for an address.
const ADDRESS_WAIT: i64 = 15 * MINUTE;
/// Failures are forgotten after this long without another one.
const FORGET: i64 = 30 * MINUTE;
/// How many names and addresses are remembered at most.
const REMEMBERED: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Name(String),
    Address(IpAddr),
}

impl Key {
    const fn free(&self) -> u32 {
        match self {
            Self::Name(_) => NAME_FREE,
            Self::Address(_) => ADDRESS_FREE,
        }
    }

    const fn longest(&self) -> i64 {
        match self {
            Self::Name(_) => NAME_WAIT,
            Self::Address(_) => ADDRESS_WAIT,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Tries {
    failures: u32,
    last: Time,
    until: Time,
}

/// Who failed lately.
#[derive(Default)]
pub struct Throttle(Mutex<HashMap<Key, Tries>>);

/// A try that counts as failed until it has [succeeded](Throttle::succeeded).
pub struct Try {
    keys: [Key; 2],
}

impl Throttle {
    /// Counts a try, or refuses it.
    ///
    /// # Errors
    /// `rate_limited` with the seconds to wait.
    pub fn begin(&self, name: &str, address: IpAddr, now: Time) -> Result<Try> {
        let name: String = name
            .chars()
            .take(100)
            .flat_map(char::to_lowercase)
            .collect();
        let keys = [Key::Name(name), Key::Address(address)];
        let mut tries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let until = keys
            .iter()
            .filter_map(|key| tries.get(key))
            .map(|tries| tries.until)
            .max()
            .unwrap_or_default();
        if until > now {
            let seconds = u64::try_from(until.since(now).div_euclid(SECOND) + 1).unwrap_or(1);
            let mut error = Error::new(
                Code::RateLimited,
                format!("Too many tries. Wait {seconds} seconds, then try again."),
            );
            error.extra.retry_after_seconds = Some(seconds);
            return Err(error);
        }
        make_room(&mut tries, now);
        for key in &keys {
            let entry = tries.entry(key.clone()).or_insert(Tries {
                failures: 0,
                last: now,
                until: Time::default(),
            });
            if now.since(entry.last) > FORGET {
                entry.failures = 0;
            }
            entry.failures += 1;
            entry.last = now;
            if let Some(over) = entry.failures.checked_sub(key.free()) {
                let wait = SECOND.saturating_mul(1 << over.min(20)).min(key.longest());
                entry.until = now.plus(wait);
            }
        }
        Ok(Try { keys })
    }

    /// Takes a try back: it was the right password. The address keeps what it failed before.
    pub fn succeeded(&self, this: &Try) {
        let mut tries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &this.keys {
            match key {
                Key::Name(_) => {
                    tries.remove(key);
                }
                Key::Address(_) => {
                    if let Some(entry) = tries.get_mut(key) {
                        entry.failures = entry.failures.saturating_sub(1);
                        entry.until = Time::default();
                    }
                }
            }
        }
    }
}

/// Forgets what is old, and when that is not enough, what is oldest.
fn make_room(tries: &mut HashMap<Key, Tries>, now: Time) {
    if tries.len() + 2 <= REMEMBERED {
        return;
    }
    tries.retain(|_, entry| now.since(entry.last) <= FORGET);
    if tries.len() + 2 > REMEMBERED {
        let mut ages: Vec<_> = tries.values().map(|entry| entry.last).collect();
        ages.sort_unstable();
        let limit = ages[ages.len() / 2];
        tries.retain(|_, entry| entry.last > limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn a_name_waits_longer_and_longer_and_is_free_after_success() {
        let throttle = Throttle::default();
        let mut now = Time(1_000_000);
        for _ in 0..NAME_FREE {
            throttle.begin("ada", HERE, now).unwrap();
        }
        let error = throttle.begin("Ada", HERE, now).err().unwrap();
        assert_eq!(error.code, Code::RateLimited);
        assert_eq!(error.extra.retry_after_seconds, Some(2));
        assert!(
            throttle.begin("bob", HERE, now).is_ok(),
            "others do not wait"
        );
        now = now.plus(2 * SECOND);
        let this = throttle.begin("ada", HERE, now).unwrap();
        assert!(throttle.begin("ada", HERE, now).is_err());
        throttle.succeeded(&this);
        for _ in 0..NAME_FREE {
            throttle.begin("ada", HERE, now).unwrap();
        }
    }

    #[test]
    fn an_address_that_tries_many_names_waits() {
        let throttle = Throttle::default();
        let now = Time(1_000_000);
        for i in 0..ADDRESS_FREE {
            throttle.begin(&format!("n{i}"), HERE, now).unwrap();
        }
        assert!(throttle.begin("other", HERE, now).is_err());
        let elsewhere = "10.0.0.1".parse().unwrap();
        assert!(throttle.begin("other", elsewhere, now).is_ok());
        assert!(throttle.begin("other", HERE, now.plus(FORGET + 1)).is_ok());
    }

    #[test]
    fn memory_is_bounded() {
        let throttle = Throttle::default();
        for i in 0..3 * u32::try_from(REMEMBERED).unwrap() {
            let address = IpAddr::from(i.to_be_bytes());
            let _ = throttle.begin(&i.to_string(), address, Time(i64::from(i)));
        }
        assert!(throttle.0.lock().unwrap().len() <= REMEMBERED);
    }
}
