//! Timestamp in the spellings of the API's clients: RFC 3339, without an offset, with a space, a date alone, or a
//! number of seconds or milliseconds. Always returned as RFC 3339 in UTC.

use std::borrow::Cow;

use engine::session::Moment;
use kernel::Time;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// Timestamp in any of these spellings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stamp(pub Moment);

impl Stamp {
    /// Returns the time in whole milliseconds.
    pub const fn time(self) -> Time {
        self.0.time()
    }
}

impl From<Time> for Stamp {
    fn from(time: Time) -> Self {
        Self(time.into())
    }
}

impl JsonSchema for Stamp {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Stamp".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        if generator.contract().is_serialize() {
            return json_schema!({ "type": "string", "format": "date-time" });
        }
        json_schema!({
            "type": ["string", "number"],
            "description": "RFC 3339, also without an offset (UTC), a day alone, or seconds or milliseconds since 1970.",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_read() {
        for (text, read) in [
            ("2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000Z"),
            ("2026-01-31T09:30:00.123456Z", "2026-01-31T09:30:00.123456Z"),
            (
                "2026-01-31T09:30:00.123456789+02:00",
                "2026-01-31T07:30:00.123456Z",
            ),
            ("2026-01-31T09:30:00.12", "2026-01-31T09:30:00.120Z"),
            ("2026-01-31 09:30", "2026-01-31T09:30:00.000Z"),
            ("2026-01-31T09:30:00+0200", "2026-01-31T07:30:00.000Z"),
            ("2026-01-31", "2026-01-31T00:00:00.000Z"),
            ("1769851800", "2026-01-31T09:30:00.000Z"),
            ("1769851800.5", "2026-01-31T09:30:00.500Z"),
            ("1769851800123", "2026-01-31T09:30:00.123Z"),
        ] {
            let stamp = Moment::parse(text);
            assert_eq!(
                stamp.map(|stamp| stamp.to_string()).as_deref(),
                Some(read),
                "{text}"
            );
        }
        for text in [
            "",
            "soon",
            "2026-13-01",
            "2026-01-31T25:00",
            "1e99",
            "12:30",
            "2026-01-3é",
        ] {
            assert_eq!(Moment::parse(text), None, "{text}");
        }
    }

    #[test]
    fn before_1970_there_were_times_too() {
        let stamp = Moment::parse("1969-12-31T23:59:59.999999Z").unwrap_or_default();
        assert_eq!(stamp, Moment(-1));
        assert_eq!(stamp.to_string(), "1969-12-31T23:59:59.999999Z");
    }
}
