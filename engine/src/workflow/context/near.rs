//! What is near a task in the graph: whose decisions, discoveries and artifacts apply to it, and why.

use std::collections::BTreeSet;

use imbl::{OrdMap, Vector};

use crate::workflow::state::Workflow;
use crate::workflow::task::Task;

/// How far up the graph decisions and discoveries are looked for.
const ANCESTORS: usize = 200;

/// The tasks whose decisions and discoveries apply, with why: the task, what it hangs on, and 0 for
/// what concerns all.
pub(super) fn near(workflow: &Workflow, task: &Task) -> Vec<(u32, String)> {
    let mut near = vec![(task.id.0, "affects this task".to_owned())];
    for no in workflow.ancestors(task.id, ANCESTORS) {
        near.push((no.0, format!("affects {no}, which comes before")));
    }
    near.push((0, "concerns the whole workflow".into()));
    near
}

/// The things listed under any of `near`, each once, with why; newest first within each.
pub(super) fn listed(map: &OrdMap<u32, Vector<u32>>, near: &[(u32, String)]) -> Vec<(u32, String)> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (task, why) in near {
        for no in map.get(task).into_iter().flat_map(|list| list.iter().rev()) {
            if seen.insert(*no) {
                found.push((*no, why.clone()));
            }
        }
    }
    found
}
