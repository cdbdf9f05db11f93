//! What is near a task in the graph: whose decisions, discoveries and artifacts apply to it, and why.

use std::collections::BTreeSet;

use imbl::{OrdMap, Vector};

use crate::numbers::TaskNo;
use crate::workflow::ops::task_add::MAX_TASKS;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;

/// Why something that is listed under a task applies to another one.
#[derive(Clone, Copy)]
pub(super) enum Near {
    /// It is about the task itself.
    Itself,
    /// The task comes before.
    Before,
    /// The task is needed at once.
    Needed,
    /// It was made for the task itself.
    Mine,
    /// It was said to whoever has the task.
    About,
    /// It is about no task: it concerns all.
    All,
}

impl Near {
    pub(super) fn why(self, no: u32) -> String {
        match self {
            Self::Itself => "affects this task".into(),
            Self::Before => format!("affects {}, which comes before", TaskNo(no)),
            Self::Needed => format!("made for {}, which this task needs", TaskNo(no)),
            Self::Mine => "made for this task".into(),
            Self::About => "about this task".into(),
            Self::All => "concerns the whole workflow".into(),
        }
    }
}

/// The tasks whose decisions and discoveries apply, with why: the task, what it hangs on, and 0 for
/// what concerns all.
pub(super) fn near(workflow: &Workflow, task: Option<&Task>) -> Vec<(u32, Near)> {
    let its = task.into_iter().flat_map(|task| {
        let before = workflow.ancestors(task.id, MAX_TASKS).into_iter();
        std::iter::once((task.id.0, Near::Itself)).chain(before.map(|no| (no.0, Near::Before)))
    });
    its.chain([(0, Near::All)]).collect()
}

/// The things listed under any of `near`, each once, with why; newest first within each.
pub(super) fn listed(map: &OrdMap<u32, Vector<u32>>, near: &[(u32, Near)]) -> Vec<(u32, String)> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (task, near) in near {
        for no in map.get(task).into_iter().flat_map(|list| list.iter().rev()) {
            if seen.insert(*no) {
                found.push((*no, near.why(*task)));
            }
        }
    }
    found
}
