//! Checks that a workflow that is imported with its history keeps the rules of every workflow: existing and unique
//! tasks, no cycles, and the usual limits of chains and names.

use std::collections::{BTreeMap, BTreeSet};

use crate::numbers::TaskNo;
use crate::workflow::facts::Event;
use crate::workflow::ops::check_form;
use crate::workflow::ops::task_add::{MAX_DEPTH, MAX_EDGES, MAX_NEEDS, MAX_TASKS};

/// Number of edge changes after which the chains are checked: between two checks a chain grows by at most this number.
const EVERY: usize = 500;

/// Tasks so far, each with its dependencies.
#[derive(Default)]
pub(super) struct Plausible {
    needs: BTreeMap<TaskNo, BTreeSet<TaskNo>>,
    edges: usize,
    changes: usize,
    /// True if a fact was redacted, which may have defined what is missing now.
    is_redacted: bool,
}

impl Plausible {
    /// Checks the next fact.
    ///
    /// # Errors
    /// Returns the reason why no workflow has such a fact.
    pub(super) fn take(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::WorkflowCreated(body) => line("name", &body.name)?,
            Event::WorkflowEdited(body) => {
                if let Some(name) = &body.name {
                    line("name", name)?;
                }
            }
            Event::TaskEdited(body) => {
                if let Some(title) = &body.title {
                    line("title", title)?;
                }
            }
            Event::TaskAdded(body) => {
                line("title", &body.title)?;
                let needs: BTreeSet<TaskNo> =
                    body.depends_on.iter().map(|need| need.task).collect();
                if needs.len() > MAX_NEEDS {
                    return Err(format!("a task waits for at most {MAX_NEEDS} others"));
                }
                self.edges += needs.len();
                if self.needs.insert(body.id, needs).is_some() {
                    return Err(format!("the task {} was added before", body.id));
                }
                self.check_change()?;
            }
            Event::TaskLinked(body) => {
                let needs = self.needs.entry(body.to).or_default();
                self.edges += usize::from(needs.insert(body.from));
                self.check_change()?;
            }
            Event::TaskUnlinked(body) => {
                let needs = self.needs.entry(body.to).or_default();
                self.edges -= usize::from(needs.remove(&body.from));
            }
            _ => {}
        }
        Ok(())
    }

    /// Records that a fact was redacted.
    pub(super) fn mark_redacted(&mut self) {
        self.is_redacted = true;
    }

    fn check_change(&mut self) -> Result<(), String> {
        if self.needs.len() > MAX_TASKS || self.edges > MAX_EDGES {
            return Err(format!(
                "a workflow has at most {MAX_TASKS} tasks and {MAX_EDGES} edges"
            ));
        }
        self.changes += 1;
        if self.changes.is_multiple_of(EVERY) {
            self.chains()?;
        }
        Ok(())
    }

    /// Checks the whole workflow.
    ///
    /// # Errors
    /// Returns the reason why no workflow is like this.
    pub(super) fn whole(&self) -> Result<(), String> {
        for (no, needs) in self.needs.iter().filter(|_| !self.is_redacted) {
            if let Some(missing) = needs.iter().find(|need| !self.needs.contains_key(need)) {
                return Err(format!(
                    "the task {no} waits for {missing}, which is not there"
                ));
            }
        }
        self.chains()
    }

    fn chains(&self) -> Result<(), String> {
        let mut open: BTreeMap<TaskNo, usize> = BTreeMap::new();
        let mut after: BTreeMap<TaskNo, Vec<TaskNo>> = BTreeMap::new();
        for (no, needs) in &self.needs {
            let known = needs.iter().filter(|need| self.needs.contains_key(need));
            for need in known.clone() {
                after.entry(*need).or_default().push(*no);
            }
            open.insert(*no, known.count());
        }
        let mut next: Vec<TaskNo> = open
            .iter()
            .filter(|(_, open)| **open == 0)
            .map(|(no, _)| *no)
            .collect();
        let (mut seen, mut depth) = (0, 0);
        while !next.is_empty() {
            depth += 1;
            if depth > MAX_DEPTH {
                return Err(format!(
                    "a workflow has at most {MAX_DEPTH} tasks one behind the other"
                ));
            }
            seen += next.len();
            let mut later = Vec::new();
            for no in next.iter().filter_map(|no| after.get(no)).flatten() {
                if let Some(open) = open.get_mut(no) {
                    *open -= 1;
                    if *open == 0 {
                        later.push(*no);
                    }
                }
            }
            next = later;
        }
        if seen < self.needs.len() {
            return Err("tasks wait for each other in a circle".into());
        }
        Ok(())
    }
}

fn line(what: &str, text: &str) -> Result<(), String> {
    check_form("", text)
        .map_err(|_| format!("this is no {what}: it is one line of at most 300 characters"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::event::Event as _;
    use serde_json::value::to_raw_value;
    use serde_json::{Value, json};

    fn event(kind: &str, schema: u16, body: &Value) -> Event {
        let read = Event::read(kind, schema, &to_raw_value(body).unwrap());
        assert!(!matches!(read, Event::Unreadable(_)), "{kind} {body}");
        read
    }

    fn added(id: u32, title: &str, needs: &[u32]) -> Event {
        let sample = include_str!("../../../../tests/samples/workflow/task_added.1.json");
        let mut body: Value = serde_json::from_str(sample).unwrap();
        body["id"] = format!("T{id}").into();
        body["title"] = title.into();
        body["depends_on"] = needs.iter().map(|need| format!("T{need}")).collect();
        event("task_added", 1, &body)
    }

    fn linked(from: u32, to: u32) -> Event {
        let body = json!({ "from": format!("T{from}"), "to": format!("T{to}"), "when": "done" });
        event("task_linked", 1, &body)
    }

    /// Returns the reason why these facts are rejected.
    fn refused(events: &[Event]) -> Option<String> {
        let mut plausible = Plausible::default();
        let mut taken = events.iter().map(|event| plausible.take(event));
        let why = taken.find_map(Result::err);
        why.or_else(|| plausible.whole().err())
    }

    #[test]
    fn only_what_could_have_been_made_here_is_taken() {
        let many: Vec<Event> = (1..=2_000).map(|no| added(no, "a", &[])).collect();
        let chain = |length: u32| -> Vec<Event> {
            let links = (2..=length).map(|no| linked(no - 1, no));
            let mut events: Vec<Event> = (1..=length).map(|no| added(no, "a", &[])).collect();
            events.extend(links);
            events
        };
        for (events, why) in [
            (vec![added(1, "a", &[]), added(2, "b", &[1])], None),
            // A task may be added before its dependency.
            (vec![added(1, "a", &[2]), added(2, "b", &[])], None),
            (many, None),
            (chain(MAX_DEPTH), None),
            (chain(MAX_DEPTH + 1), Some("one behind the other")),
            (chain(5_000), Some("one behind the other")),
            (
                vec![added(1, "a", &[]), added(1, "b", &[])],
                Some("added before"),
            ),
            (vec![added(1, "a", &[7])], Some("T7, which is not there")),
            (
                vec![added(1, "a", &[2]), added(2, "b", &[1])],
                Some("in a circle"),
            ),
            (
                vec![added(1, "a", &[]), added(2, "b", &[1]), linked(2, 1)],
                Some("in a circle"),
            ),
            (vec![added(1, "a\u{1b}[31m", &[])], Some("no title")),
            (vec![added(1, &"a".repeat(301), &[])], Some("no title")),
            (vec![added(1, " ", &[])], Some("no title")),
        ] {
            let found = refused(&events);
            assert_eq!(found.is_some(), why.is_some(), "{found:?} {why:?}");
            assert!(found.unwrap_or_default().contains(why.unwrap_or_default()));
        }
    }
}
