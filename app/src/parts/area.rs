//! A labelled text of several lines, with its hint and its error.
use leptos::prelude::*;

use super::field::{Label, Need, Said, said_by};
use super::raw::textarea_text;
use super::refused_form::Refill;

/// A text area. Its id is its name unless one is given.
#[component]
pub fn Area(
    /// The visible label.
    #[prop(into)]
    label: String,
    /// How the label is given.
    #[prop(optional)]
    labelled: Label,
    /// The name it is posted under.
    #[prop(into)]
    name: String,
    /// The control's id, unique on the page; the name when none is given.
    #[prop(optional, into)]
    id: Option<String>,
    /// How many lines it shows at first.
    #[prop(default = 3)]
    rows: u32,
    /// What it holds at first; a refused form brings back what was typed.
    #[prop(optional, into)]
    value: Option<String>,
    /// An example of what belongs into it. Never the only place where something is said.
    #[prop(optional, into)]
    placeholder: Option<String>,
    /// What belongs into it.
    #[prop(optional, into)]
    hint: Option<String>,
    /// Whether the form can go without it.
    #[prop(into, default = Signal::stored(Need::Optional))]
    need: Signal<Need>,
) -> impl IntoView {
    let id = id.unwrap_or_else(|| name.clone());
    let refill = Refill::here();
    let value = refill.value(&name).or(value);
    let error = refill.error(&name);
    view! {
        <div class="field">
            <label for=id.clone() class:vh=labelled == Label::Hidden>{label}</label>
            <textarea
                id=id.clone()
                name=name
                rows=rows
                placeholder=placeholder
                required=move || need.get() == Need::Required
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-describedby=said_by(&id, hint.is_some(), error)
            >
                {textarea_text(value.unwrap_or_default())}
            </textarea>
            <Said id hint error/>
        </div>
    }
}
