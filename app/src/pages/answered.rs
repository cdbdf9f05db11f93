//! A form over an operation, and what became of it: its answer or its refusal. Small, because it is made
//! once for every operation that has a form.

use kernel::operation::Operation;
use kernel::problem::Problem;
use leptos::context::Provider;
use leptos::form::ActionForm;
use leptos::prelude::*;

use crate::call::{Fault, Form};
use crate::context::csrf;
use crate::pages::trouble::{Refused, faults};
use crate::parts::alive;
use crate::parts::{Csrf, Refill, RefusedForm};
use doors::FORM;

/// A form's action.
pub type FormAction<O> = ServerAction<Form<O>>;

/// The form. It works without JavaScript; refused, it says why, and its fields have what was typed.
#[component]
pub fn Post<O: Operation>(
    /// Its action, which it may share with forms of the same kind.
    action: FormAction<O>,
    /// Its id, unique on the page.
    #[prop(into)]
    id: String,
    /// Its look.
    #[prop(default = "form")]
    class: &'static str,
    /// The fields and the button.
    children: Children,
) -> impl IntoView {
    // What others of the kind were refused is not said here.
    let mine = RwSignal::new(RefusedForm::here().is(&id));
    let (value, form) = (action.value(), id.clone());
    let problem = Signal::derive(move || {
        value.with(|value| match value {
            Some(Err(Fault(error))) if mine.get() => Some(Problem::new(error.clone(), "")),
            _ => None,
        })
    });
    let wrong =
        Signal::derive(move || problem.with(|of| of.as_ref().map(faults).unwrap_or_default()));
    view! {
        <ActionForm action attr:class=class attr:id=id on:submit=move |_| mine.set(true)>
            <Csrf token=csrf() />
            <input type="hidden" name=FORM value=form.clone() />
            {alive(move || problem.get().map(|problem| view! { <Refused problem /> }))}
            <Provider value=Refill::of(&form, wrong)>{children()}</Provider>
        </ActionForm>
    }
}

/// Calls `then` with every answer of the form that arrives while the page is alive.
pub fn when_done<O: Operation>(action: FormAction<O>, then: impl Fn(O::Output) + 'static) {
    let (value, version) = (action.value(), action.version());
    Effect::new(move |_| {
        // The answer that a page begins with is no news: it is part of how the page was made.
        if version.get() > 0
            && let Some(Ok(output)) = value.get_untracked()
        {
            then(output);
        }
    });
}
