//! Imports and exports issues of Beads: JSON, one per line or in a list.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::plan::{self, Draft, Plan, PlannedTask, State, Tail, list, many, points, text};
use crate::report::Read;

mod life;
mod links;
mod records;
mod write;

use life::{is_known_status, state, until};
use links::Links;
use records::{Version, Written, records, versions};

pub(crate) use records::is_list;

pub use write::write;

/// Maximum number of reasons for a hold in a note.
const REASONS: usize = 20;

/// Counters for the notes.
#[derive(Default)]
struct Passed {
    tombstones: usize,
    headers: usize,
    assigned: usize,
    repeated: usize,
    /// Number of issues that are not work, by reason.
    idle: BTreeMap<String, usize>,
}

/// Parses issues. No data is lost: a record that cannot be imported is quarantined.
#[must_use]
pub fn read(text: &str) -> Read<Plan> {
    read_beside(text, &BTreeSet::new())
}

/// Parses issues that are added to tasks with the ids `known`, on which they may depend. If an issue has several
/// versions, the one that was updated last is used.
#[must_use]
pub fn read_beside(text: &str, known: &BTreeSet<String>) -> Read<Plan> {
    let mut draft = Draft::beside(known);
    let mut passed = Passed::default();
    let mut links = Links::default();
    let records = records(text);
    let versions = versions(&records);
    for (record, version) in records.into_iter().zip(versions) {
        let Written { at, text, found } = record;
        match (found, version) {
            (Err(why), _) => draft.odd(at, why, text),
            (Ok(_), Version::Repeated) => passed.repeated += 1,
            (Ok(_), Version::Older(newest)) => {
                let why = format!("an older version of the issue at {newest}, which is taken in");
                draft.odd(at, why, text);
            }
            (Ok(found), Version::Newest) => {
                issue(&mut draft, &mut passed, &mut links, &at, found, &text);
            }
        }
    }
    notes(&mut draft, &passed);
    links.settle(&mut draft);
    draft.finish()
}

fn notes(draft: &mut Draft, passed: &Passed) {
    if passed.tombstones > 0 {
        let gone = many(passed.tombstones, "issue was", "issues were");
        draft.note(format!(
            "{gone} deleted in Beads: a task that was taken in before and is still to be done is called off, others are \
             passed over"
        ));
    }
    if passed.headers > 0 {
        let lines = many(passed.headers, "line is", "lines are");
        draft.note(format!("{lines} no issue but a header, and passed over"));
    }
    if passed.repeated > 0 {
        let lines = many(passed.repeated, "issue is", "issues are");
        draft.note(format!(
            "{lines} in the file more than once, and taken in once"
        ));
    }
    if passed.assigned > 0 {
        let tasks = many(passed.assigned, "issue has", "issues have");
        draft.note(format!(
            "{tasks} an assignee: kept for the way back, and anybody may claim them here"
        ));
    }
    for (why, count) in passed.idle.iter().take(REASONS) {
        let tasks = many(*count, "issue is", "issues are");
        draft.note(format!("{tasks} on hold until released: {why}"));
    }
}

/// Returns true if a line describes the file instead of an issue.
fn is_header(record: &Map<String, Value>) -> bool {
    if record.contains_key("id") || record.contains_key("title") {
        return false;
    }
    let named = record.get("_type").or_else(|| record.get("type"));
    let is_named = matches!(
        named.and_then(Value::as_str),
        Some("header" | "meta" | "metadata")
    );
    is_named || record.contains_key("_schema") && !record.contains_key("_type")
}

fn is_tombstone(record: &Map<String, Value>) -> bool {
    record.get("status").and_then(Value::as_str) == Some("tombstone")
        || record.get("deleted_at").is_some_and(|at| !at.is_null())
}

fn issue(
    draft: &mut Draft,
    passed: &mut Passed,
    links: &mut Links,
    at: &str,
    mut record: Map<String, Value>,
    written: &str,
) {
    if is_header(&record) {
        passed.headers += 1;
        return;
    }
    if let Some(kind) = record.get("_type").and_then(Value::as_str)
        && kind != "issue"
    {
        return draft.odd(at, format!("this is a {kind}, not an issue"), written);
    }
    let Some(id) = record
        .get("id")
        .and_then(Value::as_str)
        .map(str::trim)
        .filter(|id| !id.is_empty())
    else {
        return draft.odd(at, "an issue needs an `id`, as a text", written);
    };
    let id = id.to_owned();
    let refuse = |draft: &mut Draft, record: &Map<String, Value>, why: &str| {
        draft.refuse(&id);
        links::part(draft, at, &id, record);
        draft.odd(at, why, written);
    };
    if is_tombstone(&record) {
        passed.tombstones += 1;
        return draft.add_gone(PlannedTask {
            id: id.clone(),
            state: State::Cancelled,
            outcome: Some("deleted in Beads".into()),
            record,
            ..PlannedTask::default()
        });
    }
    let title = record
        .get("title")
        .and_then(Value::as_str)
        .map(str::to_owned);
    let Some(title) = title.filter(|title| !title.trim().is_empty()) else {
        return refuse(draft, &record, "an issue needs a `title`, as a text");
    };
    if let Some(why) = draft.refuses(&id, &record) {
        return refuse(draft, &record, &why);
    }
    let state = state(&record);
    if let State::Held(why) = &state
        && !is_known_status(&record)
    {
        *passed.idle.entry(why.clone()).or_default() += 1;
    }
    text(draft, at, &record, "defer_until");
    if text(draft, at, &record, "assignee").is_some_and(|name| !name.is_empty()) {
        passed.assigned += 1;
    }
    let description = text(draft, at, &record, "description")
        .unwrap_or_default()
        .to_owned();
    let acceptance = text(draft, at, &record, "acceptance_criteria");
    let acceptance = acceptance.and_then(points).unwrap_or_default();
    check_comments(draft, at, &record);
    let tail = tail(&record);
    let task = PlannedTask {
        id: id.clone(),
        description: tail.below(&description),
        acceptance,
        priority: priority(draft, at, &record),
        group: None,
        ended: text(draft, at, &record, "closed_at").map(str::to_owned),
        outcome: text(draft, at, &record, "close_reason").map(str::to_owned),
        state,
        needs: Vec::new(),
        after_failure: Vec::new(),
        not_before: until(&record),
        ..PlannedTask::default()
    };
    for (nth, dependency) in list(draft, at, &record, "dependencies").iter().enumerate() {
        let at = format!("{at}/dependencies/{nth}");
        links.take(draft, &at, &id, dependency);
    }
    if record.get("description").is_some_and(Value::is_string) {
        record.remove("description");
    }
    record.remove("title");
    let title = draft.title(&title, &mut record);
    let task = PlannedTask {
        title,
        record,
        ..task
    };
    draft.take(task);
}

fn priority(draft: &mut Draft, at: &str, record: &Map<String, Value>) -> Option<u8> {
    let value = record.get("priority").filter(|value| !value.is_null())?;
    let number = plan::priority(value);
    if number.is_none() {
        draft.odd(
            format!("{at}/priority"),
            "expected 0 (most urgent) to 4",
            value.to_string(),
        );
    }
    number
}

/// Quarantines invalid comments.
fn check_comments(draft: &mut Draft, at: &str, record: &Map<String, Value>) {
    for name in ["design", "notes"] {
        text(draft, at, record, name);
    }
    for (nth, comment) in list(draft, at, record, "comments").iter().enumerate() {
        if comment.get("text").and_then(Value::as_str).is_none() {
            let at = format!("{at}/comments/{nth}");
            draft.odd(at, "a comment needs a `text`", comment.to_string());
        }
    }
}

/// Returns the fields that Beads stores separately and that are shown below the description.
pub(crate) fn tail(record: &Map<String, Value>) -> Tail {
    let member = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut tail = Tail::default();
    tail.add("Design", member("design"));
    if points(member("acceptance_criteria")).is_none() {
        tail.add("Acceptance", member("acceptance_criteria"));
    }
    tail.add("Notes", member("notes"));
    let comments = record.get("comments").and_then(Value::as_array);
    let said: Vec<String> = comments.into_iter().flatten().filter_map(comment).collect();
    tail.add("Comments", &said.join("\n\n"));
    tail
}

fn comment(comment: &Value) -> Option<String> {
    let member = |name: &str| comment.get(name).and_then(Value::as_str);
    let text = member("text")?;
    let by = member("author").unwrap_or("somebody");
    Some(match member("created_at") {
        Some(at) => format!("{by}, {at}: {text}"),
        None => format!("{by}: {text}"),
    })
}
