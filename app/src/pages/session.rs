//! One session: its messages, the summary of older ones, and its memory. Loads the state once and updates it with
//! live facts.

mod data;
mod entities;
mod gauges;
mod head;
mod history;
mod lens;
mod load;
mod manage;
mod mentions;
mod pads;
mod past;
mod pending;
mod said;
mod scene;
mod script;
mod summary;
mod tool;
mod turn;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::pages::act::About;
use crate::pages::trouble::Trouble;
use crate::parts::Notice;
use crate::parts::alive;
use crate::paths::SessionAddress;

use load::Loads;
use scene::Scene;

/// Page of a session.
#[component]
pub fn SessionPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let address = Memo::new(move |_| {
        params.with(|path| query.with(|query| SessionAddress::read(path, query)))
    });
    // All loading starts here, in an order that is the same on server and browser.
    let loads = Loads::begin(address);
    view! {
        <Transition fallback=Waiting>
            {alive(move || loads.state.get().map(|outcome| match outcome {
                Ok(opened) => {
                    let scene = Scene::begin(opened, address, loads);
                    view! { <Whole scene/> }.into_any()
                }
                Err(problem) => view! { <Trouble problem/> }.into_any(),
            }))}
        </Transition>
    }
}

/// Placeholder while another session is loaded.
#[component]
fn Waiting() -> impl IntoView {
    view! {
        <main id="main" class="page">
            <Notice>"Opening the session."</Notice>
        </main>
    }
}

/// Page of an existing session.
#[component]
fn Whole(scene: Scene) -> impl IntoView {
    provide_context(scene);
    provide_context(About(scene.key_fields()));
    let title = scene.title();
    view! {
        <Title text=title/>
        <main id="main" class="page">
            <head::Head/>
            <div class="columns columns--talk">
                <div class="flow">
                    <past::Differences/>
                    <script::Script/>
                </div>
                <div class="flow">
                    <gauges::Context/>
                    <lens::Lens/>
                    <entities::EntityList/>
                    <pads::ScratchpadList/>
                    <pending::Pending/>
                    <data::Data/>
                    <history::History/>
                </div>
            </div>
        </main>
    }
}
