//! Download of the workflow, as a file in one of the export formats.

use engine::workflow::ops::workflow_export::ExportFormat;
use leptos::prelude::*;

use super::scene::scene;
use crate::paths;

/// Download links, one per format.
#[component]
pub fn Export() -> impl IntoView {
    let id = scene().state.with_untracked(|workflow| workflow.id);
    let links = ExportFormat::ALL.map(|format| {
        let href = paths::export(id, format.name());
        view! { <li><a href=href rel="external" download>{format.title()}</a></li> }
    });
    view! {
        <nav class="export" aria-labelledby="h-take-along">
            <p id="h-take-along">"Export"</p>
            <ul>{links.into_iter().collect_view()}</ul>
        </nav>
    }
}
