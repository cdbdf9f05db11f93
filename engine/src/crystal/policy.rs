//! Retention policy of memories: by age, by disuse, by number.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::filter::{Filters, Range, Tag};
use crate::crystal::rank::{DAYS_ACCESSED, DAYS_CREATED, decay_in_days};
use crate::crystal::record::Crystal;
use crate::session::record::MemoryType;
use kernel::error::{Error, Result};
use kernel::time::{DAY, Time};

/// Default multiple of the age limit beyond which memories are forgotten even if they are in use.
const HARD_AGE: f64 = 12.0;

/// Retention policy. Pinned memories are never forgotten, and without a limit none are.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ForgetPolicy")]
pub struct Policy {
    /// Forget memories created more than this many days ago. With `max_inactive_days` both limits have to be exceeded.
    #[schemars(range(min = 0.0))]
    pub max_age_days: Option<f64>,
    /// Forget memories last recalled more than this many days ago.
    #[schemars(range(min = 0.0))]
    pub max_inactive_days: Option<f64>,
    /// Maximum number of the remaining memories to keep: those created and recalled most recently.
    pub budget: Option<u64>,
    /// Forget only these types.
    pub memory_type_allowlist: Option<Vec<MemoryType>>,
    /// Multiple of `max_age_days` beyond which memories are forgotten even if they are in use, with both limits given;
    /// 12 by default.
    #[schemars(range(min = 0.0))]
    pub hard_age_multiplier: Option<f64>,
}

impl Policy {
    /// Validates the limits.
    ///
    /// # Errors
    /// Returns `invalid` with the name of the field.
    pub fn check(&self) -> Result<()> {
        for (pointer, limit) in [
            ("/policy/max_age_days", self.max_age_days),
            ("/policy/max_inactive_days", self.max_inactive_days),
            ("/policy/hard_age_multiplier", self.hard_age_multiplier),
        ] {
            if limit.is_some_and(|limit| !(limit.is_finite() && limit >= 0.0)) {
                return Err(Error::field(pointer, "expected 0 or more"));
            }
        }
        Ok(())
    }

    /// Narrows the filters to memories that the policy can forget, as far as the caller has not set them.
    pub fn narrow(&self, filters: &mut Filters, now: Time) {
        if let (None, Some(types)) = (&filters.memory_type, &self.memory_type_allowlist) {
            filters.memory_type = Some(Tag::any(types.iter().map(|kind| kind.name())));
        }
        // A budget needs the number of the other memories, too.
        if let (None, None, Some(age)) = (self.budget, &filters.created_at, self.max_age_days) {
            let hard = self.hard_age_multiplier.unwrap_or(HARD_AGE);
            filters.created_at = Some(Range {
                lt: Some(now.plus(-milliseconds(age * hard.min(1.0))).into()),
                ..Range::default()
            });
        }
    }

    /// Returns the memories that the policy forgets at `now`: those over the limits in the given order, then those over
    /// the budget.
    #[must_use]
    pub fn select<'a>(
        &self,
        crystals: &'a [Crystal],
        pinned: &[String],
        now: Time,
    ) -> Vec<&'a Crystal> {
        let may_go = |crystal: &Crystal| {
            !crystal.pinned
                && !pinned.contains(&crystal.id)
                && self
                    .memory_type_allowlist
                    .as_ref()
                    .is_none_or(|types| types.contains(&crystal.memory_type))
        };
        let eligible: Vec<&Crystal> = crystals.iter().filter(|crystal| may_go(crystal)).collect();
        let (mut taken, mut left): (Vec<&Crystal>, Vec<&Crystal>) = eligible
            .into_iter()
            .partition(|crystal| self.is_over(crystal, now));
        let budget = self
            .budget
            .map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        if let Some(budget) = budget.filter(|budget| *budget < left.len()) {
            let freshness = |crystal: &Crystal| {
                decay_in_days(now.since(crystal.last_accessed), DAYS_ACCESSED)
                    + decay_in_days(now.since(crystal.created_at), DAYS_CREATED)
            };
            left.sort_by(|one, other| freshness(other).total_cmp(&freshness(one)));
            taken.extend(left.split_off(budget));
        }
        taken
    }

    /// Returns the reason for forgetting a memory, in words.
    #[must_use]
    pub fn why(&self, crystal: &Crystal, now: Time) -> String {
        let age = days(now.since(crystal.created_at));
        let idle = days(now.since(crystal.last_accessed));
        match (self.is_over(crystal, now), self.budget) {
            (true, _) => format!("it is {age:.0} days old and was recalled {idle:.0} days ago"),
            (false, Some(budget)) => format!("more than {budget} would be left"),
            (false, None) => "the policy takes it".into(),
        }
    }

    fn is_over(&self, crystal: &Crystal, now: Time) -> bool {
        let age = days(now.since(crystal.created_at));
        let idle = days(now.since(crystal.last_accessed));
        match (self.max_age_days, self.max_inactive_days) {
            (Some(max_age), Some(max_idle)) => {
                let hard = max_age * self.hard_age_multiplier.unwrap_or(HARD_AGE);
                (age > max_age && idle > max_idle) || age > hard
            }
            (Some(max_age), None) => age > max_age,
            (None, Some(max_idle)) => idle > max_idle,
            (None, None) => false,
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "days beyond all time end where time does"
)]
fn milliseconds(days: f64) -> i64 {
    (days * DAY as f64) as i64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "milliseconds of centuries fit a float to the millisecond"
)]
fn days(milliseconds: i64) -> f64 {
    milliseconds as f64 / DAY as f64
}
