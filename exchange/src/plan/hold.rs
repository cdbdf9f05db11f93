//! Puts tasks on hold that the original tool would not hand out either: parts of tasks that are done, cancelled, on
//! hold or deferred, and tasks that wait for a quarantined one.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Draft, State, display_name, many};
use crate::moment;

impl Draft {
    /// Puts tasks on hold because of their parents or needs, and notes how many.
    pub(super) fn hold_back(&mut self) {
        let mut behind = self.hold_behind_refused(false);
        let parts = self.hold_parts();
        behind += self.hold_behind_refused(true);
        if behind > 0 {
            let tasks = many(behind, "task waits", "tasks wait");
            self.note(format!(
                "{tasks} for something that is quarantined: on hold until released"
            ));
        }
        if parts > 0 {
            let tasks = many(parts, "task is", "tasks are");
            self.note(format!(
                "{tasks} part of one that is done, cancelled or on hold: on hold until released"
            ));
        }
    }

    /// Holds tasks that wait for a quarantined one; with `as_whole`, parents of quarantined parts. Parts of a waiting
    /// task are held with it, but siblings of a quarantined part are not: so parents come last.
    fn hold_behind_refused(&mut self, as_whole: bool) -> usize {
        let edges = if as_whole { &self.parts } else { &self.said };
        let refused = edges
            .iter()
            .map(|(edge, ..)| edge)
            .filter(|edge| !self.has(&edge.from) && self.refused.contains(&edge.from));
        let refused: Vec<_> = refused.cloned().collect();
        let held = refused.into_iter().filter(|edge| {
            let from = display_name(&edge.from);
            self.hold(&edge.to, format!("waits for {from}, which is quarantined"))
        });
        held.count()
    }

    /// Holds the parts of tasks that are done, cancelled or on hold, and defers the parts of deferred tasks.
    fn hold_parts(&mut self) -> usize {
        let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (edge, ..) in &self.parts {
            let of_whole = parts.entry(edge.to.clone()).or_default();
            of_whole.push(edge.from.clone());
        }
        let mut held = 0;
        let mut left: Vec<String> = parts.keys().cloned().collect();
        while let Some(whole) = left.pop() {
            let Some(task) = self.task(&whole) else {
                continue;
            };
            let why = match task.state {
                State::Done => Some("is done"),
                State::Cancelled => Some("was cancelled"),
                State::Held(_) => Some("is on hold"),
                _ => None,
            };
            let until = task.not_before.clone();
            for part in parts.get(&whole).into_iter().flatten() {
                let is_held = why.is_some_and(|why| {
                    self.hold(
                        part,
                        format!("part of {}, which {why}", display_name(&whole)),
                    )
                });
                held += usize::from(is_held);
                if is_held || self.defer(part, until.as_deref()) {
                    left.push(part.clone());
                }
            }
        }
        held
    }

    /// Defers a task until that time, unless it is deferred for longer already.
    fn defer(&mut self, id: &str, until: Option<&str>) -> bool {
        let at = |text: Option<&str>| text.and_then(|text| moment::read(&Value::from(text)));
        let Some(task) = self.task(id) else {
            return false;
        };
        let is_later = at(until) > at(task.not_before.as_deref());
        if is_later {
            task.not_before = until.map(str::to_owned);
        }
        is_later
    }
}
