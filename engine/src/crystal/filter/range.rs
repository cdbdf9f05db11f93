//! Filters on times of memories.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_with::skip_serializing_none;

use kernel::ports::index::TimeTest;
use kernel::time::{Period, Time, last_of_day};

/// Conditions on a time; all that are given apply.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Later than this.
    #[serde(default, deserialize_with = "last_of_day")]
    pub gt: Option<Time>,
    /// Earlier than this.
    pub lt: Option<Time>,
    /// This or later.
    pub gte: Option<Time>,
    /// This or earlier; a date alone includes the day.
    #[serde(default, deserialize_with = "last_of_day")]
    pub lte: Option<Time>,
    /// Exactly this.
    pub eq: Option<Period>,
    /// Anything but this, or no such time.
    pub ne: Option<Period>,
    /// From the first to the second, both included.
    #[serde(default, deserialize_with = "both")]
    pub between: Option<[Time; 2]>,
}

/// Reads the bounds of a range; a date alone as the upper bound includes the day.
fn both<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[Time; 2]>, D::Error> {
    let both = Option::<[Period; 2]>::deserialize(deserializer)?;
    Ok(both.map(|[from, to]| [from.first, to.last]))
}

impl Range {
    /// Returns true if it has no condition.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn tests(&self, field: &'static str, tests: &mut Vec<(&'static str, TimeTest)>) {
        let found = [
            self.gt.map(TimeTest::Gt),
            self.lt.map(TimeTest::Lt),
            self.gte.map(TimeTest::Gte),
            self.lte.map(TimeTest::Lte),
            self.eq.map(|is| TimeTest::Gte(is.first)),
            self.eq.map(|is| TimeTest::Lte(is.last)),
            self.between.map(|[from, _]| TimeTest::Gte(from)),
            self.between.map(|[_, to]| TimeTest::Lte(to)),
        ];
        tests.extend(found.into_iter().flatten().map(|test| (field, test)));
    }
}
