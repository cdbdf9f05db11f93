//! Holds back what the tool that a plan is from would not offer either: parts of what is done, cancelled, on hold or
//! deferred, and what waits for something that is quarantined.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Draft, State, many, shown};
use crate::moment;

impl Draft {
    /// Puts tasks on hold whose wholes or needs say so, and notes how many.
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

    /// Holds what waits for a quarantined task; with `as_whole`, wholes whose parts are quarantined. Parts of a task
    /// that waits are held with it, and siblings of a quarantined part are not: so wholes come last.
    fn hold_behind_refused(&mut self, as_whole: bool) -> usize {
        let edges = if as_whole { &self.parts } else { &self.said };
        let refused = edges
            .iter()
            .map(|(edge, ..)| edge)
            .filter(|edge| !self.has(&edge.from) && self.refused.contains(&edge.from));
        let refused: Vec<_> = refused.cloned().collect();
        let held = refused.into_iter().filter(|edge| {
            let from = shown(&edge.from);
            self.hold(&edge.to, format!("waits for {from}, which is quarantined"))
        });
        held.count()
    }

    /// Holds the parts of what is done, cancelled or on hold, and defers the parts of what is deferred.
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
                    self.hold(part, format!("part of {}, which {why}", shown(&whole)))
                });
                held += usize::from(is_held);
                if is_held || self.defer(part, until.as_deref()) {
                    left.push(part.clone());
                }
            }
        }
        held
    }

    /// Defers a task until then, unless it is deferred for longer already.
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
