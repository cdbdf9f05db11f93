//! Quotas: rates of callers and room on the disk. Every request passes here once, whatever door it is for; rejections
//! are counted and reported.

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

/// Health check paths.
const PROBES: [&str; 2] = ["/healthz", "/readyz"];
/// Number of callers kept in memory before idle ones are removed.
const REMEMBERED: usize = 20_000;

/// Subject of a quota.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// A token, by its hash.
    Token(u64),
    Person(String),
    Address(IpAddr),
    /// Wrong tokens from an address. Counted separately, so that people who sign in from the same address are not
    /// locked out.
    Guesser(IpAddr),
}

/// All usage and the limits.
#[derive(Debug)]
pub struct Quotas {
    limits: QuotaLimits,
    rates: Rates,
    hashes: RandomState,
    usage: Mutex<HashMap<Key, Arc<Usage>>>,
    spends: Spends,
    /// Room on the disk.
    pub disk: Disk,
    met: Met,
}

/// One caller's usage, held while a request lasts.
#[derive(Clone, Debug)]
pub struct Share {
    quotas: Arc<Quotas>,
    usage: Arc<Usage>,
    who: Arc<str>,
}

impl Quotas {
    /// Creates the quotas without usage.
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

    /// Returns true if a request counts towards the quotas, by its route. Static files of pages and health checks do
    /// not.
    #[must_use]
    pub fn counts(route: &str) -> bool {
        let is_file = route.starts_with("/pkg/") || route.contains('.');
        let is_made = route.starts_with("/api") || route.ends_with("/openapi.json");
        is_made || !(is_file || PROBES.contains(&route))
    }

    /// Admits a request of a caller.
    ///
    /// # Errors
    /// Returns the exceeded quota: [`Kind::Requests`].
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

    /// Counts a request with an invalid token.
    ///
    /// # Errors
    /// Returns an error if [`Quotas::admit`] does.
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

    /// Returns the limit of a quota.
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

    /// Returns the number of rejections by each quota since the start.
    pub fn times(&self) -> impl Iterator<Item = (Kind, u64)> {
        Kind::ALL
            .map(|kind| (kind, self.met.times(kind)))
            .into_iter()
    }

    /// Records that `who` exceeded a quota.
    pub fn note(&self, kind: Kind, who: &str) {
        self.met.note(kind, who);
    }

    /// Returns the number of waiting calls.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        let usage = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        usage.values().map(|usage| usage.waiting()).sum()
    }

    /// Returns true if there is room for new data.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.full(0).is_none()
    }

    /// Returns the disk quota that `more` bytes would exceed, if any.
    fn full(&self, more: u64) -> Option<Kind> {
        if self.disk.free() < self.limits.free {
            return Some(Kind::Free);
        }
        let used = self.disk.total_bytes().saturating_add(more);
        (used > self.limits.disk).then_some(Kind::Disk)
    }

    /// Returns warnings for people about quotas exceeded since the start.
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

    /// Charges a request to the caller. The returned guard holds the slot of a waiting call.
    ///
    /// # Errors
    /// Returns the exceeded quota: room, waiting calls, or the day's bytes, if the length is declared.
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

    /// Rejects bytes if there is no room.
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

    /// Rejects bytes that exceed the day's quota.
    fn day(&self, more: u64, now: Time) -> Result<()> {
        let most = self.quotas.limits.bytes;
        if self.usage.bytes(now).saturating_add(more) <= most {
            return Ok(());
        }
        let detail = format!("At most {most} bytes of bodies a day.");
        Err(self.meets(Kind::Bytes, &detail, usage::rest_of_day(now)))
    }

    /// Counts bytes of a body as they arrive.
    ///
    /// # Errors
    /// Returns [`Kind::Bytes`].
    pub fn takes(&self, bytes: usize, now: Time) -> Result<()> {
        self.usage.add(bytes, now);
        self.day(0, now)
    }

    /// Opens a live feed.
    ///
    /// # Errors
    /// Returns [`Kind::Feeds`].
    pub fn feed(&self) -> Result<Held> {
        let most = self.quotas.limits.feeds;
        self.usage.feed(most).ok_or_else(|| {
            let detail = format!("At most {most} live feeds may be open at once.");
            self.meets(Kind::Feeds, &detail, 10)
        })
    }
}
