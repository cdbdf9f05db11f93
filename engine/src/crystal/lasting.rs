//! Lifetime of a memory: decides whether a memory with the same content may replace another.

use std::cmp::Reverse;

use crate::crystal::entry::CrystalEntry;
use crate::crystal::record::Crystal;
use kernel::time::Time;

/// Expiry and validity of a memory. The longest lifetime sorts first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lasting {
    expires_at: Reverse<Time>,
    valid_to: Reverse<Time>,
    valid_from: Time,
}

impl Lasting {
    /// Returns the lifetime of a record.
    #[must_use]
    pub fn of(crystal: &Crystal) -> Self {
        Self::new(crystal.expires_at, crystal.valid_to, crystal.valid_from)
    }

    /// Returns the lifetime of a core's entry.
    #[must_use]
    pub fn of_kept(kept: &CrystalEntry) -> Self {
        Self::new(kept.expires_at, kept.valid_to, kept.valid_from)
    }

    fn new(expires_at: Option<Time>, valid_to: Option<Time>, valid_from: Option<Time>) -> Self {
        let end = |at: Option<Time>| Reverse(at.unwrap_or(Time(i64::MAX)));
        Self {
            expires_at: end(expires_at),
            valid_to: end(valid_to),
            valid_from: valid_from.unwrap_or(Time(i64::MIN)),
        }
    }

    /// Returns true if it begins no later and ends no sooner than `other`, so that nothing is lost by replacing that.
    #[must_use]
    pub fn covers(&self, other: &Self) -> bool {
        self.expires_at <= other.expires_at
            && self.valid_to <= other.valid_to
            && self.valid_from <= other.valid_from
    }
}
