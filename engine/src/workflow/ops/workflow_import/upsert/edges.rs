//! Edges of an imported plan, merged with edges that were added here.

use std::collections::BTreeSet;

use exchange::plan::{Edge, PlannedTask};
use exchange::report::Odd;

use super::Upsert;
use crate::numbers::TaskNo;
use crate::workflow::edge::{Need, When};
use crate::workflow::facts::{TaskLinked, TaskUnlinked};
use crate::workflow::origin::Origin;
use crate::workflow::task::Task;
use kernel::error::Result;

impl Upsert<'_> {
    /// Makes a task that was imported before wait for one that is new.
    pub(super) fn link(&mut self, edge: &Edge) -> Result<()> {
        let ends = (self.at.get(&edge.from), self.at.get(&edge.to));
        let (Some(from), Some(to)) = (ends.0.copied(), ends.1.copied()) else {
            return Ok(());
        };
        let here = self.draft.tasks.find(to)?;
        if here.depends_on.iter().any(|need| need.task == from) {
            return Ok(());
        }
        if self.draft.cycle(from, to).is_some() {
            self.set_aside(&edge.to, from, to);
            return Ok(());
        }
        self.draft.record(TaskLinked {
            from,
            to,
            when: When::Success,
        });
        self.touched.push(to);
        Ok(())
    }

    /// Removes the imported edges from a task that was deleted in the source to its dependents, so that it no longer
    /// blocks them.
    pub(super) fn let_go(&mut self, deleted: &Task) {
        for behind in &deleted.blocks {
            let Some(task) = self.draft.tasks.get(*behind) else {
                continue;
            };
            let origin = task.origin.as_ref();
            let is_from_there = origin.is_some_and(|origin| origin.needs.contains(&deleted.id));
            if is_from_there {
                self.draft.record(TaskUnlinked {
                    from: deleted.id,
                    to: *behind,
                });
                self.touched.push(*behind);
            }
        }
    }

    /// Reports an edge that is left out.
    pub(super) fn set_aside(&mut self, at: &str, from: TaskNo, to: TaskNo) {
        self.report.set_aside += 1;
        self.report.show(&[Odd {
            at: at.into(),
            why: "this edge would close a cycle with edges that were drawn here".into(),
            text: format!("{to} waits for {from}"),
        }]);
    }

    /// Returns the dependencies of an imported task.
    pub(super) fn needs(&self, task: &PlannedTask) -> Vec<Need> {
        let after_failure: BTreeSet<&String> = task.after_failure.iter().collect();
        let need = |name: &String| {
            Some(Need {
                task: *self.at.get(name)?,
                when: if after_failure.contains(name) {
                    When::Failure
                } else {
                    When::Success
                },
            })
        };
        task.needs.iter().filter_map(need).collect()
    }

    /// Removes imported edges that no longer exist in the source and adds new ones; returns the dependencies that are
    /// in effect.
    pub(super) fn rewire(
        &mut self,
        here: &Task,
        origin: &Origin,
        task: &PlannedTask,
    ) -> Vec<TaskNo> {
        let needs = self.needs(task);
        let known = |no: TaskNo| here.depends_on.iter().find(|need| need.task == no);
        let is_needed = |no: &TaskNo| needs.iter().any(|need| need.task == *no);
        for gone in origin.needs.iter().filter(|no| !is_needed(no)) {
            if known(*gone).is_some() {
                self.draft.record(TaskUnlinked {
                    from: *gone,
                    to: here.id,
                });
            }
        }
        let mut hold = Vec::with_capacity(needs.len());
        for Need { task: no, when } in needs {
            let known = known(no).map(|need| &need.when);
            // A kind of edge that no other tool has was added here, and stays.
            let is_own = matches!(known, Some(When::Done | When::Choice { .. }));
            if known == Some(&when) || is_own {
                hold.push(no);
                continue;
            }
            if known.is_some() {
                self.draft.record(TaskUnlinked {
                    from: no,
                    to: here.id,
                });
            } else if self.draft.cycle(no, here.id).is_some() {
                self.set_aside(&task.id, no, here.id);
                continue;
            }
            self.draft.record(TaskLinked {
                from: no,
                to: here.id,
                when,
            });
            hold.push(no);
        }
        hold
    }
}
