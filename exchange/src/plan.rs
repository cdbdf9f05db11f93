//! A plan as any of the formats holds it: tasks by the names they have there, and what waits for what. Knows no
//! format.

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

/// The most points of an acceptance.
const POINTS: usize = 100;
/// The longest description with all that is below it, in bytes.
const TEXT: usize = 256 * 1024;
/// The longest id, in bytes.
const ID: usize = 200;
/// The most tasks of a plan.
const TASKS: usize = 10_000;
/// The most edges of a plan.
const EDGES: usize = 20_000;
/// The most odd things that are told one by one; what comes after them is kept in one.
const ODDS: usize = 10_000;

/// Tasks that somebody planned elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The tasks, each after those that it needs.
    pub tasks: Vec<PlannedTask>,
    /// What was there once and is no more.
    pub gone: Vec<PlannedTask>,
    /// Edges that would have closed a cycle.
    pub set_aside: Vec<Edge>,
    /// Edges to tasks that are not of this plan, and were taken in before.
    pub beyond: Vec<Edge>,
    /// What was written beside the tasks.
    pub rest: Map<String, Value>,
}

/// One task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlannedTask {
    /// Its name there.
    pub id: String,
    /// What is to be done, in a line of at most [`TITLE`] characters.
    pub title: String,
    /// What is to be done, in full, with everything else that was written about it.
    pub description: String,
    /// What must hold for it to be done.
    pub acceptance: Vec<String>,
    /// 0 (most urgent) to 4, where it was said.
    pub priority: Option<u8>,
    /// What it is a part of.
    pub group: Option<String>,
    /// Where it is in its life.
    pub state: State,
    /// When it ended, as it was written.
    pub ended: Option<String>,
    /// What came of it.
    pub outcome: Option<String>,
    /// The names of the tasks it needs, of this plan or taken in before.
    pub needs: Vec<String>,
    /// Those of them that have to fail before it begins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after_failure: Vec<String>,
    /// The thing as it was written, without what Loci keeps as it is.
    pub record: Map<String, Value>,
    /// Until when it is deferred, as RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_before: Option<String>,
    /// Whether it is on hold for a reason that the status in its record need not name: writers leave that status.
    #[serde(skip)]
    pub is_held_as_written: bool,
}

/// Where a task is in its life.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub enum State {
    /// It waits, for others or for somebody to do it.
    #[default]
    Open,
    /// Somebody was at it.
    Begun,
    /// It is not to be done now, and why.
    Held(String),
    /// It is done, and somebody has to look at it.
    Review,
    /// It is done.
    Done,
    /// It was called off.
    Cancelled,
}

/// What a task waits for another one to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Until {
    /// To be done.
    Done,
    /// To fail.
    Failed,
}

/// That one task waits for another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The task before.
    pub from: String,
    /// The task that waits.
    pub to: String,
}

impl Plan {
    /// The most tasks one behind the other.
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

/// An edge as it was written, with its place.
type Said = (Edge, Until, String);

/// A plan in the making.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    read: Read<Plan>,
    /// The names of tasks that were taken in before.
    known: BTreeSet<String>,
    at: BTreeMap<String, usize>,
    /// What was said to wait for what, with where that was said; what follows from parts comes after.
    said: Vec<Said>,
    parts: Vec<Said>,
    cut: usize,
    /// The names of tasks that are quarantined.
    refused: BTreeSet<String>,
}

impl Draft {
    /// A plan that comes to tasks of these names.
    pub fn beside(known: &BTreeSet<String>) -> Self {
        Self {
            known: known.clone(),
            ..Self::default()
        }
    }

    /// Sets something aside.
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

    /// Why a task of that name cannot be taken in, with all that was written about it.
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
            return Some(format!("the id {} is used before", shown(id)));
        }
        let is_full = self.at.len() >= TASKS;
        is_full.then(|| format!("a workflow has at most {TASKS} tasks"))
    }

    /// Notes that a task is quarantined: what waits for it is put on hold.
    pub fn refuse(&mut self, id: &str) {
        self.refused.insert(id.to_owned());
    }

    /// Puts a task that is to be done on hold.
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

    /// Takes a task in that is not refused.
    pub fn take(&mut self, task: PlannedTask) {
        self.at.insert(task.id.clone(), self.read.found.tasks.len());
        self.read.found.tasks.push(task);
    }

    /// Keeps what was written beside the tasks.
    pub fn keep(&mut self, name: &str, value: Value) {
        self.read.found.rest.insert(name.into(), value);
    }

    /// Whether the text has a task of that name, quarantined ones included, or one was taken in before.
    pub fn names(&self, id: &str) -> bool {
        self.has(id) || self.refused.contains(id)
    }

    /// Whether a task of that name was taken in before.
    pub fn knows(&self, id: &str) -> bool {
        self.known.contains(id)
    }

    /// Whether a task of that name was taken in, now or before.
    pub fn has(&self, id: &str) -> bool {
        self.at.contains_key(id) || self.known.contains(id)
    }

    /// Notes that a task is no more.
    pub fn gone(&mut self, task: PlannedTask) {
        self.read.found.gone.push(task);
    }

    /// A task that was taken in.
    pub fn task(&mut self, id: &str) -> Option<&mut PlannedTask> {
        let at = *self.at.get(id)?;
        self.read.found.tasks.get_mut(at)
    }

    /// The tasks that were taken in.
    pub fn tasks(&self) -> impl Iterator<Item = &PlannedTask> {
        self.read.found.tasks.iter()
    }

    /// Notes that `to` waits for `from`, as it was said at a place.
    pub fn waits(&mut self, at: impl Into<String>, from: &str, to: &str) {
        self.said.push((edge(from, to), Until::Done, at.into()));
    }

    /// Notes that `to` waits for `from` to fail.
    pub fn waits_for_failure(&mut self, at: impl Into<String>, from: &str, to: &str) {
        self.said.push((edge(from, to), Until::Failed, at.into()));
    }

    /// Whether there is room for so many more edges, of which some may say the same.
    pub fn has_room(&self, edges: usize) -> bool {
        self.said.len() + edges <= 2 * EDGES
    }

    /// Notes that `whole` is done when its `part` is.
    pub fn part(&mut self, at: impl Into<String>, part: &str, whole: &str) {
        self.parts.push((edge(part, whole), Until::Done, at.into()));
    }

    /// Notes something that people should know.
    pub fn note(&mut self, note: impl Into<String>) {
        self.read.notes.push(note.into());
    }

    /// A title in one line; the record keeps the one that was cut.
    pub fn title(&mut self, text: &str, record: &mut Map<String, Value>) -> String {
        let title = one_line(text);
        if title != text {
            self.cut += 1;
            record.insert("title".into(), text.into());
        }
        title
    }

    /// The plan: edges drawn, cycles opened.
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

/// A name as reports show it.
fn shown(id: &str) -> String {
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

/// Whether any text in it has a NUL, which no store keeps.
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

/// `1 task was`, `3 tasks were`.
pub(crate) fn many(count: usize, one: &str, more: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {more}"),
    }
}

/// A member that should be a text. Other things are set aside, and stay in the record.
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

/// A member that should be a list. Other things are set aside, and stay in the record.
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
