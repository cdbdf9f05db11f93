//! Writes a plan in the format of Beads. Data that Beads wrote is exported unchanged.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::life::{self, state};
use super::links::{BLOCKS, CONDITIONAL, GATE, PART, dependencies, is_failure, kind, on};
use super::tail;
use crate::plan::edges::Graph;
use crate::plan::inherit::Wholes;
use crate::plan::{self, PlannedTask, State, is_cut, points};

/// Maximum length of a title in Beads, in bytes.
const TITLE: usize = 500;
/// Default priority; Beads would read a missing one as the most urgent.
const PRIORITY: u8 = 2;

/// Writes issues, one per line. A task's `record` is the imported issue, or empty.
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

/// Relations between the issues.
struct Plan<'a> {
    tasks: &'a [PlannedTask],
    at: BTreeMap<&'a str, usize>,
    graph: Graph,
    /// Declared parts of each parent.
    parts: BTreeMap<usize, BTreeSet<usize>>,
    wholes: Wholes<'a>,
}

impl<'a> Plan<'a> {
    fn of(tasks: &'a [PlannedTask]) -> Self {
        let at: BTreeMap<&str, usize> = (tasks.iter().enumerate())
            .map(|(at, task)| (task.id.as_str(), at))
            .collect();
        let mut graph = Graph::new(tasks.len());
        let mut parts: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut pairs = Vec::new();
        for (to, task) in tasks.iter().enumerate() {
            for from in task.needs.iter().filter_map(|id| at.get(id.as_str())) {
                graph.draw(*from, to);
            }
            for dependency in dependencies(&task.record) {
                if kind(dependency) == PART
                    && let Some(whole) = on(dependency).and_then(|id| at.get(id))
                {
                    parts.entry(*whole).or_default().insert(to);
                    pairs.push((task.id.as_str(), tasks[*whole].id.as_str()));
                }
            }
        }
        Self {
            tasks,
            at,
            graph,
            parts,
            wholes: Wholes::new(pairs),
        }
    }

    fn issue(&mut self, at: usize, task: &PlannedTask) -> Map<String, Value> {
        let mut issue = task.record.clone();
        let mut description = tail(&issue).off(&task.description).to_owned();
        issue.insert("id".into(), task.id.as_str().into());
        if !is_cut(&issue, &task.title) {
            let title = shorten(&task.title);
            if title != task.title {
                description = format!("{}\n\n{description}", task.title);
            }
            issue.insert("title".into(), title.into());
        }
        if !description.is_empty() {
            issue.insert("description".into(), description.into());
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
        let priority = issue.get("priority").filter(|priority| !priority.is_null());
        let is_said = priority.is_some();
        let priority = priority.and_then(plan::priority);
        let now = task.priority.unwrap_or(PRIORITY);
        if !is_said || priority.unwrap_or(PRIORITY) != now {
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

    /// Returns the imported dependencies without edges that were removed since, plus the new edges.
    fn dependencies(&mut self, at: usize, task: &PlannedTask) -> Vec<Value> {
        let mut kept = Vec::new();
        let mut named = BTreeSet::new();
        let after_failure: BTreeSet<&str> = task.after_failure.iter().map(String::as_str).collect();
        for dependency in dependencies(&task.record) {
            let before = on(dependency).and_then(|id| self.at.get(id).copied());
            let is_kept = match (kind(dependency), before) {
                (kind @ (BLOCKS | CONDITIONAL), Some(before)) => {
                    let waits_so = after_failure.contains(self.tasks[before].id.as_str());
                    let is_so = waits_so == (kind == CONDITIONAL);
                    let is_drawn = is_so && self.graph.needs(at).contains(&before);
                    if is_drawn {
                        named.insert(before);
                    }
                    is_drawn
                        || self.was_never_drawn(before, at)
                        || kind == CONDITIONAL && has_failed(&self.tasks[before].record)
                }
                (GATE, Some(whole)) => {
                    let parts = self.parts.get(&whole).cloned().unwrap_or_default();
                    let needs = self.graph.needs(at);
                    let drawn: Vec<usize> = needs
                        .iter()
                        .copied()
                        .filter(|need| parts.contains(need) || *need == whole)
                        .collect();
                    named.extend(&drawn);
                    let others = parts.iter().filter(|part| **part != at);
                    let never: Vec<usize> = others.copied().collect();
                    !drawn.is_empty() || never.iter().all(|part| self.was_never_drawn(*part, at))
                }
                _ => true,
            };
            if is_kept {
                kept.push(dependency.clone());
            }
        }
        for before in self.graph.needs(at) {
            let is_part = (self.parts.get(&at)).is_some_and(|parts| parts.contains(before));
            if !named.contains(before) && !is_part && !self.is_inherited(*before, at) {
                let id = self.tasks[*before].id.as_str();
                let kind = if after_failure.contains(id) {
                    CONDITIONAL
                } else {
                    BLOCKS
                };
                kept.push(json!({"issue_id": task.id, "depends_on_id": id, "type": kind}));
            }
        }
        kept
    }

    /// Returns true if a task waits for another only because one of its parents does.
    fn is_inherited(&self, before: usize, at: usize) -> bool {
        let (part, need) = (self.tasks[at].id.as_str(), self.tasks[before].id.as_str());
        let around = self.wholes.around(part);
        around.into_iter().flatten().any(|whole| {
            let waits = |whole: &usize| self.graph.needs(*whole).contains(&before);
            self.at.get(whole).is_some_and(waits) && self.wholes.inherits(part, need, whole)
        })
    }

    /// Returns true if an edge would close a cycle: it was not imported, so its absence does not mean that it was
    /// removed.
    fn was_never_drawn(&mut self, before: usize, at: usize) -> bool {
        before == at || self.graph.waits(before, at)
    }
}

/// Returns true if an imported issue is closed because it failed.
fn has_failed(record: &Map<String, Value>) -> bool {
    let member = |name: &str| record.get(name).and_then(Value::as_str);
    member("status") == Some("closed") && is_failure(member("close_reason"))
}

/// Truncates a title to the maximum of Beads.
fn shorten(title: &str) -> String {
    if title.len() <= TITLE {
        return title.into();
    }
    let most = TITLE - '…'.len_utf8();
    let end = (0..=most).rev().find(|at| title.is_char_boundary(*at));
    format!("{}…", &title[..end.unwrap_or(0)])
}

/// Sets the status of an issue. Beads requires `closed_at` for closed issues, and rejects it for others.
fn status(issue: &mut Map<String, Value>, task: &PlannedTask) {
    let is_held = matches!(task.state, State::Held(_));
    if is_held && task.is_held_as_written {
        return;
    }
    let before = life::status(issue);
    let before = if before.is_empty() {
        "open"
    } else {
        before.as_str()
    };
    let means: &[&str] = match &task.state {
        State::Open => &["open", "in_progress", "hooked"],
        State::Begun | State::Review => &["in_progress", "hooked"],
        State::Held(_) => &["blocked", "deferred", "pinned"],
        State::Done | State::Cancelled => &["closed"],
    };
    if before == "tombstone" && task.state == State::Cancelled {
        return;
    }
    // A custom status, or another spelling, may have the same meaning.
    let says_so = match (state(issue), &task.state) {
        (State::Begun, State::Open) | (State::Held(_), State::Held(_)) => true,
        (before, now) => before == *now,
    };
    let is_closed = means == ["closed"];
    let was_closed = before == "closed";
    if !(means.contains(&before) || says_so && issue.contains_key("status")) {
        issue.insert("status".into(), means[0].into());
    }
    if is_closed && !was_closed {
        if let Some(outcome) = &task.outcome {
            issue.insert("close_reason".into(), outcome.as_str().into());
        }
        issue.remove("closed_at");
    }
    if was_closed && !is_closed {
        issue.remove("close_reason");
        issue.remove("closed_at");
    }
    let is_told = issue.get("closed_at").is_some_and(|at| !at.is_null());
    if is_closed
        && !is_told
        && let Some(ended) = &task.ended
    {
        issue.insert("closed_at".into(), ended.as_str().into());
    }
}
