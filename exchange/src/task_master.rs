//! Task Master: `tasks.json`, lists of tasks with subtasks, by tag or without one. Knows nothing of other formats.

use serde_json::{Map, Value};

use crate::plan::{Draft, Plan, PlannedTask, State, Tail, list, text};
use crate::report::Read;

mod write;

pub use write::write;

/// The tag whose tasks go by their ids alone.
pub const MASTER: &str = "master";

/// Reads tasks. Nothing is lost: what cannot be taken in is among what is odd.
#[must_use]
pub fn read(text: &str) -> Read<Plan> {
    let mut draft = Draft::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str(text) {
        Ok(Value::Object(root)) if is_list(&root) => list_of(&mut draft, MASTER, "", &root),
        Ok(Value::Object(root)) => {
            for (tag, inside) in &root {
                match inside {
                    Value::Object(inside) if is_list(inside) => {
                        list_of(&mut draft, tag, &format!("{tag}/"), inside);
                    }
                    other => draft.odd(tag, "expected the `tasks` of a tag", other.to_string()),
                }
            }
        }
        Ok(Value::Array(tasks)) => several(&mut draft, MASTER, "", &tasks),
        Ok(other) => draft.odd(
            "the text",
            "expected an object with `tasks`",
            other.to_string(),
        ),
        Err(error) => draft.odd("the text", format!("not JSON: {error}"), text),
    }
    draft.finish()
}

/// Whether it is a list of tasks rather than tags.
pub(crate) fn is_list(root: &Map<String, Value>) -> bool {
    root.get("tasks").is_some_and(|tasks| !tasks.is_object())
}

fn list_of(draft: &mut Draft, tag: &str, at: &str, inside: &Map<String, Value>) {
    match inside.get("tasks") {
        Some(Value::Array(tasks)) => several(draft, tag, at, tasks),
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

fn several(draft: &mut Draft, tag: &str, at: &str, tasks: &[Value]) {
    for (nth, task) in tasks.iter().enumerate() {
        let at = format!("{at}tasks/{nth}");
        let Some(id) = taken(draft, &at, tag, None, task) else {
            continue;
        };
        let Some(record) = task.as_object() else {
            continue;
        };
        for (nth, subtask) in list(draft, &at, record, "subtasks").iter().enumerate() {
            let at = format!("{at}/subtasks/{nth}");
            taken(draft, &at, tag, Some(&id), subtask);
        }
    }
}

/// An id or a dependency as a text.
pub(crate) fn name(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        _ => None,
    }
}

/// What a task of a tag is called in the plan.
fn named(tag: &str, id: &str) -> String {
    if tag == MASTER {
        id.into()
    } else {
        format!("{tag}/{id}")
    }
}

/// Takes a task in, or the subtask of `parent`, whose id within the tag that is; gives its own.
fn taken(
    draft: &mut Draft,
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
    let id = match parent {
        // Some write a subtask's id in full.
        Some(parent) if !id.starts_with(&format!("{parent}.")) => format!("{parent}.{id}"),
        _ => id,
    };
    let title = record.get("title").and_then(Value::as_str);
    let Some(title) = title.filter(|title| !title.trim().is_empty()) else {
        draft.odd(at, "a task needs a `title`, as a text", task.to_string());
        return None;
    };
    let whole = named(tag, &id);
    if let Some(why) = draft.refuses(&whole, record) {
        draft.odd(at, why, task.to_string());
        return None;
    }
    let Some(state) = state(record) else {
        draft.odd(at, "this is no status of Task Master", task.to_string());
        return None;
    };
    let group = parent.map(|parent| named(tag, parent));
    let group = group.and_then(|parent| Some(draft.task(&parent)?.title.clone()));
    if let (Some(parent), Some(title)) = (parent, &group)
        && let Some(parent) = draft.task(&named(tag, parent))
    {
        parent.group = Some(title.clone());
    }
    let description = text(draft, at, record, "description").unwrap_or_default();
    for name in ["details", "testStrategy"] {
        text(draft, at, record, name);
    }
    let mut kept = record.clone();
    if kept.get("description").is_some_and(Value::is_string) {
        kept.remove("description");
    }
    // They are tasks of their own.
    if parent.is_none() && kept.get("subtasks").is_some_and(Value::is_array) {
        kept.remove("subtasks");
    }
    kept.remove("title");
    let planned = PlannedTask {
        id: whole.clone(),
        title: draft.title(title, &mut kept),
        description: tail(record).below(description),
        acceptance: Vec::new(),
        priority: priority(draft, at, record),
        group: group.or_else(|| (tag != MASTER).then(|| tag.chars().take(100).collect())),
        state,
        ended: None,
        outcome: None,
        needs: Vec::new(),
        after_failure: Vec::new(),
        record: kept,
    };
    draft.take(planned);
    for (nth, on) in list(draft, at, record, "dependencies").iter().enumerate() {
        let at = format!("{at}/dependencies/{nth}");
        match name(on) {
            None => draft.odd(at, "expected the id of a task", on.to_string()),
            Some(on) => {
                let on = match parent {
                    Some(parent) if !on.contains('.') => format!("{parent}.{on}"),
                    _ => on,
                };
                draft.waits(at, &named(tag, &on), &whole);
            }
        }
    }
    if let Some(parent) = parent {
        draft.part(at, &whole, &named(tag, parent));
        if let Some(deeper) = record.get("subtasks").filter(|deeper| is_something(deeper)) {
            let why =
                "a subtask has no subtasks of its own: they stay in it, and are no tasks here";
            draft.odd(format!("{at}/subtasks"), why, deeper.to_string());
        }
    }
    Some(id)
}

/// What the status means here; none when it is no status of Task Master.
pub(crate) fn state(record: &Map<String, Value>) -> Option<State> {
    Some(match record.get("status") {
        None | Some(Value::Null) => State::Open,
        Some(status) => match status.as_str()? {
            "pending" => State::Open,
            "in-progress" => State::Begun,
            "done" | "completed" => State::Done,
            "review" => State::Review,
            "blocked" => State::Held("blocked in Task Master".into()),
            "deferred" => State::Held("deferred in Task Master".into()),
            "cancelled" => State::Cancelled,
            _ => return None,
        },
    })
}

fn is_something(value: &Value) -> bool {
    !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty())
}

/// The words for priorities, by number.
pub(crate) const PRIORITIES: [(&str, u8); 4] =
    [("critical", 0), ("high", 1), ("medium", 2), ("low", 3)];

fn priority(draft: &mut Draft, at: &str, record: &Map<String, Value>) -> Option<u8> {
    let value = record.get("priority").filter(|value| !value.is_null())?;
    let known = PRIORITIES
        .iter()
        .find(|(word, _)| value.as_str() == Some(word));
    if known.is_none() {
        let why = "expected critical, high, medium or low";
        draft.odd(format!("{at}/priority"), why, value.to_string());
    }
    known.map(|(_, number)| *number)
}

/// What Task Master keeps beside the description, which people and agents here read below it.
pub(crate) fn tail(record: &Map<String, Value>) -> Tail {
    let member = |name: &str| record.get(name).and_then(Value::as_str).unwrap_or_default();
    let mut tail = Tail::default();
    tail.add("Details", member("details"));
    tail.add("Test strategy", member("testStrategy"));
    tail
}
