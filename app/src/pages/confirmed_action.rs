//! An action with confirmation: a button, a dialog that explains the consequences, and a form for the reason. If
//! the action is unavailable, the button shows why and there is no dialog.

use kernel::operation::Spec;
use leptos::prelude::*;

use super::act::Act;
use crate::parts::{Confirm, Field, form_within};

/// Operation and texts of a confirmed action.
#[derive(Clone)]
pub struct ConfirmedAction {
    /// Operation to run.
    pub spec: Spec,
    /// Label of the button: "Pause".
    pub label: &'static str,
    /// Question of the dialog: "Pause “Token auth”?"
    pub title: String,
    /// Explanation of the consequences.
    pub follows: &'static str,
    /// Field for the reason: its name and its label; `None` if no reason is asked.
    pub field: Option<(&'static str, &'static str)>,
    /// Hidden fields.
    pub hidden: Vec<(&'static str, String)>,
    /// Address to open after completion, if not the same page.
    pub then: Option<String>,
}

/// Button with its confirmation dialog.
#[component]
pub fn Ask(
    /// Action to confirm.
    action: ConfirmedAction,
    /// Reason why the action is unavailable.
    refusal: Option<String>,
    /// CSS class of the button.
    #[prop(default = "btn btn--quiet")]
    look: &'static str,
    /// Further fields of the form.
    #[prop(optional, into)]
    more: ViewFn,
) -> impl IntoView {
    let names: Vec<_> = action
        .hidden
        .iter()
        .map(|(_, value)| value.as_str())
        .collect();
    let id = format!("do-{}-{}", action.spec.name, names.join("-"));
    if let Some(why) = refusal {
        return view! {
            <p class="deed">
                <button class=look type="button" disabled=true>{action.label}</button>
                <span class="btn-why">{why}</span>
            </p>
        }
        .into_any();
    }
    let (reason, form) = (format!("{id}-reason"), form_within(&id));
    view! {
        <div class="deed">
            <Confirm id=id.clone() label=action.label title=action.title does=action.label look>
                <p>{action.follows}</p>
                <Act spec=action.spec id=form hidden=action.hidden then=action.then>
                    {more.run()}
                    {action.field.map(|(name, label)| view! { <Field label name id=reason/> })}
                </Act>
            </Confirm>
        </div>
    }
    .into_any()
}
