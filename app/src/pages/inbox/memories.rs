//! Memories of a core that wait for approval, with the buttons to approve or reject each.

use leptos::prelude::*;

use super::exhibit::news_notices;
use crate::pages::crystal::core_word;
use crate::pages::crystals::waiting::Waiting;
use crate::pages::memories_waiting::row_id;
use crate::paths::{self, CrystalsAddress};

/// Waiting memories, shown in place of an item.
pub fn waiting_memories(core: String, is_named: bool) -> impl IntoView {
    let name = core_word(&core);
    let title = "Memories waiting for approval";
    let heading = if is_named {
        view! { <h1 class="vh" id="h-exhibit">{title}</h1> }.into_any()
    } else {
        view! { <h2 class="vh" id="h-exhibit">{title}</h2> }.into_any()
    };
    let href = paths::crystals_of_core(&core);
    let here = paths::inbox_memories(&core);
    let row = row_id(&core);
    let wish = CrystalsAddress {
        core,
        ..CrystalsAddress::default()
    };
    view! {
        <article
            class="exhibit exhibit--alone"
            aria-labelledby="h-exhibit"
            id=format!("exhibit-{row}")
            data-whole="exhibit"
            data-item=row
        >
            <header class="exhibit-head">
                <p class="crumbs">
                    <a class="back" href=paths::inbox()>"Inbox"</a>
                    <span class="back">", "</span>
                    <a href=href dir="auto">{name}</a>
                </p>
                {heading}
                {news_notices(here)}
            </header>
            <fieldset class="plain" data-rests=row.clone()>
                <Waiting wish/>
            </fieldset>
        </article>
    }
}
