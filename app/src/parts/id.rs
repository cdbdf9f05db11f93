//! An id: short on screen, complete on the clipboard.
use leptos::prelude::*;

/// Id as a button that copies it. It looks like text and, without JavaScript, can be selected like text.
#[component]
pub fn Id(
    /// Complete id.
    #[prop(into)]
    id: String,
    /// Displayed text: an alias such as `T12`; by default the id itself.
    #[prop(optional, into)]
    short: Option<String>,
) -> impl IntoView {
    let shown = short.unwrap_or_else(|| id.clone());
    let title = format!("{id}, click to copy");
    let name = format!("Copy id {shown}");
    view! {
        <button
            class="id id--copy"
            type="button"
            title=title
            aria-label=name
            data-copy=id
        >
            {shown}
        </button>
    }
}
