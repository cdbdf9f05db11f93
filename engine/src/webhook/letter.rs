//! A message that did not arrive: which one, why, and when it is sent again. It names what happened and does not hold
//! it: what is erased meanwhile is not sent.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use kernel::stream::Position;
use kernel::time::{HOUR, MINUTE, SECOND, Time};

/// How long a message rests after each attempt that failed. After the one behind the last rest it is given up.
const RESTS: [i64; 9] = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
];
/// The longest that a receiver can have its messages rest.
pub const LONGEST: i64 = 24 * HOUR;
/// The longest reason that is kept, in characters.
pub const REASON: usize = 300;

/// A message that did not arrive.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WebhookLetter")]
pub struct Letter {
    /// Its name: the place in the log of what it tells, and what of that it is about, such as `118-review:T7`.
    pub id: Arc<str>,
    /// What it tells: `needs_you`, or the kind of a fact.
    pub kind: Arc<str>,
    /// When that happened.
    pub at: Time,
    /// How often it was sent.
    pub attempts: u32,
    /// When it was sent last.
    pub tried_at: Time,
    /// Why it did not arrive.
    pub error: Arc<str>,
    /// When it is sent again; never without.
    pub retry_at: Option<Time>,
    /// Whether that is before its time, because the receiver is back: failing then takes none of its tries away.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(skip)]
    pub is_early: bool,
}

impl Letter {
    /// When a message is sent again whose attempt of that number failed; `None` when it is given up. A receiver
    /// may ask for a longer rest.
    #[must_use]
    pub fn again(attempt: u32, now: Time, asked: Option<i64>) -> Option<Time> {
        let rest = RESTS.get(usize::try_from(attempt.checked_sub(1)?).ok()?)?;
        let asked = asked.unwrap_or(0).clamp(0, LONGEST);
        Some(now.plus(asked.max(*rest)))
    }
}

/// What a message tells: a fact, or a thing in it that needs a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The fact's place in the log.
    pub position: Position,
    /// The thing, such as `review:T7`.
    pub item: Option<Arc<str>>,
}

impl Place {
    /// The place that a letter's name says.
    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        let (position, item) = match id.split_once('-') {
            Some((position, item)) => (position, Some(item.into())),
            None => (id, None),
        };
        let position = position.parse().ok()?;
        Some(Self { position, item })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.item {
            Some(item) => write!(f, "{}-{item}", self.position),
            None => write!(f, "{}", self.position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rests_grow_and_end_and_receivers_make_them_longer_within_a_day() {
        let now = Time(0);
        let rests = (0..12).map(|n| Letter::again(n, now, None).map(|at| at.0 / 1_000));
        // In seconds: 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, as the README lists them.
        let expected = [
            None,
            Some(5),
            Some(300),
            Some(1_800),
            Some(7_200),
            Some(18_000),
            Some(36_000),
            Some(50_400),
            Some(72_000),
            Some(86_400),
            None,
            None,
        ];
        assert_eq!(rests.collect::<Vec<_>>(), expected);
        for (attempt, asked, rest) in [
            (1, 60 * SECOND, Some(60 * SECOND)),
            (2, SECOND, Some(5 * MINUTE)),
            (1, i64::MAX, Some(24 * HOUR)),
            (1, -1, Some(5 * SECOND)),
            (10, 60 * SECOND, None),
        ] {
            assert_eq!(
                Letter::again(attempt, now, Some(asked)),
                rest.map(Time),
                "{attempt} {asked}"
            );
        }
    }

    #[test]
    fn a_place_is_its_name() {
        for name in ["118", "118-review:T7", "7-memory:a-b"] {
            assert_eq!(Place::parse(name).unwrap().to_string(), name);
        }
        for name in ["", "-", "x", "1x", "-review:T7", "99999999999999999999999"] {
            assert_eq!(Place::parse(name), None, "{name}");
        }
    }
}
