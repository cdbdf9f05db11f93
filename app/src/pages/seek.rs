//! Search form of a list. It uses GET, so that its result has an address. With JavaScript, the address contains
//! only the fields that were filled in.

use leptos::prelude::*;

/// Navigation from one result to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Going {
    /// Like a link: adds a history entry, and scrolls to the top.
    #[default]
    On,
    /// Replaces the history entry, so that typed letters add none, and does not scroll.
    Replace,
}

/// Search form.
#[component]
pub fn Seek(
    /// Address of the list.
    #[prop(into)]
    action: String,
    /// CSS class of the form.
    #[prop(default = "runs-bar talks-bar")]
    class: &'static str,
    /// Navigation to the result.
    #[prop(optional)]
    going: Going,
    /// Label of the button.
    #[prop(default = "Find")]
    does: &'static str,
    /// Fields of the form.
    children: Children,
) -> impl IntoView {
    view! {
        <search>
            <form method="get" action=action class=class data-replace=(going == Going::Replace).then_some("")>
                {children()}
                <button class="btn" type="submit">{does}</button>
            </form>
        </search>
    }
}
