//! The parser of times for every interface: RFC 3339, and the shorter forms that people and models write. A time
//! without an offset is in UTC, a date alone is the whole day, and a number counts since 1970.

use std::fmt;

use serde::{Deserialize, Deserializer, de};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// Maximum length of a text, in bytes.
const MAX_BYTES: usize = 40;
/// Length of a date such as `2026-01-31`, in bytes.
const DATE: usize = 10;
/// Length of a time of day without seconds, such as `09:30`, in bytes.
const MINUTES: usize = 5;
/// Microseconds per second.
const SECOND: i64 = 1_000_000;

/// A parsed time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Microseconds since 1970-01-01T00:00:00Z; the first moment of a day.
    pub micros: i64,
    /// Minutes that the written time of day is ahead of UTC; 0 without a written offset.
    pub offset: i16,
    /// True for a date alone.
    pub is_day: bool,
}

impl Reading {
    /// Parses a text; `None` if it is not a time.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let text = text.trim();
        if !text.is_ascii() || text.len() > MAX_BYTES {
            return None;
        }
        // Four digits are more likely a year than seconds.
        let is_count = text.len() > 8
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.');
        if is_count {
            return Self::of_number(text.parse().ok()?);
        }
        let (date, rest) = text.split_at_checked(DATE)?;
        let is_day = rest.is_empty();
        let (time, offset) = if is_day {
            ("00:00".to_owned(), "Z".to_owned())
        } else {
            let rest = rest.strip_prefix(['T', 't', ' ', '_'])?;
            parts(rest)
        };
        let seconds = if time.len() == MINUTES { ":00" } else { "" };
        let full = format!("{date}T{time}{seconds}{offset}");
        let moment = OffsetDateTime::parse(&full, &Rfc3339).ok()?;
        let micros = moment.unix_timestamp_nanos().div_euclid(1_000);
        Some(Self {
            micros: i64::try_from(micros).ok()?,
            offset: moment.offset().whole_minutes(),
            is_day,
        })
    }

    /// Converts a number of seconds, milliseconds or microseconds since 1970; the unit follows from its size.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "what is out of bounds was refused before"
    )]
    pub fn of_number(number: f64) -> Option<Self> {
        let micros = match number.abs() {
            size if size < 1e11 => number * 1e6,
            size if size < 1e14 => number * 1e3,
            size if size < 1e17 => number,
            _ => return None,
        };
        let micros = micros.round() as i64;
        let is_known = OffsetDateTime::from_unix_timestamp(micros.div_euclid(SECOND)).is_ok();
        is_known.then_some(Self {
            micros,
            offset: 0,
            is_day: false,
        })
    }
}

impl<'de> Deserialize<'de> for Reading {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Visitor)
    }
}

/// Splits a text into the time of day and the offset in the form of RFC 3339.
fn parts(text: &str) -> (String, String) {
    let text = text.strip_suffix("UTC").unwrap_or(text);
    let at = text.find(['Z', 'z', '+', '-', ' ']).unwrap_or(text.len());
    let (time, offset) = text.split_at(at);
    let offset = offset.trim();
    let full = match (offset, offset.len()) {
        ("" | "z", _) => "Z".to_owned(),
        (_, 3) => format!("{offset}:00"),
        (_, 5) => format!("{}:{}", &offset[..3], &offset[3..]),
        _ => offset.to_owned(),
    };
    (time.to_owned(), full)
}

struct Visitor;

impl de::Visitor<'_> for Visitor {
    type Value = Reading;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a time such as 2026-01-31T09:30:00Z or 2026-01-31 (in UTC unless it says an offset)",
        )
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Reading, E> {
        let invalid = || E::invalid_value(de::Unexpected::Str(text), &self);
        Reading::of_text(text).ok_or_else(invalid)
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "microseconds of years to come fit"
    )]
    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Reading, E> {
        self.visit_f64(number as f64)
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "microseconds of years to come fit"
    )]
    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Reading, E> {
        self.visit_f64(number as f64)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Reading, E> {
        let invalid = || E::invalid_value(de::Unexpected::Float(number), &self);
        Reading::of_number(number).ok_or_else(invalid)
    }
}

#[cfg(test)]
mod tests {
    use super::Reading;
    use crate::time::{Period, Time};

    #[test]
    fn the_usual_spellings_are_read() {
        for (text, micros, offset, is_day) in [
            ("2026-01-31T09:30:00Z", 1_769_851_800_000_000, 0, false),
            (
                "2026-01-31T09:30:00.123456z",
                1_769_851_800_123_456,
                0,
                false,
            ),
            ("2026-01-31T09:30:00", 1_769_851_800_000_000, 0, false),
            ("2026-01-31 09:30", 1_769_851_800_000_000, 0, false),
            ("2026-01-31 09:30:00 UTC", 1_769_851_800_000_000, 0, false),
            (
                "2026-01-31T18:30:00+09:00",
                1_769_851_800_000_000,
                540,
                false,
            ),
            (
                "2026-01-31T01:30:00-0800",
                1_769_851_800_000_000,
                -480,
                false,
            ),
            ("2026-01-31 11:30:00 +02", 1_769_851_800_000_000, 120, false),
            ("2026-01-31", 1_769_817_600_000_000, 0, true),
            (" 1769851800 ", 1_769_851_800_000_000, 0, false),
            ("1769851800.5", 1_769_851_800_500_000, 0, false),
            ("1769851800123", 1_769_851_800_123_000, 0, false),
            ("1769851800123456", 1_769_851_800_123_456, 0, false),
            ("1969-12-31T23:59:59.999999Z", -1, 0, false),
        ] {
            let expected = Reading {
                micros,
                offset,
                is_day,
            };
            assert_eq!(Reading::of_text(text), Some(expected), "{text}");
        }
        for text in [
            "",
            "soon",
            "2026",
            "20260131",
            "2026-01",
            "2026-02-30",
            "2026-13-01",
            "12:30",
            "2026-01-31T25:00",
            "2026-01-31T",
            "2026-01-31x",
            "2026-01-31T09:30:00+2",
            "2026-01-31T09:30:00+99:99",
            "1e99",
            "2026-01-3é",
        ] {
            assert_eq!(Reading::of_text(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_and_texts_are_read_from_json() {
        let read = |json: &str| {
            serde_json::from_str::<Reading>(json)
                .map(|read| read.micros)
                .ok()
        };
        assert_eq!(read("1769851800"), Some(1_769_851_800_000_000));
        assert_eq!(read("1769851800.25"), Some(1_769_851_800_250_000));
        assert_eq!(read("\"2026-01-31\""), Some(1_769_817_600_000_000));
        for none in ["1e300", "true", "null", "[1]", "\"yesterday\""] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn a_day_lasts_until_the_next_one() {
        let [day, moment] =
            ["2026-01-31", "2026-01-31T00:00:00Z"].map(|text| Period::parse(text).unwrap());
        assert_eq!(day.first, Time(1_769_817_600_000));
        assert_eq!(
            (day.last, day.end()),
            (Time(1_769_903_999_999), Time(1_769_904_000_000))
        );
        assert_eq!((moment.last, moment.end()), (moment.first, moment.first));
    }
}
