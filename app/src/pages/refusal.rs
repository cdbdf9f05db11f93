//! A form of the server's own: signing in, setting up. When it was refused it says why above its fields, and
//! the fields have what was typed.

use kernel::problem::Problem;
use leptos::context::Provider;
use leptos::prelude::*;

use crate::pages::trouble::faults;
use crate::parts::{Fault, Refill};
use doors::Flash;

/// The form.
#[component]
pub fn Entry(
    /// The name under which its refusal is left; also its id.
    form: &'static str,
    /// Where it is posted.
    action: String,
    /// The fields and the button.
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

/// The box of a refusal whose words are beside the fields.
fn beside(problem: Problem) -> impl IntoView {
    view! { <Fault title=problem.title detail="What is wrong is said beside the field." /> }
}
