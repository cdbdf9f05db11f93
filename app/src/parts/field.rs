//! A labelled input of one line, with its hint and its error said next to it and tied to it.
use crate::parts::alive;
use leptos::prelude::*;

use super::refused_form::Refill;

/// A text input. Its id is its name, prefixed by the form's.
#[component]
pub fn Field(
    /// The visible label.
    #[prop(into)]
    label: String,
    /// How the label is given.
    #[prop(optional)]
    labelled: Label,
    /// The name it is posted under.
    #[prop(into)]
    name: String,
    /// The input's id, unique on the page; the name when none is given.
    #[prop(optional, into)]
    id: Option<String>,
    /// `text`, `password`, `search`, `number` …
    #[prop(default = "text")]
    kind: &'static str,
    /// What it holds at first; a refused form brings back what was typed.
    #[prop(optional, into)]
    value: Option<String>,
    /// An example of what belongs into it. Never the only place where something is said.
    #[prop(optional, into)]
    placeholder: Option<String>,
    /// What belongs into it.
    #[prop(optional, into)]
    hint: Option<String>,
    /// The browser's own completion: `username`, `current-password`, `off` …
    #[prop(optional, into)]
    autocomplete: Option<&'static str>,
    /// Whether the form can go without it.
    #[prop(optional)]
    need: Need,
) -> impl IntoView {
    let id = id.unwrap_or_else(|| name.clone());
    let refill = Refill::here();
    // A password is never sent back.
    let value = refill.value(&name).filter(|_| kind != "password").or(value);
    let error = refill.error(&name);
    view! {
        <div class="field">
            <label for=id.clone() class:vh=labelled == Label::Hidden>{label}</label>
            <input
                id=id.clone()
                name=name
                type=kind
                value=value
                placeholder=placeholder
                autocomplete=autocomplete
                required=need == Need::Required
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                aria-describedby=said_by(&id, hint.is_some(), error)
            />
            <Said id hint error/>
        </div>
    }
}

/// What is said below a control: what belongs into it, and what was wrong with what was sent.
#[component]
pub(super) fn Said(
    id: String,
    hint: Option<String>,
    error: Signal<Option<String>>,
) -> impl IntoView {
    let hint_id = format!("{id}-hint");
    let error_id = format!("{id}-error");
    view! {
        {hint.map(|hint| view! { <p class="field-hint" id=hint_id>{hint}</p> })}
        {alive(move || error.get().map(|error| view! { <p class="field-error" id=error_id.clone()>{error}</p> }))}
    }
}

/// How the label is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Label {
    /// Above the control.
    #[default]
    Above,
    /// To screen readers only, where the form's line says it already.
    Hidden,
}

/// Whether a form can go without the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// It can.
    #[default]
    Optional,
    /// It cannot; the browser says so before the server has to.
    Required,
}

/// The ids of what describes the control `id`, for `aria-describedby`.
pub(super) fn said_by(
    id: &str,
    hint: bool,
    error: Signal<Option<String>>,
) -> impl Fn() -> Option<String> + Send + Sync + use<> {
    let hint = hint.then(|| format!("{id}-hint"));
    let wrong = format!("{id}-error");
    move || match (&hint, error.with(Option::is_some)) {
        (Some(hint), true) => Some(format!("{hint} {wrong}")),
        (Some(hint), false) => Some(hint.clone()),
        (None, true) => Some(wrong.clone()),
        (None, false) => None,
    }
}
