//! A labelled multi-line text field, with its hint and its error.
use leptos::prelude::*;

use super::field::{Label, Need, Said, description_ids};
use super::raw::textarea_text;
use super::refused_form::Refill;

/// Text area. Its id is its name unless one is given.
#[component]
pub fn Area(
    /// Visible label.
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
    /// Initial number of lines.
    #[prop(default = 3)]
    rows: u32,
    /// Initial text; a refused form restores what was typed.
    #[prop(optional, into)]
    value: Option<String>,
    /// Example of the expected content. Never the only place of an instruction.
    #[prop(optional, into)]
    placeholder: Option<String>,
    /// Description of the expected content.
    #[prop(optional, into)]
    hint: Option<String>,
    /// Says if the field is required.
    #[prop(optional)]
    need: Need,
    /// Choices of the form for which the field is required, as the script reads them: the name of the field, and its
    /// values: `status=needs_rework rejected`.
    #[prop(optional, into)]
    required_for: Option<&'static str>,
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
                required=need == Need::Required
                data-required-for=required_for
                aria-invalid=error.is_some().then_some("true")
                aria-describedby=description_ids(&id, hint.is_some(), error.is_some())
            >
                {textarea_text(value.unwrap_or_default())}
            </textarea>
            <Said id hint error/>
        </div>
    }
}
