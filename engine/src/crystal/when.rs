//! Times that a question names: "last March", "on 29 March 2026", "three weeks ago".

use kernel::day::{Named, find_dates};
use kernel::time::{DAY, Time};

const DAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];
const COUNTS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];
/// Words that mark `march` or `may` as a month if they come before it.
const BEFORE_MONTHS: [&str; 12] = [
    "in", "last", "this", "next", "during", "since", "until", "by", "of", "early", "late", "mid",
];

/// Words that join the two ends of a span.
const JOINS: [&str; 7] = ["to", "and", "or", "until", "till", "through", "thru"];

/// Maximum number of words of a question that are searched for days in one month.
const MAX_WORDS: usize = 64;

/// First and last moment.
pub type Span = (Time, Time);

/// Returns the span of time that a question names, if it names one.
#[must_use]
pub fn parse_span(question: &str, now: Time) -> Option<Span> {
    let words = words(question);
    let days = with_day_apart(find_dates(question), &words, question);
    if let Some(span) = between(&days, &words, question, now) {
        return Some(span);
    }
    let said = filter_dates(&days, |name| is_meant(&words, name));
    let exact = said.iter().find(|day| matches!(day, Named::Day { .. }));
    let month = said.iter().find(|day| matches!(day, Named::Month { .. }));
    let year = said.iter().find(|day| matches!(day, Named::Year(_)));
    if let Some(day) = exact.or(month) {
        return of_named(**day, &words, now);
    }
    relative(&words, now).or_else(|| of_named(**year?, &words, now))
}

/// Returns the span from the first to the last of several days or months, if the question joins them.
fn between(days: &[Named], words: &[String], question: &str, now: Time) -> Option<Span> {
    let has = |word: &str| words.iter().any(|said| said == word);
    let names_ends = has("between") || has("from");
    let is_joined = JOINS.iter().any(|join| has(join)) || question.contains(['-', '–', '—']);
    let is_month = |name: &str| names_ends || is_meant(words, name) || is_joint(words, name);
    let mut ends = filter_dates(days, is_month);
    ends.retain(|day| names_ends || !matches!(day, Named::Year(_)));
    let (first, last) = (ends.first()?, ends.last()?);
    if first == last || !is_joined {
        return None;
    }
    // An end without a year is in the year of the other one.
    let said = ends.iter().rev().find_map(|end| end.year());
    let (this_year, _) = year_and_month(now);
    let begun = |end: &Named| {
        let years = (this_year - 8..=this_year).rev();
        let mut spans = years.filter_map(|year| end.span(year));
        spans.find(|(from, _)| *from <= now)
    };
    let in_year = |end: &Named, year: Option<i32>| match end.year().or(year) {
        Some(year) => end.span(year),
        None => begun(end),
    };
    let to = in_year(last, said)?;
    let from = in_year(first, said)?;
    if from.0 <= to.1 {
        return Some((from.0, to.1));
    }
    // "From November to February" begins in the previous year.
    let (year, _) = year_and_month(to.0);
    let before = first.span(year - 1).filter(|_| first.year().is_none())?;
    Some((before.0, to.1))
}

/// Adds the other end of days in one month: the 1 of "1 to 31 March", the 31 of "March 1-31".
fn with_day_apart(mut days: Vec<Named>, words: &[String], question: &str) -> Vec<Named> {
    let number = |at: usize| words.get(at)?.parse::<i32>().ok();
    let day = |at: usize| number(at).filter(|day| (1..=31).contains(day));
    let year = |at: usize| number(at).filter(|year| (1000..=9999).contains(year));
    let month = |at: usize| match find_dates(&format!("1 {}", words.get(at)?)).first()? {
        Named::Day { month, .. } => Some(*month),
        _ => None,
    };
    // Position of the second day: behind a word that joins them, or behind a dash.
    let joined = |at: usize| {
        let next = words.get(at + 1)?;
        if JOINS.contains(&next.as_str()) {
            return Some(at + 2);
        }
        let dashed = |dash: char| question.contains(&format!("{}{dash}{next}", words[at]));
        ['-', '–', '—'].into_iter().any(dashed).then_some(at + 1)
    };
    let of = |year: Option<i32>, month: u8, day: i32| {
        let day = u8::try_from(day).ok()?;
        Some(Named::Day { year, month, day })
    };
    for at in 0..words.len().min(MAX_WORDS) {
        let pair = |first: usize| {
            Some((
                day(first)?,
                joined(first).and_then(|at| Some((at, day(at)?)))?,
            ))
        };
        if let Some((first, (second_at, _))) = pair(at)
            && let Some(month) = month(second_at + 1)
        {
            let day = of(year(second_at + 2), month, first);
            days.splice(0..0, day);
            break;
        }
        if let (Some(of_it), Some((_, (second_at, second)))) = (month(at), pair(at + 1))
            && month(second_at + 1).is_none()
        {
            days.extend(of(year(second_at + 1), of_it, second));
            break;
        }
    }
    days
}

pub(super) fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Returns the days, months and years. `March` and `May` count only if they are months.
fn filter_dates(days: &[Named], is_month: impl Fn(&str) -> bool) -> Vec<&Named> {
    // Tested once, however often a question contains them.
    let (march, may) = (is_month("march"), is_month("may"));
    let is_one = |day: &&Named| match day {
        Named::Month {
            year: None,
            month: 3,
        } => march,
        Named::Month {
            year: None,
            month: 5,
        } => may,
        _ => true,
    };
    days.iter().filter(is_one).collect()
}

/// Returns true if the word is next to one that joins two ends of a span.
fn is_joint(words: &[String], name: &str) -> bool {
    let joins = |word: &String| JOINS.contains(&word.as_str());
    words
        .windows(2)
        .any(|pair| (pair[0] == name && joins(&pair[1])) || (pair[1] == name && joins(&pair[0])))
}

/// Returns true if `march` or `may` is a month here.
fn is_meant(words: &[String], name: &str) -> bool {
    words
        .windows(2)
        .any(|pair| pair[1] == name && BEFORE_MONTHS.contains(&pair[0].as_str()))
}

fn of_named(named: Named, words: &[String], now: Time) -> Option<Span> {
    let has = |word: &str| words.iter().any(|said| said == word);
    let (this_year, _) = year_and_month(now);
    let (from, to) = match named.year() {
        Some(year) => named.span(year)?,
        None if has("next") => (this_year..this_year + 9)
            .filter_map(|year| named.span(year))
            .find(|(from, _)| *from > now)?,
        // The last one that has begun. "Last March" in a March is the one before.
        None => (this_year - 8..=this_year)
            .rev()
            .filter_map(|year| named.span(year))
            .find(|(from, to)| if has("last") { *to < now } else { *from <= now })?,
    };
    Some(if has("since") {
        (from, now.max(to))
    } else if has("before") {
        (Time(i64::MIN), Time(from.0 - 1))
    } else if has("after") {
        (Time(to.0 + 1), Time(i64::MAX))
    } else {
        (from, to)
    })
}

fn relative(words: &[String], now: Time) -> Option<Span> {
    let today = Time(now.0 - now.0.rem_euclid(DAY));
    let days = |from: i64, count: i64| {
        let from = today.plus(from * DAY);
        (from, Time(from.0 + count * DAY - 1))
    };
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).map(String::as_str);
        let after = words.get(at + 2).map(String::as_str);
        let span = match word.as_str() {
            "today" | "tonight" => Some(days(0, 1)),
            "yesterday" => Some(days(-1, 1)),
            "tomorrow" => Some(days(1, 1)),
            "last" | "past" | "previous" => match next.and_then(count) {
                Some(count) => after.and_then(unit).map(|unit| {
                    let (from, _) = whole(unit, -count, today);
                    (from, now)
                }),
                None => next.and_then(|name| this_or_that(name, -1, today)),
            },
            "this" => next.and_then(|name| this_or_that(name, 0, today)),
            "next" => next.and_then(|name| this_or_that(name, 1, today)),
            "on" => next.and_then(|name| this_or_that(name, -1, today).filter(|_| is_day(name))),
            _ if after == Some("ago") => match (count(word), next.and_then(unit)) {
                (Some(count), Some(Unit::Day)) => Some(days(-count, 1)),
                (Some(count), Some(unit)) => Some(whole(unit, -count, today)),
                _ => None,
            },
            _ => None,
        };
        if span.is_some() {
            return span;
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Day,
    Week,
    Month,
    Year,
}

fn unit(word: &str) -> Option<Unit> {
    Some(match word.strip_suffix('s').unwrap_or(word) {
        "day" => Unit::Day,
        "week" => Unit::Week,
        "month" => Unit::Month,
        "year" => Unit::Year,
        _ => return None,
    })
}

/// Parses a number, up to a thousand.
fn count(word: &str) -> Option<i64> {
    if matches!(word, "a" | "an") {
        return Some(1);
    }
    if word == "couple" {
        return Some(2);
    }
    let known = COUNTS.iter().position(|known| *known == word);
    let known = known.and_then(|at| i64::try_from(at).ok());
    known.or_else(|| {
        word.parse()
            .ok()
            .filter(|count| (0..=1_000).contains(count))
    })
}

fn is_day(word: &str) -> bool {
    DAYS.contains(&word)
}

/// Returns the week, month, year or day of the week that is `away` from the current one.
fn this_or_that(name: &str, away: i64, today: Time) -> Option<Span> {
    if let Some(day) = DAYS.iter().position(|day| *day == name) {
        let day = i64::try_from(day).ok()?;
        let ahead = (day - weekday(today)).rem_euclid(7);
        // "Last Friday" on a Friday is a week ago.
        let from = match away {
            -1 if ahead == 0 => -7,
            -1 => ahead - 7,
            1 if ahead == 0 => 7,
            _ => ahead,
        };
        let from = today.plus(from * DAY);
        return Some((from, Time(from.0 + DAY - 1)));
    }
    if name == "weekend" {
        let (monday, _) = whole(Unit::Week, away, today);
        return Some((monday.plus(5 * DAY), Time(monday.0 + 7 * DAY - 1)));
    }
    let unit = unit(name).filter(|unit| *unit != Unit::Day)?;
    Some(whole(unit, away, today))
}

/// Returns the whole day, week, month or year that is `away` from today's.
fn whole(unit: Unit, away: i64, today: Time) -> Span {
    let (year, month) = year_and_month(today);
    let named = match unit {
        Unit::Day => {
            let from = today.plus(away * DAY);
            return (from, Time(from.0 + DAY - 1));
        }
        Unit::Week => {
            let from = today.plus((away * 7 - weekday(today)) * DAY);
            return (from, Time(from.0 + 7 * DAY - 1));
        }
        Unit::Month => {
            let months = i64::from(year) * 12 + i64::from(month) - 1 + away;
            Named::Month {
                year: i32::try_from(months.div_euclid(12)).ok(),
                month: u8::try_from(months.rem_euclid(12) + 1).unwrap_or(1),
            }
        }
        Unit::Year => Named::Year(year.saturating_add(i32::try_from(away).unwrap_or(0))),
    };
    named.span(year).unwrap_or((today, today))
}

/// Returns the day of the week, from 0 for Monday.
fn weekday(day: Time) -> i64 {
    (day.0.div_euclid(DAY) + 3).rem_euclid(7)
}

fn year_and_month(at: Time) -> (i32, u8) {
    let date = at.date();
    let mut parts = date.split('-');
    let year = parts.next().and_then(|year| year.parse().ok());
    let month = parts.next().and_then(|month| month.parse().ok());
    (year.unwrap_or(1970), month.unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Wednesday.
    const TODAY: &str = "2026-04-15T10:00:00Z";

    fn shown(question: &str) -> Option<(String, String)> {
        let now = Time::parse(TODAY)?;
        parse_span(question, now).map(|(from, to)| (from.date(), to.date()))
    }

    #[test]
    fn questions_say_when() {
        for (question, from, to) in [
            (
                "What did we do on 29 March 2026?",
                "2026-03-29",
                "2026-03-29",
            ),
            ("What happened on 2026-03-29?", "2026-03-29", "2026-03-29"),
            ("what about 29 march", "2026-03-29", "2026-03-29"),
            ("on 1 May", "2025-05-01", "2025-05-01"),
            ("Where was I last March?", "2026-03-01", "2026-03-31"),
            ("Where was I last April?", "2025-04-01", "2025-04-30"),
            ("in April", "2026-04-01", "2026-04-30"),
            ("in June", "2025-06-01", "2025-06-30"),
            ("next June", "2026-06-01", "2026-06-30"),
            ("in March 2024", "2024-03-01", "2024-03-31"),
            ("what was decided in 2024?", "2024-01-01", "2024-12-31"),
            ("since March", "2026-03-01", "2026-04-15"),
            ("yesterday", "2026-04-14", "2026-04-14"),
            ("what is on today", "2026-04-15", "2026-04-15"),
            ("last week", "2026-04-06", "2026-04-12"),
            ("this week", "2026-04-13", "2026-04-19"),
            ("next month", "2026-05-01", "2026-05-31"),
            ("last year", "2025-01-01", "2025-12-31"),
            ("last weekend", "2026-04-11", "2026-04-12"),
            ("last Friday", "2026-04-10", "2026-04-10"),
            ("on Wednesday", "2026-04-08", "2026-04-08"),
            ("three days ago", "2026-04-12", "2026-04-12"),
            ("2 weeks ago", "2026-03-30", "2026-04-05"),
            ("a month ago", "2026-03-01", "2026-03-31"),
            ("in the past two weeks", "2026-03-30", "2026-04-15"),
        ] {
            assert_eq!(
                shown(question),
                Some((from.into(), to.into())),
                "{question}"
            );
        }
    }

    #[test]
    fn questions_name_both_ends_of_a_span() {
        for (question, from, to) in [
            (
                "what happened between 1 March and 5 April 2026",
                "2026-03-01",
                "2026-04-05",
            ),
            (
                "between March 1 and April 5, 2025",
                "2025-03-01",
                "2025-04-05",
            ),
            ("from 2026-03-01 to 2026-04-05", "2026-03-01", "2026-04-05"),
            ("March 1-31, 2026", "2026-03-01", "2026-03-31"),
            ("March 1–15", "2026-03-01", "2026-03-15"),
            ("from 1 to 31 March 2026", "2026-03-01", "2026-03-31"),
            ("1 until 12 March", "2026-03-01", "2026-03-12"),
            ("from March to April 2026", "2026-03-01", "2026-04-30"),
            ("between March and May 2025", "2025-03-01", "2025-05-31"),
            ("in March and April 2026", "2026-03-01", "2026-04-30"),
            ("in January, February and March", "2026-01-01", "2026-03-31"),
            ("from November to February", "2025-11-01", "2026-02-28"),
            ("from November to February 2026", "2025-11-01", "2026-02-28"),
            (
                "from December 2024 to January 2026",
                "2024-12-01",
                "2026-01-31",
            ),
            ("between 2024 and 2025", "2024-01-01", "2025-12-31"),
            // One day, even if it is named twice.
            (
                "on 29 March 2026 and what led to 29 March 2026",
                "2026-03-29",
                "2026-03-29",
            ),
            (
                "what did 5 people and I do on March 29, 2026",
                "2026-03-29",
                "2026-03-29",
            ),
        ] {
            assert_eq!(
                shown(question),
                Some((from.into(), to.into())),
                "{question}"
            );
        }
    }

    #[test]
    fn others_do_not() {
        for question in [
            "",
            "What is her last name?",
            "may I have the tea",
            "May I have the tea?",
            "how to march in step",
            "the last of them",
            "a day",
            "31 February",
            "9999999999 days ago",
        ] {
            assert_eq!(shown(question), None, "{question}");
        }
    }
}
