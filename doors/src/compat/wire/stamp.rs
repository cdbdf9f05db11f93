//! A moment as this wire's clients write it: RFC 3339, without an offset, with a space, a day alone, or a
//! number of seconds or milliseconds. Always given back as RFC 3339 in UTC. Knows no clock.

use std::borrow::Cow;
use std::fmt::{self, Formatter};

use engine::session::Moment;
use kernel::Time;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de};

/// A moment in any of those spellings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Stamp(pub Moment);

/// Numbers beyond this are milliseconds: as seconds they would lie after the year 2600.
const MILLISECONDS: f64 = 2e10;

impl Stamp {
    /// Reads a text; `None` when it is no moment.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        Moment::parse(text)
            .or_else(|| Moment::parse(&complete(text)?))
            .map(Self)
            .or_else(|| Self::number(text.parse().ok()?))
    }

    /// Reads seconds or milliseconds.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be within bounds"
    )]
    fn number(number: f64) -> Option<Self> {
        let seconds = if number.abs() > MILLISECONDS {
            number / 1e3
        } else {
            number
        };
        (seconds.abs() < 1e11).then(|| Self(Moment((seconds * 1e6).round() as i64)))
    }

    /// In whole milliseconds.
    pub const fn time(self) -> Time {
        self.0.time()
    }
}

/// The text with what RFC 3339 asks for and others leave out.
fn complete(text: &str) -> Option<String> {
    if !text.is_ascii() || text.len() < 10 {
        return None;
    }
    let (day, rest) = text.split_at(10);
    let clock = rest.strip_prefix(['T', 't', ' ', '_']).unwrap_or(rest);
    let (clock, offset) = match clock.find(['+', '-', 'Z', 'z']) {
        Some(at) => clock.split_at(at),
        None => (clock, "Z"),
    };
    let clock = match clock.len() {
        0 => "00:00:00".to_owned(),
        5 => format!("{clock}:00"),
        _ => clock.to_owned(),
    };
    let offset = match offset.len() {
        // `+0200` and `+02`.
        5 => format!("{}:{}", &offset[..3], &offset[3..]),
        3 => format!("{offset}:00"),
        _ => offset.to_owned(),
    };
    Some(format!("{day}T{clock}{offset}"))
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

impl<'de> Deserialize<'de> for Stamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = Stamp;
            fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("a time such as 2026-01-31T09:30:00Z")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Stamp, E> {
                Stamp::parse(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Stamp, E> {
                Stamp::number(number)
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Float(number), &self))
            }
            #[expect(clippy::cast_precision_loss, reason = "times are far below 2⁵²")]
            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Stamp, E> {
                self.visit_f64(number as f64)
            }
            #[expect(clippy::cast_precision_loss, reason = "times are far below 2⁵²")]
            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Stamp, E> {
                self.visit_f64(number as f64)
            }
        }
        deserializer.deserialize_any(Visitor)
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
            let stamp = Stamp::parse(text);
            assert_eq!(
                stamp.map(|stamp| stamp.0.to_string()).as_deref(),
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
            assert_eq!(Stamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn before_1970_there_were_times_too() {
        let stamp = Stamp::parse("1969-12-31T23:59:59.999999Z").unwrap_or(Stamp(Moment(0)));
        assert_eq!(stamp.0, Moment(-1));
        assert_eq!(stamp.0.to_string(), "1969-12-31T23:59:59.999999Z");
    }
}
