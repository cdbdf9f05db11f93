//! Browser side of the shortcuts: listens for keys and presses the elements that carry them.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, HtmlInputElement, KeyboardEvent};

/// Key in local storage for users who turned the shortcuts off.
const STORED: &str = "loci-single-keys";
/// Time in which `g` waits for its letter.
const PATIENCE: Duration = Duration::from_millis(1_200);

/// Age up to which a key pressed before hydration still counts, in milliseconds.
const RECENT: f64 = 5_000.0;

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Returns true if the user wants single-key shortcuts.
pub fn are_wanted() -> bool {
    storage()
        .and_then(|storage| storage.get_item(STORED).ok().flatten())
        .is_none_or(|said| said != "off")
}

/// Sets the attribute that shows or hides the shortcuts on the page.
pub fn tell(wanted: bool) {
    if let Some(root) = document().document_element() {
        let told = if wanted {
            root.remove_attribute("data-keys")
        } else {
            root.set_attribute("data-keys", "off")
        };
        told.ok();
    }
}

/// Stores the user's choice.
pub fn remember(wanted: bool) {
    tell(wanted);
    if let Some(storage) = storage() {
        let word = if wanted { "on" } else { "off" };
        storage.set_item(STORED, word).ok();
    }
}

/// Listens for keys, and presses the elements that carry them while `on` is true.
pub fn listen(on: RwSignal<bool>) {
    let goes = StoredValue::new(false);
    let hear = move |event: KeyboardEvent| {
        let with_command = event.ctrl_key() || event.meta_key();
        if with_command && event.key() == "Enter" && !event.default_prevented() && send_around() {
            event.prevent_default();
            return;
        }
        if event.key() == "Escape" && close_menu() {
            event.prevent_default();
            return;
        }
        let is_chord = with_command || event.alt_key();
        if !on.get_untracked() || is_chord || event.default_prevented() || is_typing(&event) {
            return;
        }
        let key = event.key();
        let is_known = matches!(key.as_str(), "Enter" | "?" | "/")
            || key.chars().all(|c| c.is_ascii_alphanumeric());
        if !is_known || key.is_empty() {
            return;
        }
        let name = if goes.get_value() {
            format!("g {key}")
        } else {
            key.clone()
        };
        goes.set_value(false);
        if name == "g" {
            goes.set_value(true);
            set_timeout(
                move || goes.try_set_value(false).map_or((), |_| ()),
                PATIENCE,
            );
            return;
        }
        // A focused link or button handles Enter itself.
        if key == "Enter" && !is_idle() {
            return;
        }
        let found = document()
            .query_selector(&format!("[data-key=\"{name}\"]"))
            .ok()
            .flatten()
            .and_then(|element| element.dyn_into::<HtmlElement>().ok());
        if let Some(element) = found {
            event.prevent_default();
            // A held key counts as one press.
            if event.repeat() {
                return;
            }
            // Moves the focus to the pressed element, because later steps, such as the focus management of its
            // form, start there.
            element.focus().ok();
            element.click();
        } else if let Some(element) = step_target(&name) {
            event.prevent_default();
            element.focus().ok();
        }
    };
    let handle = window_event_listener(ev::keydown, hear);
    on_cleanup(move || handle.remove());
    for event in early() {
        hear(event);
    }
}

/// Returns the keys pressed before hydration, and stops their recording.
fn early() -> Vec<KeyboardEvent> {
    let name = JsValue::from_str(crate::shell::EARLY_KEYS);
    let kept = js_sys::Reflect::get(&window(), &name).unwrap_or_default();
    js_sys::Reflect::set(&window(), &name, &JsValue::NULL).ok();
    let kept = kept.dyn_into::<js_sys::Array>().unwrap_or_default();
    let is_late = |event: &KeyboardEvent| event.time_stamp() + RECENT < clock();
    kept.iter()
        .filter_map(|event| event.dyn_into::<KeyboardEvent>().ok())
        .filter(|event| !is_late(event))
        .collect()
}

/// Returns the milliseconds since the page was opened.
fn clock() -> f64 {
    window()
        .performance()
        .map_or(0.0, |performance| performance.now())
}

/// Returns the element to focus for a key: the next or previous row of a list, or the search.
fn step_target(key: &str) -> Option<HtmlElement> {
    let all = match key {
        "j" | "k" => document().query_selector_all("main [data-step]").ok()?,
        "/" => document()
            .query_selector_all("main input[type=search]")
            .ok()?,
        _ => return None,
    };
    let here = document().active_element();
    let at = (0..all.length()).find(|at| {
        let node = all
            .item(*at)
            .and_then(|node| node.dyn_into::<Element>().ok());
        node.is_some() && node == here
    });
    let to = match (key, at) {
        ("j", Some(at)) => at + 1,
        ("k", Some(at)) => at.checked_sub(1)?,
        ("k", None) => return None,
        _ => 0,
    };
    all.item(to)?.dyn_into().ok()
}

/// Closes the open menu and focuses its button; returns true if there was one. A dialog above it is closed by the
/// browser first.
fn close_menu() -> bool {
    let find = |selector| document().query_selector(selector).ok().flatten();
    if find("dialog:popover-open").is_some() {
        return false;
    }
    let Some(menu) = find("details.manage[open]") else {
        return false;
    };
    menu.remove_attribute("open").ok();
    let button = menu.query_selector("summary").ok().flatten();
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        button.focus().ok();
    }
    true
}

/// Submits the form that has the focus; returns true if there was one.
fn send_around() -> bool {
    document()
        .active_element()
        .and_then(|element| element.closest("form[method=post]").ok().flatten())
        .and_then(|form| form.dyn_into::<web_sys::HtmlFormElement>().ok())
        .is_some_and(|form| form.request_submit().is_ok())
}

/// Returns true if the key belongs to a field or to an open dialog.
fn is_typing(event: &KeyboardEvent) -> bool {
    let Some(target) = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
    else {
        return false;
    };
    if let Some(input) = target.dyn_ref::<HtmlInputElement>() {
        return !matches!(input.type_().as_str(), "radio" | "checkbox");
    }
    matches!(target.tag_name().as_str(), "TEXTAREA" | "SELECT")
        || target.closest("dialog").ok().flatten().is_some()
}

fn is_idle() -> bool {
    document().active_element().is_none_or(|element| {
        !matches!(
            element.tag_name().as_str(),
            "A" | "BUTTON" | "SUMMARY" | "INPUT"
        )
    })
}
