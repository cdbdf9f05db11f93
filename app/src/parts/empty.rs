//! What a list says when it has nothing: why, and what would fill it.
use leptos::prelude::*;

/// A sentence instead of rows, and the one thing to do about it.
#[component]
pub fn Empty(
    /// The sentence: "No workflow yet."
    #[prop(into)]
    title: String,
    /// Why, or what would fill it.
    #[prop(optional, into)]
    text: Option<String>,
    /// A link or a button.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty">
            <p>
                <b>{title}</b>
                {text.map(|text| view! { " " <span>{text}</span> })}
            </p>
            {children.map(|children| view! { <div class="btns btns--start">{children()}</div> })}
        </div>
    }
}
