//! Memories of a core that wait for approval, with the buttons to approve or reject each.

use leptos::prelude::*;

use super::next::Course;
use crate::pages::crystal::core_word;
use crate::pages::crystals::waiting::Waiting;
use crate::paths::{self, CrystalsAddress};

/// Waiting memories, shown in place of an item.
#[component]
pub fn Memories(
    /// Core of the memories.
    core: String,
    /// Course through the queue.
    course: Course,
) -> impl IntoView {
    let name = core_word(&core);
    let href = paths::crystals_of_core(&core);
    let wish = CrystalsAddress {
        core,
        ..CrystalsAddress::default()
    };
    view! {
        <article class="exhibit exhibit--alone" aria-label="Memories that wait">
            <header class="exhibit-head">
                <p class="crumbs">
                    <a class="back" href=paths::inbox()>"Inbox"</a>
                    <span class="back">", "</span>
                    <a href=href dir="auto">{name}</a>
                </p>
            </header>
            <fieldset class="plain" disabled=move || course.is_resting.get()>
                <Waiting wish/>
            </fieldset>
        </article>
    }
}
