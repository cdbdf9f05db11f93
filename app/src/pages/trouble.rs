//! Problems on pages: the error page, and a refusal as a box.

use kernel::problem::Problem;
use leptos::prelude::*;
use leptos_meta::Title;

use crate::call::show_after;
use crate::context;
use crate::pages::ask::Loaded;
use crate::pages::words::begin;
use crate::parts::{Fault, FieldFault, RefusedForm};
use crate::paths;

/// Sets the HTTP status of the response.
pub fn set_status(problem: &Problem) {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>()
        && let Ok(status) = http::StatusCode::from_u16(problem.status)
    {
        response.set_status(status);
    }
}

/// Renders a page from the data that `load` returns, or the problem that prevented it.
pub fn show_page<T, V: IntoView + 'static>(
    load: impl Future<Output = Loaded<T>> + Send + 'static,
    page: impl FnOnce(T) -> V + Send + 'static,
) -> AnyView {
    show_after(load, |data| match data {
        Ok(data) => page(data).into_any(),
        Err(problem) => view! { <Trouble problem /> }.into_any(),
    })
}

/// Error page.
#[component]
pub fn Trouble(
    /// Problem to show.
    problem: Problem,
) -> impl IntoView {
    set_status(&problem);
    if problem.status == 401 {
        return sign_in_again().into_any();
    }
    let detail = match faults(&problem).first() {
        _ if problem.status == 403 => not_allowed(),
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

/// Explanation for people; the refusal of the operation names operations.
fn not_allowed() -> String {
    match context::viewer() {
        Some(viewer) => format!(
            "Your role, {}, does not give access to this page. Ask an owner.",
            viewer.role.name()
        ),
        None => "Sign in to open this page.".into(),
    }
}

/// Page for a user whose session has ended: redirects to the sign-in page, and back afterwards.
fn sign_in_again() -> impl IntoView {
    let (_, here) = context::address();
    view! {
        <Title text="Signed out" />
        <main class="page lost" id="main">
            <h1>"Signed out"</h1>
            <p class="lede">"Your session has ended. Sign in again to return to this page."</p>
            <p class="btns btns--start">
                <a class="btn btn--primary" href=paths::sign_in(&here) rel="external">"Sign in again"</a>
            </p>
        </main>
    }
}

/// Returns the faults of single fields, by their JSON pointers.
#[must_use]
pub fn faults(problem: &Problem) -> Vec<FieldFault> {
    let fault = |fault: &kernel::error::FieldFault| FieldFault {
        field: fault.pointer.clone(),
        message: fault.detail.clone(),
    };
    problem.fields.iter().map(fault).collect()
}

/// Text of a refused form whose page no longer contains the form.
#[component]
pub fn TypedText() -> impl IntoView {
    let words: Vec<_> = RefusedForm::here()
        .sent
        .iter()
        .filter(|(_, value)| value.trim().contains(char::is_whitespace))
        .map(|(_, value)| view! { <p class="said">{value.clone()}</p> })
        .collect();
    (!words.is_empty()).then(|| view! { <p class="field-hint">"You had written:"</p> {words} })
}

/// Refusal as a box.
#[component]
pub fn RefusalBox(
    /// Problem to show.
    problem: Problem,
) -> impl IntoView {
    if problem.status == 401 {
        return view! {
            <Fault
                title="Your session has ended"
                detail="Nothing was changed, and what you wrote is still here. Sign in on another page, then send it again."
                way=(paths::sign_in(""), "Sign in")
            />
        }
        .into_any();
    }
    let mut fields = faults(&problem);
    for fault in &mut fields {
        fault.field = fault.field.trim_start_matches('/').replace('/', " ");
    }
    // The field messages are complete; the detail would repeat the first of them.
    let detail = fields.is_empty().then_some(problem.detail);
    let changes = problem.changes.last().map(|change| {
        format!(
            "The last change was made by {} ({}).",
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
