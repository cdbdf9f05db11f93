//! Empty state of a list: the reason, and the way to fill it.
use leptos::prelude::*;

/// Sentence in place of rows, with one action.
#[component]
pub fn Empty(
    /// Sentence: "No workflow yet."
    #[prop(into)]
    title: String,
    /// Reason, or the way to fill the list.
    #[prop(optional, into)]
    text: Option<String>,
    /// Link or button.
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
