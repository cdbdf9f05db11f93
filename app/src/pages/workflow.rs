//! One workflow: its graph and other views of it, the panel of one task, and the composer of nudges. Loads
//! the state once and lets live facts change it; asks for a drawing again only when the graph changes.

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
mod keys;
mod learnings;
mod link;
mod load;
mod manage;
mod needs;
mod outline;
mod pages;
mod panel;
pub mod parts;
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

/// One workflow.
#[component]
pub fn WorkflowPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let address = Memo::new(move |_| {
        params.with(|path| query.with(|query| WorkflowAddress::read(path, query)))
    });
    // All that is loaded begins here, in an order that never differs between server and browser.
    let loads = Loads::begin(address);
    view! {
        <Transition fallback=Waiting>
            // What is there is shown until the next is: an answer that is awaited here would have the living
            // parts of the page gone while it still stands.
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

/// What stands there while another workflow is fetched.
#[component]
fn Waiting() -> impl IntoView {
    view! {
        <main id="main" class="page">
            <Notice>"Opening the workflow."</Notice>
        </main>
    }
}

/// The page of a workflow that is there.
#[component]
fn Whole(scene: Scene) -> impl IntoView {
    provide_context(scene);
    provide_context(About(vec![("workflow", scene.id.to_string())]));
    keys::listen(scene);
    let name = scene.read(|workflow| workflow.name.to_string());
    // A server writes the head when the rest is done, and then this part's signals may be gone.
    let title = if cfg!(feature = "ssr") {
        TextProp::from(name.get_untracked())
    } else {
        TextProp::from(move || name.get())
    };
    let view_now = Memo::new(move |_| scene.address.with(|address| address.view));
    let open = Memo::new(move |_| scene.address.with(|address| address.task));
    view! {
        <Title text=title/>
        <main id="main" class="desk">
            <div class="desk-main">
                <head::Head/>
                <toolbar::Toolbar/>
                {alive(move || match view_now.get() {
                    View::Graph => view! { <graph::Graph/> }.into_any(),
                    View::Outline => view! { <outline::Outline/> }.into_any(),
                    View::Table => parts::table(),
                    View::Decisions => parts::decisions(),
                    View::Discoveries => parts::discoveries(),
                    View::Learnings => parts::learnings(),
                    View::Artifacts => parts::artifacts(),
                    View::Agents => parts::agents(),
                    View::Digest => parts::digest(),
                    View::Activity => parts::activity(),
                })}
                // What was can be read, not changed.
                {scene.past.is_none().then(|| view! { <composer::Composer/> })}
                <scrub::Scrub/>
            </div>
            {alive(move || open.get().map(parts::task))}
        </main>
    }
}
