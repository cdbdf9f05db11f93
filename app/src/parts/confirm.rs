//! A quiet button for an irreversible action, with a confirmation dialog. The dialog is a popover, so it opens
//! without JavaScript; the confirmation submits the page's own form.
use leptos::prelude::*;

use super::refused_form::RefusedForm;

/// Returns the id of the form in the dialog `id`.
#[must_use]
pub fn form_within(id: &str) -> String {
    format!("{id}-form")
}

/// Button that opens a dialog with the form of the action.
#[component]
pub fn Confirm(
    /// Id of the dialog, unique on the page.
    #[prop(into)]
    id: String,
    /// Label of the button: "Revoke".
    #[prop(into)]
    label: String,
    /// Question of the dialog, with the thing's name: "Revoke the token of dev-ada?"
    #[prop(into)]
    title: String,
    /// Label of the confirming button: "Revoke it". It submits the form with the id that [`form_within`] returns.
    #[prop(into)]
    does: String,
    /// CSS class of the button that opens the dialog.
    #[prop(default = "btn btn--quiet")]
    look: &'static str,
    /// Consequences, and the form without its submit button.
    children: Children,
) -> impl IntoView {
    let heading = format!("{id}-title");
    let (opens, closes, named_by) = (id.clone(), id.clone(), heading.clone());
    // "Cancel" would repeat the verb if cancelling is the action.
    let stays = if does.starts_with("Cancel") {
        "Go back"
    } else {
        "Cancel"
    };
    let form = form_within(&id);
    // A refused form has to be visible: then the dialog starts open, and closes as an open dialog does.
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
