//! Points in time, in whole milliseconds since 1970 UTC; in JSON an RFC 3339 text.

mod offset;
mod read;
mod stamp;

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::OffsetDateTime;

pub use offset::OffsetTime;
pub use read::Reading;
pub use stamp::Stamp;

/// A point in time, in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub i64);

/// One second, in the unit of [`Time`].
pub const SECOND: i64 = 1_000;
/// One minute, in the unit of [`Time`].
pub const MINUTE: i64 = 60 * SECOND;
/// One hour, in the unit of [`Time`].
pub const HOUR: i64 = 60 * MINUTE;
/// One day, in the unit of [`Time`].
pub const DAY: i64 = 24 * HOUR;

impl Time {
    /// Adds `milliseconds`, saturating at the bounds.
    #[must_use]
    pub const fn plus(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// Returns the milliseconds from `earlier` to this time; negative if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    fn utc(self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000_000)
            .unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }

    /// Returns the date in UTC, such as `2026-01-31`.
    #[must_use]
    pub fn date(self) -> String {
        let t = self.utc();
        format!("{:04}-{:02}-{:02}", t.year(), u8::from(t.month()), t.day())
    }

    /// Formats the time to the second, such as `2026-01-31T08:30:00Z`, for people and agents.
    #[must_use]
    pub fn to_second(self) -> String {
        let t = self.utc();
        let (hour, minute, second) = t.to_hms();
        format!("{}T{hour:02}:{minute:02}:{second:02}Z", self.date())
    }

    /// Formats the time to the minute for people, such as `2026-01-31 08:30 UTC`.
    #[must_use]
    pub fn to_minute(self) -> String {
        let (hour, minute, _) = self.utc().to_hms();
        format!("{} {hour:02}:{minute:02} UTC", self.date())
    }

    /// Parses a text as [`Reading`] does; `None` if it is not a time.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Reading::of_text(text).map(Self::from)
    }
}

impl From<Reading> for Time {
    fn from(reading: Reading) -> Self {
        Self(reading.micros.div_euclid(1_000))
    }
}

/// Deserializes an exclusive upper bound: a date alone is the start of the next day.
///
/// # Errors
/// Returns an error if the value is not a time.
pub fn end_of_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Time>, D::Error> {
    let reading = Option::<Reading>::deserialize(deserializer)?;
    Ok(reading.map(|reading| Period::from(reading).end()))
}

/// A whole day if it was written as a date alone, otherwise a single moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// First moment.
    pub first: Time,
    /// Last moment; equal to `first` unless it is a day.
    pub last: Time,
}

impl Period {
    /// Parses a text as [`Reading`] does; `None` if it is not a time.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Reading::of_text(text).map(Self::from)
    }

    /// Returns the exclusive end: the start of the next day for a day, otherwise the moment itself.
    #[must_use]
    pub fn end(self) -> Time {
        if self.is_day() {
            self.last.plus(1)
        } else {
            self.last
        }
    }

    /// Returns true if it is a day.
    #[must_use]
    pub fn is_day(self) -> bool {
        self.first != self.last
    }
}

impl From<Time> for Period {
    fn from(time: Time) -> Self {
        Self {
            first: time,
            last: time,
        }
    }
}

impl From<Reading> for Period {
    fn from(reading: Reading) -> Self {
        let first = Time::from(reading);
        let last = if reading.is_day {
            first.plus(DAY - 1)
        } else {
            first
        };
        Self { first, last }
    }
}

impl Serialize for Period {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_day() {
            serializer.serialize_str(&self.first.date())
        } else {
            self.first.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Period {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reading::deserialize(deserializer).map(Self::from)
    }
}

/// Shares the schema of [`Time`].
impl JsonSchema for Period {
    fn schema_name() -> Cow<'static, str> {
        Time::schema_name()
    }
    fn schema_id() -> Cow<'static, str> {
        Time::schema_id()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Time::json_schema(generator)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Stamp::of(self.utc()).fmt(f)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(Stamp::of(self.utc()).as_str())
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reading::deserialize(deserializer).map(Self::from)
    }
}

impl JsonSchema for Time {
    fn schema_name() -> Cow<'static, str> {
        "Time".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

#[cfg(test)]
mod tests {
    use super::Time;

    #[test]
    fn people_read_minutes() {
        for (ms, text) in [
            (0, "1970-01-01 00:00 UTC"),
            (1_795_254_792_000, "2026-11-21 09:53 UTC"),
            (1_795_254_839_999, "2026-11-21 09:53 UTC"),
            (1_795_254_840_000, "2026-11-21 09:54 UTC"),
        ] {
            assert_eq!(Time(ms).to_minute(), text);
        }
    }
}
