//! One workflow of the overview: thumbnail of its plan, goal and progress.

use leptos::prelude::*;

use super::mini::MiniPlan;
use super::scene::Run;
use crate::pages::run::{RunBody, RunTally};
use crate::parts::time::length;

/// Row of one workflow.
#[component]
pub fn RunRow(
    /// Workflow to show.
    run: Run,
) -> impl IntoView {
    let Run { summary, mini } = run;
    let left = mini.as_ref().and_then(|mini| mini.minutes_left);
    let left = left
        .filter(|minutes| *minutes > 0)
        .map(|minutes| format!("{} left (estimate)", length(minutes * 60_000)))
        .unwrap_or_default();
    let row = summary.id.to_string();
    let plan = match mini {
        Some(mini) => view! { <MiniPlan mini /> }.into_any(),
        // The space is kept, so that all rows start at the same line.
        None => view! { <span class="mini"></span> }.into_any(),
    };
    view! {
        <li class="run" id=format!("run-{row}") data-row=row.clone()>
            {plan}
            <RunBody summary=summary.clone() />
            <RunTally summary left />
        </li>
    }
}
