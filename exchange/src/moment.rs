//! Parses times in the usual spellings, and numbers of seconds, milliseconds or microseconds.

use serde_json::Value;
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, UtcOffset};

/// Parses a time to microseconds since 1970.
#[must_use]
pub fn read(value: &Value) -> Option<i64> {
    match value {
        Value::String(text) => parse(text.trim()).and_then(within),
        Value::Number(number) => from_number(number.as_f64()?),
        _ => None,
    }
}

/// Returns the offset from UTC of a written time, in minutes.
#[must_use]
pub fn offset(value: &Value) -> Option<i16> {
    let written = value.as_str().and_then(|text| parse(text.trim()));
    written.map(|moment| moment.offset().whole_minutes())
}

fn parse(text: &str) -> Option<OffsetDateTime> {
    let is_ascii = text.is_ascii() && (10..=40).contains(&text.len());
    if !is_ascii {
        return None;
    }
    let mut text = match text.len() {
        10 => format!("{text}T00:00:00"),
        _ => text.to_owned(),
    };
    if text.as_bytes()[10] == b' ' {
        text.replace_range(10..11, "T");
    }
    let text = text.replace(" UTC", "Z").replace(" +", "+");
    OffsetDateTime::parse(&text, &Rfc3339)
        .or_else(|_| OffsetDateTime::parse(&format!("{text}Z"), &Rfc3339))
        .ok()
}

/// Converts a number of seconds, milliseconds or microseconds; its size decides the unit.
#[expect(
    clippy::cast_possible_truncation,
    reason = "what is far out of bounds is none"
)]
fn from_number(number: f64) -> Option<i64> {
    let micros = match number.abs() {
        size if size < 1e11 => number * 1e6,
        size if size < 1e14 => number * 1e3,
        size if size < 1e17 => number,
        _ => return None,
    };
    let moment = OffsetDateTime::from_unix_timestamp_nanos(micros.round() as i128 * 1_000);
    within(moment.ok()?)
}

/// Accepts only years of four digits.
fn within(moment: OffsetDateTime) -> Option<i64> {
    let moment = moment.to_offset(UtcOffset::UTC);
    let is_told = (1..=9999).contains(&moment.year());
    is_told.then(|| i64::try_from(moment.unix_timestamp_nanos().div_euclid(1_000)).ok())?
}

/// Formats a time as RFC 3339.
#[must_use]
pub fn text(micros: i64) -> String {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * 1_000)
        .ok()
        .and_then(|moment| moment.format(&Rfc3339).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{read, text};

    #[test]
    fn usual_spellings_are_read_and_others_are_not() {
        for (written, expected) in [
            (json!("2025-03-01T12:00:00Z"), Some("2025-03-01T12:00:00Z")),
            (
                json!("2025-03-01T12:00:00.123456+02:00"),
                Some("2025-03-01T10:00:00.123456Z"),
            ),
            (json!("2025-03-01 12:00:00"), Some("2025-03-01T12:00:00Z")),
            (
                json!("2025-03-01T12:00:00.5"),
                Some("2025-03-01T12:00:00.5Z"),
            ),
            (json!("2025-03-01"), Some("2025-03-01T00:00:00Z")),
            (json!(1_740_830_400), Some("2025-03-01T12:00:00Z")),
            (json!(1_740_830_400.25), Some("2025-03-01T12:00:00.25Z")),
            (
                json!(1_740_830_400_123_i64),
                Some("2025-03-01T12:00:00.123Z"),
            ),
            (json!("yesterday"), None),
            (json!("2025-02-30T12:00:00Z"), None),
            (json!("2025-13-45"), None),
            (json!("١٢٣٤٥٦٧٨٩٠"), None),
            (json!(1e300), None),
            (json!(true), None),
            (json!(null), None),
            (json!([1]), None),
        ] {
            let found = read(&written).map(text);
            assert_eq!(found.as_deref(), expected, "{written}");
        }
    }
}
