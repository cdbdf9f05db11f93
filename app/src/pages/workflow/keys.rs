//! Single-key shortcuts of the page, outside of fields: `/` for the filter, `n` for the nudge, `o` for graph or
//! outline, Escape to close the panel. Shortcuts that press an element are handled for all pages.

use super::scene::Scene;

/// Does nothing on the server.
#[cfg(not(feature = "hydrate"))]
pub fn listen(_scene: Scene) {}

/// Listens for keys while the page is mounted.
#[cfg(feature = "hydrate")]
pub fn listen(scene: Scene) {
    use leptos::prelude::*;
    use leptos_router::NavigateOptions;

    use crate::paths::{View, use_navigate};

    let navigate = use_navigate();
    let go = move |to: String| {
        let options = NavigateOptions {
            scroll: false,
            ..NavigateOptions::default()
        };
        navigate(&to, options);
    };
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if event.default_prevented() {
            return;
        }
        let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
        let key = event.key();
        if modified || (in_field() && key != "Escape") || keys_are_off() {
            return;
        }
        let address = scene.address.get_untracked();
        match key.as_str() {
            "/" => focus("filter"),
            "n" => focus("nudge-message"),
            "o" if address.view == View::Outline => go(address.viewing(View::Graph).href()),
            "o" => go(address.viewing(View::Outline).href()),
            "Escape" if in_field() || dialog_is_open() => return,
            "Escape" if address.task.is_some() => {
                go(address.with(|address| address.task = None).href());
            }
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}

/// Returns true if the user turned single keys off, as people whose speech input or tremor presses keys need to
/// (WCAG 2.1.4).
#[cfg(feature = "hydrate")]
fn keys_are_off() -> bool {
    leptos::prelude::document()
        .document_element()
        .is_some_and(|root| root.get_attribute("data-keys").as_deref() == Some("off"))
}

#[cfg(feature = "hydrate")]
fn in_field() -> bool {
    leptos::prelude::document().active_element().is_some_and(|element| {
        element
            .matches("input:not([type=radio]):not([type=checkbox]),textarea,select,[contenteditable]")
            .unwrap_or(false)
    })
}

#[cfg(feature = "hydrate")]
fn dialog_is_open() -> bool {
    let open = leptos::prelude::document().query_selector("dialog:popover-open");
    open.ok().flatten().is_some()
}

/// Focuses an element.
#[cfg(feature = "hydrate")]
fn focus(id: &str) {
    use leptos::wasm_bindgen::JsCast;
    if let Some(element) = leptos::prelude::document()
        .get_element_by_id(id)
        .and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok())
    {
        element.focus().ok();
    }
}
