//! A quiet button for what cannot be taken back, and the question it asks first. The question is a popover, so it
//! opens without JavaScript; the answer is the page's own form.
use leptos::prelude::*;

use super::refused_form::RefusedForm;

/// The id of the form in the dialog `id`.
#[must_use]
pub fn form_within(id: &str) -> String {
    format!("{id}-form")
}

/// A button that opens a dialog with the form that does it.
#[component]
pub fn Confirm(
    /// The dialog's id, unique on the page.
    #[prop(into)]
    id: String,
    /// What the button says: "Revoke".
    #[prop(into)]
    label: String,
    /// The question, with the thing's name: "Revoke the token of dev-ada?"
    #[prop(into)]
    title: String,
    /// The button that does it: "Revoke it". It sends the form with the id [`form_within`] gives.
    #[prop(into)]
    does: String,
    /// The look of the button that asks.
    #[prop(default = "btn btn--quiet")]
    look: &'static str,
    /// The consequences, and the form without its submit button.
    children: Children,
) -> impl IntoView {
    let heading = format!("{id}-title");
    let (opens, closes, named_by) = (id.clone(), id.clone(), heading.clone());
    // "Cancel" would be the verb itself where that is what is asked.
    let stays = if does.starts_with("Cancel") {
        "Go back"
    } else {
        "Cancel"
    };
    let form = form_within(&id);
    // A form that comes back must be seen: then the dialog stands open, and closes as an open dialog does.
    let came_back = RefusedForm::here().is(&form_within(&id));
    let keep = if came_back {
        view! { <form method="dialog"><button class="btn" type="submit">{stays}</button></form> }
            .into_any()
    } else {
        view! {
            <button class="btn" type="button" popovertarget=closes popovertargetaction="hide">
                {stays}
            </button>
        }
        .into_any()
    };
    view! {
        <button class=look type="button" popovertarget=opens>
            {label}
        </button>
        <dialog class="sheet" popover="auto" id=id aria-labelledby=named_by open=came_back>
            <h2 id=heading>{title}</h2>
            <div class="sheet-body">
                {children()}
                <div class="btns btns--start">
                    <button class="btn btn--primary" type="submit" form=form>{does}</button>
                    {keep}
                </div>
            </div>
        </dialog>
    }
}
