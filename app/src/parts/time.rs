//! Relative times, with the exact time in UTC on hover and in `datetime`.
use leptos::prelude::*;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

use crate::moment::moment;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Wording of an elapsed time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wording {
    /// Within a sentence: "12 min ago", "in 12 min", "now".
    #[default]
    Sentence,
    /// In a column of ages: "12 min".
    Bare,
}

/// Formats a duration in milliseconds in at most two units: "3 s", "12 min", "3 h 40", "2 d 4 h". The sign is
/// ignored.
#[must_use]
pub fn length(ms: i64) -> String {
    let ms = ms.saturating_abs();
    if ms < MINUTE {
        format!("{} s", ms / SECOND)
    } else if ms < HOUR {
        format!("{} min", ms / MINUTE)
    } else if ms < DAY {
        match (ms / HOUR, ms % HOUR / MINUTE) {
            (hours, 0) => format!("{hours} h"),
            (hours, minutes) => format!("{hours} h {minutes:02}"),
        }
    } else {
        match (ms / DAY, ms % DAY / HOUR) {
            (days, hours) if days < 7 && hours > 0 => format!("{days} d {hours} h"),
            (days, _) => format!("{days} d"),
        }
    }
}

/// Formats the time `at` relative to `now`, both in milliseconds since 1970.
#[must_use]
pub fn relative(at: i64, now: i64, wording: Wording) -> String {
    let past = now.saturating_sub(at);
    match wording {
        Wording::Bare => length(past),
        Wording::Sentence if past.saturating_abs() < SECOND => "now".into(),
        Wording::Sentence if past < 0 => format!("in {}", length(past)),
        Wording::Sentence => format!("{} ago", length(past)),
    }
}

/// Formats a time for machines (RFC 3339). Empty if it is outside the calendar's range.
#[must_use]
pub fn machine(at: i64) -> String {
    date(at)
        .and_then(|date| date.format(&Rfc3339).ok())
        .unwrap_or_default()
}

/// Formats a time for people: "2026-11-21 09:53:12 UTC". Empty if it is outside the calendar's range.
#[must_use]
pub fn exact(at: i64) -> String {
    let shape = format_description!("[year]-[month]-[day] [hour]:[minute]:[second] UTC");
    date(at)
        .and_then(|date| date.format(&shape).ok())
        .unwrap_or_default()
}

/// Formats the time of day in UTC: "09:53". Empty if it is outside the calendar's range.
#[must_use]
pub fn hour(at: i64) -> String {
    let shape = format_description!("[hour]:[minute]");
    date(at)
        .and_then(|date| date.format(&shape).ok())
        .unwrap_or_default()
}

/// Formats the date in UTC: "21 November 2026". Empty if it is outside the calendar's range.
#[must_use]
pub fn day(at: i64) -> String {
    let shape = format_description!("[day padding:none] [month repr:long] [year]");
    date(at)
        .and_then(|date| date.format(&shape).ok())
        .unwrap_or_default()
}

fn date(at: i64) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at) * 1_000_000).ok()
}

/// A time, relative to the current one.
#[component]
pub fn Ago(
    /// Time to show, in milliseconds since 1970.
    at: i64,
    /// Current time, in milliseconds since 1970; by default the time at which the page is rendered.
    #[prop(optional)]
    now: Option<i64>,
    /// Wording of the elapsed time.
    #[prop(optional)]
    wording: Wording,
) -> impl IntoView {
    let now = now.unwrap_or_else(|| moment().now.0);
    let kind = match wording {
        Wording::Bare => "bare",
        Wording::Sentence => "sentence",
    };
    view! { <time data-ago=kind datetime=machine(at) title=exact(at)>{relative(at, now, wording)}</time> }
}

/// A duration, with its start on hover: "12 min", in a column of ages.
#[component]
pub fn Since(
    /// Start of the duration, in milliseconds since 1970.
    at: i64,
) -> impl IntoView {
    view! { <Ago at wording=Wording::Bare/> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_take_two_units_at_most() {
        for (ms, text) in [
            (0, "0 s"),
            (3_400, "3 s"),
            (59_999, "59 s"),
            (12 * MINUTE, "12 min"),
            (HOUR, "1 h"),
            (3 * HOUR + 40 * MINUTE, "3 h 40"),
            (HOUR + 5 * MINUTE, "1 h 05"),
            (2 * DAY + 4 * HOUR, "2 d 4 h"),
            (2 * DAY, "2 d"),
            (40 * DAY + 4 * HOUR, "40 d"),
            (-12 * MINUTE, "12 min"),
            (i64::MIN, "106751991167 d"),
        ] {
            assert_eq!(length(ms), text);
        }
    }

    #[test]
    fn moments_are_put_from_where_the_page_stands() {
        let now = 1_795_254_792_000;
        assert_eq!(
            relative(now - 12 * MINUTE, now, Wording::Sentence),
            "12 min ago"
        );
        assert_eq!(
            relative(now + 12 * MINUTE, now, Wording::Sentence),
            "in 12 min"
        );
        assert_eq!(relative(now - 400, now, Wording::Sentence), "now");
        assert_eq!(relative(now - 400, now, Wording::Bare), "0 s");
    }

    #[test]
    fn exact_moments_name_their_zone() {
        assert_eq!(exact(1_795_254_792_000), "2026-11-21 09:53:12 UTC");
        assert_eq!(machine(1_795_254_792_000), "2026-11-21T09:53:12Z");
        assert_eq!(hour(1_795_254_792_000), "09:53");
        assert_eq!(day(1_795_254_792_000), "21 November 2026");
        assert_eq!(exact(i64::MAX), "");
    }
}
