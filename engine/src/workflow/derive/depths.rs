//! How many tasks lie one behind the other: what bounds plans, and what tells quickly that an edge closes no cycle.

use std::collections::BTreeSet;

use crate::numbers::TaskNo;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;

impl Workflow {
    /// How many tasks are in the longest chain that ends with `no`.
    pub(crate) fn depth(&self, no: TaskNo) -> u32 {
        self.derived.depths.get(&no.0).copied().unwrap_or(1)
    }

    /// The depth that follows from the tasks before.
    pub(super) fn true_depth(&self, task: &Task) -> u32 {
        let needs = task.depends_on.iter();
        1 + needs.map(|need| self.depth(need.task)).max().unwrap_or(0)
    }

    /// Writes the depth of `no` again, and of everything behind it that changes with it.
    pub(crate) fn deepen(&mut self, no: TaskNo) {
        // Shallowest first: then everything before a task has its depth before it is looked at, and nothing is
        // looked at twice.
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
