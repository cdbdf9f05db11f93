//! A failed message: its identity, the error, and the time of the next attempt. It refers to the content without
//! storing it, so that erased content is not sent.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use kernel::stream::Position;
use kernel::time::{HOUR, MINUTE, SECOND, Time};

/// Delay after each failed attempt, in milliseconds. The message is given up after the attempt that follows the last
/// delay.
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
/// Maximum delay that a receiver can request, in milliseconds.
pub const LONGEST: i64 = 24 * HOUR;
/// Maximum length of a stored reason, in characters.
pub const REASON: usize = 300;

/// A failed message.
#[skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WebhookLetter")]
pub struct Letter {
    /// Id: the log position of the fact and the item within it, such as `118-review:T7`.
    pub id: Arc<str>,
    /// Kind: `needs_you`, or the kind of a fact.
    pub kind: Arc<str>,
    /// Time of the event.
    pub at: Time,
    /// Number of attempts.
    pub attempts: u32,
    /// Time of the last attempt.
    pub tried_at: Time,
    /// Error of the last attempt.
    pub error: Arc<str>,
    /// Time of the next attempt; absent if it was given up.
    pub retry_at: Option<Time>,
    /// True if the next attempt is early because the receiver is back: its failure does not count as an attempt.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(skip)]
    pub is_early: bool,
}

impl Letter {
    /// Returns the time of the attempt after a failed one; `None` if the message is given up. A receiver may request a
    /// longer delay.
    #[must_use]
    pub fn again(attempt: u32, now: Time, asked: Option<i64>) -> Option<Time> {
        let rest = RESTS.get(usize::try_from(attempt.checked_sub(1)?).ok()?)?;
        let asked = asked.unwrap_or(0).clamp(0, LONGEST);
        Some(now.plus(asked.max(*rest)))
    }
}

/// The subject of a message: a fact, or an item in it that needs a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Position of the fact in the log.
    pub position: Position,
    /// The item, such as `review:T7`.
    pub item: Option<Arc<str>>,
}

impl Place {
    /// Parses a message's id.
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
        // In seconds: 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, as `docs/webhooks.md` lists them.
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
