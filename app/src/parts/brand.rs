//! Logo and name: a floor plan with open doors, and a dot that takes the accent color when something needs a
//! person.
use leptos::prelude::*;

use crate::paths;

/// Link to the overview, at the head of every page.
#[component]
pub fn Brand(
    /// Number of items that need a person; above zero the dot takes the accent color.
    needs: usize,
) -> impl IntoView {
    view! {
        <a class="brand" href=paths::overview() aria-label="Loci, overview" data-needs=(needs > 0).then_some("")>
            <svg class="mark" aria-hidden="true">
                <use href="#mark"></use>
            </svg>
            <span>"Loci"</span>
        </a>
    }
}
