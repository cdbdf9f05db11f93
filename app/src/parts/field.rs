//! A labelled single-line input, with its hint and its error.
use leptos::prelude::*;

use super::refused_form::Refill;

/// Text input. Its id is its name unless one is given.
#[component]
pub fn Field(
    /// Visible label.
    #[prop(into)]
    label: String,
    /// Placement of the label.
    #[prop(optional)]
    labelled: Label,
    /// Name under which it is posted.
    #[prop(into)]
    name: String,
    /// Id of the input, unique on the page; by default its name.
    #[prop(optional, into)]
    id: Option<String>,
    /// Type of the input: `text`, `password`, `search`, `number` …
    #[prop(default = "text")]
    kind: &'static str,
    /// Initial text; a refused form restores what was typed.
    #[prop(optional, into)]
    value: Option<String>,
    /// Example of the expected content. Never the only place of an instruction.
    #[prop(optional, into)]
    placeholder: Option<String>,
    /// Description of the expected content.
    #[prop(optional, into)]
    hint: Option<String>,
    /// Autocomplete token for the browser: `username`, `current-password`, `off` …
    #[prop(optional, into)]
    autocomplete: Option<&'static str>,
    /// Says if the field is required.
    #[prop(optional)]
    need: Need,
) -> impl IntoView {
    let id = id.unwrap_or_else(|| name.clone());
    let refill = Refill::here();
    // Passwords are never sent back.
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
                aria-invalid=error.is_some().then_some("true")
                aria-describedby=description_ids(&id, hint.is_some(), error.is_some())
            />
            <Said id hint error/>
        </div>
    }
}

/// Texts below a control: the hint, and the error of the last submission.
#[component]
pub(super) fn Said(id: String, hint: Option<String>, error: Option<String>) -> impl IntoView {
    let hint_id = format!("{id}-hint");
    let error_id = format!("{id}-error");
    view! {
        {hint.map(|hint| view! { <p class="field-hint" id=hint_id>{hint}</p> })}
        {error.map(|error| view! { <p class="field-error" id=error_id>{error}</p> })}
    }
}

/// Placement of the label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Label {
    /// Above the control.
    #[default]
    Above,
    /// For screen readers only, if the form's text says it already.
    Hidden,
}

/// Says if a field is required.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// The field may be empty.
    #[default]
    Optional,
    /// The field is required; the browser enforces it before the server.
    Required,
}

/// Returns the ids of the hint and error of the control `id`, for `aria-describedby`.
pub(super) fn description_ids(id: &str, has_hint: bool, has_error: bool) -> Option<String> {
    match (has_hint, has_error) {
        (true, true) => Some(format!("{id}-hint {id}-error")),
        (true, false) => Some(format!("{id}-hint")),
        (false, true) => Some(format!("{id}-error")),
        (false, false) => None,
    }
}
