//! The tick with which a person goes on in spite of what is missing; there while something is.

use leptos::prelude::*;

use crate::parts::Refill;

/// The tick; what was ticked stays so in a form that comes back.
#[component]
pub fn Force(
    /// What is missing, as a sentence without its full stop; empty when nothing is.
    #[prop(into)]
    missing: Signal<String>,
) -> impl IntoView {
    let was_ticked = Refill::here().value("force").is_some();
    move || {
        let missing = missing.get();
        (!missing.is_empty()).then(|| {
            view! {
                <label class="tick">
                    <input type="checkbox" name="force" value="true" checked=was_ticked/>
                    <span>{missing} ". Approve it all the same: it says so from then on."</span>
                </label>
            }
        })
    }
}
