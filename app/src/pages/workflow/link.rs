//! Links to tasks, as they stand in sentences.

use engine::numbers::TaskNo;
use leptos::prelude::*;

use super::scene::scene;

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
    tasks
        .into_iter()
        .enumerate()
        .map(|(nth, no)| {
            view! {
                {(nth > 0).then_some(", ")}
                <TaskLink no/>
            }
        })
        .collect_view()
}
