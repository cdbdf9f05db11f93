//! Mood: each level with its baseline, its spike threshold and its last cause, and a chart of the last day.

use std::fmt::Write as _;

use engine::mind::mood::{Point, SPIKE};
use engine::mind::section::Levels;
use engine::mind::{Hormone, Signal as Felt};
use kernel::Id;
use kernel::time::DAY;
use leptos::prelude::*;

use super::{here, hundredths};
use crate::moment::moment;
use crate::pages::words::begin;
use crate::parts::{Ago, Sect, hour};

/// Width and height of the chart.
const SIZE: (f64, f64) = (288.0, 64.0);

/// Section with the mood.
pub fn mood_section() -> impl IntoView {
    let rows = Hormone::ALL.map(level_row);
    view! {
        <Sect id="h-mood" title="Mood" aside=|| view! { <p class="push">"baseline marked, spike at 0.7"</p> }>
            <dl class="mood">{rows.into_iter().collect_view()}</dl>
            {mood_chart()}
        </Sect>
    }
}

/// Returns the description of a signal.
const fn describe_signal(signal: Felt) -> &'static str {
    match signal {
        Felt::Reward => "a reward",
        Felt::Error => "an error",
        Felt::Social => "a friendly message",
        Felt::Achievement => "an achievement",
        Felt::Urgency => "urgent work",
    }
}

/// One level.
fn level_row(hormone: Hormone) -> impl IntoView {
    let here = here();
    let level = hundredths(hormone.of(here.levels()));
    let name = begin(hormone.name());
    let figure = format!("{:.2}", f64::from(level) / 100.0);
    let mut causes = here.there.mind.mood.causes.iter();
    let cause = causes.rfind(|cause| cause.hormone == hormone).cloned();
    let (rest, spike) = (hundredths(hormone.baseline()), hundredths(SPIKE));
    view! {
        <div>
            <dt><Line hormone/> {name.clone()}</dt>
            <dd>
                <span
                    class="meter"
                    role="meter"
                    aria-label=name
                    aria-valuemin="0"
                    aria-valuemax="1"
                    aria-valuenow=figure.clone()
                    style=format!("--v:{level}")
                >
                    <i></i>
                    <b style=format!("--v:{spike}")></b>
                    <u style=format!("--v:{rest}")></u>
                </span>
            </dd>
            <dd class="num">{figure}</dd>
            <dd class="quiet" dir="auto">
                {cause.map(|cause| {
                    let what = cause.reason.map_or_else(|| describe_signal(cause.signal).to_owned(), |reason| brief(&reason));
                    view! { {what} ", " <Ago at=cause.at.0/> }
                })}
            </dd>
        </div>
    }
}

/// Shortens a reason: removes the workflow ids before the names of tasks and other things, as in `completed T8`.
fn brief(reason: &str) -> String {
    let words = reason.split(' ').map(|word| match word.split_once('.') {
        Some((workflow, name)) if workflow.parse::<Id>().is_ok() && !name.is_empty() => name,
        _ => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Sample of a level's line, for the legend.
#[component]
fn Line(hormone: Hormone) -> impl IntoView {
    view! {
        <svg class="mood-key" viewBox="0 0 16 8" aria-hidden="true"><path data-of=hormone.name() d="M0 4H16"></path></svg>
    }
}

/// Chart of the last day.
fn mood_chart() -> impl IntoView {
    let now = moment().now;
    let mut course = here().there.mind.mood.course.clone();
    if let Some(last) = course.last().filter(|last| last.at < now) {
        let levels = last.decay(now);
        course.push(Point { at: now, levels });
    }
    let paths = Hormone::ALL.map(|hormone| {
        view! { <path data-of=hormone.name() d=path(&course, hormone)></path> }
    });
    let spike = y(SPIKE);
    let (width, height) = SIZE;
    let peaks = describe_course(&course);
    view! {
        <figure class="mood-course">
            <svg
                viewBox=format!("0 0 {width} {height}")
                preserveAspectRatio="none"
                role="img"
                aria-label=format!("The mood over the last day. {peaks}")
            >
                <path class="mood-spike" d=format!("M0 {spike:.1}H{width}")></path>
                {paths.into_iter().collect_view()}
            </svg>
            <figcaption aria-hidden="true"><span>"a day ago"</span><span>"12 h"</span><span>"now"</span></figcaption>
            <p class="mood-peaks">{peaks}</p>
        </figure>
    }
}

/// Returns the y coordinate of a level.
fn y(level: f64) -> f64 {
    let (_, height) = SIZE;
    // Leaves room for the line's width at both ends.
    1.0 + (1.0 - level) * (height - 2.0)
}

/// Returns the path through the points of one level.
fn path(course: &[Point], hormone: Hormone) -> String {
    let Some(end) = course.last().map(|last| last.at) else {
        return String::new();
    };
    let mut path = String::new();
    for point in course {
        #[expect(
            clippy::cast_precision_loss,
            reason = "milliseconds of a day fit a float"
        )]
        let x = 1.0 - end.since(point.at) as f64 / DAY as f64;
        if x < 0.0 {
            continue;
        }
        let mark = if path.is_empty() { 'M' } else { 'L' };
        let (x, y) = (x * SIZE.0, y(hormone.of(&point.levels)));
        // Writing to a string never fails.
        let _ = write!(path, "{mark}{x:.1} {y:.1}");
    }
    path
}

/// Describes the chart in words: the peak of each level, and its time.
fn describe_course(course: &[Point]) -> String {
    let is_raised = |levels: &Levels, hormone: Hormone| {
        hundredths(hormone.of(levels)) > hundredths(hormone.baseline())
    };
    let highest = |hormone: Hormone| {
        let mut course = course.iter();
        let first = course.next()?;
        let highest = course.fold(first, |highest, point| {
            if hormone.of(&point.levels) > hormone.of(&highest.levels) {
                point
            } else {
                highest
            }
        });
        let level = hormone.of(&highest.levels);
        let said = || format!("{} {level:.2} at {}", hormone.name(), hour(highest.at.0));
        is_raised(&highest.levels, hormone).then(said)
    };
    let peaks: Vec<String> = Hormone::ALL.into_iter().filter_map(highest).collect();
    if peaks.is_empty() {
        return "Calm for the last day.".to_owned();
    }
    format!("Highest: {} UTC.", peaks.join(", "))
}

#[cfg(test)]
mod tests {
    use kernel::Time;
    use kernel::time::MINUTE;

    use super::*;

    fn at(minutes: i64, dopamine: f64) -> Point {
        let levels = Levels {
            dopamine,
            cortisol: 0.02,
            oxytocin: 0.2,
        };
        Point {
            at: Time(DAY + minutes * MINUTE),
            levels,
        }
    }

    #[test]
    fn a_reason_names_things_without_the_ids_of_their_workflows() {
        for (reason, expected) in [
            ("completed 01M88C4F254HYPRP35NH6JC5ZW.T8", "completed T8"),
            ("e.g. example.org", "e.g. example.org"),
            ("", ""),
        ] {
            assert_eq!(brief(reason), expected);
        }
    }

    #[test]
    fn a_course_is_told_by_its_peaks() {
        let course = [at(0, 0.15), at(30, 0.55), at(60, 0.35)];
        assert_eq!(
            describe_course(&course),
            "Highest: dopamine 0.55 at 00:30 UTC."
        );
        assert_eq!(describe_course(&[at(0, 0.15)]), "Calm for the last day.");
        assert_eq!(describe_course(&[]), "Calm for the last day.");
    }

    #[test]
    fn a_line_ends_at_the_last_point_and_leaves_out_what_is_older_than_a_day() {
        let course = [at(-1_441, 0.9), at(-720, 1.0), at(0, 0.0)];
        assert_eq!(path(&course, Hormone::Dopamine), "M144.0 1.0L288.0 63.0");
        assert_eq!(path(&[], Hormone::Dopamine), "");
    }
}
