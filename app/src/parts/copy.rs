//! Text to copy: a line or a block with a button that copies it. Without JavaScript the button is hidden, and one
//! click selects the text.
use leptos::prelude::*;

use super::icon::{Glyph, Icon};

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
    view! {
        <button class=format!("{class} copy") type="button" data-copy=text>
            <Glyph icon=Icon::Copy/>
            <span aria-live="polite">{label}</span>
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
