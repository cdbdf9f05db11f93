//! The hidden field by which the server knows a form for its own. Every form that posts carries one.
use leptos::prelude::*;

/// The field's name in a posted form.
pub const FIELD: &str = "csrf";

/// The hidden field.
#[component]
pub fn Csrf(
    /// The token of the visitor's login.
    #[prop(into)]
    token: String,
) -> impl IntoView {
    view! { <input type="hidden" name=FIELD value=token/> }
}
