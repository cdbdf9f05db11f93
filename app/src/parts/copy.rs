//! Text to be taken away: a line or a block with a button that copies it. Without JavaScript the button is not
//! shown and one click selects the text.
use crate::parts::alive;
use leptos::prelude::*;

use super::icon::{Glyph, Icon};

/// Puts `text` on the clipboard. Says nothing when the browser refuses: the text stays selectable.
pub(super) fn copy(text: &str) {
    #[cfg(feature = "hydrate")]
    if let Some(window) = web_sys::window() {
        let _kept_by_the_browser = window.navigator().clipboard().write_text(text);
    }
    #[cfg(not(feature = "hydrate"))]
    let _ = text;
}

/// A button that copies `text` and says so.
#[component]
pub fn CopyButton(
    /// What is copied.
    #[prop(into)]
    text: String,
    /// What the button says: "Copy token".
    #[prop(into)]
    label: String,
    /// The button's look.
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

/// One line, such as a token that is shown once.
#[component]
pub fn CopyRow(
    /// The line.
    #[prop(into)]
    text: String,
    /// What the button says.
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

/// Several lines, such as a configuration.
#[component]
pub fn CopyBlock(
    /// The lines.
    #[prop(into)]
    text: String,
    /// What the button says.
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
