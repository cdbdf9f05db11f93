//! The memories that wait in a core, with the ways to rule on each.

use leptos::prelude::*;

use super::next::Course;
use crate::pages::crystal::core_word;
use crate::pages::crystals::waiting::Waiting;
use crate::paths::{self, CrystalsAddress};

/// What is shown in the place of an item.
#[component]
pub fn Memories(
    /// The core.
    core: String,
    /// The course through the queue.
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
