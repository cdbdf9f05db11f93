//! Renders a day as a few lines for an agent's prompt. Text by agents and people is quoted within our lines: it can
//! neither end the quotation, nor begin a line, nor close a fence of a context.

use std::fmt::Display;

use super::{Day, Few, Named};
use crate::fence::data;
use crate::words::short;

/// Maximum number of items of a kind in a line.
const NAMED: usize = 5;

/// Renders the lines of a day.
pub(super) fn of(day: &Day) -> String {
    let facts = match day.facts {
        1 => "1 fact".to_owned(),
        facts => format!("{facts} facts"),
    };
    let mut lines = vec![format!(
        "{}: {facts}, versions {} to {}",
        day.date, day.first_version, day.last_version
    )];
    let mut line = |what: &str, said: Option<String>| {
        lines.extend(said.map(|said| format!("{what}: {said}")));
    };
    line("tasks completed", list_few(&day.tasks_completed, say));
    line("tasks failed", list_few(&day.tasks_failed, say));
    let added = day.tasks_added;
    line("tasks added", (added > 0).then(|| added.to_string()));
    line("decided", list_few(&day.decisions_recorded, say));
    line(
        "superseded",
        list_few(&day.decisions_superseded, Clone::clone),
    );
    line("learned", list_few(&day.discoveries, say));
    line(
        "made",
        list_few(&day.artifacts, |made| {
            format!("{} (version {})", quote(&made.path), made.version)
        }),
    );
    line("asked", list_few(&day.questions_asked, say));
    line("answered", list_few(&day.questions_answered, say));
    let verdict = |named: &Named| format!("{} {}", named.id, named.text);
    line("reviewed", list_few(&day.reviews, verdict));
    line("nudged", list_few(&day.nudges, say));
    line(
        "worked",
        list_few(&day.who, |who| {
            format!(
                "{} ({}, {})",
                who.actor.id,
                who.actor.role.name(),
                who.facts
            )
        }),
    );
    lines.join("\n")
}

fn list_few<T, D: Display>(few: &Few<T>, say: impl Fn(&T) -> D) -> Option<String> {
    if few.count == 0 {
        return None;
    }
    let named = few.items.iter().take(NAMED);
    let mut words: Vec<String> = named.map(|item| say(item).to_string()).collect();
    let more = (few.count as usize).saturating_sub(words.len());
    if more > 0 {
        words.push(format!("and {more} more"));
    }
    Some(format!("{} — {}", few.count, words.join(", ")))
}

fn say(named: &Named) -> String {
    format!("{} {}", named.id, quote(&named.text))
}

fn quote(text: &str) -> String {
    let line = short(text).replace(['“', '”'], "\"");
    format!("“{}”", data(&line))
}
