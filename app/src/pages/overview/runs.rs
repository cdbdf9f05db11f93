//! Running workflows. Rows keep their places while the user points at them.

use leptos::prelude::*;

use super::house::GROUP;
use super::run_row::RunRow;
use super::scene::Run;
use crate::parts::{Empty, Sect};
use crate::paths;

/// Section with the running workflows.
#[component]
pub fn Runs(
    /// Workflows to show.
    runs: Vec<Run>,
    /// Total number of running workflows.
    running: usize,
    /// Recently finished workflows, if none is running.
    lately: Vec<Run>,
) -> impl IntoView {
    let all = if running > runs.len() {
        format!("All {running} active workflows")
    } else {
        "All workflows".to_owned()
    };
    let none = runs.is_empty();
    let rows = |runs: Vec<Run>| {
        let rows = runs.into_iter().map(|run| view! { <RunRow run /> });
        rows.collect_view()
    };
    let lately = (none && !lately.is_empty()).then(|| {
        view! {
            <h3>"Lately finished"</h3>
            <ol class="runs">{rows(lately)}</ol>
        }
    });
    view! {
        <Sect
            id="h-runs"
            title="Active workflows"
            aside=move || view! { <a class="push" href=paths::workflows()>{all.clone()}</a> }
        >
            {none.then(|| view! {
                <Empty title="No workflow is active." text="An orchestrator begins one, or you do.">
                    <a class="btn" href=paths::new_workflow()>"New workflow"</a>
                </Empty>
            })}
            {lately}
            <ol class="runs" id="runs" data-hold="" data-hold-group=GROUP>{rows(runs)}</ol>
        </Sect>
    }
}
