//! How much one caller may ask, and how much there is room for. Every request passes here once, whatever
//! door it is for; what was refused is counted and told. Knows no operation but by its address.

mod disk;
mod kind;
mod met;
mod spends;
mod usage;

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::Method;
use kernel::time::Time;
use kernel::{Error, Result};

pub use self::disk::{Disk, LOOK};
pub use self::kind::Kind;
use self::met::Met;
use self::spends::Spends;
pub use self::usage::Held;
use self::usage::{Rates, Usage};
use crate::config::QuotaLimits;
use crate::identity::Identity;

/// What asks whether the server is there.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];
/// How many callers are remembered before those that ask nothing are forgotten.
const REMEMBERED: usize = 20_000;

/// Whose usage it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// A token, by its hash.
    Token(u64),
    Person(String),
    Address(IpAddr),
    /// Of wrong tokens from there: who signs in at the same address is not kept out.
    Guesser(IpAddr),
}

/// All usage and its bounds.
#[derive(Debug)]
pub struct Quotas {
    limits: QuotaLimits,
    rates: Rates,
    hashes: RandomState,
    usage: Mutex<HashMap<Key, Arc<Usage>>>,
    spends: Spends,
    /// What there is room for.
    pub disk: Disk,
    met: Met,
}

/// One caller's part, for as long as a request lasts.
#[derive(Clone, Debug)]
pub struct Share {
    quotas: Arc<Quotas>,
    usage: Arc<Usage>,
    who: Arc<str>,
}

impl Quotas {
    /// Nothing used yet, of so much.
    #[must_use]
    pub fn new(limits: QuotaLimits, disk: Disk) -> Arc<Self> {
        let number = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MAX);
        Arc::new(Self {
            rates: Rates {
                second: number(limits.requests),
                burst: number(limits.burst),
            },
            limits,
            hashes: RandomState::new(),
            usage: Mutex::default(),
            spends: Spends::default(),
            disk,
            met: Met::default(),
        })
    }

    /// Whether a request counts, by its route: the files that pages load do not, and neither do probes.
    #[must_use]
    pub fn counts(route: &str) -> bool {
        let is_file = route.starts_with("/pkg/") || route.contains('.');
        let is_made = route.starts_with("/api") || route.ends_with("/openapi.json");
        is_made || !(is_file || PROBES.contains(&route))
    }

    /// Lets a request in, by who asks.
    ///
    /// # Errors
    /// The quota that is met: [`Kind::Requests`].
    pub fn admit(
        self: &Arc<Self>,
        identity: &Identity,
        address: IpAddr,
        now: Time,
    ) -> Result<Share> {
        let (key, who): (Key, Arc<str>) = match identity {
            Identity::Token { token, actor, .. } => (
                Key::Token(self.hashes.hash_one(token)),
                actor.id.as_str().into(),
            ),
            Identity::Person(session) => {
                let name = session.actor.id.as_str();
                (Key::Person(name.to_owned()), name.into())
            }
            Identity::Nobody => (Key::Address(address), "an address without a token".into()),
        };
        self.share(key, who, now)
    }

    /// Counts a request with a token that is none.
    ///
    /// # Errors
    /// As [`Quotas::admit`].
    pub fn guess(self: &Arc<Self>, address: IpAddr, now: Time) -> Result<()> {
        let who = "an address with a wrong token".into();
        self.share(Key::Guesser(address), who, now).map(drop)
    }

    fn share(self: &Arc<Self>, key: Key, who: Arc<str>, now: Time) -> Result<Share> {
        let share = Share {
            usage: self.usage_of(key, now),
            quotas: self.clone(),
            who,
        };
        match share.usage.ask() {
            Ok(()) => Ok(share),
            Err(seconds) => {
                let most = self.limits.requests;
                let detail = format!("At most {most} requests a second; wait {seconds} s.");
                Err(share.meets(Kind::Requests, &detail, seconds))
            }
        }
    }

    fn usage_of(&self, key: Key, now: Time) -> Arc<Usage> {
        let mut usage = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        if usage.len() >= REMEMBERED && !usage.contains_key(&key) {
            usage.retain(|_, usage| Arc::strong_count(usage) > 1 || usage.matters(now));
            if usage.len() >= REMEMBERED {
                usage.retain(|_, usage| Arc::strong_count(usage) > 1);
            }
        }
        let usage = usage.entry(key);
        usage.or_insert_with(|| Usage::new(self.rates)).clone()
    }

    /// The bound of a quota.
    #[must_use]
    pub fn most(&self, kind: Kind) -> u64 {
        let limits = &self.limits;
        match kind {
            Kind::Requests => limits.requests.into(),
            Kind::Bytes => limits.bytes,
            Kind::Feeds => limits.feeds,
            Kind::Waits => limits.waits,
            Kind::Streams => limits.streams,
            Kind::Disk => limits.disk,
            Kind::Free => limits.free,
            Kind::ModelCalls => limits.model_calls,
            Kind::ModelTokens => limits.model_tokens,
        }
    }

    /// How often each was met since the start.
    pub fn times(&self) -> impl Iterator<Item = (Kind, u64)> {
        Kind::ALL
            .map(|kind| (kind, self.met.times(kind)))
            .into_iter()
    }

    /// Notes that `who` met one.
    pub fn note(&self, kind: Kind, who: &str) {
        self.met.note(kind, who);
    }

    /// How many calls wait now for something to happen.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        let usage = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        usage.values().map(|usage| usage.waiting()).sum()
    }

    /// Whether there is room for something new.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.full(0).is_none()
    }

    /// Which bound of the disk so many bytes more meet.
    fn full(&self, more: u64) -> Option<Kind> {
        if self.disk.free() < self.limits.free {
            return Some(Kind::Free);
        }
        let used = self.disk.used().saturating_add(more);
        (used > self.limits.disk).then_some(Kind::Disk)
    }

    /// What people are told of quotas that were met since the start.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.met.warnings()
    }
}

impl Share {
    fn meets(&self, kind: Kind, detail: &str, seconds: u64) -> Error {
        self.quotas.note(kind, &self.who);
        kind.error(detail, seconds)
    }

    /// Lets a request go on to where it is for; what it holds meanwhile is given back when that is
    /// dropped.
    ///
    /// # Errors
    /// The quota that is met: room, waiting calls, or the day's bytes, if its length says so.
    pub fn spend(
        &self,
        method: &Method,
        path: &str,
        length: Option<u64>,
        now: Time,
    ) -> Result<Option<Held>> {
        let length = length.unwrap_or_default();
        if self.quotas.spends.frees(method, path) {
            self.quotas.disk.release_reserve();
        }
        let takes_room = self.quotas.spends.writes(method, path);
        if takes_room {
            self.room(length)?;
        }
        self.day(length, now)?;
        if takes_room {
            self.quotas.disk.takes(length);
        }
        if !self.quotas.spends.waits(path) {
            return Ok(None);
        }
        let most = self.quotas.limits.waits;
        let held = self.usage.wait(most).ok_or_else(|| {
            let detail = format!("At most {most} calls may wait for something at once.");
            self.meets(Kind::Waits, &detail, 1)
        });
        held.map(Some)
    }

    /// Refuses bytes for which there is no room.
    fn room(&self, more: u64) -> Result<()> {
        let Some(kind) = self.quotas.full(more) else {
            return Ok(());
        };
        let detail = if kind == Kind::Free {
            "The disk is nearly full, so nothing is written any more. Reading and erasing go on."
        } else {
            "This workspace has all the bytes on disk that it may have. Reading and erasing go on."
        };
        Err(self.meets(kind, detail, 60))
    }

    /// Refuses bytes that are too many for the day.
    fn day(&self, more: u64, now: Time) -> Result<()> {
        let most = self.quotas.limits.bytes;
        if self.usage.bytes(now).saturating_add(more) <= most {
            return Ok(());
        }
        let detail = format!("At most {most} bytes of bodies a day.");
        Err(self.meets(Kind::Bytes, &detail, usage::rest_of_day(now)))
    }

    /// Counts bytes of a body as they come.
    ///
    /// # Errors
    /// [`Kind::Bytes`].
    pub fn takes(&self, bytes: usize, now: Time) -> Result<()> {
        self.usage.add(bytes, now);
        self.day(0, now)
    }

    /// Opens a live feed.
    ///
    /// # Errors
    /// [`Kind::Feeds`].
    pub fn feed(&self) -> Result<Held> {
        let most = self.quotas.limits.feeds;
        self.usage.feed(most).ok_or_else(|| {
            let detail = format!("At most {most} live feeds may be open at once.");
            self.meets(Kind::Feeds, &detail, 10)
        })
    }
}
