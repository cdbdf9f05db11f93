//! How a crystal fades: its strength and the stage of its life, computed when it is read, so that nothing is
//! rewritten because time passes. What is stored are moments at which a stage ends. Pure; knows no core.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::session::record::MemoryType;
use kernel::time::{DAY, Time};

/// What fades below this is archived.
const ARCHIVED: f64 = 0.02;
/// What is as strong as this is consolidated.
const CONSOLIDATED: f64 = 0.7;
/// What fades in a millisecond, of what was not felt.
const RATE: f64 = 5e-10;
/// How much each recall adds to what is remembered.
const PRACTICE: f64 = 0.2;
/// What somebody wrote down to keep lasts from the beginning like what was recalled so often.
const WRITTEN_DOWN: u32 = 20;
/// Shares are kept in millionths: a whole number is read back as it was stored.
const MILLION: f64 = 1e6;
/// Later than anything that passes.
pub const NEVER: Time = Time(253_402_300_799_999);

/// What a crystal is about: some things matter for longer than others.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum CrystalKind {
    /// How something is.
    Fact,
    /// What somebody likes or wants to be so.
    Preference,
    /// What somebody is after.
    Goal,
    /// What happens again and again.
    Pattern,
    /// What follows from several things.
    Insight,
    /// How somebody stands to somebody.
    Relationship,
    /// How something is done.
    Skill,
    /// What happened once.
    Episode,
}

impl CrystalKind {
    /// All of them.
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

    /// Its name, as in JSON.
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

    /// By how much what is about such a thing matters more than a fact.
    #[must_use]
    pub const fn relevance(self) -> f64 {
        match self {
            Self::Preference | Self::Goal => 1.2,
            Self::Pattern | Self::Insight | Self::Relationship => 1.1,
            Self::Skill | Self::Fact => 1.0,
            Self::Episode => 0.8,
        }
    }

    /// What a memory is about that does not say so.
    #[must_use]
    pub const fn of(memory_type: MemoryType) -> Self {
        match memory_type {
            MemoryType::Semantic | MemoryType::Message => Self::Fact,
            MemoryType::Episodic => Self::Episode,
        }
    }
}

/// The stages of a crystal's life.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Lifecycle {
    /// It was made, and not recalled yet.
    Generated,
    /// It was recalled.
    Activated,
    /// It matters and was recalled often.
    Consolidated,
    /// It faded, or another one took it in: no search finds it unless asked to.
    Archived,
    /// Its time ran out: it is about to be erased.
    Expired,
    /// It stays as it is.
    Frozen,
}

impl Lifecycle {
    /// All of them, in the order of a life.
    pub const ALL: [Self; 6] = [
        Self::Generated,
        Self::Activated,
        Self::Consolidated,
        Self::Archived,
        Self::Expired,
        Self::Frozen,
    ];

    /// Its name, as in JSON.
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

/// Whether a crystal fades.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// It does.
    #[default]
    Fades,
    /// It is pinned, or a message, which lasts as long as its session.
    Stays,
    /// It is frozen.
    Frozen,
    /// Another one took it in.
    Merged,
}

/// All that decides how a crystal fades.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Life {
    /// How much it matters, in millionths.
    pub weight: u32,
    /// How strongly it was felt, in millionths.
    pub feeling: u32,
    /// When it was stored first.
    pub begun: Time,
    /// When it was recalled, stored or changed last.
    pub touched: Time,
    /// How often it was recalled.
    pub recalls: u32,
    /// Whether somebody had written it down to keep before it was a memory.
    pub seeded: bool,
    /// Whether it fades at all.
    pub hold: Hold,
    /// When its time runs out.
    pub expires_at: Option<Time>,
}

/// A share in millionths.
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
    /// How strong it is right after it was touched, `recalls` times recalled.
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

    /// How strong it is: what is left of its importance. On its first day it is never below what it began
    /// with; what is pinned or frozen does not fade.
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

    /// From when on it is weaker than that, if it ever fades.
    fn weaker_from(&self, than: f64) -> Time {
        let fresh = self.fresh(self.recalls);
        if fresh <= than {
            return self.touched;
        }
        let long = milliseconds((fresh / than).ln() / self.rate());
        Time(self.touched.0.saturating_add(long).min(NEVER.0))
    }

    /// From when on it is archived, when nobody recalls it until then; nothing for what does not fade.
    #[must_use]
    pub fn archives_at(&self) -> Option<Time> {
        match self.hold {
            Hold::Fades => Some(self.weaker_from(ARCHIVED).max(self.begun.plus(DAY))),
            Hold::Merged => Some(Time(0)),
            Hold::Stays | Hold::Frozen => None,
        }
    }

    /// Until when it is consolidated, when nobody recalls it until then; nothing when it is not.
    #[must_use]
    pub fn consolidated_until(&self) -> Option<Time> {
        if self.fresh(self.recalls) < CONSOLIDATED {
            return None;
        }
        match self.hold {
            Hold::Fades => Some(self.weaker_from(CONSOLIDATED)),
            Hold::Merged => None,
            Hold::Stays | Hold::Frozen => Some(NEVER),
        }
    }

    /// The stage of its life.
    #[must_use]
    pub fn lifecycle(&self, now: Time) -> Lifecycle {
        if self.expires_at.is_some_and(|at| at <= now) {
            Lifecycle::Expired
        } else if self.hold == Hold::Frozen {
            Lifecycle::Frozen
        } else if self.archives_at().is_some_and(|at| at <= now) {
            Lifecycle::Archived
        } else if self.consolidated_until().is_some_and(|until| until > now) {
            Lifecycle::Consolidated
        } else if self.recalls > 0 {
            Lifecycle::Activated
        } else {
            Lifecycle::Generated
        }
    }
}
