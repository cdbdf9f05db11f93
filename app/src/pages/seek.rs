//! What to look for in a list: a form that asks with GET, so that its answer has an address. With JavaScript the
//! address has only what was filled in.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use crate::paths::use_navigate;
#[cfg(feature = "hydrate")]
use leptos_router::NavigateOptions;

/// How one gets from one answer to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Going {
    /// As by a link: one can go back, and begins at the top.
    #[default]
    On,
    /// In its place: each letter that is typed is no page to go back to, and nothing scrolls.
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

/// The form.
#[component]
pub fn Seek(
    /// The address of the list.
    #[prop(into)]
    action: String,
    /// Its look.
    #[prop(default = "runs-bar talks-bar")]
    class: &'static str,
    /// Whether one goes back to what was looked for before.
    #[prop(optional)]
    going: Going,
    /// What the button says.
    #[prop(default = "Find")]
    does: &'static str,
    /// The fields.
    children: Children,
) -> impl IntoView {
    let navigate = use_navigate();
    let list = action.clone();
    let submit = move |event: SubmitEvent| {
        #[cfg(feature = "hydrate")]
        if let Some(asked) = asked(&event) {
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

/// The query of what is filled in.
#[cfg(feature = "hydrate")]
fn asked(event: &SubmitEvent) -> Option<String> {
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
