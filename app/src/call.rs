//! From a page to an operation: [`call`] runs it in process while a page is rendered on the server
//! and fetches it in the browser. Knows no single operation, and nothing of how one is stored.
//!
//! [`fetch`] is for what a page cannot do without, which travels with it. [`Call`] and [`Get`] are the one generic
//! server function behind every operation: the server mounts them at each operation's path by walking the table of
//! operations.

mod again;
mod fault;
mod fetch;
mod function;
mod rest;
pub mod wire;

use doors::Conditions;
use kernel::answer::Answer;
use kernel::operation::Operation;
use kernel::{Error, Result};

pub use fault::{Fault, ProblemJson};
pub use fetch::{Fetch, fetch};
pub use function::{Call, Get, Post, Query, Rpc, Verb};
pub use rest::rest;

/// Does an operation as the person whose page this is, and gives its output.
///
/// # Errors
/// What the operation refuses; `unavailable` when the server cannot be reached.
pub async fn call<O: Operation>(operation: O) -> Result<O::Output> {
    answer(operation, Conditions::default())
        .await
        .map(|answer| answer.output)
}

/// Like [`call`], with conditions, and with what the kernel adds to the output: the version, the
/// position, the inbox.
///
/// # Errors
/// What the operation refuses; `unavailable` when the server cannot be reached.
#[cfg(feature = "ssr")]
pub async fn answer<O: Operation>(
    operation: O,
    conditions: Conditions,
) -> Result<Answer<O::Output>> {
    // The context is looked up before the first suspension: afterwards another owner may be current.
    let context = leptos::prelude::use_context::<doors::http::RequestContext>()
        .ok_or_else(|| Error::internal("a page called an operation outside a request"))?;
    let caller = context.caller(kernel::Door::Page, conditions);
    context.hub.run(operation, caller).await
}

/// Like [`call`], with conditions, and with what the kernel adds to the output: the version, the
/// position, the inbox.
///
/// # Errors
/// What the operation refuses; `unavailable` when the server cannot be reached.
#[cfg(not(feature = "ssr"))]
pub async fn answer<O: Operation>(
    operation: O,
    conditions: Conditions,
) -> Result<Answer<O::Output>> {
    let arguments = serde_json::to_value(&operation)
        .map_err(|error| Error::invalid(format!("The arguments have no JSON form: {error}")))?;
    // Pages read whole answers, as they get them in process.
    let body = conditions.whole().into_json(arguments).to_string();
    let text = wire::send(O::SPEC.path, O::SPEC.effect, wire::Way::Json, body).await?;
    Answer::read(&text).map_err(|_| wire::outdated())
}
