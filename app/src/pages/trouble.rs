//! A page that could not be: why, and where to go. Knows problems, no page.

use kernel::problem::Problem;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_location;
use leptos_router::location::Location;

use crate::pages::words::begin;
use crate::parts::{Fault, FieldFault, RefusedForm};
use crate::paths;

/// Gives the answer the status of a problem. In the browser there is none to set.
pub fn set_status(problem: &Problem) {
    #[cfg(feature = "ssr")]
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>()
        && let Ok(status) = http::StatusCode::from_u16(problem.status)
    {
        response.set_status(status);
    }
    #[cfg(not(feature = "ssr"))]
    let _ = problem;
}

/// The page.
#[component]
pub fn Trouble(
    /// Why.
    problem: Problem,
) -> impl IntoView {
    set_status(&problem);
    if problem.status == 401 {
        return view! { <SignedOut/> }.into_any();
    }
    let wrong = faults(&problem);
    let detail = match wrong.first() {
        Some(fault) => {
            let name = fault.field.trim_start_matches('/').replace(['/', '_'], " ");
            format!("{}: {}.", begin(&name), fault.message.trim_end_matches('.'))
        }
        None => problem.detail,
    };
    view! {
        <Title text=problem.title.clone() />
        <main class="page lost" id="main">
            <p class="lost-code">{problem.status}</p>
            <h1>{problem.title}</h1>
            <p class="lede">{detail}</p>
            <p class="btns btns--start">
                <a class="btn btn--primary" href=paths::overview()>"Overview"</a>
                <a class="btn" href=paths::workflows()>"Workflows"</a>
            </p>
        </main>
    }
    .into_any()
}

/// In place of a page that somebody went to whose session had ended: it leads to where one signs in, and back.
#[component]
fn SignedOut() -> impl IntoView {
    let Location {
        pathname, search, ..
    } = use_location();
    let address = Memo::new(move |_| {
        let search = search.get();
        let mark = if search.is_empty() { "" } else { "?" };
        paths::sign_in(&format!("{}{mark}{search}", pathname.get()))
    });
    #[cfg(feature = "hydrate")]
    Effect::new(move |_| {
        window().location().assign(&address.get()).ok();
    });
    view! {
        <Title text="Signed out" />
        <main class="page lost" id="main">
            <h1>"Signed out"</h1>
            <p class="lede">"Your session has ended. Sign in again, and you come back to this page."</p>
            <p class="btns btns--start">
                <a class="btn btn--primary" href=move || address.get() rel="external">"Sign in again"</a>
            </p>
        </main>
    }
}

/// What is wrong with single fields, by their JSON pointers.
#[must_use]
pub fn faults(problem: &Problem) -> Vec<FieldFault> {
    let fault = |fault: &kernel::error::FieldFault| FieldFault {
        field: fault.pointer.clone(),
        message: fault.detail.clone(),
    };
    problem.fields.iter().map(fault).collect()
}

/// The words of a refused form, for the page on which the form is not any more.
#[component]
pub fn Typed() -> impl IntoView {
    let words: Vec<_> = RefusedForm::here()
        .sent
        .iter()
        .filter(|(_, value)| value.trim().contains(char::is_whitespace))
        .map(|(_, value)| view! { <p class="said">{value.clone()}</p> })
        .collect();
    (!words.is_empty()).then(|| view! { <p class="field-hint">"You had written:"</p> {words} })
}

/// A refusal as a box where it belongs.
#[component]
pub fn Refused(
    /// Why.
    problem: Problem,
) -> impl IntoView {
    if problem.status == 401 {
        return view! {
            <Fault
                title="Your session has ended"
                detail="Nothing was done, and what you wrote is still here. Sign in on another page, then send it again."
                way=(paths::sign_in(""), "Sign in")
            />
        }
        .into_any();
    }
    let mut fields = faults(&problem);
    for fault in &mut fields {
        fault.field = fault.field.trim_start_matches('/').replace('/', " ");
    }
    // The fields say it in full; the detail would say the first of them again.
    let detail = fields.is_empty().then_some(problem.detail);
    let changes = problem.changes.last().map(|change| {
        format!(
            "The last to change it was {} ({}).",
            change.actor.id,
            change.kind.replace('_', " ")
        )
    });
    let detail = match (detail, changes) {
        (Some(detail), Some(changes)) => Some(format!("{detail} {changes}")),
        (detail, changes) => detail.or(changes),
    };
    view! { <Fault title=problem.title detail=detail.unwrap_or_default() fields /> }.into_any()
}
