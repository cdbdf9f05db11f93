//! Hidden CSRF field, which every posted form carries.
use leptos::prelude::*;

/// Name of the field in a posted form.
pub const FIELD: &str = "csrf";

/// Hidden field with the CSRF token.
#[component]
pub fn Csrf(
    /// Token of the visitor's session.
    #[prop(into)]
    token: String,
) -> impl IntoView {
    view! { <input type="hidden" name=FIELD value=token/> }
}
