//! Maintains [`Derived`]: the sets and maps that save every rule from walking all tasks. The same steps build them from
//! a stored body and update them after single facts.

use std::collections::BTreeMap;

use imbl::{OrdMap, OrdSet, Vector};

use crate::numbers::{NudgeNo, Number, TaskNo};
use crate::workflow::edge::When;
use crate::workflow::graph::Gate;
use crate::workflow::people::{ApprovalStatus, Question};
use crate::workflow::state::{Body, Derived, Rank, Workflow};
use crate::workflow::task::{Task, TaskStatus};
use kernel::time::Time;

mod artifacts;
mod depths;
mod holders;
mod nudges;
mod planned;

/// Adds `value` to the list under each of `keys`, or under 0 (for all) if there are none.
pub(crate) fn list_under(
    map: &mut OrdMap<u32, Vector<u32>>,
    keys: impl IntoIterator<Item = TaskNo>,
    value: u32,
) {
    let mut keys = keys.into_iter().map(Number::get).peekable();
    let mut list = |key| {
        let under: &mut Vector<u32> = map.entry(key).or_default();
        // A planned decision may be made after decisions with greater numbers.
        match under.last() {
            Some(last) if *last > value => under.insert_ord(value),
            _ => under.push_back(value),
        }
    };
    if keys.peek().is_none() {
        list(0);
    }
    keys.for_each(list);
}

impl Workflow {
    /// Changes a task and updates all derived data. Every change of a task goes through here.
    pub(crate) fn change_task(&mut self, no: TaskNo, change: impl FnOnce(&mut Task)) {
        let Some(before) = self.body.tasks.get(no) else {
            return;
        };
        let (status, was_cut) = (before.status, self.derived.cut.contains(&no.0));
        self.unlist(no);
        self.body.tasks.change(no, change);
        self.list(no);
        self.look_again(no);
        let Some(after) = self.body.tasks.get(no) else {
            return;
        };
        if after.status != status || self.derived.cut.contains(&no.0) != was_cut {
            for behind in after.blocks.clone() {
                self.reopen(behind);
            }
        }
    }

    /// Removes a task's own entries from the sets.
    fn unlist(&mut self, no: TaskNo) {
        let Some(task) = self.body.tasks.get(no) else {
            return;
        };
        let rank = self.rank(task);
        self.derived.counts[self.visible_status_and_reason(task).0 as usize] -= 1;
        self.derived.cut.remove(&no.0);
        if let Some(until) = running_out(task) {
            self.derived.leases.remove(&(until, no.0));
        }
        self.derived.open.remove(&rank);
        self.derived.wanting.remove(&no.0);
        if let Some(lease) = &task.lease {
            take(&mut self.derived.held, &lease.holder, no.0);
        }
        if let Some(agent) = works_on(task) {
            take(&mut self.derived.assigned, agent, no.0);
        }
    }

    /// Adds a task's own entries to the sets.
    fn list(&mut self, no: TaskNo) {
        let Some(task) = self.body.tasks.get(no) else {
            return;
        };
        self.derived.counts[self.visible_status_and_reason(task).0 as usize] += 1;
        if let Some(until) = running_out(task) {
            self.derived.leases.insert((until, no.0));
        }
        if wants_person(task) {
            self.derived.wanting.insert(no.0);
        }
        if let Some(lease) = &task.lease {
            put(&mut self.derived.held, &lease.holder, no.0);
        }
        if let Some(agent) = works_on(task) {
            put(&mut self.derived.assigned, agent, no.0);
        }
    }

    /// Recomputes if a task may start or is cut off by a failure; if the cut-off state changes, also recomputes its
    /// dependents.
    pub(crate) fn reopen(&mut self, no: TaskNo) {
        let mut left = vec![no];
        // There are no cycles, so every task is final after its dependencies are.
        while let Some(no) = left.pop() {
            if self.look_again(no)
                && let Some(task) = self.body.tasks.get(no)
            {
                left.extend(&task.blocks);
            }
        }
    }

    /// Recomputes one task. Returns true if its cut-off state changed.
    fn look_again(&mut self, no: TaskNo) -> bool {
        let Some(task) = self.body.tasks.get(no) else {
            return false;
        };
        let (rank, status) = (self.rank(task), task.status);
        let gate = status.is_waiting().then(|| self.gate(task));
        if gate == Some(Gate::Open) {
            self.derived.open.insert(rank);
        } else {
            self.derived.open.remove(&rank);
        }
        self.keep(no, gate);
        let Derived { cut, counts, .. } = &mut self.derived;
        let (from, to) = match (cut.contains(&no.0), gate == Some(Gate::Cut)) {
            (false, true) => (status, TaskStatus::Blocked),
            (true, false) => (TaskStatus::Blocked, status),
            _ => return false,
        };
        if cut.remove(&no.0).is_none() {
            cut.insert(no.0);
        }
        counts[from as usize] -= 1;
        counts[to as usize] += 1;
        true
    }

    pub(crate) fn rank(&self, task: &Task) -> Rank {
        (task.priority, -self.height(task.id), task.id.0)
    }

    /// Recomputes the height of `no` and of all direct and indirect dependencies that change with it.
    pub(crate) fn raise(&mut self, no: TaskNo) {
        let Some(task) = self.body.tasks.get(no) else {
            return;
        };
        let height = self.true_height(task);
        self.set_height(no, height);
    }

    /// Updates heights after a new edge: the chain that begins with `from` may be longer now.
    pub(crate) fn raise_over(&mut self, from: TaskNo, to: TaskNo) {
        let Some(task) = self.body.tasks.get(from) else {
            return;
        };
        let height = self.height(to) + Self::minutes(task);
        if height > self.height(from) {
            self.set_height(from, height);
        }
    }

    /// Stores the height of `no` and of all direct and indirect dependencies that change with it. Either all of them
    /// grow or none does. The dependents of a task are searched only if its longest chain got shorter, because a task
    /// may have thousands of them.
    fn set_height(&mut self, no: TaskNo, height: i64) {
        let grows = height > self.height(no);
        // Lowest first: every dependent of a task has its final height before the task is visited, and no task is
        // visited twice.
        let mut left = BTreeMap::from([((self.height(no), no), height)]);
        while let Some(((before, no), mut height)) = left.pop_first() {
            let Some(task) = self.body.tasks.get(no) else {
                continue;
            };
            if !grows {
                height = self.true_height(task);
            }
            if self.derived.heights.get(&no.0) == Some(&height) {
                continue;
            }
            let rank = self.rank(task);
            for need in &task.depends_on {
                let Some(above) = self.body.tasks.get(need.task) else {
                    continue;
                };
                let (now, minutes) = (self.height(need.task), Self::minutes(above));
                let through = height + minutes;
                if grows && through > now {
                    let known = left.entry((now, need.task)).or_insert(through);
                    *known = through.max(*known);
                } else if !grows && before + minutes == now {
                    left.insert((now, need.task), through);
                }
            }
            let was_open = self.derived.open.remove(&rank).is_some();
            self.derived.heights.insert(no.0, height);
            if was_open {
                self.reopen(no);
            }
        }
    }

    /// Returns the stored height, 0 if there is none.
    fn height(&self, no: TaskNo) -> i64 {
        self.derived.heights.get(&no.0).copied().unwrap_or(0)
    }

    /// Computes the height from the dependents.
    fn true_height(&self, task: &Task) -> i64 {
        let behind = task.blocks.iter().map(|behind| self.height(*behind)).max();
        behind.unwrap_or(0) + Self::minutes(task)
    }

    /// Adds a new task to the sets. Its edges are already stored; its dependents are not recomputed.
    pub(crate) fn derive_task(&mut self, no: TaskNo) {
        let Some(task) = self.body.tasks.get(no) else {
            return;
        };
        for need in &task.depends_on {
            if let When::Choice { decision, .. } = &need.when {
                self.derived
                    .choosers
                    .entry(decision.0)
                    .or_default()
                    .insert(no.0);
            }
        }
        self.derived.edges += task.depends_on.len();
        let depth = self.true_depth(task);
        self.derived.depths.insert(no.0, depth);
        self.list(no);
        self.raise(no);
        self.look_again(no);
    }
}

/// Returns the assignee of an unfinished task.
fn works_on(task: &Task) -> Option<&str> {
    let agent = task.assigned_to.as_deref();
    agent.filter(|_| !task.status.is_terminal())
}

/// Returns the end of a lease that is not parked.
fn running_out(task: &Task) -> Option<Time> {
    task.lease
        .as_ref()
        .filter(|lease| lease.parked_at.is_none())
        .map(|lease| lease.until)
}

/// Returns the deadline of a question that has a default answer, with the question's number.
pub(crate) fn runs_out(question: &Question) -> Option<(Time, u32)> {
    let deadline = question.deadline?;
    question
        .default
        .is_some()
        .then_some((deadline, question.id.0))
}

/// Returns true if the task itself needs a person.
fn wants_person(task: &Task) -> bool {
    task.status == TaskStatus::Review
        || (task.status == TaskStatus::Failed && !task.failure_accepted)
        || (task.stalled.is_some() && !task.status.is_terminal())
        || task.is_stuck()
}

impl From<Body> for Workflow {
    fn from(body: Body) -> Self {
        let mut workflow = Self {
            body,
            derived: Derived::default(),
        };
        // In reverse order: the dependents of a task have their heights before it.
        let mut order = workflow.in_reverse_order();
        for no in order.iter().copied() {
            if let Some(task) = workflow.body.tasks.get(no) {
                let height = workflow.true_height(task);
                workflow.derived.heights.insert(no.0, height);
            }
        }
        // Then in topological order: if a failure cuts a task off depends on the tasks before it.
        order.reverse();
        for no in order {
            workflow.derive_task(no);
            workflow.take_note(no);
        }
        let Self { body, derived } = &mut workflow;
        for decision in body.decisions.iter() {
            list_under(
                &mut derived.decisions_of,
                decision.affects_tasks.iter().copied(),
                decision.id.0,
            );
            derived.decisions_for_all.add_decision(decision);
        }
        for discovery in body.discoveries.iter() {
            let affects = discovery.affects_tasks.iter().copied();
            list_under(&mut derived.discoveries_of, affects, discovery.id.0);
            derived.discoveries_for_all.add_discovery(discovery);
        }
        for question in body.questions.iter() {
            list_under(&mut derived.questions_of, question.task, question.id.0);
            if question.withdrawn.is_some() {
                continue;
            }
            if question.answer.is_none() {
                derived.open_questions.insert(question.id.0);
                derived.deadlines.extend(runs_out(question));
            } else if question.delivered_at.is_none() {
                derived.fresh_answers.insert(question.id.0);
            }
        }
        for approval in body.approvals.iter() {
            if approval.status == ApprovalStatus::Pending {
                derived.open_approvals.insert(approval.id.0);
            } else if approval.withdrawn.is_none() && approval.delivered_at.is_none() {
                derived.fresh_approvals.insert(approval.id.0);
            }
            if approval.status == ApprovalStatus::Refused {
                derived.refused_approvals.insert(approval.id.0);
            }
        }
        let planned: Vec<_> = body.planned_decisions.iter().map(|one| one.id).collect();
        let open = body
            .warnings
            .iter()
            .filter(|warning| warning.settled_at.is_none());
        derived.open_warnings = open.map(|warning| warning.id.0).collect();
        for no in planned {
            workflow.derive_planned(no);
        }
        let nudges: Vec<NudgeNo> = workflow.nudges.iter().map(|nudge| nudge.id).collect();
        for no in nudges {
            workflow.derive_nudge(no);
        }
        workflow.retire_nudges();
        let artifacts: Vec<u32> = workflow
            .body
            .artifacts
            .iter()
            .map(|artifact| artifact.id.0)
            .collect();
        for no in artifacts {
            workflow.derive_artifact(no);
        }
        workflow
    }
}

fn put(sets: &mut OrdMap<String, OrdSet<u32>>, agent: &str, no: u32) {
    sets.entry(agent.into()).or_default().insert(no);
}

/// Removes a number; also removes a set that is empty, so that the maps are the same whatever their history.
fn take(sets: &mut OrdMap<String, OrdSet<u32>>, agent: &str, no: u32) {
    if let Some(set) = sets.get_mut(agent) {
        set.remove(&no);
        if set.is_empty() {
            sets.remove(agent);
        }
    }
}
