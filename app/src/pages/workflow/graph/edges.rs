//! Edges between tasks: on the critical path, ahead of it, or cut.

use std::collections::BTreeSet;

use engine::numbers::{Number, TaskNo};
use engine::workflow::Workflow;
use engine::workflow::graph::EdgeState;
use leptos::prelude::*;

use super::Drawing;

/// Renders all edges of a layout.
pub fn lines(drawing: &Drawing) -> AnyView {
    let workflow = &drawing.scene.workflow;
    let critical = drawing.critical.windows(2);
    let critical: BTreeSet<_> = critical.map(|pair| (pair[0], pair[1])).collect();
    let edges = drawing.drawn.plan.edges.iter().map(|edge| {
        let ends = TaskNo::parse(&edge.from).zip(TaskNo::parse(&edge.to));
        let is_critical = ends.is_some_and(|ends| critical.contains(&ends));
        let class = match ends {
            Some((from, to)) => class(workflow, from, to, is_critical),
            None => "edge",
        };
        view! {
            <path class=class d=edge.path.clone() data-from=edge.from.clone() data-to=edge.to.clone()></path>
        }
    });
    view! { <g class="edges">{edges.collect_view()}</g> }.into_any()
}

/// Returns the classes of an edge between two tasks.
fn class(workflow: &Workflow, from: TaskNo, to: TaskNo, is_critical: bool) -> &'static str {
    let before = workflow.tasks.get(from);
    let state = workflow.tasks.get(to).and_then(|task| {
        let need = task.depends_on.iter().find(|need| need.task == from)?;
        Some(workflow.edge_state(need))
    });
    match state {
        // A missing task was added after the version that is open.
        None | Some(EdgeState::Dead | EdgeState::NotTaken) => "edge edge--off",
        _ if !is_critical => "edge",
        _ if before.is_some_and(|task| task.status.is_terminal()) => "edge edge--crit",
        _ => "edge edge--crit edge--ahead",
    }
}
