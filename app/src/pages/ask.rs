//! Calls of pages to operations, with their refusals as problems.

use kernel::operation::{Operation, Spec};
use kernel::problem::Problem;

use crate::call::call;
use crate::context::viewer;

/// Data that a page loaded, or the problem that prevented it.
pub type Loaded<T> = Result<T, Problem>;

/// Calls an operation for a page.
///
/// # Errors
/// Returns the refusal as a problem.
pub async fn ask<O: Operation>(operation: O) -> Loaded<O::Output> {
    // The request id is looked up before the first await, like the call's context.
    let request = request();
    call(operation)
        .await
        .map_err(|error| Problem::new(error, &request))
}

fn request() -> String {
    leptos::prelude::use_context::<doors::http::RequestContext>()
        .map(|desk| desk.request.to_string())
        .unwrap_or_default()
}

/// Returns true if the viewer's role allows the operation.
#[must_use]
pub fn may<O: Operation>() -> bool {
    viewer().is_some_and(|viewer| O::SPEC.access.allows(viewer.role))
}

/// Returns the reason why the viewer may not run the operation; `None` if they may.
#[must_use]
pub fn why_not<O: Operation>() -> Option<String> {
    forbids(&O::SPEC)
}

/// Returns the reason why the viewer may not run the operation of `spec`; `None` if they may.
#[must_use]
pub fn forbids(spec: &Spec) -> Option<String> {
    let viewer = viewer();
    if viewer
        .as_ref()
        .is_some_and(|viewer| spec.access.allows(viewer.role))
    {
        return None;
    }
    let role = viewer.map(|viewer| viewer.role.name());
    Some(match role {
        Some("viewer") => {
            "You are a viewer here: you can read everything and change nothing.".into()
        }
        Some(role) => format!("This is for owners; you are a {role} here."),
        None => "Sign in to do this.".into(),
    })
}
