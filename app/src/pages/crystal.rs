//! One long-term memory: its text, lifetime, readers and provenance, and the actions on it. Shown on a page of its
//! own, and next to a list.

mod correct;
mod deeds;
mod gone;
mod load;
mod origin;
mod stone;
mod told;
mod trail;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;

use crate::pages::form_result::FormResult;
use crate::pages::trouble::{RefusalBox, Trouble};
use crate::parts::{Glyph, Icon, alive};
use crate::paths::{self, CrystalPlace, CrystalsAddress};

pub use load::{Known, Opened, begin};
pub use origin::{From, Origin, origin};
pub use told::{Stage, core_word, kind_word, life_icon, of_whom, type_name};

use gone::Gone;
use stone::Stone;

/// Maximum length of a page title, in bytes.
const TITLE: usize = 90;

/// Page of one memory.
#[component]
pub fn CrystalPage() -> impl IntoView {
    let params = use_params_map();
    let place = Memo::new(move |_| params.with(CrystalPlace::read));
    let opened = begin(place);
    view! {
        <Transition>
            {alive(move || opened.page.get().flatten().map(|outcome| match outcome {
                Ok(known) => view! { <Whole known opened/> }.into_any(),
                Err(problem) => view! { <Trouble problem/> }.into_any(),
            }))}
        </Transition>
    }
}

#[component]
fn Whole(known: Known, opened: Opened) -> impl IntoView {
    let (core, text) = match &known {
        Known::There(there) => (there.memory.core.clone(), there.memory.text.clone()),
        Known::Gone(gone) => (gone.memory.core.clone(), gone.memory.text.clone()),
    };
    let begins = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let end = begins.floor_char_boundary(TITLE);
    let title = match begins.get(end..) {
        Some("") | None => begins.to_owned(),
        _ => format!("{} …", begins[..end].trim_end()),
    };
    view! {
        <Title text=title.clone()/>
        <main class="page" id="main">
            <header class="folio">
                <div>
                    <p class="crumbs">
                        <a href=paths::crystals()>"Crystals"</a> " / "
                        <a href=paths::crystals_of_core(&core) dir="auto">{core_word(&core)}</a>
                    </p>
                    <h1>"Memory"</h1>
                </div>
                <div class="notices"><FormResult/></div>
            </header>
            <div class="stone-page">{render("What it says", known, opened)}</div>
        </main>
    }
}

fn render(title: &'static str, known: Known, opened: Opened) -> AnyView {
    match known {
        Known::There(there) => view! { <Stone title there=*there opened/> }.into_any(),
        Known::Gone(gone) => view! { <Gone gone=*gone opened/> }.into_any(),
    }
}

/// Panel with the memory that is open next to a list, and the link back to the list alone.
#[component]
pub fn Beside(
    /// Memory that is open.
    opened: Opened,
    /// Address of the list.
    address: Memo<CrystalsAddress>,
) -> impl IntoView {
    let close = move || address.with(|address| address.with(|address| address.open = None).href());
    // On narrow screens, which show only one of the two, the panel is scrolled to its top.
    #[cfg(feature = "hydrate")]
    Effect::new(|_| {
        let width = window().inner_width().ok().and_then(|width| width.as_f64());
        if width.is_some_and(|width| width <= 1_024.0) {
            window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
    view! {
        <a class="btn btn--quiet stone-close" href=close data-noscroll="true">
            <Glyph icon=Icon::Close/>
            <span class="stone-shut vh">"Close the memory"</span>
            <span class="stone-back">"Back to the list"</span>
        </a>
        <Transition>
            {alive(move || opened.page.get().flatten().map(|outcome| match outcome {
                Ok(known) => render("Memory", known, opened),
                Err(problem) => view! { <RefusalBox problem/> }.into_any(),
            }))}
        </Transition>
    }
}
