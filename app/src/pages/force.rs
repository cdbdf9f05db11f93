//! Checkbox that overrides missing requirements. Shown only while some are missing.

use leptos::prelude::*;

use crate::parts::Refill;

/// Checkbox that overrides missing requirements. A refused form keeps its state.
#[component]
pub fn Force(
    /// Missing requirements as a sentence without its full stop; empty if there are none.
    missing: String,
) -> impl IntoView {
    let was_ticked = Refill::here().value("force").is_some();
    (!missing.is_empty()).then(|| {
        view! {
            <label class="tick">
                <input type="checkbox" name="force" value="true" checked=was_ticked/>
                <span>{missing} ". Approve anyway; the review records it."</span>
            </label>
        }
    })
}
