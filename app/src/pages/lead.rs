//! Focus management for an element that disappears: moves the focus to the message with the result.

/// Focuses an element once the page has changed, unless the user has moved the focus meanwhile.
#[cfg(feature = "hydrate")]
pub fn lead_to(id: &str) {
    use leptos::prelude::{document, request_animation_frame};
    use leptos::wasm_bindgen::JsCast;

    let id = id.to_owned();
    request_animation_frame(move || {
        let is_elsewhere = document()
            .active_element()
            .is_some_and(|element| element.tag_name() != "BODY");
        let element = document()
            .get_element_by_id(&id)
            .and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
        if let Some(element) = element.filter(|_| !is_elsewhere) {
            if element.tab_index() < 0 && !element.has_attribute("tabindex") {
                element.set_attribute("tabindex", "-1").ok();
            }
            element.focus().ok();
        }
    });
}

/// The server has no focus.
#[cfg(not(feature = "hydrate"))]
pub fn lead_to(_id: &str) {}
