//! Times relative to a moment the page gives, with the exact one on hover and in `datetime`. Reads no clock and
//! knows no time zone: what the server writes and what the browser hydrates must be the same text, so exact times
//! are in UTC and say so.
use crate::parts::alive;
use leptos::prelude::*;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// How an elapsed time is put.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wording {
    /// "12 min ago", "in 12 min", "now": inside a sentence.
    #[default]
    Sentence,
    /// "12 min": in a column of ages.
    Bare,
}

/// A length of time in milliseconds, in at most two units: "3 s", "12 min", "3 h 40", "2 d 4 h".
/// A negative length counts as its opposite.
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

/// The moment `at` seen from `now`, both in milliseconds since 1970.
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

/// The moment for machines (RFC 3339). Empty for a moment no calendar holds.
#[must_use]
pub fn machine(at: i64) -> String {
    moment(at)
        .and_then(|moment| moment.format(&Rfc3339).ok())
        .unwrap_or_default()
}

/// The moment in full for people: "2026-11-21 09:53:12 UTC". Empty for a moment no calendar holds.
#[must_use]
pub fn exact(at: i64) -> String {
    let shape = format_description!("[year]-[month]-[day] [hour]:[minute]:[second] UTC");
    moment(at)
        .and_then(|moment| moment.format(&shape).ok())
        .unwrap_or_default()
}

/// The time of day: "09:53", in UTC. Empty for a moment no calendar holds.
#[must_use]
pub fn hour(at: i64) -> String {
    let shape = format_description!("[hour]:[minute]");
    moment(at)
        .and_then(|moment| moment.format(&shape).ok())
        .unwrap_or_default()
}

/// The day: "21 November 2026", in UTC. Empty for a moment no calendar holds.
#[must_use]
pub fn day(at: i64) -> String {
    let shape = format_description!("[day padding:none] [month repr:long] [year]");
    moment(at)
        .and_then(|moment| moment.format(&shape).ok())
        .unwrap_or_default()
}

fn moment(at: i64) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at) * 1_000_000).ok()
}

/// A moment, relative to the page's.
#[component]
pub fn Ago(
    /// The moment, in milliseconds since 1970.
    #[prop(into)]
    at: Signal<i64>,
    /// The page's moment, in milliseconds since 1970; a signal lets the text age.
    #[prop(into)]
    now: Signal<i64>,
    /// How it is put.
    #[prop(optional)]
    wording: Wording,
) -> impl IntoView {
    // While a page is replaced, the clock may tick once more for what is on its way out.
    let moment = move || at.try_get().zip(now.try_get());
    view! {
        <time datetime=move || at.try_get().map(machine) title=move || at.try_get().map(exact)>
            {alive(move || moment().map(|(at, now)| relative(at, now, wording)))}
        </time>
    }
}

/// A length of time, with its moment on hover: "12 min", in a column of ages.
#[component]
pub fn Since(
    /// When it began, in milliseconds since 1970.
    #[prop(into)]
    at: Signal<i64>,
    /// The page's moment, in milliseconds since 1970.
    #[prop(into)]
    now: Signal<i64>,
) -> impl IntoView {
    view! { <Ago at now wording=Wording::Bare/> }
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
