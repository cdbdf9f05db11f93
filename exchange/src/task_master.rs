//! Parses `tasks.json` of Task Master: lists of tasks with subtasks, with or without tags.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::plan::{self, Draft, Plan, PlannedTask, State, Tail, list, text};
use crate::report::Read;

mod names;
mod write;

pub use names::MASTER;
use names::{dependency_name, escape, within};
pub use write::write;

/// Key of the original file's form, if it was not by tag. The data kept of tags are objects, so the key is unambiguous.
const FORM: &str = "";
/// Form: one list of tasks, with other data.
const ONE: &str = "one";
/// Form: only a list of tasks.
const LIST: &str = "list";

/// Parses tasks. No data is lost: a record that cannot be imported is quarantined.
#[must_use]
pub fn read(text: &str) -> Read<Plan> {
    read_beside(text, &BTreeSet::new())
}

/// Parses tasks that are added to tasks with the ids `known`, on which they may depend.
#[must_use]
pub fn read_beside(text: &str, known: &BTreeSet<String>) -> Read<Plan> {
    let mut draft = Draft::beside(known);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut needs = Vec::new();
    match serde_json::from_str(text) {
        Ok(Value::Object(mut root)) if is_list(&root) => {
            let tags: Vec<String> = (root.iter())
                .filter(|(_, inside)| inside.as_object().is_some_and(is_list))
                .map(|(tag, _)| tag.clone())
                .collect();
            let tags = tags.into_iter().filter_map(|tag| root.remove_entry(&tag));
            let tags: Vec<(String, Value)> = tags.collect();
            list_of(&mut draft, &mut needs, MASTER, "", &root);
            for (tag, inside) in &tags {
                read_tag(&mut draft, &mut needs, tag, inside);
            }
            if tags.iter().all(|(tag, _)| tag != FORM) {
                draft.keep(FORM, ONE.into());
            }
        }
        Ok(Value::Object(root)) => {
            for (tag, inside) in &root {
                read_tag(&mut draft, &mut needs, tag, inside);
            }
        }
        Ok(Value::Array(tasks)) => {
            several(&mut draft, &mut needs, MASTER, "", &tasks);
            draft.keep(FORM, LIST.into());
        }
        Ok(other) => draft.odd(
            "the text",
            "expected an object with `tasks`",
            other.to_string(),
        ),
        Err(error) => draft.odd("the text", format!("not JSON: {error}"), text),
    }
    // A dependency can be ambiguous: its meaning depends on the existing tasks.
    for Need { at, of, on } in needs {
        let on = dependency_name(&of, &on, |name| draft.names(name));
        if names::parent(&of) == Some(on.as_str()) {
            let why = "a subtask cannot wait for the task that it is a part of";
            draft.odd(at, why, of);
        } else {
            draft.waits(at, &on, &of);
        }
    }
    draft.finish()
}

/// Declared dependency of a task.
struct Need {
    at: String,
    /// Id of the task in the plan.
    of: String,
    /// Dependency as it was written.
    on: String,
}

fn read_tag(draft: &mut Draft, needs: &mut Vec<Need>, tag: &str, inside: &Value) {
    match inside {
        Value::Object(inside) if is_list(inside) => {
            list_of(draft, needs, tag, &format!("{tag}/"), inside);
        }
        other => draft.odd(tag, "expected the `tasks` of a tag", other.to_string()),
    }
}

/// Returns true if the object is a list of tasks rather than tags.
pub(crate) fn is_list(root: &Map<String, Value>) -> bool {
    root.get("tasks").is_some_and(|tasks| !tasks.is_object())
}

fn list_of(
    draft: &mut Draft,
    needs: &mut Vec<Need>,
    tag: &str,
    at: &str,
    inside: &Map<String, Value>,
) {
    match inside.get("tasks") {
        Some(Value::Array(tasks)) => several(draft, needs, tag, at, tasks),
        Some(other) => draft.odd(
            format!("{at}tasks"),
            "expected a list of tasks",
            other.to_string(),
        ),
        None => {}
    }
    let mut rest = inside.clone();
    rest.remove("tasks");
    draft.keep(tag, rest.into());
}

fn several(draft: &mut Draft, needs: &mut Vec<Need>, tag: &str, at: &str, tasks: &[Value]) {
    for (nth, task) in tasks.iter().enumerate() {
        let at = format!("{at}tasks/{nth}");
        let Some(record) = task.as_object() else {
            draft.odd(&at, "expected a task, as an object", task.to_string());
            continue;
        };
        let Some(id) = read_task(draft, needs, &at, tag, None, task) else {
            refuse_parts(draft, tag, record);
            continue;
        };
        for (nth, subtask) in list(draft, &at, record, "subtasks").iter().enumerate() {
            let at = format!("{at}/subtasks/{nth}");
            read_task(draft, needs, &at, tag, Some(&id), subtask);
        }
    }
}

/// Records that the subtasks of a quarantined task are quarantined with it.
fn refuse_parts(draft: &mut Draft, tag: &str, record: &Map<String, Value>) {
    let Some(id) = record.get("id").and_then(name) else {
        return;
    };
    let subtasks = record.get("subtasks").and_then(Value::as_array);
    for subtask in subtasks.into_iter().flatten() {
        if let Some(own) = subtask.get("id").and_then(name) {
            let (_, whole) = full_name(tag, Some(&id), &own);
            // A task with the same id may have been imported.
            if !draft.has(&whole) {
                draft.refuse(&whole);
            }
        }
    }
}

/// Returns the id of the parent, if the task is a subtask of `parent`, and the task's own id in the plan.
fn full_name(tag: &str, parent: Option<&str>, id: &str) -> (Option<String>, String) {
    let within = within(tag);
    let Some(parent) = parent else {
        return (None, format!("{within}{}", escape(id)));
    };
    let whole_of = format!("{within}{}", escape(parent));
    // Some files contain full ids of subtasks.
    let full = id.strip_prefix(parent).and_then(|id| id.strip_prefix('.'));
    let own = full.filter(|own| !own.is_empty()).unwrap_or(id);
    let name = format!("{whole_of}.{}", escape(own));
    (Some(whole_of), name)
}

/// Converts an id or a dependency to a string.
pub(crate) fn name(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        _ => None,
    }
}

/// Adds a task, or the subtask of the task with the id `parent`. Returns its own id.
fn read_task(
    draft: &mut Draft,
    needs: &mut Vec<Need>,
    at: &str,
    tag: &str,
    parent: Option<&str>,
    task: &Value,
) -> Option<String> {
    let Some(record) = task.as_object() else {
        draft.odd(at, "expected a task, as an object", task.to_string());
        return None;
    };
    let Some(id) = record.get("id").and_then(name) else {
        draft.odd(
            at,
            "a task needs an `id`, a number or a text",
            task.to_string(),
        );
        return None;
    };
    let (whole_of, whole) = full_name(tag, parent, &id);
    let title = record.get("title").and_then(Value::as_str);
    let title = title.filter(|title| !title.trim().is_empty());
    let why = match title {
        None => Some("a task needs a `title`, as a text".to_owned()),
        Some(_) => draft.refuses(&whole, record),
    };
    let (Some(title), None) = (title, &why) else {
        if !draft.has(&whole) {
            draft.refuse(&whole);
        }
        if let Some(whole_of) = &whole_of {
            draft.part(at, &whole, whole_of);
        }
        draft.odd(at, why.unwrap_or_default(), task.to_string());
        return None;
    };
    let state = state(record);
    let group = (whole_of.as_ref()).and_then(|whole| Some(draft.task(whole)?.title.clone()));
    if let (Some(whole), Some(title)) = (&whole_of, &group)
        && let Some(whole) = draft.task(whole)
    {
        whole.group = Some(title.clone());
    }
    let description = text(draft, at, record, "description").unwrap_or_default();
    for name in ["details", "testStrategy"] {
        text(draft, at, record, name);
    }
    let mut kept = record.clone();
    if kept.get("description").is_some_and(Value::is_string) {
        kept.remove("description");
    }
    // Subtasks are tasks of their own.
    if parent.is_none()
        && let Some(Value::Array(subtasks)) = kept.get_mut("subtasks")
    {
        subtasks.clear();
    }
    kept.remove("title");
    let planned = PlannedTask {
        id: whole.clone(),
        title: draft.title(title, &mut kept),
        description: tail(record).below(description),
        priority: priority(draft, at, record),
        group: group.or_else(|| (tag != MASTER).then(|| tag.chars().take(100).collect())),
        state,
        record: kept,
        ..PlannedTask::default()
    };
    draft.take(planned);
    for (nth, on) in list(draft, at, record, "dependencies").iter().enumerate() {
        let at = format!("{at}/dependencies/{nth}");
        match name(on) {
            None => draft.odd(at, "expected the id of a task", on.to_string()),
            Some(on) => needs.push(Need {
                at,
                of: whole.clone(),
                on,
            }),
        }
    }
    if let Some(whole_of) = whole_of {
        draft.part(at, &whole, &whole_of);
        if let Some(deeper) = record.get("subtasks").filter(|deeper| is_something(deeper)) {
            let why =
                "a subtask has no subtasks of its own: they stay in it, and are no tasks here";
            draft.odd(format!("{at}/subtasks"), why, deeper.to_string());
        }
    }
    Some(id)
}

/// Converts the status. An unknown status puts the task on hold.
pub(crate) fn state(record: &Map<String, Value>) -> State {
    let written = match record.get("status") {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(status)) => status.trim().to_lowercase().replace(['_', ' '], "-"),
        Some(other) => other.to_string(),
    };
    match written.as_str() {
        "" | "pending" | "todo" | "to-do" | "open" | "not-started" => State::Open,
        "in-progress" => State::Begun,
        "done" | "completed" | "complete" => State::Done,
        "review" | "in-review" => State::Review,
        "blocked" => State::Held("blocked in Task Master".into()),
        "deferred" => State::Held("deferred in Task Master".into()),
        "cancelled" | "canceled" => State::Cancelled,
        other => {
            let other: String = other.chars().take(40).collect();
            State::Held(format!("status `{other}` in Task Master"))
        }
    }
}

fn is_something(value: &Value) -> bool {
    !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty())
}

/// Words for priorities, by number.
pub(crate) const PRIORITIES: [(&str, u8); 4] =
    [("critical", 0), ("high", 1), ("medium", 2), ("low", 3)];

fn priority(draft: &mut Draft, at: &str, record: &Map<String, Value>) -> Option<u8> {
    let value = record.get("priority").filter(|value| !value.is_null())?;
    let known = plan::priority(value);
    if known.is_none() {
        let why = "expected critical, high, medium or low";
        draft.odd(format!("{at}/priority"), why, value.to_string());
    }
    known
}

/// Returns the fields that Task Master stores separately and that are shown below the description.
pub(crate) fn tail(record: &Map<String, Value>) -> Tail {
    let member = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut tail = Tail::default();
    tail.add("Details", member("details"));
    tail.add("Test strategy", member("testStrategy"));
    tail
}
