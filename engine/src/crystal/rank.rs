//! How what was found is put in order: by its words and those of its neighbours, by what it means, by who said it
//! in which session, and where that is asked for by how recent it is. Pure.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::listed::LAST_ACCESSED;
use kernel::ports::index::{By, Candidate, Recalled};
use kernel::time::{HOUR, Time};

/// After so many days without a recall a crystal's freshness is half.
pub const DAYS_ACCESSED: f64 = 7.0;
/// After so many days a crystal's novelty is half.
pub const DAYS_CREATED: f64 = 30.0;

/// After so many hours recency as usual is half.
const USUAL_HOURS: f64 = 48.0;

/// How much recency counts, beside the words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Boost {
    /// Not at all.
    None,
    /// As usual: up to half as much again for what was recalled or made lately, halved every 48 hours.
    Usual,
    /// As the caller says.
    Weighted(Weights),
}

/// How words and recency are weighed against each other. Weights are relative to each other.
#[skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// The weight of the words; 0.8 unless given.
    pub semantic_weight: Option<f64>,
    /// The weight of recency; 0.2 unless given.
    pub recency_weight: Option<f64>,
    /// Within recency, the weight of the last recall; 0.6 unless given.
    pub freshness_weight: Option<f64>,
    /// Within recency, the weight of the day it was made; 0.4 unless given.
    pub novelty_weight: Option<f64>,
    /// Days after which freshness is half; 7 unless given.
    pub half_life_last_access_days: Option<f64>,
    /// Days after which novelty is half; 30 unless given.
    pub half_life_created_days: Option<f64>,
}

/// When something came to be and was recalled last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moments {
    /// When it came to be.
    pub created: Time,
    /// When it was recalled last.
    pub accessed: Time,
}

impl Moments {
    fn of(candidate: &Candidate) -> Self {
        let moment = |name: &str| {
            let mut times = candidate.times.iter();
            times
                .find(|(field, ..)| **field == *name)
                .map(|(_, at, _)| *at)
        };
        let created = moment("created_at").unwrap_or(candidate.at);
        Self {
            created,
            accessed: moment(LAST_ACCESSED).unwrap_or(created),
        }
    }
}

impl Boost {
    /// What something scores that scores `plain` without recency, of 1.
    #[must_use]
    pub fn score(&self, plain: f64, moments: Moments, now: Time) -> f64 {
        match self {
            Self::None => plain,
            Self::Usual => {
                let since = now.since(moments.accessed.max(moments.created));
                plain * (1.0 + 0.5 * halved(since, USUAL_HOURS))
            }
            Self::Weighted(weights) => weights.score(plain, moments, now),
        }
    }
}

impl Weights {
    fn score(&self, words: f64, moments: Moments, now: Time) -> f64 {
        let weight = |given: Option<f64>, usual: f64| given.filter(|w| *w >= 0.0).unwrap_or(usual);
        let days = |given: Option<f64>, usual: f64| given.filter(|d| *d > 0.0).unwrap_or(usual);
        let fresh = faded(
            now.since(moments.accessed),
            days(self.half_life_last_access_days, DAYS_ACCESSED),
        );
        let novel = faded(
            now.since(moments.created),
            days(self.half_life_created_days, DAYS_CREATED),
        );
        let recency = mean(
            (fresh, weight(self.freshness_weight, 0.6)),
            (novel, weight(self.novelty_weight, 0.4)),
        );
        mean(
            (words, weight(self.semantic_weight, 0.8)),
            (recency, weight(self.recency_weight, 0.2)),
        )
    }
}

/// What is left of 1 after a time, in milliseconds, of which `days` days halve it.
#[must_use]
pub fn faded(since: i64, days: f64) -> f64 {
    halved(since, days * 24.0)
}

fn halved(since: i64, half_life: f64) -> f64 {
    (-hours(since.max(0)) / half_life).exp2()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds of centuries fit a float to the millisecond"
)]
fn hours(milliseconds: i64) -> f64 {
    milliseconds as f64 / HOUR as f64
}

/// The mean of two values by their weights.
fn mean((one, of_one): (f64, f64), (other, of_other): (f64, f64)) -> f64 {
    let all = of_one + of_other;
    if all > 0.0 {
        (one * of_one + other * of_other) / all
    } else {
        0.0
    }
}

/// What the cosine of what something means counts, beside its words.
const MEANING: f64 = 3.0;
/// What the words of its whole session count.
const SESSION: f64 = 0.4;
/// What it counts that whom the question is about said it.
const AUTHOR: f64 = 0.5;
/// What it counts that it happened when the question says.
const THEN: f64 = 1.0;
/// What is left of all but the meaning where only that is asked for: it decides between equals, and finds what
/// has no vector yet.
const BESIDE: f64 = 0.05;

/// From this cosine on something is about what is asked …
const FAR: f64 = 0.25;
/// … and at this one more it surely is.
const NEAR: f64 = 0.5;
/// Below this cosine something is at most alike.
const ALIKE: f64 = 0.3;
/// So many of the best ones say whether anything fits.
const FIRST: usize = 3;

/// Something that was found, with each part's share of its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<'a> {
    /// What.
    pub candidate: &'a Candidate,
    /// How well it fits, 0 to 1: below a half nothing really does.
    pub score: f64,
    /// How near it is, 0 to 1: as the score, and also more than 0 where the meaning is only a little alike.
    pub closeness: f64,
    /// What its score is made of.
    pub parts: Parts,
}

/// The shares of a score; together 1, recency beside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// Its words.
    pub words: f64,
    /// What its neighbours lent it.
    pub neighbours: f64,
    /// What it means.
    pub meaning: f64,
    /// Who said it.
    pub author: f64,
    /// The words of its session.
    pub session: f64,
    /// When it happened.
    pub date: f64,
    /// By how much recency changed it.
    pub recency: Option<f64>,
}

impl Parts {
    fn sum(&self) -> f64 {
        self.words + self.neighbours + self.meaning + self.author + self.session + self.date
    }

    fn of(candidate: &Candidate, usual: f64, by: By) -> Self {
        let beside = if by == By::Meaning { BESIDE } else { 1.0 };
        let yes = |is: bool, counts: f64| if is { counts * beside } else { 0.0 };
        Self {
            words: (candidate.smooth - candidate.lent) * beside,
            neighbours: candidate.lent * beside,
            meaning: MEANING * candidate.cosine.unwrap_or(usual).max(0.0),
            author: yes(candidate.said_it, AUTHOR),
            session: SESSION * candidate.group * beside,
            date: yes(candidate.was_then, THEN),
            recency: None,
        }
    }

    fn divided(self, by: f64) -> Self {
        let share = |part: f64| if by > 0.0 { part / by } else { 0.0 };
        Self {
            words: share(self.words),
            neighbours: share(self.neighbours),
            meaning: share(self.meaning),
            author: share(self.author),
            session: share(self.session),
            date: share(self.date),
            recency: self.recency,
        }
    }
}

/// What was recalled, best first. What is not among those that are to be put in order stays behind them, as it
/// is.
#[must_use]
pub fn ranked(recalled: &Recalled, by: By, boost: Boost, now: Time) -> Vec<Ranked<'_>> {
    let by = if recalled.by_meaning { by } else { By::Words };
    let window = recalled.window.min(recalled.candidates.len());
    let usual = usual(&recalled.candidates[..window]);
    let mut all: Vec<(f64, Parts, &Candidate)> = recalled
        .candidates
        .iter()
        .map(|candidate| {
            let parts = Parts::of(candidate, usual, by);
            (parts.sum(), parts, candidate)
        })
        .collect();
    best_first(&mut all[..window]);
    let first = || all.iter().take(FIRST).map(|(_, _, candidate)| *candidate);
    let fits = first().map(|one| fit(one, near)).fold(0.0, f64::max);
    let closest = first().map(|one| fit(one, alike)).fold(0.0, f64::max);
    let best = all.first().map_or(0.0, |(sum, ..)| *sum);
    for (sum, parts, candidate) in &mut all {
        let plain = if best > 0.0 {
            (*sum / best).min(1.0)
        } else {
            0.0
        };
        *parts = parts.divided(*sum);
        *sum = boost.score(plain, Moments::of(candidate), now);
        if boost != Boost::None && plain > 0.0 {
            parts.recency = Some(*sum / plain);
        }
    }
    if boost != Boost::None {
        best_first(&mut all[..window]);
    }
    let best = all
        .first()
        .map_or(0.0, |(sum, ..)| *sum)
        .max(f64::MIN_POSITIVE);
    let ranked = all.into_iter().map(|(sum, parts, candidate)| {
        let share = (sum / best).min(1.0);
        Ranked {
            candidate,
            score: fits * share,
            closeness: closest * share,
            parts,
        }
    });
    ranked.collect()
}

/// The distance of anything but the same text, at least.
const LEAST_DISTANCE: f64 = 0.02;

impl Ranked<'_> {
    /// How far it is from what was asked, from almost 0 to 1. It falls as the score rises, as the cosine distance of
    /// vectors does: about 0.5 where something is alike and below 0.3 where it fits.
    #[must_use]
    pub fn distance(&self) -> f64 {
        let far = 1.0 - self.closeness;
        LEAST_DISTANCE + (1.0 - LEAST_DISTANCE) * far * far
    }

    /// Whether it is as near as anything can be: the text that was asked for, if it is the same.
    #[must_use]
    pub fn is_nearest(&self) -> bool {
        self.closeness > 1.0 - 1e-9
    }
}

/// Equals in the order of what happened last, then of what was written last.
fn best_first(all: &mut [(f64, Parts, &Candidate)]) {
    all.sort_by(|one, other| {
        let newest = (other.2.at, other.2.place).cmp(&(one.2.at, one.2.place));
        other.0.total_cmp(&one.0).then(newest)
    });
}

/// What counts as the meaning of something that has no vector yet: that of the others, so that it is not put
/// behind for being new.
fn usual(candidates: &[Candidate]) -> f64 {
    let known = candidates.iter().filter_map(|candidate| candidate.cosine);
    let (sum, count) = known.fold((0.0, 0.0), |(sum, count), cosine| {
        (sum + cosine, count + 1.0)
    });
    if count > 0.0 { sum / count } else { 0.0 }
}

/// How well something fits what was asked, whatever else there is: by how much of the question its words cover,
/// and by what it means.
fn fit(candidate: &Candidate, near: fn(f64) -> f64) -> f64 {
    let near = candidate.cosine.map_or(0.0, near);
    1.0 - (1.0 - candidate.cover.clamp(0.0, 1.0)) * (1.0 - near.clamp(0.0, 1.0))
}

/// How near a cosine is, where what is only alike does not count.
fn near(cosine: f64) -> f64 {
    (cosine - FAR) / NEAR
}

/// How near a cosine is, where what is a little alike counts a little.
fn alike(cosine: f64) -> f64 {
    near(cosine).max(cosine.min(ALIKE) * near(ALIKE) / ALIKE)
}
