//! Views of the workflow as tabs with their counts, and the filter of tasks.

use engine::workflow::Workflow;
use leptos::prelude::*;

use super::scene::Scene;
use crate::parts::{Glyph, Icon};
use crate::paths::{self, View};

/// Renders the tabs and the filter, which is shown only in views that list tasks.
pub fn toolbar(scene: &Scene) -> AnyView {
    let view = scene.address.view;
    let filters = matches!(view, View::Graph | View::Outline | View::Table);
    view! {
        <div class="toolbar">
            <nav class="tabs" aria-label="Views of this workflow">
                {View::ALL.into_iter().map(|its| tab(scene, its)).collect_view()}
            </nav>
            <div class="toolbar-end">{filters.then(|| filter(scene))}</div>
        </div>
    }
    .into_any()
}

fn tab(scene: &Scene, its: View) -> AnyView {
    let open = scene.address.view;
    // `o` leads to the outline, and from there back to the graph.
    let toggled = match open {
        View::Outline => View::Graph,
        _ => View::Outline,
    };
    let icon = match its {
        View::Graph => Some(Icon::Workflow),
        View::Outline => Some(Icon::List),
        View::Table => Some(Icon::Table),
        _ => None,
    };
    let count = count(&scene.workflow, its);
    view! {
        <a
            href=scene.address.viewing(its).href()
            aria-current=(open == its).then_some("page")
            data-noscroll="true"
            data-key=(its == toggled).then_some("o")
        >
            {icon.map(|icon| view! { <Glyph icon/> })}
            {its.label()}
            {count.map(|count| view! { " " <span class="num">{count}</span> })}
        </a>
    }
    .into_any()
}

/// Returns the number of things in a view, if it is informative.
fn count(workflow: &Workflow, view: View) -> Option<usize> {
    match view {
        // Learnings are derived on request, so they have no count here.
        View::Graph
        | View::Outline
        | View::Table
        | View::Learnings
        | View::Digest
        | View::Activity => None,
        View::Decisions => Some(workflow.decisions.len()),
        View::Discoveries => Some(workflow.discoveries.len()),
        View::Artifacts => Some(workflow.derived().newest.len()),
        View::Agents => Some(workflow.agent_contributions.len()),
    }
}

/// Filter form, which submits an address; with JavaScript it filters while the user types.
fn filter(scene: &Scene) -> AnyView {
    let address = scene.address.with(|address| {
        address.page = 1;
        address.filter = String::new();
    });
    view! {
        <form method="get" action=paths::workflow(address.workflow) role="search" data-replace="">
            {query_fields(address.query())}
            <label class="find">
                <Glyph icon=Icon::Search/>
                <span class="vh">"Filter tasks"</span>
                <input
                    type="search"
                    id="filter"
                    name="filter"
                    placeholder="Filter, e.g. blocked"
                    autocomplete="off"
                    aria-keyshortcuts="/"
                    value=scene.address.filter.clone()
                    data-seeks=""
                />
                <kbd aria-hidden="true">"/"</kbd>
            </label>
        </form>
    }
    .into_any()
}

/// Renders parameters of an address as hidden fields of a form.
pub fn query_fields(query: Vec<(&'static str, String)>) -> AnyView {
    query
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value/> })
        .collect_view()
        .into_any()
}
