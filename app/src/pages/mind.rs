//! `/minds/{agent}`: the mind of an agent: its document with section weights, waiting notes, mood with history,
//! dreams with their changes or refusals, and versions.

mod document;
mod dream;
mod dreams;
mod editor;
mod figures;
mod gone;
mod head;
mod lens;
mod load;
mod lock;
mod manage;
mod misses;
mod mood;
mod note;
mod past;
mod scratch;
mod section;
mod seed;
mod versions;

use std::sync::Arc;

use engine::mind::section::Levels;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::pages::act::About;
use crate::pages::form_result::FormResult;
use crate::pages::trouble::show_page;
use crate::paths::{MindAddress, MindView};

use load::{Data, Known, There};

/// Data shared by the components of the page.
struct Here {
    /// Agent and view that the address names.
    address: MindAddress,
    /// Mind to show.
    there: There,
}

impl Here {
    /// Returns the name of the agent.
    fn agent(&self) -> &str {
        &self.there.mind.agent
    }

    /// Returns the mood.
    fn levels(&self) -> &Levels {
        &self.there.mind.mood.levels
    }

    /// Returns the address of a view.
    fn href(&self, view: MindView) -> String {
        self.address.to(view).href()
    }
}

/// Converts a share of 0 to 1 into hundredths.
fn hundredths(share: f64) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share is between 0 and 1"
    )]
    let hundredths = (share.clamp(0.0, 1.0) * 100.0).round() as u32;
    hundredths
}

fn here() -> Arc<Here> {
    expect_context()
}

/// Page of a mind.
#[component]
pub fn MindPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let address =
        params.with_untracked(|path| query.with_untracked(|query| MindAddress::read(path, query)));
    show_page(load::load(address.clone()), |data| body(address, data))
}

fn body(address: MindAddress, data: Data) -> AnyView {
    let agent = address.agent.clone();
    provide_context(About(vec![("agent", agent.clone())]));
    let title = format!("{agent}, mind");
    let body = match data.known {
        Known::There(there) => {
            let view = address.view;
            provide_context(Arc::new(Here {
                address,
                there: *there,
            }));
            let main = match view {
                MindView::Past { .. } => view! { <past::Then past=data.past/> }.into_any(),
                MindView::Edit(section) => view! { <editor::Editor section/> }.into_any(),
                MindView::Now | MindView::Dream(_) => document::document().into_any(),
            };
            view! {
                <head::Head/>
                <div class="notices"><FormResult/></div>
                {data.prompt.map(|given| view! { <lens::Lens given/> })}
                <div class="columns columns--mind">
                    <div class="flow">{main}</div>
                    <div class="flow">
                        {mood::mood_section()}
                        {scratch::notes_section()}
                        {dreams::dream_log()}
                        <versions::Versions/>
                        {misses::misses_section()}
                        {figures::niche_section()}
                    </div>
                </div>
                {dream::dream_section(data.dream)}
            }
            .into_any()
        }
        Known::Gone(gone) => view! { <gone::Gone gone=*gone/> }.into_any(),
        Known::None => gone::not_begun(agent).into_any(),
    };
    view! {
        <Title text=title/>
        <main class="page" id="main" data-follows="mind:">{body}</main>
    }
    .into_any()
}
