//! A labelled choice from a list.
use leptos::prelude::*;

use super::field::{Label, Said, said_by};
use super::refused_form::Refill;

/// One entry of the list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// What is posted.
    pub value: String,
    /// What is read.
    pub label: String,
}

impl Choice {
    /// An entry.
    pub fn new(value: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            value: value.into(),
            label: label.into(),
        }
    }
}

/// A `<select>`.
#[component]
pub fn Pick(
    /// The label.
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
    /// The entries.
    #[prop(into)]
    choices: Signal<Vec<Choice>>,
    /// The value chosen at first; the first entry when none is given.
    #[prop(optional, into)]
    value: Option<String>,
) -> impl IntoView {
    let id = id.unwrap_or_else(|| name.clone());
    let refill = Refill::here();
    let value = refill.value(&name).or(value);
    let error = refill.error(&name);
    // The entry that is chosen stays so when others come before it.
    let options = view! {
        <For
            each=move || choices.get()
            key=Clone::clone
            children=move |choice| {
                let chosen = value.as_ref() == Some(&choice.value);
                view! { <option value=choice.value selected=chosen>{choice.label}</option> }
            }
        />
    };
    view! {
        <div class="field">
            <label for=id.clone() class:vh=labelled == Label::Hidden>{label}</label>
            <select
                class="pickbox"
                id=id.clone()
                name=name
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-describedby=said_by(&id, false, error)
            >
                {options}
            </select>
            <Said id hint=None error/>
        </div>
    }
}
