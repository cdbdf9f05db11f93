//! Links to tasks within sentences.

use engine::numbers::TaskNo;
use leptos::prelude::*;

use super::scene::Scene;
use crate::parts::group_digits;

/// Maximum number of tasks that are named in a list.
const NAMED: usize = 50;

/// Renders the number of a task as the link that opens its panel.
pub fn task_link(scene: &Scene, no: TaskNo) -> AnyView {
    view! { <a href=scene.href_of(no) data-noscroll="true">{no.to_string()}</a> }.into_any()
}

/// Renders links to several tasks: "T1, T2".
pub fn task_links(scene: &Scene, tasks: &[TaskNo]) -> AnyView {
    let more = tasks.len().saturating_sub(NAMED);
    let mut links = Vec::new();
    for no in tasks.iter().take(NAMED) {
        if !links.is_empty() {
            links.push(", ".into_any());
        }
        links.push(task_link(scene, *no));
    }
    if more > 0 {
        links.push(format!(" and {} more", group_digits(more as u64)).into_any());
    }
    links.into_any()
}

/// Joins the numbers of tasks: "T1, T2".
pub fn join_numbers(tasks: &[TaskNo]) -> String {
    let names: Vec<_> = tasks.iter().map(ToString::to_string).collect();
    names.join(", ")
}
