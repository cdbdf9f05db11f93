//! Plan in a neutral form: tasks with their original ids, and their dependencies.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::report::{Odd, Read};

mod draw;
pub(crate) mod edges;
mod hold;
pub(crate) mod inherit;
mod priority;
mod tail;
mod title;

pub(crate) use priority::priority;
pub(crate) use tail::{Tail, points};
pub use title::TITLE;
pub(crate) use title::is_cut;
use title::one_line;

/// Maximum number of acceptance criteria.
const POINTS: usize = 100;
/// Maximum length of a description with all that is below it, in bytes.
const TEXT: usize = 256 * 1024;
/// Maximum length of an id, in bytes.
const ID: usize = 200;
/// Maximum number of tasks of a plan.
const TASKS: usize = 10_000;
/// Maximum number of edges of a plan.
const EDGES: usize = 20_000;
/// Maximum number of quarantined records; further ones are merged into one.
const ODDS: usize = 10_000;

/// Plan that was made in another tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Tasks, each after those that it needs.
    pub tasks: Vec<PlannedTask>,
    /// Deleted tasks.
    pub gone: Vec<PlannedTask>,
    /// Edges that would have closed a cycle.
    pub set_aside: Vec<Edge>,
    /// Edges that end at tasks outside this plan that were imported before.
    pub beyond: Vec<Edge>,
    /// Data of the file besides its tasks.
    pub rest: Map<String, Value>,
}

/// One task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlannedTask {
    /// Original id.
    pub id: String,
    /// Title in one line of at most [`TITLE`] characters.
    pub title: String,
    /// Full description, with everything else that was written about the task.
    pub description: String,
    /// Acceptance criteria.
    pub acceptance: Vec<String>,
    /// Priority from 0 (most urgent) to 4, if given.
    pub priority: Option<u8>,
    /// Group that it is a part of.
    pub group: Option<String>,
    /// Status.
    pub state: State,
    /// Time at which it ended, as it was written.
    pub ended: Option<String>,
    /// Outcome.
    pub outcome: Option<String>,
    /// Ids of the tasks it needs, of this plan or imported before.
    pub needs: Vec<String>,
    /// Ids of those that have to fail before it begins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after_failure: Vec<String>,
    /// Original record, without the fields that Loci stores itself.
    pub record: Map<String, Value>,
    /// Time until which it is deferred, as RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_before: Option<String>,
    /// True if the reason of the hold is not the status in its record: writers keep that status.
    #[serde(skip)]
    pub is_held_as_written: bool,
}

/// Status of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub enum State {
    /// Waiting, for other tasks or for an agent.
    #[default]
    Open,
    /// Started.
    Begun,
    /// On hold, with the reason.
    Held(String),
    /// Finished, waiting for a review.
    Review,
    /// Done.
    Done,
    /// Cancelled.
    Cancelled,
}

/// Result of another task that a task waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Until {
    /// Success.
    Done,
    /// Failure.
    Failed,
}

/// Dependency of one task on another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Id of the task that comes first.
    pub from: String,
    /// Id of the task that waits.
    pub to: String,
}

impl Plan {
    /// Returns the length of the longest chain of tasks.
    #[must_use]
    pub fn depth(&self) -> u32 {
        let mut depths = BTreeMap::new();
        for task in &self.tasks {
            let before = task
                .needs
                .iter()
                .filter_map(|need| depths.get(need.as_str()));
            let depth: u32 = before.max().map_or(1, |before| before + 1);
            depths.insert(task.id.as_str(), depth);
        }
        depths.into_values().max().unwrap_or(0)
    }
}

/// Edge as it was written, with its place.
type Said = (Edge, Until, String);

/// Plan under construction.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    read: Read<Plan>,
    /// Ids of tasks that were imported before.
    known: BTreeSet<String>,
    at: BTreeMap<String, usize>,
    /// Declared dependencies with their places; those implied by parts are added later.
    said: Vec<Said>,
    parts: Vec<Said>,
    cut: usize,
    /// Ids of quarantined tasks.
    refused: BTreeSet<String>,
}

impl Draft {
    /// Creates a plan that is added to tasks with these ids.
    pub fn beside(known: &BTreeSet<String>) -> Self {
        Self {
            known: known.clone(),
            ..Self::default()
        }
    }

    /// Quarantines a record.
    pub fn odd(&mut self, at: impl Into<String>, why: impl Into<String>, text: impl Into<String>) {
        let odd = Odd {
            at: at.into(),
            why: why.into(),
            text: text.into(),
        };
        match self.read.odd.get_mut(ODDS) {
            None => self.read.odd.push(odd),
            Some(last) => {
                last.why =
                    format!("beside {ODDS} others: what is odd from here on is kept together");
                last.text.push('\n');
                last.text.push_str(&odd.text);
            }
        }
    }

    /// Returns the reason for which a task cannot be imported; `record` is everything that was written about it.
    pub fn refuses(&self, id: &str, record: &Map<String, Value>) -> Option<String> {
        let has_nul = |(name, value): (&String, &Value)| name.contains('\0') || has_nul(value);
        if record.iter().any(has_nul) {
            return Some("it contains the character NUL".into());
        }
        if id.len() > ID {
            return Some(format!("its id has more than {ID} bytes"));
        }
        let texts = ["title", "description", "details", "design"];
        let lengths = texts.iter().filter_map(|name| record.get(*name)?.as_str());
        if lengths.map(str::len).sum::<usize>() > TEXT {
            return Some(format!("its texts have more than {TEXT} bytes"));
        }
        if self.at.contains_key(id) {
            return Some(format!("the id {} is used before", display_name(id)));
        }
        let is_full = self.at.len() >= TASKS;
        is_full.then(|| format!("a workflow has at most {TASKS} tasks"))
    }

    /// Records that a task is quarantined; tasks that wait for it are put on hold.
    pub fn refuse(&mut self, id: &str) {
        self.refused.insert(id.to_owned());
    }

    /// Puts a task that is not finished on hold. Returns false if there is no such task.
    pub fn hold(&mut self, id: &str, why: impl Into<String>) -> bool {
        let open = self
            .task(id)
            .filter(|task| matches!(task.state, State::Open | State::Begun));
        let Some(task) = open else {
            return false;
        };
        task.state = State::Held(why.into());
        task.is_held_as_written = true;
        true
    }

    /// Adds a task that is not refused.
    pub fn take(&mut self, task: PlannedTask) {
        self.at.insert(task.id.clone(), self.read.found.tasks.len());
        self.read.found.tasks.push(task);
    }

    /// Keeps data of the file besides its tasks.
    pub fn keep(&mut self, name: &str, value: Value) {
        self.read.found.rest.insert(name.into(), value);
    }

    /// Returns true if the text has a task with this id, quarantined ones included, or one was imported before.
    pub fn names(&self, id: &str) -> bool {
        self.has(id) || self.refused.contains(id)
    }

    /// Returns true if a task with this id was imported before.
    pub fn knows(&self, id: &str) -> bool {
        self.known.contains(id)
    }

    /// Returns true if a task with this id was imported, now or before.
    pub fn has(&self, id: &str) -> bool {
        self.at.contains_key(id) || self.known.contains(id)
    }

    /// Records a deleted task.
    pub fn add_gone(&mut self, task: PlannedTask) {
        self.read.found.gone.push(task);
    }

    /// Returns a task of this plan.
    pub fn task(&mut self, id: &str) -> Option<&mut PlannedTask> {
        let at = *self.at.get(id)?;
        self.read.found.tasks.get_mut(at)
    }

    /// Returns the tasks of this plan.
    pub fn tasks(&self) -> impl Iterator<Item = &PlannedTask> {
        self.read.found.tasks.iter()
    }

    /// Records that `to` waits for `from`, as declared at a place.
    pub fn waits(&mut self, at: impl Into<String>, from: &str, to: &str) {
        self.said.push((edge(from, to), Until::Done, at.into()));
    }

    /// Records that `to` waits for `from` to fail.
    pub fn waits_for_failure(&mut self, at: impl Into<String>, from: &str, to: &str) {
        self.said.push((edge(from, to), Until::Failed, at.into()));
    }

    /// Returns true if there is room for this many more edges, some of which may be duplicates.
    pub fn has_room(&self, edges: usize) -> bool {
        self.said.len() + edges <= 2 * EDGES
    }

    /// Records that `whole` is done when its `part` is.
    pub fn part(&mut self, at: impl Into<String>, part: &str, whole: &str) {
        self.parts.push((edge(part, whole), Until::Done, at.into()));
    }

    /// Adds a note for people.
    pub fn note(&mut self, note: impl Into<String>) {
        self.read.notes.push(note.into());
    }

    /// Converts a title to one line; the record keeps the original of a changed one.
    pub fn title(&mut self, text: &str, record: &mut Map<String, Value>) -> String {
        let title = one_line(text);
        if title != text {
            self.cut += 1;
            record.insert("title".into(), text.into());
        }
        title
    }

    /// Returns the plan, with edges drawn and cycles broken.
    pub fn finish(mut self) -> Read<Plan> {
        if self.cut > 0 {
            let note = format!(
                "{} not one line of at most {TITLE} characters: cut here, kept whole for the way back",
                many(self.cut, "title is", "titles are")
            );
            self.note(note);
        }
        self.hold_back();
        let begun = self.read.found.tasks.iter();
        let begun = begun.filter(|task| task.state == State::Begun).count();
        if begun > 0 {
            let note = format!(
                "{} in progress: here they wait to be claimed, because nobody holds a lease on them",
                many(begun, "task was", "tasks were")
            );
            self.note(note);
        }
        self.draw();
        self.read
    }
}

fn edge(from: &str, to: &str) -> Edge {
    Edge {
        from: from.into(),
        to: to.into(),
    }
}

/// Shortens an id for reports.
fn display_name(id: &str) -> String {
    let mut short: String = id
        .chars()
        .take(80)
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if short.len() < id.len() {
        short.push('…');
    }
    format!("`{short}`")
}

/// Returns true if a string in the value contains NUL, which no store accepts.
fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(list) => list.iter().any(has_nul),
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| name.contains('\0') || has_nul(value)),
        _ => false,
    }
}

/// Formats a count: `1 task was`, `3 tasks were`.
pub(crate) fn many(count: usize, one: &str, more: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    }
}

/// Returns a string member. Other values are quarantined, and stay in the record.
pub(crate) fn text<'a>(
    draft: &mut Draft,
    at: &str,
    record: &'a Map<String, Value>,
    name: &str,
) -> Option<&'a str> {
    match record.get(name) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text),
        Some(other) => {
            draft.odd(format!("{at}/{name}"), "expected a text", other.to_string());
            None
        }
    }
}

/// Returns a list member. Other values are quarantined, and stay in the record.
pub(crate) fn list<'a>(
    draft: &mut Draft,
    at: &str,
    record: &'a Map<String, Value>,
    name: &str,
) -> &'a [Value] {
    match record.get(name) {
        None | Some(Value::Null) => &[],
        Some(Value::Array(list)) => list,
        Some(other) => {
            draft.odd(format!("{at}/{name}"), "expected a list", other.to_string());
            &[]
        }
    }
}
