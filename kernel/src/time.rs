//! A moment, in whole milliseconds since 1970 UTC; in JSON an RFC 3339 text. Knows no clock.

mod stamp;

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

pub use stamp::Stamp;

/// A moment in milliseconds since 1970-01-01T00:00:00Z.
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
    /// This moment and `milliseconds` more; stays at the end of time instead of wrapping.
    #[must_use]
    pub const fn plus(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// Milliseconds from `earlier` to this moment; negative when `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    fn utc(self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000_000)
            .unwrap_or(OffsetDateTime::UNIX_EPOCH)
    }

    /// The day it is in UTC, such as `2026-01-31`.
    #[must_use]
    pub fn date(self) -> String {
        let t = self.utc();
        format!("{:04}-{:02}-{:02}", t.year(), u8::from(t.month()), t.day())
    }

    /// The moment to the second, such as `2026-01-31T08:30:00Z`: what people and agents read.
    #[must_use]
    pub fn to_second(self) -> String {
        let t = self.utc();
        let (hour, minute, second) = t.to_hms();
        format!("{}T{hour:02}:{minute:02}:{second:02}Z", self.date())
    }

    /// Reads an RFC 3339 text; `None` when it is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let moment = OffsetDateTime::parse(text, &Rfc3339).ok()?;
        i64::try_from(moment.unix_timestamp_nanos() / 1_000_000)
            .ok()
            .map(Self)
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
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            de::Error::custom("expected an RFC 3339 time such as 2026-01-31T09:30:00Z")
        })
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
