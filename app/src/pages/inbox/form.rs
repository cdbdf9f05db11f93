//! Forms of the action panel.

use kernel::operation::Spec;
use leptos::prelude::*;

use super::Chosen;
use crate::pages::act::Act;

/// Returns the id of a form, unique to the item, so that a draft for one item is never restored for another.
pub fn form_id(action: &str, item: &Chosen) -> String {
    format!("{action}-{}-{}", item.0, item.1)
}

/// Form of the action panel. The queue shows its confirmation.
#[component]
pub fn ItemForm(
    /// Operation to run.
    spec: Spec,
    /// Id of the form, unique on the page.
    id: String,
    /// Hidden fields besides those of every form of the panel.
    hidden: Vec<(&'static str, String)>,
    /// CSS class of the form.
    #[prop(default = "form")]
    class: &'static str,
    /// Fields and button.
    children: Children,
) -> impl IntoView {
    view! { <Act spec id hidden class done="" children /> }
}

/// Replaces the form of an action that the viewer may not run, with the reason.
pub fn unavailable(title: &'static str, why: String) -> AnyView {
    view! { <div class="verdict"><h3>{title}</h3><p class="btn-why">{why}</p></div> }.into_any()
}
