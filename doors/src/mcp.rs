//! The Model Context Protocol at `/mcp`: operations as tools, memories as resources, ways to work as prompts.
//! Tools are made from the table of operations and called as a request over HTTP calls them. Every message is let in by
//! its own token, and can stand for itself. Knows nothing of how callers are recognised.
//!
//! Both ways of beginning work at the one address: `initialize` of the revisions up to 2025-11-25, which also begins a
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

/// Where the door is.
pub const PATH: &str = "/mcp";

/// What a call holds for as long as it lasts.
pub type Held = Box<dyn Any + Send>;

/// What this door wants of the server around it. What the gate found out about a request is in its extensions.
pub trait Server: Send + Sync {
    /// Lets a call of an operation go on.
    ///
    /// # Errors
    /// The quota that is met.
    fn spend(&self, request: &Parts, spec: &Spec) -> Result<Held>;

    /// Opens a live feed.
    ///
    /// # Errors
    /// The quota that is met.
    fn feed(&self, request: &Parts) -> Result<Held>;

    /// Which tools the caller's token asks for: `all`, or names with commas between them.
    fn tools(&self, request: &Parts) -> Option<String>;

    /// The address of the page where something in a workflow waits for a person.
    fn page(&self, workflow: Id, item: &str) -> String;

    /// Ends when the caller is shut out: the token is revoked or runs out.
    fn ended(&self, request: &Parts) -> Fut<'static, ()>;

    /// Ends when the server stops.
    fn stopping(&self) -> Fut<'static, ()>;
}

/// The router of `/mcp` in that server.
pub fn router(server: Arc<dyn Server>) -> Router {
    let host = server.clone();
    mount(server, move |kept| Handler::new(host.clone(), kept))
}
