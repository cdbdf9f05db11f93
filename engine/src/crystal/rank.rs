//! Ranking of recalled memories: by words and the words of their neighbours, by meaning, author, session and date, and
//! on request by recency.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::listed::LAST_ACCESSED;
use kernel::ports::index::{By, Candidate, Recalled};
use kernel::time::{HOUR, Time};

/// Half-life of a memory's freshness, in days without a recall.
pub const DAYS_ACCESSED: f64 = 7.0;
/// Half-life of a memory's novelty, in days since its creation.
pub const DAYS_CREATED: f64 = 30.0;

/// Half-life of the default recency boost, in hours.
const DEFAULT_HALF_LIFE_HOURS: f64 = 48.0;

/// Weight of recency in the score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Boost {
    /// Recency does not count.
    None,
    /// Default: up to 50 % more for memories recalled or created lately, halved every 48 hours.
    Usual,
    /// Weights from the caller.
    Weighted(Weights),
}

/// Weights of words and recency, relative to each other.
#[skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// Weight of the words; 0.8 by default.
    pub semantic_weight: Option<f64>,
    /// Weight of recency; 0.2 by default.
    pub recency_weight: Option<f64>,
    /// Weight of the last recall within recency; 0.6 by default.
    pub freshness_weight: Option<f64>,
    /// Weight of the creation time within recency; 0.4 by default.
    pub novelty_weight: Option<f64>,
    /// Half-life of freshness in days; 7 by default.
    pub half_life_last_access_days: Option<f64>,
    /// Half-life of novelty in days; 30 by default.
    pub half_life_created_days: Option<f64>,
}

/// Times of creation and of the last recall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moments {
    /// Creation time.
    pub created: Time,
    /// Time of the last recall.
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
    /// Returns the score, at most 1 without recency, of something that scores `plain` without recency.
    #[must_use]
    pub fn score(&self, plain: f64, moments: Moments, now: Time) -> f64 {
        match self {
            Self::None => plain,
            Self::Usual => {
                let since = now.since(moments.accessed.max(moments.created));
                plain * (1.0 + 0.5 * decay_in_hours(since, DEFAULT_HALF_LIFE_HOURS))
            }
            Self::Weighted(weights) => weights.score(plain, moments, now),
        }
    }
}

impl Weights {
    fn score(&self, words: f64, moments: Moments, now: Time) -> f64 {
        let weight = |given: Option<f64>, usual: f64| given.filter(|w| *w >= 0.0).unwrap_or(usual);
        let days = |given: Option<f64>, usual: f64| given.filter(|d| *d > 0.0).unwrap_or(usual);
        let fresh = decay_in_days(
            now.since(moments.accessed),
            days(self.half_life_last_access_days, DAYS_ACCESSED),
        );
        let novel = decay_in_days(
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

/// Returns the share of 1 that is left after `since` milliseconds with a half-life of `days` days.
#[must_use]
pub fn decay_in_days(since: i64, days: f64) -> f64 {
    decay_in_hours(since, days * 24.0)
}

fn decay_in_hours(since: i64, half_life: f64) -> f64 {
    (-hours(since.max(0)) / half_life).exp2()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds of centuries fit a float to the millisecond"
)]
fn hours(milliseconds: i64) -> f64 {
    milliseconds as f64 / HOUR as f64
}

/// Returns the weighted mean of two values.
fn mean((one, of_one): (f64, f64), (other, of_other): (f64, f64)) -> f64 {
    let all = of_one + of_other;
    if all > 0.0 {
        (one * of_one + other * of_other) / all
    } else {
        0.0
    }
}

/// Weight of the cosine of the meaning, relative to the words.
const MEANING: f64 = 3.0;
/// Weight of the words of the whole session.
const SESSION: f64 = 0.4;
/// Weight of a match between the author and the person that the question is about.
const AUTHOR: f64 = 0.5;
/// Weight of a match between the event date and the time that the question names.
const THEN: f64 = 1.0;
/// Factor for everything but the meaning in a search by meaning: it breaks ties, and finds memories that have no vector
/// yet.
const BESIDE: f64 = 0.05;

/// Cosine from which a text is about the question.
const FAR: f64 = 0.25;
/// Range above `FAR` within which the fit rises to certain.
const NEAR: f64 = 0.5;
/// Maximum cosine of texts that are only similar.
const ALIKE: f64 = 0.3;
/// Minimum fit in the period that the question names. Too low for the date alone to answer a question.
const DATED: f64 = 0.25;
/// Number of best candidates that decide whether anything fits.
const FIRST: usize = 3;

/// A recalled memory with its score and the parts of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked<'a> {
    /// The recalled memory.
    pub candidate: &'a Candidate,
    /// Fit, 0 to 1. Below 0.5 nothing really fits. Never higher than that of a memory ranked before.
    pub score: f64,
    /// Parts of the score.
    pub parts: Parts,
}

/// Shares of a score. They add up to 1, without recency.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// Words.
    pub words: f64,
    /// Words of its neighbours.
    pub neighbours: f64,
    /// Meaning.
    pub meaning: f64,
    /// Author.
    pub author: f64,
    /// Words of its session.
    pub session: f64,
    /// Event date.
    pub date: f64,
    /// Factor by which recency changed the score.
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

    fn divide(self, by: f64) -> Self {
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

/// Ranks the recalled memories, best first. Candidates outside the window follow in their given order.
#[must_use]
pub fn rank(recalled: &Recalled, by: By, boost: Boost, now: Time) -> Vec<Ranked<'_>> {
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
    let first = all.iter().take(FIRST);
    let fits = first
        .map(|(_, _, candidate)| fit(candidate))
        .fold(0.0, f64::max);
    let best = all.first().map_or(0.0, |(sum, ..)| *sum);
    for (sum, parts, candidate) in &mut all {
        let plain = if best > 0.0 {
            (*sum / best).min(1.0)
        } else {
            0.0
        };
        *parts = parts.divide(*sum);
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
    let mut share = 1.0_f64;
    let ranked = all.into_iter().map(|(sum, parts, candidate)| {
        // The order outside the window is not by these sums.
        share = share.min(sum / best);
        Ranked {
            candidate,
            score: fits * share,
            parts,
        }
    });
    ranked.collect()
}

/// Minimum distance of anything but an identical text.
const LEAST_DISTANCE: f64 = 0.02;

impl Ranked<'_> {
    /// Returns the distance from the question, from almost 0 to 1. It falls as the score rises, like the cosine
    /// distance of vectors: about 0.5 for similar and below 0.3 for fitting texts.
    #[must_use]
    pub fn distance(&self) -> f64 {
        let far = 1.0 - self.score;
        LEAST_DISTANCE + (1.0 - LEAST_DISTANCE) * far * far
    }

    /// Returns true if the score is at its maximum: an identical text, if there is one.
    #[must_use]
    pub fn is_nearest(&self) -> bool {
        self.score > 1.0 - 1e-9
    }
}

/// Sorts by score. Ties are ordered by the latest event, then by the latest write.
fn best_first(all: &mut [(f64, Parts, &Candidate)]) {
    all.sort_by(|one, other| {
        let newest = (other.2.at, other.2.place).cmp(&(one.2.at, one.2.place));
        other.0.total_cmp(&one.0).then(newest)
    });
}

/// Returns the cosine for candidates without a vector: the mean of the others, so that new memories are not ranked
/// last.
fn usual(candidates: &[Candidate]) -> f64 {
    let known = candidates.iter().filter_map(|candidate| candidate.cosine);
    let (sum, count) = known.fold((0.0, 0.0), |(sum, count), cosine| {
        (sum + cosine, count + 1.0)
    });
    if count > 0.0 { sum / count } else { 0.0 }
}

/// Returns the absolute fit of a candidate, from the share of the question's words that it covers and from its meaning;
/// at least [`DATED`] in the period that the question names.
fn fit(candidate: &Candidate) -> f64 {
    let near = candidate.cosine.map_or(0.0, near);
    let fit = 1.0 - (1.0 - candidate.cover.clamp(0.0, 1.0)) * (1.0 - near.clamp(0.0, 1.0));
    fit.max(if candidate.was_then { DATED } else { 0.0 })
}

/// Converts a cosine to a fit in which slightly similar texts count a little.
fn near(cosine: f64) -> f64 {
    let near = |cosine: f64| (cosine - FAR) / NEAR;
    near(cosine).max(cosine.min(ALIKE) * near(ALIKE) / ALIKE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::ports::index::Place;

    fn candidate(smooth: f64, cosine: Option<f64>, was_then: bool) -> Candidate {
        Candidate {
            place: Place(1),
            words: smooth,
            has: 0,
            cover: 0.0,
            smooth,
            lent: 0.0,
            lender: None,
            group: 0.0,
            cosine,
            said_it: false,
            was_then,
            at: Time(0),
            times: Vec::new(),
        }
    }

    fn scores(candidates: Vec<Candidate>, window: usize) -> Vec<(f64, f64)> {
        let recalled = Recalled {
            candidates,
            window,
            by_meaning: true,
            ..Recalled::default()
        };
        let ranked = rank(&recalled, By::Both, Boost::None, Time(0));
        let scores = ranked.iter().map(|one| (one.score, one.distance()));
        scores.collect()
    }

    #[test]
    fn a_hit_by_its_date_or_a_weak_meaning_has_a_score() {
        for (cosine, was_then, score, distance) in [
            (None, true, 0.25, 0.571_25),
            (Some(0.15), false, 0.05, 0.904_45),
            (Some(-0.1), false, 0.0, 1.0),
        ] {
            let found = scores(vec![candidate(0.0, cosine, was_then)], 1);
            let (is_score, is_distance) = found[0];
            assert!((is_score - score).abs() < 1e-9, "{found:?}");
            assert!((is_distance - distance).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn scores_fall_in_the_order_of_the_ranking() {
        let of = |smooth: f64| Candidate {
            cover: 1.0,
            ..candidate(smooth, None, false)
        };
        // Outside the window the given order counts.
        let found = scores(vec![of(0.4), of(0.8), of(0.2), of(0.3)], 2);
        let found: Vec<f64> = found.into_iter().map(|(score, _)| score).collect();
        assert_eq!(found, [1.0, 0.5, 0.25, 0.25]);
    }
}
