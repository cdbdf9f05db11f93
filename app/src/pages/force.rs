//! Checkbox that overrides missing requirements. Shown only while some are missing.

use leptos::prelude::*;

use crate::parts::Refill;

/// Checkbox that overrides missing requirements. A refused form keeps its state.
#[component]
pub fn Force(
    /// Missing requirements as a sentence without its full stop; empty if there are none.
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
