//! A form of the server itself: sign-in and setup. A refused form shows the reason above its fields, which keep the
//! typed text.

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
    let message = problem.map(|problem| {
        if wrong.is_empty() {
            // The title names the error code; people read what happened.
            view! { <Fault title=problem.detail /> }.into_any()
        } else {
            view! { <Fault title=problem.title detail="The reasons are next to the fields." /> }
                .into_any()
        }
    });
    let refill = Refill::of(form, wrong);
    view! {
        {message}
        <form class="form" method="post" action=action id=form>
            <Provider value=refill>{children()}</Provider>
        </form>
    }
}
