//! Depths of tasks in the graph: they limit plans and are a fast proof that an edge closes no cycle.

use std::collections::BTreeSet;

use crate::numbers::TaskNo;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;

impl Workflow {
    /// Returns the number of tasks in the longest chain that ends with `no`.
    pub(crate) fn depth(&self, no: TaskNo) -> u32 {
        self.derived.depths.get(&no.0).copied().unwrap_or(1)
    }

    /// Computes the depth from the dependencies.
    pub(super) fn true_depth(&self, task: &Task) -> u32 {
        let needs = task.depends_on.iter();
        1 + needs.map(|need| self.depth(need.task)).max().unwrap_or(0)
    }

    /// Recomputes the depth of `no` and of all direct and indirect dependents that change with it.
    pub(crate) fn deepen(&mut self, no: TaskNo) {
        // Shallowest first: all dependencies of a task have their final depth before the task is visited, and no task
        // is visited twice.
        let mut left = BTreeSet::from([(self.depth(no), no)]);
        while let Some((_, no)) = left.pop_first() {
            let Some(task) = self.body.tasks.get(no) else {
                continue;
            };
            let depth = self.true_depth(task);
            if self.derived.depths.get(&no.0) == Some(&depth) {
                continue;
            }
            left.extend(
                task.blocks
                    .iter()
                    .map(|behind| (self.depth(*behind), *behind)),
            );
            self.derived.depths.insert(no.0, depth);
        }
    }
}
