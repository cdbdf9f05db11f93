//! One workflow of the overview: thumbnail of its plan, goal and progress.

use leptos::prelude::*;

use super::mini::MiniPlan;
use super::scene::Run;
use crate::pages::run::{RunBody, RunTally};
use crate::parts::alive;
use crate::parts::time::length;

/// Row of one workflow.
#[component]
pub fn RunRow(
    /// Workflow to show.
    run: RwSignal<Run>,
) -> impl IntoView {
    let summary = Memo::new(move |_| run.with(|run| run.summary.clone()));
    let mini = Memo::new(move |_| run.with(|run| run.mini.clone()));
    let left = Signal::derive(move || {
        mini.with(|mini| mini.as_ref().and_then(|mini| mini.minutes_left))
            .filter(|minutes| *minutes > 0)
            .map(|minutes| format!("{} left (estimate)", length(minutes * 60_000)))
            .unwrap_or_default()
    });
    view! {
        <li class="run">
            {alive(move || match mini.get() {
                Some(mini) => view! { <MiniPlan mini /> }.into_any(),
                // The space is kept, so that all rows start at the same line.
                None => view! { <span class="mini"></span> }.into_any(),
            })}
            <RunBody summary />
            <RunTally summary left />
        </li>
    }
}
