//! Writes a plan in the format of Task Master. Data that Task Master wrote is exported unchanged.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::names::{dependency_name, id, parent, plain, tag};
use super::{FORM, LIST, MASTER, ONE, PRIORITIES, name, state, tail};
use crate::plan::edges::Graph;
use crate::plan::{self, PlannedTask, State, is_cut};

/// Writes `tasks.json`. A task's `record` is the imported task, or empty; `rest` is the file's data besides its tasks.
#[must_use]
pub fn write(tasks: &[PlannedTask], rest: &Map<String, Value>) -> String {
    let ids: BTreeMap<&str, usize> = (tasks.iter().enumerate())
        .map(|(at, task)| (task.id.as_str(), at))
        .collect();
    let mut graph = Graph::new(tasks.len());
    for (to, task) in tasks.iter().enumerate() {
        for from in task.needs.iter().filter_map(|id| ids.get(id.as_str())) {
            graph.draw(*from, to);
        }
    }
    let mut written: Vec<Map<String, Value>> = Vec::with_capacity(tasks.len());
    for (at, task) in tasks.iter().enumerate() {
        written.push(one(task, at, &ids, &mut graph));
    }
    let mut tags: BTreeMap<String, Vec<(Option<usize>, usize)>> = BTreeMap::new();
    for (at, task) in tasks.iter().enumerate() {
        let parent = parent(&task.id).and_then(|parent| ids.get(parent).copied());
        tags.entry(tag(&task.id)).or_default().push((parent, at));
    }
    let mut root = Map::new();
    for (tag, tasks) in tags {
        let mut tasks = tasks;
        let order = |at: usize| place(&written[at]);
        tasks.sort_by_key(|(parent, at)| (parent.map(order), order(*at)));
        let mut subtasks: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
        for (parent, at) in &tasks {
            if let Some(parent) = parent {
                subtasks
                    .entry(*parent)
                    .or_default()
                    .push(written[*at].clone().into());
            }
        }
        let mut list: Vec<Value> = Vec::new();
        for (_, at) in tasks.iter().filter(|(parent, _)| parent.is_none()) {
            let mut task = written[*at].clone();
            if let Some(subtasks) = subtasks.remove(at) {
                task.insert("subtasks".into(), subtasks.into());
            }
            list.push(task.into());
        }
        let mut inside = rest
            .get(&tag)
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default();
        inside.insert("tasks".into(), list.into());
        root.insert(tag, inside.into());
    }
    for (tag, inside) in rest.iter().filter(|(_, inside)| inside.is_object()) {
        let mut inside = inside.as_object().cloned().unwrap_or_default();
        inside
            .entry("tasks")
            .or_insert_with(|| Vec::<Value>::new().into());
        root.entry(tag).or_insert_with(|| inside.into());
    }
    let form = rest.get(FORM).and_then(Value::as_str);
    let mut text = serde_json::to_string_pretty(&restore_form(root, form)).unwrap_or_default();
    text.push('\n');
    text
}

/// Writes all tags in the form of the original file, if they fit into it.
fn restore_form(mut root: Map<String, Value>, form: Option<&str>) -> Value {
    if !matches!(form, Some(ONE | LIST)) {
        return root.into();
    }
    match root.remove(MASTER) {
        Some(Value::Object(mut master)) if !master.keys().any(|name| root.contains_key(name)) => {
            let is_alone = root.is_empty() && master.len() == 1;
            if form == Some(LIST) && is_alone {
                return master.remove("tasks").unwrap_or_default();
            }
            root.append(&mut master);
        }
        Some(master) => {
            root.insert(MASTER.into(), master);
        }
        None if form == Some(LIST) && root.is_empty() => return Value::Array(Vec::new()),
        None => {}
    }
    root.into()
}

/// Returns the sort key: by number if the id has one.
fn place(task: &Map<String, Value>) -> (u64, String) {
    let id = task.get("id").and_then(name).unwrap_or_default();
    let number = id.rsplit('.').next().and_then(|last| last.parse().ok());
    (number.unwrap_or(u64::MAX), id)
}

fn one(
    task: &PlannedTask,
    at: usize,
    ids: &BTreeMap<&str, usize>,
    graph: &mut Graph,
) -> Map<String, Value> {
    let mut written = task.record.clone();
    written
        .entry("id")
        .or_insert_with(|| plain(id(&task.id)).into());
    if !is_cut(&written, &task.title) {
        written.insert("title".into(), task.title.as_str().into());
    }
    let description = tail(&written).off(&task.description);
    written.insert("description".into(), description.into());
    let before = written.get("priority").and_then(plan::priority);
    let now = task.priority.unwrap_or(2).min(3);
    if before.map_or(2, |number| number.min(3)) != now
        && let Some((word, _)) = PRIORITIES.iter().find(|(_, number)| *number == now)
    {
        written.insert("priority".into(), (*word).into());
    }
    status(&mut written, task);
    let depends = dependencies(task, &written, at, ids, graph);
    if !depends.is_empty() || written.contains_key("dependencies") {
        written.insert("dependencies".into(), depends.into());
    }
    written
}

/// Returns the imported dependencies without edges that were removed since, plus the new edges.
fn dependencies(
    task: &PlannedTask,
    written: &Map<String, Value>,
    at: usize,
    ids: &BTreeMap<&str, usize>,
    graph: &mut Graph,
) -> Vec<Value> {
    let mut kept = Vec::new();
    let mut known = BTreeSet::new();
    let before = written.get("dependencies").and_then(Value::as_array);
    for dependency in before.into_iter().flatten() {
        let on = name(dependency)
            .map(|on| dependency_name(&task.id, &on, |name| ids.contains_key(name)));
        if let Some(on) = on.and_then(|on| ids.get(on.as_str()).copied()) {
            // An edge that would close a cycle was not imported, so its absence does not mean that it was removed.
            if !graph.needs(at).contains(&on) && on != at && !graph.waits(on, at) {
                continue;
            }
            known.insert(on);
        }
        kept.push(dependency.clone());
    }
    for need in &task.needs {
        let Some(on) = ids.get(need.as_str()) else {
            continue;
        };
        let is_part = parent(need) == Some(task.id.as_str());
        let is_inherited = is_inherited(task, *on, need, ids, graph);
        // Dependencies cannot leave a tag.
        if !known.contains(on) && !is_part && !is_inherited && tag(need) == tag(&task.id) {
            let on = plain(id(need));
            kept.push(
                on.parse::<u64>()
                    .ok()
                    .filter(|_| parent(&task.id).is_none())
                    .map_or_else(|| on.into(), Value::from),
            );
        }
    }
    kept
}

/// Returns true if a subtask waits for `need` only because its parent does.
fn is_inherited(
    task: &PlannedTask,
    on: usize,
    need: &str,
    ids: &BTreeMap<&str, usize>,
    graph: &Graph,
) -> bool {
    let whole = parent(&task.id);
    let at = whole.and_then(|whole| ids.get(whole));
    parent(need) != whole && at.is_some_and(|at| graph.needs(*at).contains(&on))
}

fn status(written: &mut Map<String, Value>, task: &PlannedTask) {
    let now = &task.state;
    // A task that was in progress in Task Master waits here until an agent claims it.
    let is_same = match (&state(written), now) {
        (State::Held(_), State::Held(_)) | (State::Begun, State::Open) => true,
        (_, State::Held(_)) => task.is_held_as_written,
        (before, now) => before == now,
    };
    if is_same && (written.contains_key("status") || task.is_held_as_written) {
        return;
    }
    let status = match now {
        State::Open => "pending",
        State::Begun => "in-progress",
        State::Held(_) => "blocked",
        State::Review => "review",
        State::Done => "done",
        State::Cancelled => "cancelled",
    };
    written.insert("status".into(), status.into());
}
