//! A form of the server itself: sign-in and setup. A refused form shows the reason above its fields, which keep the
//! typed text.

use kernel::problem::Problem;
use leptos::context::Provider;
use leptos::prelude::*;

use crate::pages::trouble::faults;
use crate::parts::{Fault, Refill};
use doors::Flash;

/// Form of the server.
#[component]
pub fn Entry(
    /// Name under which its refusal is stored; also the id of the form.
    form: &'static str,
    /// Address that the form is posted to.
    action: String,
    /// Fields and button.
    children: Children,
) -> impl IntoView {
    let problem = use_context::<Flash>()
        .filter(|flash| flash.operation == form)
        .and_then(|flash| flash.problem);
    let wrong = problem.as_ref().map(faults).unwrap_or_default();
    let said = !wrong.is_empty();
    let refill = Refill::of(form, Signal::stored(wrong));
    view! {
        {problem.map(|problem| if said { beside(problem).into_any() } else { // What the code is called is for programs; people read what happened.
        view! { <Fault title=problem.detail /> }.into_any() })}
        <form class="form" method="post" action=action id=form>
            <Provider value=refill>{children()}</Provider>
        </form>
    }
}

/// Message for a refusal whose details are shown next to the fields.
fn beside(problem: Problem) -> impl IntoView {
    view! { <Fault title=problem.title detail="What is wrong is said beside the field." /> }
}
