//! Text to copy: a line or a block with a button that copies it. Without JavaScript the button is hidden, and one
//! click selects the text.
use crate::parts::alive;
use leptos::prelude::*;

use super::icon::{Glyph, Icon};

/// Copies `text` to the clipboard. Ignores a refusal of the browser, because the text stays selectable.
pub(super) fn copy(text: &str) {
    #[cfg(feature = "hydrate")]
    if let Some(window) = web_sys::window() {
        let _kept_by_the_browser = window.navigator().clipboard().write_text(text);
    }
    #[cfg(not(feature = "hydrate"))]
    let _ = text;
}

/// Button that copies `text` and confirms it.
#[component]
pub fn CopyButton(
    /// Text to copy.
    #[prop(into)]
    text: String,
    /// Label of the button: "Copy token".
    #[prop(into)]
    label: String,
    /// CSS class of the button.
    #[prop(default = "btn")]
    class: &'static str,
) -> impl IntoView {
    let copied = RwSignal::new(false);
    let label = StoredValue::new(label);
    view! {
        <button
            class=format!("{class} copy")
            type="button"
            on:click=move |_| {
                copy(&text);
                copied.set(true);
            }
        >
            <Glyph icon=Signal::derive(move || if copied.get() { Icon::Check } else { Icon::Copy })/>
            <span aria-live="polite">
                {alive(move || if copied.get() { "Copied".to_owned() } else { label.get_value() })}
            </span>
        </button>
    }
}

/// A single line to copy, such as a token that is shown once.
#[component]
pub fn CopyRow(
    /// Line to copy.
    #[prop(into)]
    text: String,
    /// Label of the button.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    view! {
        <div class="copyrow">
            <code>{text.clone()}</code>
            <CopyButton text label class="btn btn--primary"/>
        </div>
    }
}

/// Several lines to copy, such as a configuration.
#[component]
pub fn CopyBlock(
    /// Lines to copy.
    #[prop(into)]
    text: String,
    /// Label of the button.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    view! {
        <div class="copyblock">
            <pre tabindex="0"><code>{text.clone()}</code></pre>
            <CopyButton text label/>
        </div>
    }
}
