//! A plan as Beads reads it. What Beads wrote itself comes back as it was.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::tail;
use crate::plan::edges::Graph;
use crate::plan::{PlannedTask, State, is_cut, points};

/// Writes issues, one a line. A task's record is what was read of it once, or empty.
#[must_use]
pub fn write(tasks: &[PlannedTask]) -> String {
    let mut plan = Plan::of(tasks);
    let mut text = String::new();
    for (at, task) in tasks.iter().enumerate() {
        text.push_str(&Value::Object(plan.issue(at, task)).to_string());
        text.push('\n');
    }
    text
}

/// What the issues are to each other.
struct Plan<'a> {
    at: BTreeMap<&'a str, usize>,
    graph: Graph,
    /// Which tasks wait for a part of theirs, and not because somebody said so.
    parts: BTreeSet<(usize, usize)>,
}

impl<'a> Plan<'a> {
    fn of(tasks: &'a [PlannedTask]) -> Self {
        let at: BTreeMap<&str, usize> = (tasks.iter().enumerate())
            .map(|(at, task)| (task.id.as_str(), at))
            .collect();
        let mut graph = Graph::new(tasks.len());
        let mut parts = BTreeSet::new();
        for (to, task) in tasks.iter().enumerate() {
            for from in task.needs.iter().filter_map(|id| at.get(id.as_str())) {
                graph.draw(*from, to);
            }
            for dependency in dependencies(&task.record) {
                if kind(dependency) == "parent-child"
                    && let Some(whole) = on(dependency).and_then(|id| at.get(id))
                {
                    parts.insert((to, *whole));
                }
            }
        }
        Self { at, graph, parts }
    }

    fn issue(&mut self, at: usize, task: &PlannedTask) -> Map<String, Value> {
        let mut issue = task.record.clone();
        let description = tail(&issue).off(&task.description);
        if !description.is_empty() {
            issue.insert("description".into(), description.into());
        }
        issue.insert("id".into(), task.id.as_str().into());
        if !is_cut(&issue, &task.title) {
            issue.insert("title".into(), task.title.as_str().into());
        }
        let criteria = issue.get("acceptance_criteria").and_then(Value::as_str);
        if criteria.and_then(points).unwrap_or_default() != task.acceptance {
            let lines: Vec<String> = task
                .acceptance
                .iter()
                .map(|point| format!("- {point}"))
                .collect();
            issue.insert("acceptance_criteria".into(), lines.join("\n").into());
        }
        let priority = issue.get("priority").and_then(Value::as_u64);
        if let Some(now) = task.priority
            && priority.filter(|priority| *priority <= 4).unwrap_or(2) != u64::from(now)
        {
            issue.insert("priority".into(), now.into());
        }
        status(&mut issue, task);
        let depends = self.dependencies(at, task);
        if !depends.is_empty() || issue.contains_key("dependencies") {
            issue.insert("dependencies".into(), depends.into());
        }
        issue.entry("issue_type").or_insert_with(|| "task".into());
        issue
    }

    /// What was written of dependencies, without edges that were taken away since, and with those that are new.
    fn dependencies(&mut self, at: usize, task: &PlannedTask) -> Vec<Value> {
        let mut kept = Vec::new();
        let mut named = BTreeSet::new();
        for dependency in dependencies(&task.record) {
            let before = on(dependency).and_then(|id| self.at.get(id).copied());
            if let Some(before) = before
                && kind(dependency) == "blocks"
            {
                let is_drawn = self.graph.needs(at).contains(&before);
                // One that would close a cycle was never drawn here, so nobody took it away.
                if !is_drawn && before != at && !self.graph.waits(before, at) {
                    continue;
                }
                named.insert(before);
            }
            kept.push(dependency.clone());
        }
        for before in self.graph.needs(at) {
            if !named.contains(before) && !self.parts.contains(&(*before, at)) {
                let id = self
                    .at
                    .iter()
                    .find(|(_, at)| *at == before)
                    .map(|(id, _)| *id);
                kept.push(json!({"issue_id": task.id, "depends_on_id": id, "type": "blocks"}));
            }
        }
        kept
    }
}

fn dependencies(record: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    record
        .get("dependencies")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

fn on(dependency: &Value) -> Option<&str> {
    dependency.get("depends_on_id").and_then(Value::as_str)
}

fn kind(dependency: &Value) -> &str {
    dependency
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or("blocks")
}

fn status(issue: &mut Map<String, Value>, task: &PlannedTask) {
    let before = issue
        .get("status")
        .and_then(Value::as_str)
        .unwrap_or("open");
    let means: &[&str] = match &task.state {
        State::Open => &["open", "in_progress", "hooked"],
        State::Begun | State::Review => &["in_progress", "hooked"],
        State::Held(_) => &["blocked", "deferred", "pinned"],
        State::Done | State::Cancelled => &["closed"],
    };
    if means.contains(&before) {
        return;
    }
    issue.insert("status".into(), means[0].into());
    if let (State::Done | State::Cancelled, Some(outcome)) = (&task.state, &task.outcome) {
        issue.insert("close_reason".into(), outcome.as_str().into());
    }
    if let (State::Done | State::Cancelled, Some(ended)) = (&task.state, &task.ended) {
        issue.insert("closed_at".into(), ended.as_str().into());
    }
}
