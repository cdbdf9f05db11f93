//! A time with the UTC offset that it was written with. Its local day is the one that people mean.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::OffsetDateTime;

use super::{MINUTE, Reading, Stamp, Time};

/// A time to the microsecond, with its offset from UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OffsetTime {
    micros: i64,
    /// Offset in minutes.
    offset: i16,
}

impl OffsetTime {
    /// Creates a time from microseconds since 1970 and an offset in minutes.
    #[must_use]
    pub const fn new(micros: i64, offset: i16) -> Self {
        Self { micros, offset }
    }

    /// Parses a text as [`Reading`] does; `None` if it is not a time.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Reading::of_text(text).map(Self::from)
    }

    /// Returns the time in whole milliseconds.
    #[must_use]
    pub const fn time(self) -> Time {
        Time(self.micros.div_euclid(1_000))
    }

    /// Returns the local time as if it were UTC: the date of the result is the local date.
    #[must_use]
    pub fn local(self) -> Time {
        self.time().plus(i64::from(self.offset) * MINUTE)
    }

    /// Returns the offset in the form of RFC 3339, such as `+09:00`; `Z` for UTC.
    #[must_use]
    pub fn offset(self) -> String {
        let minutes = self.offset.unsigned_abs();
        match self.offset {
            0 => "Z".into(),
            ahead => {
                let sign = if ahead < 0 { '-' } else { '+' };
                format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

impl From<Reading> for OffsetTime {
    fn from(reading: Reading) -> Self {
        Self {
            micros: reading.micros,
            offset: reading.offset,
        }
    }
}

impl From<Time> for OffsetTime {
    fn from(time: Time) -> Self {
        Self {
            micros: time.0.saturating_mul(1_000),
            offset: 0,
        }
    }
}

impl fmt::Display for OffsetTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.micros + i64::from(self.offset) * MINUTE * 1_000;
        let moment = OffsetDateTime::from_unix_timestamp_nanos(i128::from(local) * 1_000);
        let stamp = Stamp::of(moment.unwrap_or(OffsetDateTime::UNIX_EPOCH));
        f.write_str(stamp.as_str().trim_end_matches('Z'))?;
        f.write_str(&self.offset())
    }
}

impl Serialize for OffsetTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OffsetTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reading::deserialize(deserializer).map(Self::from)
    }
}

/// Shares the schema of [`Time`].
impl JsonSchema for OffsetTime {
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

#[cfg(test)]
mod tests {
    use super::OffsetTime;

    #[test]
    fn the_offset_that_was_written_stays() {
        for (text, shown, day) in [
            (
                "2026-11-10T08:00:00+09:00",
                "2026-11-10T08:00:00.000+09:00",
                "2026-11-10",
            ),
            (
                "2026-11-09T22:30:00-0800",
                "2026-11-09T22:30:00.000-08:00",
                "2026-11-09",
            ),
            ("2026-11-09", "2026-11-09T00:00:00.000Z", "2026-11-09"),
            (
                "2026-11-09T23:59:59.123456Z",
                "2026-11-09T23:59:59.123456Z",
                "2026-11-09",
            ),
        ] {
            let read = OffsetTime::parse(text).unwrap();
            assert_eq!(read.to_string(), shown, "{text}");
            assert_eq!(read.local().date(), day, "{text}");
            assert_eq!(OffsetTime::parse(shown), Some(read), "{text}");
        }
    }
}
