//! The Model Context Protocol at `/mcp`: operations as tools, memories as resources, ways to work as prompts.
//! Tools are made from the table of operations and called as a request over HTTP calls them. Every message
//! stands for itself: there are no sessions, so nothing of a client is kept between two of them, and each is
//! let in by its own token. Knows nothing of how callers are recognised.
//!
//! Both ways of beginning work at the one address: `initialize` of the revisions up to 2025-11-25, and
//! `server/discover` of 2026-07-28.

mod asker;
mod complete;
mod elicit;
mod handler;
mod inbox;
mod profile;
mod prompt;
mod resource;
mod result;
mod schema;
mod subscribe;
mod tool;

#[cfg(test)]
mod tests;

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::http::request::Parts;
use axum::routing::any;
use kernel::future::Fut;
use kernel::operation::Spec;
use kernel::{Code, Error, Id, Result, Role};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use crate::http::{CONTENT_BYTES, RequestContext, reply};
use handler::Handler;

/// Where the door is.
pub const PATH: &str = "/mcp";
/// The bytes of a message around the largest arguments that a tool takes.
const AROUND: usize = 64 * 1024;

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

    /// The address of the page where something in a workflow waits for a person.
    fn page(&self, workflow: Id, item: &str) -> String;

    /// Ends when the caller is shut out: the token is revoked or runs out.
    fn ended(&self, request: &Parts) -> Fut<'static, ()>;

    /// Ends when the server stops.
    fn stopping(&self) -> Fut<'static, ()>;
}

type Service = StreamableHttpService<Handler, NeverSessionManager>;

/// The router of `/mcp` in that server.
pub fn router(server: Arc<dyn Server>) -> Router {
    // Hosts and origins were checked by the gate, which knows the names that Loci was given.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(CONTENT_BYTES + AROUND);
    let handler = Handler::new(server);
    let make = move || Ok(handler.clone());
    let service = Service::new(make, Arc::default(), config);
    Router::new().route(PATH, any(serve)).with_state(service)
}

/// Answers a request of an agent; a stranger's body is never read.
async fn serve(State(service): State<Service>, request: Request) -> Response<Body> {
    let Some(context) = request.extensions().get::<RequestContext>() else {
        let error = Error::internal("the request came without its context");
        return reply::problem(error, "");
    };
    let is_agent = |role: Role| role.is_agent();
    if !context
        .actor
        .as_ref()
        .is_some_and(|actor| is_agent(actor.role))
    {
        let detail =
            "Send an agent's token as `Authorization: Bearer …`; `loci token create` makes one.";
        return reply::problem(Error::new(Code::Unauthenticated, detail), &context.request);
    }
    service.handle(request).await.map(Body::new)
}
