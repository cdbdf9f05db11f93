//! The mark and the name: a plan with open doors, and a dot that turns rubric when something needs a person.
use leptos::prelude::*;

use crate::paths;

/// The link home at the head of every page.
#[component]
pub fn Brand(
    /// How many things need a person; above zero the dot turns rubric.
    #[prop(into, default = Signal::stored(0))]
    needs: Signal<usize>,
) -> impl IntoView {
    view! {
        <a class="brand" href=paths::overview() aria-label="Loci, overview" data-needs=move || (needs.get() > 0).then_some("")>
            <svg class="mark" aria-hidden="true">
                <use href="#mark"></use>
            </svg>
            <span>"Loci"</span>
        </a>
    }
}
