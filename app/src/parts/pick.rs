//! A labelled menu.
use leptos::prelude::*;

use super::field::{Label, Said, description_ids};
use super::refused_form::Refill;

/// Option of a menu.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Posted value.
    pub value: String,
    /// Label.
    pub label: String,
}

impl Choice {
    /// Creates an option.
    pub fn new(value: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            label: label.into(),
        }
    }
}

/// Menu as a `<select>` element.
#[component]
pub fn Pick(
    /// Label of the menu.
    #[prop(into)]
    label: String,
    /// Placement of the label.
    #[prop(optional)]
    labelled: Label,
    /// Name under which it is posted.
    #[prop(into)]
    name: String,
    /// Id of the control, unique on the page; by default its name.
    #[prop(optional, into)]
    id: Option<String>,
    /// Options of the menu.
    #[prop(into)]
    choices: Vec<Choice>,
    /// Initial value; by default the first option.
    #[prop(optional, into)]
    value: Option<String>,
) -> impl IntoView {
    let id = id.unwrap_or_else(|| name.clone());
    let refill = Refill::here();
    let value = refill.value(&name).or(value);
    let error = refill.error(&name);
    let options = choices.into_iter().map(|choice| {
        let is_chosen = value.as_ref() == Some(&choice.value);
        view! { <option value=choice.value selected=is_chosen>{choice.label}</option> }
    });
    view! {
        <div class="field">
            <label for=id.clone() class:vh=labelled == Label::Hidden>{label}</label>
            <select
                class="pickbox"
                id=id.clone()
                name=name
                aria-invalid=error.is_some().then_some("true")
                aria-describedby=description_ids(&id, false, error.is_some())
            >
                {options.collect_view()}
            </select>
            <Said id hint=None error/>
        </div>
    }
}
