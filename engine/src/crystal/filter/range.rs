//! Filters on times of memories.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use crate::crystal::listed::{EVENT_DATE, EVENT_DAY, EXPIRES_AT, VALID_TO};
use crate::crystal::when::Span;
use kernel::ports::index::TimeTest;
use kernel::time::{DAY, Period, Time};

/// Conditions on a time; all that are given apply.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// Later than this.
    pub gt: Option<Period>,
    /// Earlier than this.
    pub lt: Option<Period>,
    /// This or later.
    pub gte: Option<Period>,
    /// This or earlier; a date alone includes the day.
    pub lte: Option<Period>,
    /// Exactly this.
    pub eq: Option<Period>,
    /// Anything but this, or no such time.
    pub ne: Option<Period>,
    /// From the first to the second, both included.
    pub between: Option<[Period; 2]>,
}

/// A condition on a field of the index.
type FieldTest = (&'static str, TimeTest);

impl Range {
    /// Returns the range of the whole days from the first to the last moment. Bounds of [`Time`] are no limits.
    #[must_use]
    pub fn days((from, to): Span) -> Self {
        let first = |from: Time| Period {
            first: from,
            last: from.plus(DAY - 1),
        };
        let last = |to: Time| Period {
            first: to.plus(1 - DAY),
            last: to,
        };
        Self {
            gte: (from.0 > i64::MIN).then(|| first(from)),
            lte: (to.0 < i64::MAX).then(|| last(to)),
            ..Self::default()
        }
    }

    /// Returns true if it has no condition.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the first and the last moment by `gte` and `lte`; the bounds of [`Time`] without them.
    #[must_use]
    pub fn span(&self) -> Span {
        let from = self.gte.map(|from| from.first);
        let to = self.lte.map(|to| to.last);
        (from.unwrap_or(Time(i64::MIN)), to.unwrap_or(Time(i64::MAX)))
    }

    /// Returns the conditions on a field, except `ne`.
    pub(super) fn tests(&self, field: &'static str) -> Vec<FieldTest> {
        let during = |from: Period, to: Period| [on_or_after(field, from), until(field, to)];
        let single = [
            self.gt.map(|than| after(field, than)),
            self.lt.map(|than| before(field, than)),
            self.gte.map(|from| on_or_after(field, from)),
            self.lte.map(|to| until(field, to)),
        ];
        let eq = self.eq.map(|is| during(is, is));
        let between = self.between.map(|[from, to]| during(from, to));
        let pairs = [eq, between].into_iter().flatten().flatten();
        single.into_iter().flatten().chain(pairs).collect()
    }
}

pub(super) fn after(field: &'static str, than: Period) -> FieldTest {
    let (field, than) = of_index(field, than);
    (field, TimeTest::Gt(than.last))
}

pub(super) fn before(field: &'static str, than: Period) -> FieldTest {
    let (field, than) = of_index(field, than);
    (field, TimeTest::Lt(than.first))
}

fn on_or_after(field: &'static str, from: Period) -> FieldTest {
    let (field, from) = of_index(field, from);
    (field, TimeTest::Gte(from.first))
}

fn until(field: &'static str, to: Period) -> FieldTest {
    let (field, to) = of_index(field, to);
    (field, TimeTest::Lte(to.last))
}

/// Returns the field of the index to compare, and the period in its terms.
fn of_index(field: &'static str, period: Period) -> (&'static str, Period) {
    match field {
        // The day of an event is its local one.
        EVENT_DATE if period.is_day() => (EVENT_DAY, period),
        // An end is exclusive: that of a day is the start of the next one.
        VALID_TO | EXPIRES_AT if period.is_day() => {
            let (first, last) = (period.first.plus(1), period.last.plus(1));
            (field, Period { first, last })
        }
        _ => (field, period),
    }
}
