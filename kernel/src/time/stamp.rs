//! Formatter for times as RFC 3339 text in UTC, without heap allocation and without the `time` crate's formatting:
//! answers are full of times, and formatting them was a third of the cost of a session's answer.

use std::fmt;

use time::OffsetDateTime;

/// Template of the text.
const FORM: &[u8; 27] = b"0000-00-00T00:00:00.000000Z";

/// Text of a time: to the millisecond, or to the microsecond if it has any.
#[derive(Clone, Copy)]
pub struct Stamp {
    text: [u8; 27],
    length: usize,
}

impl Stamp {
    /// Formats a time of the years 0 to 9999; other years are clamped.
    #[must_use]
    pub fn of(moment: OffsetDateTime) -> Self {
        let mut text = *FORM;
        let micros = moment.microsecond();
        put(
            &mut text[0..4],
            moment.year().clamp(0, 9_999).unsigned_abs(),
        );
        put(&mut text[5..7], u8::from(moment.month()).into());
        put(&mut text[8..10], moment.day().into());
        put(&mut text[11..13], moment.hour().into());
        put(&mut text[14..16], moment.minute().into());
        put(&mut text[17..19], moment.second().into());
        put(&mut text[20..26], micros);
        let mut length = text.len();
        if micros.is_multiple_of(1_000) {
            text[23] = b'Z';
            length = 24;
        }
        Self { text, length }
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..self.length]).unwrap_or_default()
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Writes a number with leading zeros into all of `digits`.
fn put(digits: &mut [u8], mut number: u32) {
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + u8::try_from(number % 10).unwrap_or_default();
        number /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_what_the_time_crate_reads() {
        use time::format_description::well_known::Rfc3339;
        for (nanos, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_769_851_800_123_000_000, "2026-01-31T09:30:00.123Z"),
            (1_769_851_800_123_456_000, "2026-01-31T09:30:00.123456Z"),
            (1_769_851_800_000_007_000, "2026-01-31T09:30:00.000007Z"),
            (-1_000_000, "1969-12-31T23:59:59.999Z"),
            (253_402_300_799_999_999_000, "9999-12-31T23:59:59.999999Z"),
            (-62_167_219_200_000_000_000, "0000-01-01T00:00:00.000Z"),
        ] {
            let moment = OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap();
            assert_eq!(Stamp::of(moment).as_str(), text);
            assert_eq!(OffsetDateTime::parse(text, &Rfc3339).unwrap(), moment);
        }
    }
}
