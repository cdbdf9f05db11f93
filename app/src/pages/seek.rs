//! Search form of a list. It uses GET, so that its result has an address. With JavaScript, the address contains
//! only the fields that were filled in.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use crate::paths::use_navigate;
#[cfg(feature = "hydrate")]
use leptos_router::NavigateOptions;

/// Navigation from one result to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Going {
    /// Like a link: adds a history entry, and scrolls to the top.
    #[default]
    On,
    /// Replaces the history entry, so that typed letters add none, and does not scroll.
    Replace,
}

impl Going {
    #[cfg(feature = "hydrate")]
    fn options(self) -> NavigateOptions {
        let is_replaced = self == Self::Replace;
        NavigateOptions {
            replace: is_replaced,
            scroll: !is_replaced,
            ..NavigateOptions::default()
        }
    }
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
    let navigate = use_navigate();
    let list = action.clone();
    let submit = move |event: SubmitEvent| {
        #[cfg(feature = "hydrate")]
        if let Some(asked) = query_string(&event) {
            event.prevent_default();
            navigate(&format!("{list}{asked}"), going.options());
        }
        #[cfg(not(feature = "hydrate"))]
        let _ = (&event, &navigate, &list, going);
    };
    view! {
        <search>
            <form method="get" action=action class=class on:submit=submit>
                {children()}
                <button class="btn" type="submit">{does}</button>
            </form>
        </search>
    }
}

/// Returns the query string of the fields that are filled in.
#[cfg(feature = "hydrate")]
fn query_string(event: &SubmitEvent) -> Option<String> {
    use leptos::wasm_bindgen::JsCast;
    use web_sys::{FormData, HtmlFormElement, UrlSearchParams};

    let form = event.target()?.dyn_into::<HtmlFormElement>().ok()?;
    let data = FormData::new_with_form(&form).ok()?;
    let all = UrlSearchParams::new_with_str_sequence_sequence(&data).ok()?;
    let all = String::from(all.to_string());
    let filled: Vec<&str> = all.split('&').filter(|pair| !pair.ends_with('=')).collect();
    let mark = if filled.is_empty() { "" } else { "?" };
    Some(format!("{mark}{}", filled.join("&")))
}
