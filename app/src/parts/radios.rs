//! A row of radio buttons. None is preselected, except by a refused form.
use leptos::prelude::*;

use super::field::Said;
use super::icon::{Glyph, Icon};
use super::refused_form::Refill;

/// Radio buttons, each with a shortcut key: the first is `1`.
#[component]
pub fn Radios(
    /// Accessible name of the group.
    legend: &'static str,
    /// Name under which it is posted.
    name: &'static str,
    /// Posted value and label of each button.
    choices: &'static [(&'static str, &'static str)],
    /// CSS class of the group: in a row, or one below the other.
    #[prop(default = "seg")]
    class: &'static str,
) -> impl IntoView {
    let refill = Refill::here();
    let before = refill.value(name).unwrap_or_default();
    let buttons = choices
        .iter()
        .zip(1..)
        .map(|((value, label), nth)| {
            let key = nth.to_string();
            view! {
                <label>
                    <input
                        type="radio"
                        name=name
                        value=*value
                        required=true
                        checked=before == *value
                        autocomplete="off"
                        data-key=key.clone()
                        aria-keyshortcuts=key.clone()
                    />
                    <span>
                        <Glyph icon=Icon::Check/>
                        {*label}
                        " "
                        <kbd aria-hidden="true">{key}</kbd>
                    </span>
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class=class>
            <legend class="vh">{legend}</legend>
            {buttons}
        </fieldset>
        <Said id=name.to_owned() hint=None error=refill.error(name)/>
    }
}
