//! One session: its messages, the summary of older ones, and its memory.

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

use std::sync::Arc;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::pages::act::About;
use crate::pages::trouble::show_page;
use crate::paths::SessionAddress;

use load::{Opened, load};
use scene::Scene;

/// Page of a session.
#[component]
pub fn SessionPage() -> impl IntoView {
    let (path, query) = (use_params_map(), use_query_map());
    let address = SessionAddress::read(&path.get_untracked(), &query.get_untracked());
    show_page(load(address.clone()), |opened| {
        body(opened, address.unwrap_or_default())
    })
}

fn body(opened: Opened, address: SessionAddress) -> AnyView {
    provide_context(About(vec![("session", address.key.to_string())]));
    let opened = match opened {
        Opened::There(opened) => *opened,
        Opened::Deleted => return head::deletion(address.key).into_any(),
    };
    let scene = Arc::new(Scene {
        view: opened.view,
        window: opened.window,
        settings: opened.settings,
        address,
    });
    provide_context(Arc::clone(&scene));
    view! {
        <Title text=scene.title()/>
        // Facts of other subjects change nothing but the head of the page.
        <main id="main" class="page" data-follows="session: scratchpad: workspace:">
            <head::Head/>
            <div class="columns columns--talk">
                <div class="flow">
                    {opened.diff.map(past::differences)}
                    {script::conversation(opened.folded)}
                </div>
                <div class="flow">
                    <gauges::Context/>
                    {opened.prompt.map(|given| view! { <lens::Lens given/> })}
                    {entities::entity_list()}
                    {pads::scratchpad_list(opened.pads)}
                    {pending::pending_memories()}
                    <data::Data/>
                    <history::History page=opened.history/>
                </div>
            </div>
        </main>
    }
    .into_any()
}
