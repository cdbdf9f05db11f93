//! Edges between tasks. Their styles (on the critical path, ahead of it, cut) change with the statuses; their
//! routes are fixed.

use engine::numbers::{Number, TaskNo};
use engine::workflow::graph::EdgeState;
use kernel::ports::layout::{Plan, PlanEdge};
use leptos::prelude::*;

use super::super::scene::scene;

/// Style of an edge.
#[derive(Clone, Copy, Default, PartialEq)]
enum Line {
    #[default]
    Plain,
    Off,
    Behind,
    Ahead,
}

impl Line {
    const fn class(self) -> &'static str {
        match self {
            Self::Plain => "edge",
            Self::Off => "edge edge--off",
            Self::Behind => "edge edge--crit",
            Self::Ahead => "edge edge--crit edge--ahead",
        }
    }

    const fn tip(self) -> &'static str {
        match self {
            Self::Plain | Self::Off => "url(#tip)",
            Self::Behind | Self::Ahead => "url(#tip-crit)",
        }
    }
}

/// Renders all edges of a layout.
pub fn lines(plan: &Plan, critical: Memo<Vec<TaskNo>>) -> AnyView {
    let edges = plan
        .edges
        .iter()
        .map(|edge| view! { <Edge edge=edge.clone() critical/> })
        .collect_view();
    view! { <g class="edges">{edges}</g> }.into_any()
}

#[component]
fn Edge(edge: PlanEdge, critical: Memo<Vec<TaskNo>>) -> impl IntoView {
    let scene = scene();
    let ends = TaskNo::parse(&edge.from).zip(TaskNo::parse(&edge.to));
    let line = Memo::new(move |_| {
        let Some((from, to)) = ends else {
            return Line::Plain;
        };
        let on_path = critical.with(|path| path.windows(2).any(|pair| pair == [from, to]));
        scene.state.with(|workflow| {
            let is_over = workflow
                .tasks
                .get(from)
                .is_some_and(|task| task.status.is_terminal());
            let state = workflow.tasks.get(to).and_then(|task| {
                let need = task.depends_on.iter().find(|need| need.task == from)?;
                Some(workflow.edge_state(need))
            });
            match state {
                // A missing task was added after the version that is open.
                None | Some(EdgeState::Dead | EdgeState::NotTaken) => Line::Off,
                _ if on_path && is_over => Line::Behind,
                _ if on_path => Line::Ahead,
                _ => Line::Plain,
            }
        })
    });
    view! {
        <path
            class=move || line.get().class()
            d=edge.path
            data-from=edge.from
            data-to=edge.to
            marker-end=move || line.get().tip()
        ></path>
    }
}
