//! Forms whose response the page shows.

use doors::Flash;
use kernel::operation::{Operation, Spec};
use leptos::prelude::*;

use crate::pages::act::{Act, After};

/// Returns the response to the form that led to this page, if it ran `O` and was not refused.
#[must_use]
pub fn answer<O: Operation>() -> Option<O::Output> {
    let flash = use_context::<Flash>().filter(|flash| flash.operation == O::SPEC.name)?;
    if flash.problem.is_some() {
        return None;
    }
    kernel::json::read(&flash.answer.to_string()).ok()
}

/// Form whose response the page shows. A refused form shows the reason and keeps the typed text.
#[component]
pub fn Post(
    /// Operation to run.
    spec: Spec,
    /// Id of the form, unique on the page.
    #[prop(into)]
    id: String,
    /// CSS class of the form.
    #[prop(default = "form")]
    class: &'static str,
    /// Fields and button.
    children: Children,
) -> impl IntoView {
    view! { <Act spec id class done="" after=After::Keep children /> }
}
