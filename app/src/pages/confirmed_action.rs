//! Something that a person can do and that is asked about first: a button, the question behind it with what
//! follows, and a form for the reason. When it cannot be done, the button says why and there is no question.

use kernel::operation::Spec;
use leptos::prelude::*;

use super::act::Act;
use crate::parts::{Confirm, Field, form_within};

/// What is done and how it is put.
#[derive(Clone)]
pub struct ConfirmedAction {
    /// The operation.
    pub spec: Spec,
    /// The button: "Pause".
    pub label: &'static str,
    /// The question: "Pause “Token auth”?"
    pub title: String,
    /// What follows from it.
    pub follows: &'static str,
    /// The field for the reason: its name and its label; none when there is nothing to say.
    pub field: Option<(&'static str, &'static str)>,
    /// The fields that nobody fills in.
    pub hidden: Vec<(&'static str, String)>,
    /// Where it leads when it is done, when not back to the page as it was.
    pub then: Option<String>,
}

/// The button and what is behind it.
#[component]
pub fn Ask(
    /// What is done.
    action: ConfirmedAction,
    /// Why it cannot be done.
    refusal: Memo<Option<String>>,
    /// The look of the button.
    #[prop(default = "btn btn--quiet")]
    look: &'static str,
    /// What else the form asks.
    #[prop(optional, into)]
    more: ViewFn,
) -> impl IntoView {
    let names: Vec<_> = action
        .hidden
        .iter()
        .map(|(_, value)| value.as_str())
        .collect();
    let id = format!("do-{}-{}", action.spec.name, names.join("-"));
    move || {
        let (action, more) = (action.clone(), more.clone());
        if let Some(why) = refusal.get() {
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
}
