//! One long-term memory: its text, lifetime, readers and provenance, and the actions on it. Shown on a page of its
//! own, and next to a list.

mod correct;
mod deeds;
mod gone;
mod labels;
mod load;
mod origin;
mod stone;
mod trail;

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;

use crate::pages::ask::Loaded;
use crate::pages::form_result::FormResult;
use crate::pages::trouble::{RefusalBox, show_page};
use crate::parts::{Glyph, Icon};
use crate::paths::{self, CrystalPlace, CrystalsAddress};

pub use labels::{Stage, core_word, kind_word, life_icon, of_whom, type_name};
pub use load::{Known, load};
pub use origin::{From, Origin, origin};

use gone::Gone;
use stone::Stone;

/// Maximum length of a page title, in bytes.
const TITLE: usize = 90;

/// Page of one memory.
#[component]
pub fn CrystalPage() -> impl IntoView {
    let place = use_params_map().with_untracked(CrystalPlace::read);
    show_page(
        load(place.unwrap_or_default()),
        |known| view! { <Whole known/> },
    )
}

#[component]
fn Whole(known: Known) -> impl IntoView {
    let memory = match &known {
        Known::There(there) => &there.memory,
        Known::Gone(gone) => &gone.memory,
    };
    let mut lines = memory.text.lines();
    let begins = lines
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default();
    let end = begins.floor_char_boundary(TITLE);
    let title = match begins.get(end..) {
        Some("") | None => begins.to_owned(),
        _ => format!("{} …", begins[..end].trim_end()),
    };
    let core = memory.core.clone();
    view! {
        <Title text=title/>
        <main class="page" id="main" data-follows="core:">
            <header class="folio">
                <div>
                    <p class="crumbs">
                        <a href=paths::crystals()>"Memories"</a> " / "
                        <a href=paths::crystals_of_core(&core) dir="auto">{core_word(&core)}</a>
                    </p>
                    <h1>"Memory"</h1>
                </div>
                <div class="notices"><FormResult/></div>
            </header>
            <div class="stone-page">{render("Content", known)}</div>
        </main>
    }
}

fn render(title: &'static str, known: Known) -> AnyView {
    match known {
        Known::There(there) => view! { <Stone title there=*there/> }.into_any(),
        Known::Gone(gone) => view! { <Gone gone=*gone/> }.into_any(),
    }
}

/// Panel with the memory that is open next to a list, and the link back to the list alone.
pub fn side_panel(known: Loaded<Known>, address: CrystalsAddress) -> impl IntoView {
    let close = address.with(|address| address.open = None).href();
    view! {
        <a class="btn btn--quiet stone-close" href=close data-noscroll="true">
            <Glyph icon=Icon::Close/>
            <span class="stone-shut vh">"Close the memory"</span>
            <span class="stone-back">"Back to the list"</span>
        </a>
        {match known {
            Ok(known) => render("Memory", known),
            Err(problem) => view! { <RefusalBox problem/> }.into_any(),
        }}
    }
}
