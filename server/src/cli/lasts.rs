//! Parser for durations such as `90m`, `24h`, `30d`.

/// Parses a duration to seconds.
///
/// # Errors
/// Returns a message that states the expected format.
pub fn seconds(text: &str) -> Result<u32, String> {
    let wrong =
        || format!("{text:?} is no span of time; expected one such as 45s, 90m, 24h or 30d");
    let unit = text.chars().last().ok_or_else(wrong)?;
    let each: u32 = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 86_400,
        _ => return Err(wrong()),
    };
    let number: u32 = text
        .strip_suffix(unit)
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(wrong)?;
    number
        .checked_mul(each)
        .filter(|seconds| *seconds > 0)
        .ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn spans_are_read() {
        for (text, expected) in [
            ("45s", 45),
            ("90m", 5400),
            ("24h", 86_400),
            ("30d", 2_592_000),
        ] {
            assert_eq!(seconds(text), Ok(expected));
        }
        for wrong in ["", "h", "0h", "24", "-1h", "1.5h", "99999999d", "1é"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
