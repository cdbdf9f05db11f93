//! How what was found is put in order: by its words, and by how recent it is. Pure.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::record::Crystal;
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
    /// As usual: up to half as much again for what was recalled or made lately, halved every 48 hours,
    /// and up to a tenth for what was felt strongly.
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

impl Boost {
    /// What a crystal scores whose words score `words` where the best ones score `best`.
    #[must_use]
    pub fn score(&self, words: f64, best: f64, crystal: &Crystal, now: Time) -> f64 {
        // Without words all are alike, and recency alone decides.
        let words = if best > 0.0 { words / best } else { 1.0 };
        match self {
            Self::None => words,
            Self::Usual => {
                let since = now.since(crystal.last_accessed.max(crystal.created_at));
                let recency = 1.0 + 0.5 * halved(since, USUAL_HOURS);
                words * recency * (1.0 + 0.1 * crystal.valence.unwrap_or(0.0).abs())
            }
            Self::Weighted(weights) => weights.score(words, crystal, now),
        }
    }
}

impl Weights {
    fn score(&self, words: f64, crystal: &Crystal, now: Time) -> f64 {
        let weight = |given: Option<f64>, usual: f64| given.filter(|w| *w >= 0.0).unwrap_or(usual);
        let days = |given: Option<f64>, usual: f64| given.filter(|d| *d > 0.0).unwrap_or(usual);
        let fresh = faded(
            now.since(crystal.last_accessed),
            days(self.half_life_last_access_days, DAYS_ACCESSED),
        );
        let novel = faded(
            now.since(crystal.created_at),
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
