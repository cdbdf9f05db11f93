//! Rules of the task graph: edge states, gates, dependencies, dependents and cycles.

use std::collections::{BTreeMap, BTreeSet};

use crate::numbers::{Number, TaskNo};
use crate::workflow::edge::{Join, Need, When};
use crate::workflow::shared::DecisionStatus;
use crate::workflow::state::Workflow;
use crate::workflow::task::{Task, TaskStatus};
use kernel::unicode::nfkc;

/// Minutes assumed for a task without an estimate.
pub const DEFAULT_MINUTES: i64 = 30;

/// State of one dependency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeState {
    /// The condition is met.
    Holds,
    /// The condition may still be met.
    Waits,
    /// The dependency failed or was cancelled: the condition will not be met.
    Dead,
    /// The branch was not taken.
    NotTaken,
}

/// Combined state of all dependencies of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// It may start.
    Open,
    /// It has to wait.
    Waiting,
    /// A failure cuts it off: it shows as blocked with the reason `upstream_failed`.
    Cut,
    /// It is on a branch that was not taken.
    Skip,
}

const fn needs_success(need: &Need) -> bool {
    matches!(need.when, When::Success | When::Choice { .. })
}

/// Returns true if two texts are the same option. Ignores case, Unicode form and surrounding spaces.
#[must_use]
pub fn is_same_option(one: &str, other: &str) -> bool {
    one == other || normalize(one) == normalize(other)
}

/// Normalizes a text for the comparison with options.
pub(crate) fn normalize(text: &str) -> String {
    let upper = nfkc(text.trim()).to_uppercase();
    // A character may decompose again in upper case.
    nfkc(&upper)
}

/// Combines the states of a task's dependencies.
fn combine(task: &Task, state: impl Fn(&Need) -> EdgeState) -> Gate {
    let (mut holds, mut waits, mut dead, mut not_taken) = (0, 0, 0, 0);
    for need in &task.depends_on {
        *match state(need) {
            EdgeState::Holds => &mut holds,
            EdgeState::Waits => &mut waits,
            EdgeState::Dead => &mut dead,
            EdgeState::NotTaken => &mut not_taken,
        } += 1;
    }
    match task.join {
        _ if task.depends_on.is_empty() => Gate::Open,
        Join::All if not_taken > 0 => Gate::Skip,
        Join::All | Join::NoneFailed if dead > 0 => Gate::Cut,
        Join::Any if holds > 0 => Gate::Open,
        _ if waits > 0 => Gate::Waiting,
        Join::Any if dead > 0 => Gate::Cut,
        _ if holds > 0 => Gate::Open,
        _ => Gate::Skip,
    }
}

impl Workflow {
    /// Returns the current state of `need`.
    #[must_use]
    pub fn edge_state(&self, need: &Need) -> EdgeState {
        match self.tasks.get(need.task) {
            // A task that a failure cuts off will not be completed either.
            Some(before) if needs_success(need) && self.derived.cut.contains(&before.id.0) => {
                EdgeState::Dead
            }
            Some(before) => self.edge_state_at(need, before.status),
            None => EdgeState::Dead,
        }
    }

    /// Returns the state of `need` if the dependency had `status`.
    fn edge_state_at(&self, need: &Need, status: TaskStatus) -> EdgeState {
        use EdgeState::{Dead, Holds, NotTaken, Waits};
        use TaskStatus::{Cancelled, Completed, Failed, Skipped};
        match (&need.when, status) {
            (_, status) if !status.is_terminal() => Waits,
            (When::Success, Completed) | (When::Failure, Failed) | (When::Done, _) => Holds,
            (When::Choice { decision, option }, Completed) => match self.decisions.get(*decision) {
                Some(made) if made.status == DecisionStatus::Rejected => Waits,
                Some(_) => match self.in_force(*decision) {
                    Some(choice) if is_same_option(choice, option) => Holds,
                    Some(_) => NotTaken,
                    None => Waits,
                },
                None => Waits,
            },
            (_, Skipped) | (When::Failure, Completed | Cancelled) => NotTaken,
            (_, _) => Dead,
        }
    }

    /// Returns the valid choice of a decision, following the decisions that supersede it.
    fn in_force(&self, mut decision: crate::numbers::DecisionNo) -> Option<&String> {
        loop {
            let made = self.decisions.get(decision)?;
            match made.superseded_by {
                // A decision is superseded by later ones only, so the loop ends.
                Some(later) if later > decision => decision = later,
                _ => return made.holds().then_some(&made.choice),
            }
        }
    }

    /// Returns the combined state of the dependencies of `task`.
    #[must_use]
    pub fn gate(&self, task: &Task) -> Gate {
        self.gate_with(task, None)
    }

    /// Returns the combined state of the dependencies of `task`, assuming another status for one of them.
    #[must_use]
    pub fn gate_with(&self, task: &Task, other: Option<(TaskNo, TaskStatus)>) -> Gate {
        combine(task, |need| match other {
            Some((no, status)) if no == need.task => self.edge_state_at(need, status),
            _ => self.edge_state(need),
        })
    }

    /// Returns the unmet dependencies of `task`; empty while its gate is open.
    #[must_use]
    pub fn unmet(&self, task: &Task) -> Vec<TaskNo> {
        if self.gate(task) == Gate::Open {
            return Vec::new();
        }
        let needs = task.depends_on.iter();
        needs
            .filter(|need| self.edge_state(need) != EdgeState::Holds)
            .map(|need| need.task)
            .collect()
    }

    /// Returns true if the dependencies of a completed task still hold. Conditions on a failure or on any end count as
    /// met for good, also if that dependency is tried again later.
    #[must_use]
    pub fn stands(&self, task: &Task) -> bool {
        let gate = combine(task, |need| {
            if needs_success(need) {
                self.edge_state(need)
            } else {
                EdgeState::Holds
            }
        });
        gate == Gate::Open
    }

    /// Returns the expected duration of a task, in minutes.
    #[must_use]
    pub fn minutes(task: &Task) -> i64 {
        task.estimate_minutes.map_or(DEFAULT_MINUTES, i64::from)
    }

    /// Returns all direct and indirect dependencies of `task`, nearest first, at most `limit`.
    #[must_use]
    pub fn ancestors(&self, task: TaskNo, limit: usize) -> Vec<TaskNo> {
        self.walk(task, limit, |task| {
            task.depends_on.iter().map(|need| need.task).collect()
        })
    }

    /// Returns all direct and indirect dependents of `task`, nearest first, at most `limit`.
    #[must_use]
    pub fn descendants(&self, task: TaskNo, limit: usize) -> Vec<TaskNo> {
        self.walk(task, limit, |task| task.blocks.clone())
    }

    fn walk(&self, from: TaskNo, limit: usize, next: impl Fn(&Task) -> Vec<TaskNo>) -> Vec<TaskNo> {
        let mut seen = BTreeSet::from([from]);
        let mut order = vec![from];
        let mut at = 0;
        while at < order.len() && order.len() <= limit {
            for no in self.tasks.get(order[at]).map(&next).unwrap_or_default() {
                if seen.insert(no) {
                    order.push(no);
                }
            }
            at += 1;
        }
        order.remove(0);
        order.truncate(limit);
        order
    }

    /// Returns the existing path from `to` to `from` if an edge from `from` to `to` would close a cycle: `[to, …,
    /// from]`.
    #[must_use]
    pub fn cycle(&self, from: TaskNo, to: TaskNo) -> Option<Vec<TaskNo>> {
        // No path leads to a task that is not deeper, so no search is needed.
        let depth = self.depth(from);
        if from != to && depth <= self.depth(to) {
            return None;
        }
        let mut reached = BTreeMap::from([(to, to)]);
        let mut stack = vec![to];
        while let Some(no) = stack.pop() {
            if no == from {
                let mut path = vec![no];
                while let Some(before) = path.last().and_then(|no| reached.get(no)) {
                    if path.last() == Some(before) {
                        break;
                    }
                    path.push(*before);
                }
                path.reverse();
                return Some(path);
            }
            for next in self
                .tasks
                .get(no)
                .map(|task| task.blocks.as_slice())
                .unwrap_or_default()
            {
                let leads_on = *next == from || self.depth(*next) < depth;
                if leads_on && !reached.contains_key(next) {
                    reached.insert(*next, no);
                    stack.push(*next);
                }
            }
        }
        None
    }

    /// Returns the critical path: the chain of tasks with the most unfinished minutes, in order, with these minutes.
    #[must_use]
    pub fn critical_path(&self) -> (Vec<TaskNo>, i64) {
        // Finished tasks add no time, but the path may lead through them.
        let mut best: BTreeMap<TaskNo, (i64, Option<TaskNo>)> = BTreeMap::new();
        for no in self.in_reverse_order() {
            let Some(task) = self.tasks.get(no) else {
                continue;
            };
            let own = if task.status.is_terminal() {
                0
            } else {
                Self::minutes(task)
            };
            let next = task
                .blocks
                .iter()
                .filter_map(|no| best.get(no).map(|(minutes, _)| (*minutes, *no)))
                .max_by_key(|(minutes, no)| (*minutes, std::cmp::Reverse(*no)));
            best.insert(
                no,
                (
                    own + next.map_or(0, |(minutes, _)| minutes),
                    next.map(|(_, no)| no),
                ),
            );
        }
        let start = best
            .iter()
            .filter(|(no, _)| {
                self.tasks
                    .get(**no)
                    .is_some_and(|task| task.depends_on.is_empty())
            })
            .max_by_key(|(no, (minutes, _))| (*minutes, std::cmp::Reverse(**no)));
        let Some((start, (minutes, _))) = start else {
            return (Vec::new(), 0);
        };
        let mut path = vec![*start];
        while let Some((_, Some(next))) = path.last().and_then(|no| best.get(no)) {
            path.push(*next);
        }
        (path, *minutes)
    }

    /// Returns all tasks in reverse topological order: each after all of its dependents.
    #[must_use]
    pub fn in_reverse_order(&self) -> Vec<TaskNo> {
        let mut left: BTreeMap<TaskNo, usize> = self
            .tasks
            .iter()
            .map(|task| (task.id, task.blocks.len()))
            .collect();
        let mut order: Vec<TaskNo> = left
            .iter()
            .filter(|(_, blocks)| **blocks == 0)
            .map(|(no, _)| *no)
            .collect();
        let mut at = 0;
        while at < order.len() {
            if let Some(task) = self.tasks.get(order[at]) {
                for need in &task.depends_on {
                    if let Some(blocks) = left.get_mut(&need.task) {
                        *blocks -= 1;
                        if *blocks == 0 {
                            order.push(need.task);
                        }
                    }
                }
            }
            at += 1;
        }
        order
    }

    /// Returns the tasks whose edges name this decision.
    #[must_use]
    pub fn choosers(&self, decision: crate::numbers::DecisionNo) -> Vec<TaskNo> {
        self.derived
            .choosers
            .get(&decision.get())
            .map(|tasks| tasks.iter().map(|no| TaskNo(*no)).collect())
            .unwrap_or_default()
    }

    /// Returns a decision and all decisions that it superseded, newest first.
    #[must_use]
    pub fn lineage(&self, decision: crate::numbers::DecisionNo) -> Vec<crate::numbers::DecisionNo> {
        let mut lineage = vec![decision];
        let mut last = decision;
        // A decision supersedes earlier ones only, so the loop ends.
        while let Some(earlier) = self
            .decisions
            .get(last)
            .and_then(|made| made.supersedes)
            .filter(|earlier| *earlier < last)
        {
            lineage.push(earlier);
            last = earlier;
        }
        lineage
    }
}
