//! One workflow: its graph and other views, the panel of one task, and the composer of nudges.

mod activity;
mod agents;
mod artifacts;
mod composer;
mod decisions;
mod digest;
mod discoveries;
mod face;
mod filter;
mod graph;
mod head;
mod keeping;
mod learnings;
mod link;
mod load;
mod manage;
mod needs;
mod outline;
mod pages;
mod panel;
mod receipts;
mod refusal;
mod scene;
mod scrub;
mod table;
mod toolbar;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::call::show_after;
use crate::pages::act::About;
use crate::pages::trouble::Trouble;
use crate::parts::WholeView;
use crate::paths::WorkflowAddress;

use load::{Opened, Tab, load};
use scene::Scene;

/// Page of a workflow.
#[component]
pub fn WorkflowPage() -> impl IntoView {
    let (path, query) = (use_params_map(), use_query_map());
    let address = WorkflowAddress::read(&path.get_untracked(), &query.get_untracked());
    show_after(load(address), |opened| match opened {
        Ok(opened) => page(opened),
        Err(problem) => view! { <Trouble problem/> }.into_any(),
    })
}

/// Renders the page of an existing workflow.
fn page(opened: Opened) -> AnyView {
    let Opened { scene, tab, prompt } = opened;
    let id = scene.workflow.id;
    provide_context(About(vec![("workflow", id.to_string())]));
    let name = scene.workflow.name.to_string();
    let panel = scene.address.task;
    let panel = panel.map(|no| panel::panel(&scene, no, prompt));
    let main = view! {
        <main id="main" class="desk" data-past=scene.past.map(|_| "") data-follows=format!("workflow:{id}")>
            <div class="desk-main">
                {head::head(&scene)}
                {toolbar::toolbar(&scene)}
                {body(&scene, tab)}
                // Earlier versions are read-only.
                {(!scene.is_past()).then(|| composer::composer(&scene))}
                {scrub::scrub(&scene)}
            </div>
            {panel}
        </main>
    }
    .into_any();
    view! {
        <Title text=name/>
        <WholeView>{main}</WholeView>
    }
    .into_any()
}

/// Renders the open view.
fn body(scene: &Scene, tab: Tab) -> AnyView {
    match tab {
        Tab::Graph(drawn) => graph::graph(scene, drawn),
        Tab::Outline => outline::outline(scene, outline::LISTED),
        Tab::Table => table::table(scene),
        Tab::Decisions => decisions::decisions(scene),
        Tab::Discoveries => discoveries::discoveries(scene),
        Tab::Learnings(keeping) => learnings::learnings(scene, &keeping),
        Tab::Artifacts(open) => artifacts::artifacts(scene, open),
        Tab::Agents => agents::agents(scene),
        Tab::Digest(days) => digest::digest(scene, days),
        Tab::Activity(facts) => activity::activity(scene, facts),
    }
}
