//! A few radio buttons in a row. None is chosen before somebody chooses, or has chosen in a form that came back.
use leptos::prelude::*;

use super::field::Said;
use super::icon::{Glyph, Icon};
use super::refused_form::Refill;

/// The buttons, each with a key that presses it: the first is `1`.
#[component]
pub fn Radios(
    /// What is chosen, for those who hear it.
    legend: &'static str,
    /// The name it is posted under.
    name: &'static str,
    /// What is posted, and what is read.
    choices: &'static [(&'static str, &'static str)],
    /// The look: in a row, or one below the other.
    #[prop(default = "seg")]
    class: &'static str,
    /// Is told what is chosen.
    #[prop(optional)]
    chosen: RwSignal<String>,
) -> impl IntoView {
    let refill = Refill::here();
    let before = refill.value(name).unwrap_or_default();
    if !before.is_empty() {
        chosen.set(before.clone());
    }
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
                        on:change=move |_| chosen.set((*value).to_owned())
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
