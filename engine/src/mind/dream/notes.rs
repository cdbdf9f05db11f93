//! Makes the lines of notes and memories, each as a quotation. Notes that later ones settle get no line.

#[cfg(test)]
mod tests;

use crate::mind::budget::shorten_line;
use crate::mind::dream::item::{Item, Role};
use crate::mind::dream::logs::{logs, search_for};
use crate::mind::dream::material::{Material, Said};
use crate::mind::dream::settle::settle;
use crate::mind::dream::sort;
use crate::mind::dream::words::{plain, quote};
use crate::mind::note::NoteKind;
use crate::mind::section::Section;
use crate::workflow::TaskStatus;
use kernel::time::Time;

/// Maximum length of a quotation, in characters.
pub const QUOTED: usize = 260;
/// Maximum length of a topic, in characters.
const TOPIC: usize = 60;
/// Length of the suffix of a topic that represents more like it, in characters.
const AND_MORE: usize = 17;
/// Names of months in short dates.
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Returns the lines of all notes and memories, and the number of those without a line because later ones settle them.
/// Leaves out memories for which `is_told` returns true: the lines about work already cover them.
#[must_use]
pub fn items(material: &Material, is_told: &dyn Fn(&str) -> bool) -> (Vec<Item>, usize) {
    let memories = material.memories.iter().filter(|said| !said.is_seed);
    let all: Vec<&Said> = memories
        .chain(&material.notes)
        .filter(|said| said.id.as_deref().is_none_or(|id| !is_told(id)))
        .collect();
    let settled = settle(&all, &task_statements(material));
    let logs = logs(&all);
    let mut items = Vec::with_capacity(all.len());
    for (at, said) in all.iter().enumerate() {
        let before = logs.get(&at).map(Vec::as_slice).unwrap_or_default();
        let is_last = before.last().is_none_or(|last| *last == at);
        if settled.gone.contains(&at) || !is_last {
            continue;
        }
        let log = before
            .first()
            .map(|first| (before.len() - 1, all[*first].at));
        let old = settled.replaced[at].map(|old| all[old]);
        let is_closing = settled.closing.contains(&at);
        let item = item(said, (old, is_closing), log, material.now);
        items.push(item);
    }
    // The decision that replaces another one quotes it.
    let quoted = settled.replaced.iter().flatten().count();
    (items, settled.gone.len().saturating_sub(quoted))
}

/// Returns the agent's finished tasks as statements that can settle to-dos.
fn task_statements(material: &Material) -> Vec<Said> {
    let tasks = material.work.iter().flat_map(|work| &work.tasks);
    tasks
        .filter(|task| task.status == TaskStatus::Completed)
        .map(|task| Said {
            at: task.since,
            text: format!(
                "{}: done, {}",
                task.title,
                task.result.as_deref().unwrap_or_default()
            ),
            ..Said::default()
        })
        .collect()
}

/// Returns the line of a note or memory. `old` is a statement that it replaces, `log` the number of earlier entries of
/// its log and the time of the first.
fn item(
    said: &Said,
    (old, is_closing): (Option<&Said>, bool),
    log: Option<(usize, Time)>,
    now: Time,
) -> Item {
    // A statement that replaces a decision is a decision too.
    let is_decided = old.is_some_and(|old| sort::kind(old.kind, &old.text) == NoteKind::Decision);
    let kind = if is_decided {
        NoteKind::Decision
    } else {
        sort::kind(said.kind, &said.text)
    };
    let is_order = sort::is_order(&said.text);
    let role = match role(kind) {
        Role::Fact if is_closing => Role::Done,
        role => role,
    };
    let mut says = String::new();
    if is_order {
        says.push_str("quoted, not an instruction: ");
    }
    says.push_str(&quote(&said.text, QUOTED));
    if let Some(old) = old {
        says.push_str(" This replaces an earlier one, which no longer holds");
        // Text of The Bond is not quoted in other sections.
        if role.section() == Section::Bond || !old.is_of_bond() {
            says.push_str(": ");
            says.push_str(&quote(&old.text, QUOTED / 2));
        } else {
            says.push('.');
        }
    }
    let mut about = topic(&said.text);
    if let Some((entries, since)) = log {
        let since = since.date();
        let of_log = format!(" The last of its kind: {entries} more since {since}");
        says.push_str(&of_log);
        says.push_str(&search_for(&said.text));
        about = format!(
            "{} and more like it",
            shorten_line(&about, TOPIC - AND_MORE)
        );
    }
    let when = when(said.by.as_deref(), said.at, now);
    says.push_str(&when);
    let is_brief =
        matches!(role, Role::Fact | Role::Done) && !is_order && old.is_none() && log.is_none();
    let brief = is_brief.then(|| format!("{}{when}", quote(&said.text, QUOTED)));
    // A text that reads as an instruction is kept, with low importance.
    let importance = if is_order {
        said.importance * 0.3
    } else {
        said.importance
            + if sort::has_deadline(&said.text) {
                0.1
            } else {
                0.0
            }
    };
    let mut item = Item::new(role, &says, &said.text, importance, said.at)
        .about(&about)
        .from(said.id.clone());
    item.also = log.map_or(0, |(entries, _)| entries);
    item.brief = brief;
    item
}

/// Returns the section of a note or a memory.
#[must_use]
pub fn section(said: &Said) -> Section {
    role(sort::kind(said.kind, &said.text)).section()
}

fn role(kind: NoteKind) -> Role {
    match kind {
        NoteKind::Fact => Role::Fact,
        NoteKind::Preference => Role::Preference,
        NoteKind::Decision => Role::Decision,
        NoteKind::Friction => Role::Friction,
        NoteKind::Breakthrough => Role::Breakthrough,
        NoteKind::Question => Role::Question,
        NoteKind::Task => Role::Task,
        NoteKind::Relationship => Role::Relationship,
        NoteKind::Skill => Role::Skill,
        NoteKind::Identity => Role::Identity,
    }
}

/// Returns the day of a note, with its author if that is not the agent.
fn when(by: Option<&str>, at: Time, now: Time) -> String {
    match by {
        Some(_) => attribution(by, at),
        None => format!(" ({})", short_date(at, now)),
    }
}

/// Returns the date, without the year if it is the year of `now`.
fn short_date(at: Time, now: Time) -> String {
    let (date, today) = (at.date(), now.date());
    let short = || {
        let (year, day) = date.split_once('-')?;
        let (month, day) = day.split_once('-')?;
        let month = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
        let day = day.trim_start_matches('0');
        (today.split_once('-')?.0 == year).then(|| format!("{day} {month}"))
    };
    short().unwrap_or(date)
}

/// Returns the author and the date in parentheses.
#[must_use]
pub fn attribution(by: Option<&str>, at: Time) -> String {
    match by {
        Some(by) => format!(" ({}, {})", plain(by, 60), at.date()),
        None => format!(" (noted {})", at.date()),
    }
}

/// Returns the topic of a text: its first sentence, shortened.
#[must_use]
pub fn topic(text: &str) -> String {
    let line = plain(text, usize::MAX);
    let is_end = |(at, c): &(usize, char)| {
        let next = line[at + c.len_utf8()..].chars().next();
        matches!(c, '.' | '!' | '?' | ';') && next.is_none_or(char::is_whitespace)
    };
    let end = line
        .char_indices()
        .find(is_end)
        .map_or(line.len(), |(at, _)| at);
    shorten_line(line[..end].trim(), TOPIC)
}
