//! Views of the workflow as tabs with their counts, and the filter of tasks.

use engine::workflow::Workflow;
use leptos::prelude::*;

use super::scene::scene;
use crate::parts::alive;
use crate::parts::{Glyph, Icon};
use crate::paths::View;

/// Tabs and filter.
#[component]
pub fn Toolbar() -> impl IntoView {
    let scene = scene();
    // The filter is shown only in views that list tasks.
    let filters = Memo::new(move |_| {
        scene
            .address
            .with(|address| matches!(address.view, View::Graph | View::Outline | View::Table))
    });
    view! {
        <div class="toolbar">
            <nav class="tabs" aria-label="Views of this workflow">
                {View::ALL.into_iter().map(|its| view! { <Tab its/> }).collect_view()}
            </nav>
            <div class="toolbar-end">{alive(move || filters.get().then(|| view! { <Find/> }))}</div>
        </div>
    }
}

#[component]
fn Tab(its: View) -> impl IntoView {
    let scene = scene();
    let count = scene.read(move |workflow| count(workflow, its));
    let href = move || scene.address.get().viewing(its).href();
    let here = move || {
        scene
            .address
            .with(|address| (address.view == its).then_some("page"))
    };
    // `o` leads to the outline, and from there back to the graph.
    let toggles = scene.address.with_untracked(|address| {
        let other = if address.view == View::Outline {
            View::Graph
        } else {
            View::Outline
        };
        (its == other).then_some("o")
    });
    view! {
        <a href=href aria-current=here data-noscroll="true" data-key=toggles>
            {icon(its).map(|icon| view! { <Glyph icon/> })}
            {its.label()}
            {alive(move || count.get().map(|count| view! { " " <span class="num">{count}</span> }))}
        </a>
    }
}

const fn icon(view: View) -> Option<Icon> {
    match view {
        View::Graph => Some(Icon::Workflow),
        View::Outline => Some(Icon::List),
        View::Table => Some(Icon::Table),
        _ => None,
    }
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
#[component]
fn Find() -> impl IntoView {
    let scene = scene();
    let action = move || {
        scene
            .address
            .with(|address| crate::paths::workflow(address.workflow))
    };
    let kept = move || {
        let mut query = scene.address.get().with(|address| address.page = 1).query();
        query.retain(|(name, _)| *name != "filter");
        query
            .into_iter()
            .map(|(name, value)| view! { <input type="hidden" name=name value=value/> })
            .collect_view()
    };
    let first = scene
        .address
        .with_untracked(|address| address.filter.clone());
    view! {
        <form method="get" action=action role="search" data-replace="">
            {kept}
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
                    value=first
                    data-seeks=""
                />
                <kbd aria-hidden="true">"/"</kbd>
            </label>
        </form>
    }
}
