//! Finds the decisions, discoveries and artifacts that apply to a task because of its position in the graph.

use std::collections::BTreeSet;

use imbl::{OrdMap, Vector};

use crate::numbers::TaskNo;
use crate::workflow::ops::task_add::MAX_TASKS;
use crate::workflow::state::Workflow;
use crate::workflow::task::Task;

/// Reason why an item that is listed under one task applies to another.
#[derive(Clone, Copy)]
pub(super) enum Near {
    /// The item affects the task itself.
    Itself,
    /// The item affects a direct or indirect dependency of the task.
    Before,
    /// The item was made for a direct dependency of the task.
    Needed,
    /// The item was made for the task itself.
    Mine,
    /// The item is a message about the task.
    About,
    /// The item is about no task: it concerns the whole workflow.
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

/// Returns the tasks whose decisions and discoveries apply, with the reason: the task, its direct and indirect
/// dependencies, and 0 for items that concern all tasks.
pub(super) fn near(workflow: &Workflow, task: Option<&Task>) -> Vec<(u32, Near)> {
    let its = task.into_iter().flat_map(|task| {
        let before = workflow.ancestors(task.id, MAX_TASKS).into_iter();
        std::iter::once((task.id.0, Near::Itself)).chain(before.map(|no| (no.0, Near::Before)))
    });
    its.chain([(0, Near::All)]).collect()
}

/// Returns the numbers listed under any of `near`, each once, with the reason; newest first within each.
pub(super) fn list_near(
    map: &OrdMap<u32, Vector<u32>>,
    near: &[(u32, Near)],
) -> Vec<(u32, String)> {
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
