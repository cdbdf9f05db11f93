//! Moods: three levels that signals raise and that decay to their baselines. Stores the levels after the last signal;
//! current levels are computed on read.

use std::sync::Arc;

use imbl::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::mind::section::Levels;
use kernel::stream::{StreamId, Version};
use kernel::time::{DAY, MINUTE, Time};

/// Threshold above which a level is a spike.
pub const SPIKE: f64 = 0.7;
/// Time from the first signal to the consolidation of a mood, which records its spikes, in milliseconds.
pub const CONSOLIDATION: i64 = 30 * MINUTE;
/// Maximum number of points in the course of a mood.
const POINTS: usize = 288;
/// Minimum level that is put into words.
const FELT: f64 = 0.35;
/// Minimum level for cortisol, which has a baseline near 0.
const STRAINED: f64 = 0.25;

/// A level of a mood.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Hormone {
    /// Success.
    Dopamine,
    /// Trouble.
    Cortisol,
    /// Social contact.
    Oxytocin,
}

impl Hormone {
    /// All hormones.
    pub const ALL: [Self; 3] = [Self::Dopamine, Self::Cortisol, Self::Oxytocin];

    /// Returns the name as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dopamine => "dopamine",
            Self::Cortisol => "cortisol",
            Self::Oxytocin => "oxytocin",
        }
    }

    /// Returns the baseline.
    #[must_use]
    pub const fn baseline(self) -> f64 {
        match self {
            Self::Dopamine => 0.15,
            Self::Cortisol => 0.02,
            Self::Oxytocin => 0.20,
        }
    }

    /// Returns the half-life of a raised level, in minutes.
    #[must_use]
    pub const fn half_life_minutes(self) -> u32 {
        match self {
            Self::Dopamine => 30,
            Self::Cortisol => 60,
            Self::Oxytocin => 45,
        }
    }

    /// Returns the meaning of a spike in words.
    #[must_use]
    pub const fn spike(self) -> &'static str {
        match self {
            Self::Dopamine => "achievement or breakthrough",
            Self::Cortisol => "trouble or pressure",
            Self::Oxytocin => "trust or company",
        }
    }

    /// Returns the level of this hormone.
    #[must_use]
    pub const fn of(self, levels: &Levels) -> f64 {
        match self {
            Self::Dopamine => levels.dopamine,
            Self::Cortisol => levels.cortisol,
            Self::Oxytocin => levels.oxytocin,
        }
    }

    fn of_mut(self, levels: &mut Levels) -> &mut f64 {
        match self {
            Self::Dopamine => &mut levels.dopamine,
            Self::Cortisol => &mut levels.cortisol,
            Self::Oxytocin => &mut levels.oxytocin,
        }
    }

    /// Returns a level after it has decayed for `milliseconds`.
    fn decay(self, level: f64, milliseconds: i64) -> f64 {
        let base = self.baseline();
        let half_life = f64::from(self.half_life_minutes());
        base + (level - base) * 0.5_f64.powf(minutes(milliseconds) / half_life)
    }
}

/// An event that raises an agent's mood.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// Somebody was content with the agent.
    Reward,
    /// Something went wrong.
    Error,
    /// Somebody was kind to the agent, or worked with it.
    Social,
    /// The agent got something done.
    Achievement,
    /// Something is urgent.
    Urgency,
}

impl Signal {
    /// All signals.
    pub const ALL: [Self; 5] = [
        Self::Reward,
        Self::Error,
        Self::Social,
        Self::Achievement,
        Self::Urgency,
    ];

    /// Returns the name as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reward => "reward",
            Self::Error => "error",
            Self::Social => "social",
            Self::Achievement => "achievement",
            Self::Urgency => "urgency",
        }
    }

    /// Returns the hormones that it raises, each with the increase at full strength.
    #[must_use]
    pub const fn raises(self) -> &'static [(Hormone, f64)] {
        match self {
            Self::Reward => &[(Hormone::Dopamine, 0.3)],
            Self::Error => &[(Hormone::Cortisol, 0.3)],
            Self::Social => &[(Hormone::Oxytocin, 0.3)],
            Self::Achievement => &[(Hormone::Dopamine, 0.4), (Hormone::Oxytocin, 0.2)],
            Self::Urgency => &[(Hormone::Cortisol, 0.4)],
        }
    }
}

/// The fact in another stream that caused a signal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// Stream of the fact.
    pub stream: StreamId,
    /// Version of the fact in its stream.
    pub version: Version,
}

/// A recorded signal.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Felt {
    /// The signal.
    pub signal: Signal,
    /// Strength, 0 to 1.
    pub strength: f64,
    /// Time of the event.
    pub at: Time,
    /// Event in words.
    pub reason: Option<Arc<str>>,
    /// Fact in another stream that caused it. Absent if a caller sent the signal.
    pub source: Option<Source>,
}

impl Felt {
    /// Returns true if the signal is the outcome of a task. Each outcome gives exactly one achievement or error.
    #[must_use]
    pub const fn is_outcome(&self) -> bool {
        self.source.is_some() && matches!(self.signal, Signal::Achievement | Signal::Error)
    }
}

/// A level that rose above [`SPIKE`] and was not recorded yet.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spike {
    /// The hormone.
    pub hormone: Hormone,
    /// Highest level.
    pub peak: f64,
    /// Time of the highest level.
    pub at: Time,
    /// Signal that caused the highest level.
    pub signal: Signal,
    /// Event in words.
    pub reason: Option<Arc<str>>,
}

/// Levels of a mood at a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// Time of the levels.
    pub at: Time,
    /// The levels.
    #[serde(flatten)]
    pub levels: Levels,
}

impl Point {
    /// Returns the levels at a later time, without signals in between.
    #[must_use]
    pub fn decay(&self, now: Time) -> Levels {
        let passed = now.since(self.at).max(0);
        let level = |hormone: Hormone| hormone.decay(hormone.of(&self.levels), passed);
        Levels {
            dopamine: level(Hormone::Dopamine),
            cortisol: level(Hormone::Cortisol),
            oxytocin: level(Hormone::Oxytocin),
        }
    }
}

/// Last signal that raised a level.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cause {
    /// Hormone that was raised.
    pub hormone: Hormone,
    /// The signal.
    pub signal: Signal,
    /// Time of the signal.
    pub at: Time,
    /// Event in words.
    pub reason: Option<Arc<str>>,
}

/// A mood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mood {
    /// Levels after the last signal.
    last: Point,
    /// Last signal for each hormone.
    #[serde(default)]
    causes: Vec<Cause>,
    /// Spikes since the last consolidation.
    #[serde(default)]
    pub spikes: Vec<Spike>,
    /// Time of the first signal since the last consolidation.
    #[serde(default)]
    pub since: Option<Time>,
    /// Levels after each earlier signal of the last day, and after one signal before that day.
    #[serde(default)]
    course: Vector<Point>,
}

impl Default for Mood {
    fn default() -> Self {
        Self {
            last: Point {
                at: Time(0),
                levels: rest(),
            },
            causes: Vec::new(),
            spikes: Vec::new(),
            since: None,
            course: Vector::new(),
        }
    }
}

/// Returns the baselines.
#[must_use]
pub const fn rest() -> Levels {
    Levels {
        dopamine: Hormone::Dopamine.baseline(),
        cortisol: Hormone::Cortisol.baseline(),
        oxytocin: Hormone::Oxytocin.baseline(),
    }
}

impl Mood {
    /// Returns the levels at a time.
    #[must_use]
    pub fn at(&self, now: Time) -> Levels {
        self.last.decay(now)
    }

    /// Returns the levels after the last signal.
    #[must_use]
    pub const fn last(&self) -> Point {
        self.last
    }

    /// Applies a signal.
    pub fn feel(&mut self, felt: &Felt) {
        // A late signal counts as of the last one, because the course is in the order of time.
        let at = felt.at.max(self.last.at);
        let before = exactly(self.at(at));
        let mut levels = before;
        for (hormone, by) in felt.signal.raises() {
            let level = hormone.of_mut(&mut levels);
            *level = exact(*level + by * felt.strength.clamp(0.0, 1.0)).clamp(0.0, 1.0);
            self.rose(*hormone, (hormone.of(&before), *level), at, felt);
        }
        if self.last.at > Time(0) {
            self.course.push_back(self.last);
        }
        self.last = Point { at, levels };
        self.since.get_or_insert(at);
        // One point before the day stays, for the levels at its beginning.
        let day = at.plus(-DAY);
        while self.course.get(1).is_some_and(|next| next.at <= day) || self.course.len() > POINTS {
            self.course.pop_front();
        }
    }

    fn rose(&mut self, hormone: Hormone, (before, level): (f64, f64), at: Time, felt: &Felt) {
        let cause = Cause {
            hormone,
            signal: felt.signal,
            at,
            reason: felt.reason.clone(),
        };
        self.causes.retain(|known| known.hormone != hormone);
        self.causes.push(cause);
        if level <= SPIKE {
            return;
        }
        let known = self
            .spikes
            .iter_mut()
            .rfind(|spike| spike.hormone == hormone);
        match known {
            // The same spike rose further.
            Some(spike) if before > SPIKE => {
                if level >= spike.peak {
                    spike.peak = level;
                    spike.at = at;
                    spike.signal = felt.signal;
                    spike.reason.clone_from(&felt.reason);
                }
            }
            // The spike was recorded already.
            None if before > SPIKE => {}
            _ => self.spikes.push(Spike {
                hormone,
                peak: level,
                at,
                signal: felt.signal,
                reason: felt.reason.clone(),
            }),
        }
    }

    /// Forgets the spikes, because they were recorded.
    pub fn consolidate(&mut self) {
        self.spikes.clear();
        self.since = None;
    }

    /// Returns the time of the next consolidation, or `None` without signals since the last one.
    #[must_use]
    pub fn due(&self) -> Option<Time> {
        self.since.map(|since| since.plus(CONSOLIDATION))
    }

    /// Returns the last signal for each hormone, the earliest first.
    #[must_use]
    pub fn causes(&self) -> &[Cause] {
        &self.causes
    }

    /// Returns the mood in words, as in the header of a document.
    #[must_use]
    pub fn words(&self, now: Time) -> String {
        words(&self.at(now))
    }

    /// Returns the course over the day before `now`: a point every half hour, and two around each signal.
    #[must_use]
    pub fn course(&self, now: Time) -> Vec<Point> {
        let begin = now.plus(-DAY);
        let mut known: Vec<Point> = self.course.iter().copied().collect();
        if self.last.at > Time(0) {
            known.push(self.last);
        }
        let at = |moment: Time| {
            let from = known.iter().rfind(|point| point.at <= moment);
            let levels = from.map_or(rest(), |from| from.decay(moment));
            Point { at: moment, levels }
        };
        let mut points: Vec<Point> = Vec::new();
        let step = CONSOLIDATION;
        let mut next = known
            .iter()
            .filter(|point| point.at > begin && point.at <= now)
            .peekable();
        let mut moment = begin;
        while moment <= now {
            while let Some(raised) = next.next_if(|raised| raised.at <= moment) {
                if raised.at < moment {
                    let before = Time(raised.at.0 - 1);
                    points.push(at(before));
                    points.push(*raised);
                }
            }
            points.push(at(moment));
            moment = moment.plus(step);
        }
        points
    }
}

/// Rounds a number so that it is the same after JSON.
#[must_use]
pub fn exact(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn exactly(levels: Levels) -> Levels {
    Levels {
        dopamine: exact(levels.dopamine),
        cortisol: exact(levels.cortisol),
        oxytocin: exact(levels.oxytocin),
    }
}

/// Describes levels in words.
#[must_use]
pub fn words(levels: &Levels) -> String {
    let mut words = Vec::new();
    let said = |level: f64, from: f64, (some, much): (&'static str, &'static str)| {
        (level >= from).then_some(if level > SPIKE { much } else { some })
    };
    words.extend(said(levels.dopamine, FELT, ("motivated", "elated")));
    words.extend(said(levels.cortisol, STRAINED, ("tense", "under pressure")));
    words.extend(said(
        levels.oxytocin,
        FELT,
        ("socially engaged", "closely bonded"),
    ));
    if words.is_empty() {
        return "calm".into();
    }
    words.join(", ")
}

#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds of centuries fit a float to the millisecond"
)]
fn minutes(milliseconds: i64) -> f64 {
    milliseconds as f64 / MINUTE as f64
}
