//! A plan as any of the formats holds it: tasks by the names they have there, and what waits for what. Knows no
//! format.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::report::{Odd, Read};

pub(crate) mod edges;
mod tail;

pub(crate) use tail::{Tail, points};

/// The longest title, in characters.
pub const TITLE: usize = 300;
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
    /// Edges that would have closed a cycle.
    pub set_aside: Vec<Edge>,
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
    /// The names of the tasks it needs, all of this plan.
    pub needs: Vec<String>,
    /// Those of them that have to fail before it begins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after_failure: Vec<String>,
    /// The thing as it was written, without what Loci keeps as it is.
    pub record: Map<String, Value>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A plan in the making.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    read: Read<Plan>,
    at: BTreeMap<String, usize>,
    /// What was said to wait for what, with where that was said; what follows from parts comes after.
    said: Vec<(Edge, Until, String)>,
    parts: Vec<(Edge, Until, String)>,
    cut: usize,
}

impl Draft {
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

    /// Takes a task in that is not refused.
    pub fn take(&mut self, task: PlannedTask) {
        self.at.insert(task.id.clone(), self.read.found.tasks.len());
        self.read.found.tasks.push(task);
    }

    /// Keeps what was written beside the tasks.
    pub fn keep(&mut self, name: &str, value: Value) {
        self.read.found.rest.insert(name.into(), value);
    }

    /// Whether a task of that name was taken in.
    pub fn has(&self, id: &str) -> bool {
        self.at.contains_key(id)
    }

    /// A task that was taken in.
    pub fn task(&mut self, id: &str) -> Option<&mut PlannedTask> {
        let at = *self.at.get(id)?;
        self.read.found.tasks.get_mut(at)
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

    /// The names of the tasks that wait for another one, as was said.
    pub fn waiting(&self) -> BTreeSet<&str> {
        self.said
            .iter()
            .map(|(edge, ..)| edge.to.as_str())
            .collect()
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

    /// Draws the edges that make sense, and puts the tasks into an order in which each comes after its needs.
    fn draw(&mut self) {
        let said = std::mem::take(&mut self.said);
        let parts = std::mem::take(&mut self.parts);
        let mut drawn: BTreeMap<(usize, usize), Until> = BTreeMap::new();
        let mut graph = edges::Graph::new(self.read.found.tasks.len());
        for ((edge, until, at), is_said) in (said.into_iter().map(|edge| (edge, true)))
            .chain(parts.into_iter().map(|edge| (edge, false)))
        {
            let text = format!("{} waits for {}", shown(&edge.to), shown(&edge.from));
            let (Some(from), Some(to)) = (self.at.get(&edge.from), self.at.get(&edge.to)) else {
                let missing = if self.at.contains_key(&edge.from) {
                    &edge.to
                } else {
                    &edge.from
                };
                let why = format!("there is no task {}", shown(missing));
                self.odd(at, why, text);
                continue;
            };
            if from == to {
                self.odd(at, "a task cannot wait for itself", text);
                continue;
            }
            if let Some(known) = drawn.get(&(*from, *to)) {
                if *known != until {
                    let why = "it waits for the same task in another way already";
                    self.odd(at, why, text);
                }
                continue;
            }
            if drawn.len() >= EDGES {
                self.odd(at, format!("a workflow has at most {EDGES} edges"), text);
                continue;
            }
            drawn.insert((*from, *to), until);
            if graph.draw(*from, *to) {
                continue;
            }
            let why = if is_said {
                "this edge would close a cycle"
            } else {
                "a whole waits for its parts, and this part waits for the whole"
            };
            self.odd(at, why, text);
            self.read.found.set_aside.push(edge);
        }
        let order = graph.order();
        let ids: Vec<String> = self.read.found.tasks.iter().map(|t| t.id.clone()).collect();
        let mut tasks: Vec<Option<PlannedTask>> =
            self.read.found.tasks.drain(..).map(Some).collect();
        for at in order {
            if let Some(mut task) = tasks.get_mut(at).and_then(Option::take) {
                let needs = graph.needs(at).iter();
                let after_failure = needs
                    .clone()
                    .filter(|from| drawn.get(&(**from, at)) == Some(&Until::Failed));
                task.after_failure = after_failure.map(|at| ids[*at].clone()).collect();
                task.needs = needs.map(|at| ids[*at].clone()).collect();
                self.read.found.tasks.push(task);
            }
        }
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

/// A text in one line of at most [`TITLE`] characters.
fn one_line(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if is_break(c) { ' ' } else { c })
        .collect();
    let line = line.trim();
    if line.chars().count() <= TITLE {
        return line.into();
    }
    let cut = line.chars().take(TITLE - 1);
    cut.chain(['…']).collect()
}

/// Whether a title may not have it.
fn is_break(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
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

/// Whether a title is the one that was cut of what the record keeps.
pub(crate) fn is_cut(record: &Map<String, Value>, title: &str) -> bool {
    let whole = record.get("title").and_then(Value::as_str);
    whole.is_some_and(|whole| one_line(whole) == title)
}
