//! A mood: three levels that signals raise and time brings back to where they rest. What is kept is how they
//! stood when they were last raised; how they stand now is computed when it is read. Knows no fact.

use std::sync::Arc;

use imbl::Vector;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::mind::section::Levels;
use kernel::stream::{StreamId, Version};
use kernel::time::{DAY, MINUTE, Time};

/// Above this a level is a spike.
pub const SPIKE: f64 = 0.7;
/// So long after a first signal a mood is consolidated: what spiked meanwhile is noted.
pub const CONSOLIDATION: i64 = 30 * MINUTE;
/// How many points the course of a mood has at most.
const POINTS: usize = 288;
/// From this on a level is spoken of.
const FELT: f64 = 0.35;
/// The same for cortisol, which rests near nothing.
const STRAINED: f64 = 0.25;

/// What a mood is made of.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Hormone {
    /// Wins.
    Dopamine,
    /// Trouble.
    Cortisol,
    /// Company.
    Oxytocin,
}

impl Hormone {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Dopamine, Self::Cortisol, Self::Oxytocin];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dopamine => "dopamine",
            Self::Cortisol => "cortisol",
            Self::Oxytocin => "oxytocin",
        }
    }

    /// Where it rests.
    #[must_use]
    pub const fn baseline(self) -> f64 {
        match self {
            Self::Dopamine => 0.15,
            Self::Cortisol => 0.02,
            Self::Oxytocin => 0.20,
        }
    }

    /// After how many minutes half of what it was raised by is gone.
    #[must_use]
    pub const fn half_life_minutes(self) -> u32 {
        match self {
            Self::Dopamine => 30,
            Self::Cortisol => 60,
            Self::Oxytocin => 45,
        }
    }

    /// What a spike of it says.
    #[must_use]
    pub const fn spike(self) -> &'static str {
        match self {
            Self::Dopamine => "achievement or breakthrough",
            Self::Cortisol => "trouble or pressure",
            Self::Oxytocin => "trust or company",
        }
    }

    /// Its level.
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

    /// A level after so many milliseconds.
    fn faded(self, level: f64, milliseconds: i64) -> f64 {
        let base = self.baseline();
        let half_life = f64::from(self.half_life_minutes());
        base + (level - base) * 0.5_f64.powf(minutes(milliseconds) / half_life)
    }
}

/// What happened to an agent, as its mood takes it.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// Somebody was content with it.
    Reward,
    /// Something went wrong.
    Error,
    /// Somebody was kind to it, or worked with it.
    Social,
    /// It got something done.
    Achievement,
    /// Something cannot wait.
    Urgency,
}

impl Signal {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Reward,
        Self::Error,
        Self::Social,
        Self::Achievement,
        Self::Urgency,
    ];

    /// The signal as in JSON.
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

    /// What it raises, and by how much at full strength.
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

/// The fact elsewhere that a signal is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Source {
    /// The stream.
    pub stream: StreamId,
    /// The fact's number in it.
    pub version: Version,
}

/// A signal as it was felt.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Felt {
    /// Which.
    pub signal: Signal,
    /// How strong, 0 to 1.
    pub strength: f64,
    /// When it happened.
    pub at: Time,
    /// What happened.
    pub reason: Option<Arc<str>>,
    /// The fact elsewhere that it is of; none when somebody gave it.
    pub source: Option<Source>,
}

impl Felt {
    /// Whether it is the outcome of a task: each outcome gives exactly one achievement or error.
    #[must_use]
    pub const fn is_outcome(&self) -> bool {
        self.source.is_some() && matches!(self.signal, Signal::Achievement | Signal::Error)
    }
}

/// A level that rose above [`SPIKE`] and was not noted yet.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spike {
    /// Which level.
    pub hormone: Hormone,
    /// How high it rose.
    pub peak: f64,
    /// When it was highest.
    pub at: Time,
    /// What raised it last.
    pub signal: Signal,
    /// What happened.
    pub reason: Option<Arc<str>>,
}

/// How a mood stood at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// When.
    pub at: Time,
    /// The levels.
    #[serde(flatten)]
    pub levels: Levels,
}

impl Point {
    /// The levels at a later moment, when nothing raised them in between.
    #[must_use]
    pub fn faded(&self, now: Time) -> Levels {
        let passed = now.since(self.at).max(0);
        let level = |hormone: Hormone| hormone.faded(hormone.of(&self.levels), passed);
        Levels {
            dopamine: level(Hormone::Dopamine),
            cortisol: level(Hormone::Cortisol),
            oxytocin: level(Hormone::Oxytocin),
        }
    }
}

/// What raised a level last.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cause {
    /// Which level.
    pub hormone: Hormone,
    /// Which signal.
    pub signal: Signal,
    /// When.
    pub at: Time,
    /// What happened.
    pub reason: Option<Arc<str>>,
}

/// A mood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mood {
    /// How it stood when it was last raised.
    last: Point,
    /// What raised each level last.
    #[serde(default)]
    causes: Vec<Cause>,
    /// What spiked since the last consolidation.
    #[serde(default)]
    pub spikes: Vec<Spike>,
    /// The first signal since then.
    #[serde(default)]
    pub since: Option<Time>,
    /// How it stood after each signal of the last day before the last one, and after one before that.
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

/// The levels of a mood at rest.
#[must_use]
pub const fn rest() -> Levels {
    Levels {
        dopamine: Hormone::Dopamine.baseline(),
        cortisol: Hormone::Cortisol.baseline(),
        oxytocin: Hormone::Oxytocin.baseline(),
    }
}

impl Mood {
    /// How it stands at a moment.
    #[must_use]
    pub fn at(&self, now: Time) -> Levels {
        self.last.faded(now)
    }

    /// How it stood when it was last raised.
    #[must_use]
    pub const fn last(&self) -> Point {
        self.last
    }

    /// Takes a signal in.
    pub fn feel(&mut self, felt: &Felt) {
        // What is told late happened no earlier than what was told before.
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
        // One from before the day is kept: it says how the day began.
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
            // It is still the same spike: it only rose further.
            Some(spike) if before > SPIKE => {
                if level >= spike.peak {
                    spike.peak = level;
                    spike.at = at;
                    spike.signal = felt.signal;
                    spike.reason.clone_from(&felt.reason);
                }
            }
            // It was noted already.
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

    /// What spiked is noted.
    pub fn consolidate(&mut self) {
        self.spikes.clear();
        self.since = None;
    }

    /// When it is to be consolidated; `None` while nothing was felt since it last was.
    #[must_use]
    pub fn due(&self) -> Option<Time> {
        self.since.map(|since| since.plus(CONSOLIDATION))
    }

    /// What raised each level last, the earliest first.
    #[must_use]
    pub fn causes(&self) -> &[Cause] {
        &self.causes
    }

    /// In words, as the head of a document says it.
    #[must_use]
    pub fn words(&self, now: Time) -> String {
        words(&self.at(now))
    }

    /// Its course over the day before `now`: every half hour, and where a signal raised it, before and after.
    #[must_use]
    pub fn course(&self, now: Time) -> Vec<Point> {
        let begin = now.plus(-DAY);
        let mut known: Vec<Point> = self.course.iter().copied().collect();
        if self.last.at > Time(0) {
            known.push(self.last);
        }
        let at = |moment: Time| {
            let from = known.iter().rfind(|point| point.at <= moment);
            let levels = from.map_or(rest(), |from| from.faded(moment));
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

/// A number with so few digits that it is read back from JSON as it was written.
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

/// A mood in words.
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
