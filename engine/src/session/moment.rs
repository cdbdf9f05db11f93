//! A time with microsecond precision: the messages of one turn are often created within one millisecond, and their
//! order must be kept.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::OffsetDateTime;

use kernel::time::{Reading, Stamp, Time};

/// A time in microseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

impl Moment {
    /// Parses a text as [`Reading`] does; `None` if it is no valid time.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Reading::of_text(text).map(|reading| Self(reading.micros))
    }

    /// Returns the time in whole milliseconds.
    #[must_use]
    pub const fn time(self) -> Time {
        Time(self.0.div_euclid(1_000))
    }

    fn stamp(self) -> Stamp {
        let second = OffsetDateTime::from_unix_timestamp(self.0.div_euclid(1_000_000)).ok();
        let micros = u32::try_from(self.0.rem_euclid(1_000_000)).unwrap_or_default();
        let moment = second.and_then(|second| second.replace_microsecond(micros).ok());
        Stamp::of(moment.unwrap_or(OffsetDateTime::UNIX_EPOCH))
    }

    /// Returns the time `microseconds` later.
    #[must_use]
    pub const fn plus(self, microseconds: i64) -> Self {
        Self(self.0.saturating_add(microseconds))
    }
}

impl From<Time> for Moment {
    fn from(time: Time) -> Self {
        Self(time.0.saturating_mul(1_000))
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stamp().fmt(f)
    }
}

impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.stamp().as_str())
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reading::deserialize(deserializer).map(|reading| Self(reading.micros))
    }
}

impl JsonSchema for Moment {
    fn schema_name() -> Cow<'static, str> {
        "Moment".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}
