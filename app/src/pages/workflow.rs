//! One workflow: its graph and other views, the panel of one task, and the composer of nudges. Loads the state once
//! and updates it with live facts; requests a new layout only when the graph changes.

mod activity;
mod agents;
mod artifacts;
mod composer;
mod decisions;
mod digest;
mod discoveries;
mod export;
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
use leptos::text_prop::TextProp;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::pages::act::About;
use crate::pages::trouble::Trouble;
use crate::parts::Notice;
use crate::parts::alive;
use crate::paths::{View, WorkflowAddress};

use load::Loads;
use scene::Scene;

/// Page of a workflow.
#[component]
pub fn WorkflowPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let address = Memo::new(move |_| {
        params.with(|path| query.with(|query| WorkflowAddress::read(path, query)))
    });
    // All loading starts here, in an order that is the same on server and browser.
    let loads = Loads::begin(address);
    view! {
        <Transition fallback=Waiting>
            // The current content is shown until the next is loaded: awaiting the response here would dispose the
            // live parts of the page while it is still shown.
            {alive(move || loads.opened.get().map(|outcome| match outcome {
                Ok(opened) => {
                    let scene = Scene::begin(opened, address, &loads);
                    view! { <Whole scene/> }.into_any()
                }
                Err(problem) => view! { <Trouble problem/> }.into_any(),
            }))}
        </Transition>
    }
}

/// Placeholder while another workflow is loaded.
#[component]
fn Waiting() -> impl IntoView {
    view! {
        <main id="main" class="page">
            <Notice>"Opening the workflow."</Notice>
        </main>
    }
}

/// Page of an existing workflow.
#[component]
fn Whole(scene: Scene) -> impl IntoView {
    provide_context(scene);
    provide_context(About(vec![("workflow", scene.id.to_string())]));
    let name = scene.read(|workflow| workflow.name.to_string());
    // The server renders the head last, and then the signals of this part may be disposed.
    let title = if true {
        TextProp::from(name.get_untracked())
    } else {
        TextProp::from(move || name.get())
    };
    let view_now = Memo::new(move |_| scene.address.with(|address| address.view));
    let open = Memo::new(move |_| scene.address.with(|address| address.task));
    view! {
        <Title text=title/>
        <main id="main" class="desk" data-past=scene.past.is_some().then_some("") data-follows=format!("workflow:{}", scene.id)>
            <div class="desk-main">
                <head::Head/>
                <toolbar::Toolbar/>
                {alive(move || match view_now.get() {
                    View::Graph => view! { <graph::Graph/> }.into_any(),
                    View::Outline => view! { <outline::Outline/> }.into_any(),
                    View::Table => view! { <table::TaskTable/> }.into_any(),
                    View::Decisions => view! { <decisions::Decisions/> }.into_any(),
                    View::Discoveries => view! { <discoveries::Discoveries/> }.into_any(),
                    View::Learnings => view! { <learnings::Learnings/> }.into_any(),
                    View::Artifacts => view! { <artifacts::Artifacts/> }.into_any(),
                    View::Agents => view! { <agents::Agents/> }.into_any(),
                    View::Digest => view! { <digest::Digest/> }.into_any(),
                    View::Activity => view! { <activity::Activity/> }.into_any(),
                })}
                // Earlier versions are read-only.
                {scene.past.is_none().then(|| view! { <composer::Composer/> })}
                <scrub::Scrub/>
            </div>
            {alive(move || open.get().map(|no| view! { <panel::Panel no/> }))}
        </main>
    }
}
