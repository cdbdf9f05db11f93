//! Relations between issues of Beads, and the dependencies that follow from them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::life::is_epic;
use crate::plan::{Draft, State, many};

/// Relation: the issue is a part of another one.
pub(super) const PART: &str = "parent-child";
/// Relation: the issue waits for another one to be closed.
pub(super) const BLOCKS: &str = "blocks";
/// Relation: the issue waits for another one to fail.
pub(super) const CONDITIONAL: &str = "conditional-blocks";
/// Relation: the issue waits for the parts of another one.
pub(super) const GATE: &str = "waits-for";
/// Maximum number of dependency types in the notes.
const TYPES: usize = 20;

/// Relation of `issue` to the issue `on`, with its place in the text.
struct Link {
    at: String,
    issue: String,
    on: String,
}

/// Relations that were read so far.
#[derive(Default)]
pub(super) struct Links {
    /// Parts with their parents.
    parents: Vec<Link>,
    /// Issues that wait for a failure.
    conditions: Vec<Link>,
    /// Issues that wait for parts; true if the first part is enough.
    gates: Vec<(Link, bool)>,
    /// Number of relations that are no dependencies, by type.
    loose: BTreeMap<String, usize>,
}

impl Links {
    /// Reads one dependency of the issue `id`.
    pub fn take(&mut self, draft: &mut Draft, at: &str, id: &str, dependency: &Value) {
        let member = |name: &str| dependency.get(name).and_then(Value::as_str);
        let Some(on) = on(dependency) else {
            let why = "a dependency needs a `depends_on_id`, as a text";
            return draft.odd(at, why, dependency.to_string());
        };
        let link = Link {
            at: at.into(),
            issue: member("issue_id").unwrap_or(id).into(),
            on: on.into(),
        };
        match kind(dependency) {
            BLOCKS => draft.waits(at, on, &link.issue),
            PART => {
                draft.part(at, &link.issue, on);
                self.parents.push(link);
            }
            CONDITIONAL => self.conditions.push(link),
            GATE => self.gates.push((link, is_any(dependency))),
            loose => {
                let kind = loose.chars().take(40).collect();
                *self.loose.entry(kind).or_default() += 1;
            }
        }
    }

    /// Adds the edges that need the other issues, and notes the differences to Beads.
    pub fn settle(&self, draft: &mut Draft) {
        self.group(draft);
        self.conditions(draft);
        self.gates(draft);
        self.epics(draft);
        for (kind, count) in self.loose.iter().take(TYPES) {
            let edges = many(*count, "dependency", "dependencies");
            draft.note(format!(
                "{edges} of type {kind:?} make nobody wait: kept for the way back"
            ));
        }
    }

    /// Puts children into the group of their parent, and a parent without a group into its own.
    fn group(&self, draft: &mut Draft) {
        for Link { issue, on, .. } in &self.parents {
            let Some(title) = draft.task(on).map(|parent| parent.title.clone()) else {
                continue;
            };
            if let Some(child) = draft.task(issue) {
                child.group = Some(title);
            }
        }
        for Link { on, .. } in &self.parents {
            if let Some(parent) = draft.task(on)
                && parent.group.is_none()
            {
                parent.group = Some(parent.title.clone());
            }
        }
    }

    fn conditions(&self, draft: &mut Draft) {
        let mut met = 0;
        for Link { at, issue, on } in &self.conditions {
            let has_failed = draft.task(on).is_some_and(|before| {
                before.state == State::Done && is_failure(before.outcome.as_deref())
            });
            if has_failed {
                met += 1;
            } else {
                draft.waits_for_failure(at, on, issue);
            }
        }
        if met > 0 {
            let edges = many(met, "dependency", "dependencies");
            draft.note(format!(
                "{edges} of type {CONDITIONAL:?} on an issue that failed make nobody wait any more: kept for the way back"
            ));
        }
    }

    fn gates(&self, draft: &mut Draft) {
        let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for Link { issue, on, .. } in &self.parents {
            if draft.task(issue).is_some() {
                parts.entry(on).or_default().push(issue);
            }
        }
        let (mut open, mut any) = (0, 0);
        for (Link { at, issue, on }, is_any) in &self.gates {
            // Its parts are imported with it; those of an issue that was imported before are unknown here.
            if draft.task(on).is_none() {
                draft.waits(at, on, issue);
                continue;
            }
            let parts = parts.get(on.as_str()).into_iter().flatten();
            let parts: Vec<&str> = parts.copied().filter(|part| part != issue).collect();
            if !draft.has_room(parts.len()) {
                let why = "the parts that it waits for are more than there is room for";
                draft.odd(at, why, format!("{issue} waits for the parts of {on}"));
                continue;
            }
            open += usize::from(parts.is_empty());
            any += usize::from(*is_any && parts.len() > 1);
            for part in parts {
                draft.waits(at, part, issue);
            }
        }
        if open > 0 {
            let edges = many(open, "dependency", "dependencies");
            draft.note(format!(
                "{edges} of type {GATE:?} on an issue without parts make nobody wait: kept for the way back"
            ));
        }
        if any > 0 {
            let edges = many(any, "dependency", "dependencies");
            draft.note(format!(
                "{edges} of type {GATE:?} ask for the first part alone: here all parts are waited for"
            ));
        }
    }

    /// Puts epics without parts on hold: their work is not planned yet.
    fn epics(&self, draft: &mut Draft) {
        let wholes: BTreeSet<&str> = self.parents.iter().map(|link| link.on.as_str()).collect();
        let empty: Vec<String> = draft
            .tasks()
            .filter(|task| is_epic(&task.record) && !wholes.contains(task.id.as_str()))
            .map(|task| task.id.clone())
            .collect();
        let empty = empty.into_iter().filter(|id| !draft.knows(id));
        let empty: Vec<String> = empty.collect();
        let held = empty
            .iter()
            .filter(|id| draft.hold(id, "an epic without parts"));
        let held = held.count();
        if held > 0 {
            let epics = many(held, "epic has", "epics have");
            draft.note(format!("{epics} no parts: on hold until released"));
        }
    }
}

/// Notes the parents of a quarantined issue.
pub(super) fn part(draft: &mut Draft, at: &str, id: &str, record: &Map<String, Value>) {
    for (nth, dependency) in dependencies(record).enumerate() {
        if let Some(on) = on(dependency).filter(|_| kind(dependency) == PART) {
            draft.part(format!("{at}/dependencies/{nth}"), id, on);
        }
    }
}

/// Returns the dependencies of an issue.
pub(super) fn dependencies(record: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let list = record.get("dependencies").and_then(Value::as_array);
    list.into_iter().flatten()
}

/// Returns the type of a dependency.
pub(super) fn kind(dependency: &Value) -> &str {
    let member = |name: &str| dependency.get(name).and_then(Value::as_str);
    let kind = member("type").or_else(|| member("dependency_type"));
    kind.unwrap_or(BLOCKS)
}

/// Returns the id of the issue that a dependency refers to; `bd show --json` prints that issue in place of the
/// dependency.
pub(super) fn on(dependency: &Value) -> Option<&str> {
    let member = |name: &str| dependency.get(name).and_then(Value::as_str);
    let is_issue = dependency.get("dependency_type").is_some();
    member("depends_on_id").or_else(|| member("id").filter(|_| is_issue))
}

/// Returns true if the first part is enough; the metadata is JSON in a string.
fn is_any(dependency: &Value) -> bool {
    let said = dependency.get("metadata").and_then(Value::as_str);
    let said = said.and_then(|said| serde_json::from_str::<Value>(said).ok());
    said.is_some_and(|said| said["gate"] == "any-children")
}

/// Words in a closing reason by which Beads recognizes a failed issue.
const FAILURES: [&str; 11] = [
    "failed",
    "rejected",
    "wontfix",
    "won't fix",
    "canceled",
    "cancelled",
    "abandoned",
    "blocked",
    "error",
    "timeout",
    "aborted",
];

/// Returns true if a closing reason means that the issue failed.
pub(super) fn is_failure(reason: Option<&str>) -> bool {
    let reason = reason.unwrap_or_default().to_lowercase();
    FAILURES.iter().any(|word| reason.contains(word))
}
