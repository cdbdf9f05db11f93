//! Tracks the last claim of each agent, and the assigned tasks that are ready for their agent.

use crate::numbers::TaskNo;
use crate::workflow::graph::Gate;
use crate::workflow::state::Workflow;
use crate::workflow::task::{Task, TaskStatus};
use kernel::time::Time;

impl Workflow {
    /// Stores the time of the last claim of every agent that has attempted the task.
    pub(crate) fn take_note(&mut self, no: TaskNo) {
        let Some(task) = self.body.tasks.get(no) else {
            return;
        };
        for attempt in &task.attempts {
            let last = self.derived.taken.entry(attempt.agent.clone());
            let last = last.or_default();
            *last = (*last).max((attempt.from, no.0));
        }
    }

    /// Stores the time since which the task is ready for its assigned agent; removes it if it is not.
    pub(super) fn keep(&mut self, no: TaskNo, gate: Option<Gate>) {
        let task = self.body.tasks.get(no);
        let since = task
            .filter(|task| task.status == TaskStatus::Assigned && !task.untaken)
            .filter(|_| gate == Some(Gate::Open))
            .map(|task| self.ready_since(task));
        let before = match since {
            Some(since) => self.derived.kept_since.insert(no.0, since),
            None => self.derived.kept_since.remove(&no.0),
        };
        if let Some(before) = before {
            self.derived.kept.remove(&(before, no.0));
        }
        if let Some(since) = since {
            self.derived.kept.insert((since, no.0));
        }
    }

    /// Returns the time since which the agent of an assigned task can claim it.
    fn ready_since(&self, task: &Task) -> Time {
        let needs = task.depends_on.iter();
        let needs = needs.filter_map(|need| self.tasks.get(need.task).map(|before| before.since));
        needs
            .chain(task.assigned_at)
            .chain(task.not_before)
            .max()
            .unwrap_or(task.since)
    }
}
