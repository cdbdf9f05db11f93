//! The lines between tasks. Which of them are on the critical path, ahead of it or cut changes with the
//! statuses; where they run does not.

use engine::numbers::{Number, TaskNo};
use engine::workflow::graph::EdgeState;
use kernel::ports::layout::{Plan, PlanEdge};
use leptos::prelude::*;

use super::super::scene::scene;

/// How a line is drawn.
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

/// All lines of a drawing.
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
                // What is not there came after the version that is looked at.
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
            marker-end=move || line.get().tip()
        ></path>
    }
}
