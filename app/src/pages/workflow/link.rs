//! Links to tasks within sentences.

use engine::numbers::TaskNo;
use leptos::prelude::*;

use super::scene::scene;
use crate::parts::group_digits;

/// Maximum number of tasks that are named in a list.
const NAMED: usize = 50;

/// Number of a task, as the link that opens its panel.
#[component]
pub fn TaskLink(
    /// Task to link to.
    no: TaskNo,
) -> impl IntoView {
    let href = scene().href_of(no);
    view! { <a href=href data-noscroll="true">{no.to_string()}</a> }
}

/// Links to several tasks: "T1, T2".
#[component]
pub fn TaskLinks(
    /// Tasks to link to.
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
    view! { {links} {(more > 0).then(|| format!(" and {} more", group_digits(more as u64)))} }
}
