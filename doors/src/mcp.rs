//! Model Context Protocol at `/mcp`: operations as tools, memories as resources, workflows of agents as prompts. Tools
//! are generated from the table of operations and called like a request over HTTP. Every message is authenticated by
//! its own token, and can be handled alone.
//!
//! Both protocol versions share the address: `initialize` of the revisions up to 2025-11-25, which also begins a
//! session, and `server/discover` of 2026-07-28, which has none.

mod asker;
mod body;
mod complete;
mod elicit;
mod handler;
mod inbox;
mod lenient;
mod message;
mod portable;
mod profile;
mod prompt;
mod resource;
mod result;
mod schema;
mod sessions;
mod subscribe;
mod tool;
mod transport;
mod whole;

#[cfg(test)]
mod tests;

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::http::request::Parts;
use kernel::future::Fut;
use kernel::operation::Spec;
use kernel::{Id, Result};

use handler::Handler;
pub use message::{MAX_ENVELOPE, Message};
pub use profile::tool_names;
pub use transport::{Kept, mount};

/// Path of the endpoint.
pub const PATH: &str = "/mcp";

/// Guard that a call holds while it lasts.
pub type Held = Box<dyn Any + Send>;

/// Services of the server that MCP needs. The authentication result of a request is in its extensions.
pub trait Server: Send + Sync {
    /// Admits a call of an operation.
    ///
    /// # Errors
    /// Returns the quota that is exceeded.
    fn spend(&self, request: &Parts, spec: &Spec) -> Result<Held>;

    /// Opens a live feed.
    ///
    /// # Errors
    /// Returns the quota that is exceeded.
    fn feed(&self, request: &Parts) -> Result<Held>;

    /// Returns the tools that the caller's token selects: `all`, or comma-separated names.
    fn tools(&self, request: &Parts) -> Option<String>;

    /// Returns the address of the page on which an item of a workflow waits for a person.
    fn page(&self, workflow: Id, item: &str) -> String;

    /// Resolves when the caller loses access: the token is revoked or expires.
    fn access_end(&self, request: &Parts) -> Fut<'static, ()>;

    /// Resolves when the server stops.
    fn stopping(&self) -> Fut<'static, ()>;
}

/// Returns the router of `/mcp`.
pub fn router(server: Arc<dyn Server>) -> Router {
    let host = server.clone();
    mount(server, move |kept| Handler::new(host.clone(), kept))
}
