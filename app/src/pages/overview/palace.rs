//! Floor plan with a room for each kind of memory, and an agent at the door: the illustration of the first run.

use leptos::prelude::*;

const PLAN: &str = include_str!("palace.svg");

/// Illustration of the first run.
#[component]
pub fn Palace() -> impl IntoView {
    view! {
        <figure class="palace">
            <svg
                viewBox="0 0 440 500"
                role="img"
                aria-label="A floor plan with four rooms around a hall: workflows, minds, sessions and memories. An agent stands at the door."
                inner_html=PLAN
            ></svg>
            <figcaption>"Loci are places. Put a thing in a place and you can walk back to it."</figcaption>
        </figure>
    }
}
