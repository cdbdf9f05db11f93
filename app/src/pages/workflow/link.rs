//! Links to tasks, as they stand in sentences.

use engine::numbers::TaskNo;
use leptos::prelude::*;

use super::scene::scene;
use crate::parts::grouped;

/// How many of several tasks are named.
const NAMED: usize = 50;

/// A task's name, as the link that opens its panel.
#[component]
pub fn TaskLink(
    /// The task.
    no: TaskNo,
) -> impl IntoView {
    let href = scene().href_of(no);
    view! { <a href=href data-noscroll="true">{no.to_string()}</a> }
}

/// Several tasks: "T1, T2".
#[component]
pub fn TaskLinks(
    /// The tasks.
    tasks: Vec<TaskNo>,
) -> impl IntoView {
    let more = tasks.len().saturating_sub(NAMED);
    let links = tasks
        .into_iter()
        .take(NAMED)
        .enumerate()
        .map(|(nth, no)| {
            view! {
                {(nth > 0).then_some(", ")}
                <TaskLink no/>
            }
        })
        .collect_view();
    view! { {links} {(more > 0).then(|| format!(" and {} more", grouped(more as u64)))} }
}
