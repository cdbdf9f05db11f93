//! Strength and lifecycle stage of memories. Both are computed on read, so that the passing of time rewrites nothing.
//! Only the times at which a stage ends are stored.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::session::record::MemoryType;
use kernel::time::{DAY, Time};

/// Strength below which a memory is archived.
const ARCHIVED: f64 = 0.02;
/// Strength from which a memory is consolidated.
const CONSOLIDATED: f64 = 0.7;
/// Decay per millisecond of a memory without emotional intensity.
const RATE: f64 = 5e-10;
/// Growth of the strength with each recall.
const PRACTICE: f64 = 0.2;
/// Number of recalls credited from the start to a memory that somebody had written down to keep.
const WRITTEN_DOWN: u32 = 20;
/// Fixed-point scale of shares: a whole number is read back as it was stored.
const MILLION: f64 = 1e6;
/// Time later than any other: the end of the year 9999.
pub const NEVER: Time = Time(253_402_300_799_999);

/// Kind of a memory. Some kinds matter more than others.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CrystalKind {
    /// State of something.
    Fact,
    /// Something that a person likes or wants.
    Preference,
    /// Aim that a person pursues.
    Goal,
    /// Something that happens repeatedly.
    Pattern,
    /// Conclusion from several things.
    Insight,
    /// Relationship between people or agents.
    Relationship,
    /// Way of doing something.
    Skill,
    /// Event that happened once.
    Episode,
}

impl CrystalKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Fact,
        Self::Preference,
        Self::Goal,
        Self::Pattern,
        Self::Insight,
        Self::Relationship,
        Self::Skill,
        Self::Episode,
    ];

    /// Returns the name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Preference => "preference",
            Self::Goal => "goal",
            Self::Pattern => "pattern",
            Self::Insight => "insight",
            Self::Relationship => "relationship",
            Self::Skill => "skill",
            Self::Episode => "episode",
        }
    }

    /// Returns the factor by which memories of this kind matter more than a fact.
    #[must_use]
    pub const fn relevance(self) -> f64 {
        match self {
            Self::Preference | Self::Goal => 1.2,
            Self::Pattern | Self::Insight | Self::Relationship => 1.1,
            Self::Skill | Self::Fact => 1.0,
            Self::Episode => 0.8,
        }
    }

    /// Returns the kind of a memory that has none, by its type.
    #[must_use]
    pub const fn of(memory_type: MemoryType) -> Self {
        match memory_type {
            MemoryType::Semantic | MemoryType::Message => Self::Fact,
            MemoryType::Episodic => Self::Episode,
        }
    }
}

/// Stage in the life of a memory.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Lifecycle {
    /// Created, and not recalled yet.
    Generated,
    /// Recalled.
    Activated,
    /// Important and recalled often.
    Consolidated,
    /// Faded, or merged into another memory. Searches leave it out unless it is requested.
    Archived,
    /// Past its expiry time and about to be erased.
    Expired,
    /// Frozen: stays as it is.
    Frozen,
}

impl Lifecycle {
    /// All stages, in the order of a life.
    pub const ALL: [Self; 6] = [
        Self::Generated,
        Self::Activated,
        Self::Consolidated,
        Self::Archived,
        Self::Expired,
        Self::Frozen,
    ];

    /// Returns the name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generated => "generated",
            Self::Activated => "activated",
            Self::Consolidated => "consolidated",
            Self::Archived => "archived",
            Self::Expired => "expired",
            Self::Frozen => "frozen",
        }
    }
}

/// Decay mode of a memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// Fades over time.
    #[default]
    Fades,
    /// Does not fade: the memory is pinned, or is a message, which lasts as long as its session.
    Stays,
    /// Does not fade: the memory is frozen.
    Frozen,
    /// Merged into another memory.
    Merged,
}

/// Values that decide how a memory fades.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Life {
    /// Importance, in millionths.
    pub weight: u32,
    /// Emotional intensity, in millionths.
    pub feeling: u32,
    /// Time at which it was first stored.
    pub begun: Time,
    /// Time of the last recall, store or change.
    pub touched: Time,
    /// Number of recalls.
    pub recalls: u32,
    /// True if somebody had written it down to keep before it became a memory.
    pub seeded: bool,
    /// Decay mode.
    pub hold: Hold,
    /// Expiry time.
    pub expires_at: Option<Time>,
}

/// Converts a share to millionths, clamped to 0 to 2.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a share that is 0 to 2, whatever was given"
)]
#[must_use]
pub fn millionths(share: f64) -> u32 {
    (share.clamp(0.0, 2.0) * MILLION).round() as u32
}

#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds of centuries fit a float to the millisecond"
)]
fn float(milliseconds: i64) -> f64 {
    milliseconds as f64
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "what is too long for a number is as good as never"
)]
fn milliseconds(long: f64) -> i64 {
    long.clamp(0.0, float(NEVER.0)).ceil() as i64
}

impl Life {
    /// Returns the strength right after a touch, with this number of recalls.
    fn fresh(&self, recalls: u32) -> f64 {
        let more = if self.seeded { WRITTEN_DOWN } else { 0 };
        let times = f64::from(recalls) + f64::from(more) + 1.0;
        let practised = 1.0 - (-PRACTICE * times).exp();
        f64::from(self.weight) / MILLION * practised
    }

    fn rate(&self) -> f64 {
        let feeling = (f64::from(self.feeling) / MILLION).min(1.0);
        RATE * (1.0 - 0.5 * feeling)
    }

    /// Returns the strength: the importance that is left. On the first day it is at least the initial strength. Pinned
    /// and frozen memories do not fade.
    #[must_use]
    pub fn strength(&self, now: Time) -> f64 {
        let fresh = self.fresh(self.recalls);
        if self.hold != Hold::Fades && self.hold != Hold::Merged {
            return fresh;
        }
        let since = float(now.since(self.touched).max(0));
        let faded = fresh * (-self.rate() * since).exp();
        if now < self.begun.plus(DAY) {
            faded.max(self.fresh(0))
        } else {
            faded
        }
    }

    /// Returns the time from which the strength is below `than`, at most [`NEVER`].
    fn weaker_from(&self, than: f64) -> Time {
        let fresh = self.fresh(self.recalls);
        if fresh <= than {
            return self.touched;
        }
        let long = milliseconds((fresh / than).ln() / self.rate());
        Time(self.touched.0.saturating_add(long).min(NEVER.0))
    }

    /// Returns the time at which it is archived unless it is recalled before. `None` if it does not fade.
    #[must_use]
    pub fn archives_at(&self) -> Option<Time> {
        match self.hold {
            Hold::Fades => Some(self.weaker_from(ARCHIVED).max(self.begun.plus(DAY))),
            Hold::Merged => Some(Time(0)),
            Hold::Stays | Hold::Frozen => None,
        }
    }

    /// Returns the time until which it is consolidated unless it is recalled. `None` if it is not consolidated.
    #[must_use]
    pub fn consolidation_end(&self) -> Option<Time> {
        if self.fresh(self.recalls) < CONSOLIDATED {
            return None;
        }
        match self.hold {
            Hold::Fades => Some(self.weaker_from(CONSOLIDATED)),
            Hold::Merged => None,
            Hold::Stays | Hold::Frozen => Some(NEVER),
        }
    }

    /// Returns the stage of its life.
    #[must_use]
    pub fn lifecycle(&self, now: Time) -> Lifecycle {
        if self.expires_at.is_some_and(|at| at <= now) {
            Lifecycle::Expired
        } else if self.hold == Hold::Frozen {
            Lifecycle::Frozen
        } else if self.archives_at().is_some_and(|at| at <= now) {
            Lifecycle::Archived
        } else if self.consolidation_end().is_some_and(|until| until > now) {
            Lifecycle::Consolidated
        } else if self.recalls > 0 {
            Lifecycle::Activated
        } else {
            Lifecycle::Generated
        }
    }
}
