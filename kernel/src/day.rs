//! Extraction of the days, months and years that a text names in any common form: `2026-03-29`, `29.03.2026`, `29 March
//! 2026`, `March 29th`. Pure, so relative days such as "yesterday" are not recognised.

use std::collections::HashSet;

use time::{Date, Month};

use crate::time::{DAY, Time};

/// A day, month or year that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// A day, with its year if the text names it.
    Day {
        /// The year.
        year: Option<i32>,
        /// The month, from 1.
        month: u8,
        /// The day, from 1.
        day: u8,
    },
    /// A month.
    Month {
        /// The year.
        year: Option<i32>,
        /// The month, from 1.
        month: u8,
    },
    /// A year.
    Year(i32),
}

impl Named {
    /// Returns the first and last millisecond in UTC; `year` is the default for a missing year. `None` if the day does
    /// not exist in that year.
    #[must_use]
    pub fn span(self, year: i32) -> Option<(Time, Time)> {
        let (from, to) = match self {
            Self::Day {
                year: said,
                month,
                day,
            } => {
                let from = moment(said.unwrap_or(year), month, day)?;
                (from, from.plus(DAY))
            }
            Self::Month { year: said, month } => {
                let year = said.unwrap_or(year);
                let after = match month {
                    12 => moment(year + 1, 1, 1)?,
                    _ => moment(year, month + 1, 1)?,
                };
                (moment(year, month, 1)?, after)
            }
            Self::Year(year) => (moment(year, 1, 1)?, moment(year + 1, 1, 1)?),
        };
        Some((from, Time(to.0 - 1)))
    }

    /// Returns the year, if the text names it.
    #[must_use]
    pub const fn year(self) -> Option<i32> {
        match self {
            Self::Day { year, .. } | Self::Month { year, .. } => year,
            Self::Year(year) => Some(year),
        }
    }
}

/// Index of the words that may be part of a named day.
#[derive(Clone, Debug, Default)]
pub struct DayParts {
    numbers: HashSet<i32>,
    months: HashSet<u8>,
}

impl DayParts {
    /// Collects the parts of all days in `named`; months and years alone are ignored.
    #[must_use]
    pub fn of(named: &[Named]) -> Self {
        let mut parts = Self::default();
        for one in named {
            if let Named::Day { year, month, day } = *one {
                parts.numbers.extend(year.filter(|year| *year > 0));
                parts.numbers.extend([i32::from(month), day.into()]);
                parts.months.insert(month);
            }
        }
        parts
    }

    /// Returns true if `word` may be part of one of the days.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        let number = number(word).or_else(|| day_number(word));
        number.is_some_and(|number| self.numbers.contains(&number))
            || month_number(word).is_some_and(|month| self.months.contains(&month))
    }
}

/// Returns the first moment of a day, in UTC; `None` if the day does not exist.
fn moment(year: i32, month: u8, day: u8) -> Option<Time> {
    let date = Date::from_calendar_date(year, Month::try_from(month).ok()?, day).ok()?;
    let seconds = date.midnight().assume_utc().unix_timestamp();
    Some(Time(seconds * 1_000))
}

/// A word or number, with the text between it and the previous one.
struct Part<'a> {
    between: &'a str,
    text: &'a str,
}

/// Returns the days, months and years that `text` names, in order of appearance.
#[must_use]
pub fn find_dates(text: &str) -> Vec<Named> {
    let parts = parts(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < parts.len() {
        match [numbers, day_month, month_day, month, year]
            .iter()
            .find_map(|read| read(&parts[at..]))
        {
            Some((named, taken)) => {
                found.push(named);
                at += taken;
            }
            None if is_no_day(&parts[at..]) => at += 2,
            None => at += 1,
        }
    }
    found
}

/// Returns true for a day that does not exist, such as `31 February`, so that its month is not read by itself.
fn is_no_day(parts: &[Part<'_>]) -> bool {
    let [first, month, ..] = parts else {
        return false;
    };
    first.text.len() <= 2 && number(first.text).is_some() && month_number(month.text).is_some()
}

fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut end, mut rest) = (0, text);
    while let Some(skip) = rest.find(char::is_alphanumeric) {
        let begin = text.len() - rest.len() + skip;
        let word = &text[begin..];
        let is_number = word.starts_with(|c: char| c.is_ascii_digit());
        let stop = word.find(|c: char| !c.is_alphanumeric() || (is_number && !is_of_number(c)));
        let length = stop.unwrap_or(word.len());
        parts.push(Part {
            between: &text[end..begin],
            text: &word[..length],
        });
        end = begin + length;
        rest = &text[end..];
    }
    parts
}

/// Accepts digits and the letters of `29th` and `3T`; CJK letters after a number are separate words.
fn is_of_number(c: char) -> bool {
    c.is_ascii_alphanumeric()
}

type Read = Option<(Named, usize)>;

/// Parses `2026-03-29`, `2026/3/29`, `29.03.2026`, and `29/03/2026` if only one reading is a day.
fn numbers(parts: &[Part<'_>]) -> Read {
    let [one, two, three, ..] = parts else {
        return None;
    };
    let sign = two.between;
    if sign != three.between || !matches!(sign, "-" | "/" | ".") {
        return None;
    }
    let (a, b) = (number(one.text)?, number(two.text)?);
    // `2026-03-29T10:00` is a day as well.
    let third = three.text.split(['T', 't']).next().unwrap_or_default();
    let c = number(third)?;
    let (year, month, day) = match (one.text.len(), third.len(), sign) {
        (4, 1..=2, _) => (a, b, c),
        (1..=2, 4, "." | "-") => (c, b, a),
        (1..=2, 4, _) if a > 12 => (c, b, a),
        (1..=2, 4, _) if b > 12 => (c, a, b),
        _ => return None,
    };
    Some((day_of(Some(year), month, day)?, 3))
}

/// Parses `29 March`, `29th of March, 2026`, `29. März 2026`.
fn day_month(parts: &[Part<'_>]) -> Read {
    let [first, rest @ ..] = parts else {
        return None;
    };
    let day = day_number(first.text)?;
    let of = usize::from(rest.first()?.text.eq_ignore_ascii_case("of"));
    let month = month_number(rest.get(of)?.text)?;
    let year = rest.get(of + 1).and_then(year_after);
    let taken = 2 + of + usize::from(year.is_some());
    Some((day_of(year, month.into(), day)?, taken))
}

/// Parses `March 29`, `March 29th, 2026`.
fn month_day(parts: &[Part<'_>]) -> Read {
    let [first, second, rest @ ..] = parts else {
        return None;
    };
    let (month, day) = (month_number(first.text)?, day_number(second.text)?);
    if second.between.contains(['.', '!', '?', ';']) && first.text.len() > 3 {
        return None;
    }
    let year = rest.first().and_then(year_after);
    let taken = 2 + usize::from(year.is_some());
    Some((day_of(year, month.into(), day)?, taken))
}

/// Parses `March 2026`, or a month alone if it is capitalised: `may` and `march` are words as well.
fn month(parts: &[Part<'_>]) -> Read {
    let [first, rest @ ..] = parts else {
        return None;
    };
    let month = month_number(first.text)?;
    if let Some(year) = rest.first().and_then(year_after) {
        let year = Some(year);
        return Some((Named::Month { year, month }, 2));
    }
    let is_name = first.text.starts_with(char::is_uppercase) && first.text.len() > 2;
    is_name.then_some((Named::Month { year: None, month }, 1))
}

/// Parses years from 1900 to 2199.
fn year(parts: &[Part<'_>]) -> Read {
    let first = parts.first()?;
    let year = (first.text.len() == 4)
        .then(|| number(first.text))
        .flatten()?;
    (1900..2200)
        .contains(&year)
        .then_some((Named::Year(year), 1))
}

fn year_after(part: &Part<'_>) -> Option<i32> {
    let close = part.between.trim();
    let is_close = close.is_empty() || close == ",";
    match year(std::slice::from_ref(part)) {
        Some((Named::Year(year), _)) if is_close => Some(year),
        _ => None,
    }
}

fn number(text: &str) -> Option<i32> {
    let is_number = text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// Parses `29`, `29th`, `1st`.
fn day_number(text: &str) -> Option<i32> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = &text[digits.len()..];
    let is_day = digits.len() <= 2
        && (ending.is_empty()
            || ["st", "nd", "rd", "th"]
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known)));
    is_day.then(|| number(digits)).flatten()
}

fn day_of(year: Option<i32>, month: i32, day: i32) -> Option<Named> {
    let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    // A leap year substitutes for a missing one.
    moment(year.unwrap_or(2024), month, day)?;
    Some(Named::Day { year, month, day })
}

/// Names of the months in English and German: abbreviation, full names.
const MONTHS: [(&str, &[&str]); 12] = [
    ("jan", &["january", "januar", "jänner"]),
    ("feb", &["february", "februar"]),
    ("mar", &["march", "märz", "maerz"]),
    ("apr", &["april"]),
    ("may", &["mai"]),
    ("jun", &["june", "juni"]),
    ("jul", &["july", "juli"]),
    ("aug", &["august"]),
    ("sep", &["september", "sept"]),
    ("oct", &["october", "oktober", "okt"]),
    ("nov", &["november"]),
    ("dec", &["december", "dezember", "dez"]),
];

fn month_number(text: &str) -> Option<u8> {
    if !(3..=10).contains(&text.len()) {
        return None;
    }
    let name = text.to_lowercase();
    let is_month =
        |(short, long): &(&str, &[&str])| *short == name || long.contains(&name.as_str());
    let at = MONTHS.iter().position(is_month)?;
    u8::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: impl Into<Option<i32>>, month: u8, day: u8) -> Vec<Named> {
        let year = year.into();
        vec![Named::Day { year, month, day }]
    }

    #[test]
    fn a_day_is_a_day_however_it_is_written() {
        for text in [
            "2026-03-29",
            "on 2026/03/29.",
            "2026-03-29T10:00:00Z",
            "29.03.2026",
            "29.3.2026",
            "29/03/2026",
            "03/29/2026",
            "29 March 2026",
            "the 29th of March, 2026",
            "29. März 2026",
            "March 29, 2026",
            "Mar 29th 2026",
            "29 mar 2026",
        ] {
            let found: Vec<_> = find_dates(text);
            assert_eq!(found.first(), day(2026, 3, 29).first(), "{text}");
        }
        assert_eq!(find_dates("on 29 March we left"), day(None, 3, 29));
        assert_eq!(find_dates("March 1st is a Monday"), day(None, 3, 1));
        assert_eq!(find_dates("29 February 2024"), day(2024, 2, 29));
    }

    #[test]
    fn months_and_years_are_named_too() {
        let month = |year, month| vec![Named::Month { year, month }];
        assert_eq!(find_dates("last March"), month(None, 3));
        assert_eq!(find_dates("in March 2026"), month(Some(2026), 3));
        assert_eq!(find_dates("back in 2024"), [Named::Year(2024)]);
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "",
            "may I",
            "we march on",
            "31 February",
            "2026-13-01",
            "30.02.2026",
            "4/5/2026",
            "version 1.2.3",
            "10.0.0.1",
            "room 12345",
            "12 monkeys",
            "99 March",
            "🦊 ２９",
        ] {
            let found = find_dates(text);
            let days = found
                .iter()
                .filter(|named| !matches!(named, Named::Year(_)));
            assert_eq!(days.count(), 0, "{text}: {found:?}");
        }
    }

    #[test]
    fn a_word_may_be_a_part_of_a_day() {
        let parts = DayParts::of(&find_dates("in 2021, in May, on 29 March 2026"));
        for (word, is) in [
            ("29", true),
            ("29th", true),
            ("03", true),
            ("March", true),
            ("märz", true),
            ("2026", true),
            ("28", false),
            ("2021", false),
            ("of", false),
            ("may", false),
            ("", false),
        ] {
            assert_eq!(parts.has(word), is, "{word}");
        }
    }

    #[test]
    fn a_span_is_from_the_first_moment_to_the_last() {
        let table = [
            (Named::Year(2026), "2026-01-01", "2026-12-31"),
            (
                Named::Month {
                    year: None,
                    month: 12,
                },
                "2025-12-01",
                "2025-12-31",
            ),
            (
                Named::Month {
                    year: Some(2024),
                    month: 2,
                },
                "2024-02-01",
                "2024-02-29",
            ),
            (
                Named::Day {
                    year: None,
                    month: 3,
                    day: 9,
                },
                "2025-03-09",
                "2025-03-09",
            ),
        ];
        for (named, from, to) in table {
            let span = named.span(2025).map(|(from, to)| (from.date(), to.date()));
            assert_eq!(span, Some((from.into(), to.into())), "{named:?}");
        }
        let odd = Named::Day {
            year: None,
            month: 2,
            day: 29,
        };
        assert_eq!(odd.span(2025), None);
    }
}
