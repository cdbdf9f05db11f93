//! How pages ask operations: answers and refusals in a form that travels with the page from the server
//! to the browser. Knows no single operation.

use kernel::operation::{Operation, Spec};
use kernel::problem::Problem;

use crate::call::call;
use crate::context::viewer;

/// What a page was given, or why not.
pub type Loaded<T> = Result<T, Problem>;

/// Asks an operation for a page.
///
/// # Errors
/// What it refuses, as a problem.
pub async fn ask<O: Operation>(operation: O) -> Loaded<O::Output> {
    // Looked up before the first suspension, like the desk itself.
    let request = request();
    call(operation)
        .await
        .map_err(|error| Problem::new(error, &request))
}

#[cfg(feature = "ssr")]
fn request() -> String {
    leptos::prelude::use_context::<doors::http::RequestContext>()
        .map(|desk| desk.request.to_string())
        .unwrap_or_default()
}

#[cfg(not(feature = "ssr"))]
fn request() -> String {
    String::new()
}

/// Whether the person who looks may try the operation at all.
#[must_use]
pub fn may<O: Operation>() -> bool {
    viewer().is_some_and(|viewer| O::SPEC.access.allows(viewer.role))
}

/// Why the person who looks may not try the operation; `None` when they may.
#[must_use]
pub fn why_not<O: Operation>() -> Option<String> {
    forbids(&O::SPEC)
}

/// What forbids the operation to the person who looks; `None` when they may try it.
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
