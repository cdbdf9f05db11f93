//! Calls from a page to an operation: [`call`] runs it in process while the server renders the page.
//!
//! [`show_after`] loads the data that a page needs. [`Call`] and [`Get`] are
//! the one generic server function behind every operation: the server mounts them at each operation's path by
//! walking the table of operations.

mod fault;
mod fetch;
mod function;

use doors::Conditions;
use kernel::answer::Answer;
use kernel::operation::Operation;
use kernel::{Error, Result};

pub use fault::{Fault, ProblemJson};
pub use fetch::show_after;
pub use function::{Call, Get, Post, Query, Rpc, Verb};

/// Runs an operation as the viewer of the page and returns its output.
///
/// # Errors
/// Returns the operation's refusal.
pub async fn call<O: Operation>(operation: O) -> Result<O::Output> {
    answer(operation, Conditions::default())
        .await
        .map(|answer| answer.output)
}

/// Like [`call`], with conditions, and with the metadata that the kernel adds to the output: version, position,
/// inbox.
///
/// # Errors
/// Returns the operation's refusal.
pub async fn answer<O: Operation>(
    operation: O,
    conditions: Conditions,
) -> Result<Answer<O::Output>> {
    // The context is looked up before the first await: afterwards another owner may be current.
    let context = leptos::prelude::use_context::<doors::http::RequestContext>()
        .ok_or_else(|| Error::internal("a page called an operation outside a request"))?;
    let caller = context.caller(kernel::Door::Page, conditions);
    context.hub.run(operation, caller).await
}
