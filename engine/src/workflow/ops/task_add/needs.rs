//! Resolves the dependencies of new tasks: names and keys become edges, cycles are rejected with their path.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::numbers::{Ref, TaskNo};
use crate::workflow::edge::{Need, When};
use crate::workflow::ops::task_add::choices::{NewWhen, condition};
use crate::workflow::ops::task_add::{MAX_NEEDS, NewTask};
use crate::workflow::state::Workflow;
use kernel::error::{Error, Result};
use kernel::tx::Draft;

/// Dependency of a new task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected a task's name or key, or {\"task\": …, \"when\": …}"
)]
pub enum NewNeed {
    /// Name or key of a task that must be completed.
    Plain(String),
    /// Task and condition.
    Full {
        /// Name or key of the task.
        task: String,
        /// Condition on it; default success.
        #[serde(default)]
        when: NewWhen,
    },
}

impl From<&str> for NewNeed {
    fn from(task: &str) -> Self {
        Self::Plain(task.into())
    }
}

/// Resolves dependencies into edges for a task of the draft's workflow. `keys` are the tasks of the same call,
/// `pointer` returns the position of the nth one in the arguments.
pub(in crate::workflow::ops) fn resolve(
    draft: &Draft<Workflow>,
    named: &[NewNeed],
    keys: &BTreeMap<&str, TaskNo>,
    pointer: impl Fn(usize) -> String,
) -> Result<Vec<Need>> {
    if named.len() > MAX_NEEDS {
        let all = pointer(0);
        let detail = format!("must have at most {MAX_NEEDS} entries");
        return Err(Error::field(all.trim_end_matches("/0"), detail));
    }
    let mut needs: Vec<Need> = Vec::new();
    for (nth, need) in named.iter().enumerate() {
        let (name, when) = match need {
            NewNeed::Plain(name) => (name, When::Success),
            NewNeed::Full { task, when } => (task, condition(draft, when, || pointer(nth))?),
        };
        let before = match keys.get(name.as_str()) {
            Some(no) => *no,
            None => match name.parse::<Ref<TaskNo>>() {
                Ok(reference) => reference.within(draft.id)?,
                Err(()) => {
                    return Err(Error::field(
                        pointer(nth),
                        format!(
                            "`{name}` is no task and no key of this call: {}",
                            list_known(draft, keys)
                        ),
                    ));
                }
            },
        };
        let is_known = keys.contains_key(name.as_str()) || draft.tasks.get(before).is_some();
        if !is_known && !keys.values().any(|no| *no == before) {
            return Err(Error::field(
                pointer(nth),
                format!("there is no {before} here: {}", list_known(draft, keys)),
            ));
        }
        if needs.iter().any(|need| need.task == before) {
            return Err(Error::field(
                pointer(nth),
                format!("{before} is named twice: one edge has one condition, name it once"),
            ));
        }
        needs.push(Need { task: before, when });
    }
    Ok(needs)
}

/// Lists the tasks and keys that an edge may name, for error texts.
fn list_known(draft: &Draft<Workflow>, keys: &BTreeMap<&str, TaskNo>) -> String {
    let mut known = draft.tasks.those_there_are();
    if !keys.is_empty() {
        let named: Vec<&str> = keys.keys().take(NAMED).copied().collect();
        let more = keys.len() - named.len();
        let more = match more {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        known = format!(
            "{known}, and the keys of this call are {}{more}",
            named.join(", ")
        );
    }
    known
}

/// Maximum number of keys that an error names.
const NAMED: usize = 20;

/// Returns the topological order of the tasks of one call. The error for a cycle uses the caller's names for the tasks:
/// the caller cannot know their numbers yet.
pub(super) fn in_order(
    tasks: &[NewTask],
    needs: &[Vec<Need>],
    number: impl Fn(usize) -> TaskNo,
) -> Result<Vec<usize>> {
    let at: BTreeMap<TaskNo, usize> = (0..needs.len()).map(|at| (number(at), at)).collect();
    let mut order = Vec::with_capacity(needs.len());
    let mut done = vec![false; needs.len()];
    for start in 0..needs.len() {
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        let mut on_path = BTreeSet::from([start]);
        while let Some((here, nth)) = path.last_mut() {
            let here = *here;
            let next = if done[here] {
                None
            } else {
                needs[here].get(*nth)
            };
            *nth += 1;
            match next.map(|need| at.get(&need.task)) {
                Some(Some(next)) if on_path.contains(next) => {
                    let from = path.iter().position(|(at, _)| at == next).unwrap_or(0);
                    let cycle = path[from..].iter().rev().map(|(at, _)| tasks[*at].name());
                    let mut cycle: Vec<String> = cycle.collect();
                    cycle.extend(cycle.first().cloned());
                    return Err(cycle_error(&cycle));
                }
                Some(Some(next)) if !done[*next] => {
                    on_path.insert(*next);
                    path.push((*next, 0));
                }
                Some(_) => {}
                None => {
                    if !done[here] {
                        done[here] = true;
                        order.push(here);
                    }
                    on_path.remove(&here);
                    path.pop();
                }
            }
        }
    }
    Ok(order)
}

impl NewTask {
    /// Returns the caller's name for the task: its key or its title.
    fn name(&self) -> String {
        match &self.key {
            Some(key) => key.clone(),
            None => format!("“{}”", self.title),
        }
    }
}

/// Returns the error for an edge that would close a cycle, with the cycle's path.
#[must_use]
pub fn cycle_error<T: Display>(path: &[T]) -> Error {
    let path: Vec<String> = path.iter().map(ToString::to_string).collect();
    Error::conflict(
        "cycle",
        format!(
            "These tasks would wait for each other: {}. Leave one of these edges out, or take one away with \
             `task_unlink`.",
            path.join(" → ")
        ),
    )
}
