//! Compatibility API: the paths and the JSON that the field's Python client `agent-memory-client` uses, under `/v1`.
//! Maps its requests to operations of the engine, and their answers back.
//!
//! Conventions of this API: success is always 200; unknown fields and query parameters are ignored; a validation error
//! is 422 with `{"detail":[{"type","loc","msg"}]}`, every other error `{"detail":"…"}`. The server authorizes requests
//! itself: `Authorization: Bearer` and a token.

mod apart;
mod asker;
mod forget;
mod health;
mod intake;
mod long_term;
mod openapi;
mod prompt;
mod query;
mod refusal;
mod search;
mod sessions;
mod tasks;
mod views;
mod wire;
mod working;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Response, StatusCode};
use axum::routing::{MethodRouter, any, delete, get, post};
use engine::session::SessionKey;
use engine::summary_view::Group;
use engine::summary_view::ops::PartitionShown;
use kernel::actor::Caller;
use kernel::future::Fut;
use kernel::{Result, Time};

use asker::Asker;
use refusal::Refusal;

/// Services of the server that this API needs besides operations.
pub trait Server: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> Time;

    /// Returns true if a language model writes summaries and extracts memories.
    fn has_model(&self) -> bool;

    /// Writes the summary of a session immediately if that needs no language model. Returns true if a new summary was
    /// written.
    fn summarise_now<'a>(&'a self, session: &'a SessionKey) -> Fut<'a, bool>;

    /// Writes one partition of a summary view for `caller`, and returns it.
    fn write_partition<'a>(
        &'a self,
        view: &'a str,
        group: Group,
        caller: Caller,
    ) -> Fut<'a, Result<PartitionShown>>;
}

/// Returns the router of `/v1`.
pub fn router(server: Arc<dyn Server>) -> Router {
    let sessions = || only(get(sessions::list));
    let memories = || only(post(long_term::create).delete(long_term::delete));
    Router::new()
        .route("/openapi.json", only(get(openapi::show)))
        .route("/v1/openapi.json", only(get(openapi::show)))
        .route("/v1/health", only(get(health::show)))
        .route("/v1/working-memory", sessions())
        .route("/v1/working-memory/", sessions())
        .route(
            "/v1/working-memory/{id}",
            only(get(working::get).put(working::put).delete(working::delete)),
        )
        .route("/v1/long-term-memory", memories())
        .route("/v1/long-term-memory/", memories())
        .route("/v1/long-term-memory/search", only(post(search::search)))
        .route("/v1/long-term-memory/forget", only(post(forget::forget)))
        .route("/v1/long-term-memory/compact", only(post(forget::compact)))
        .route(
            "/v1/long-term-memory/{id}",
            only(get(long_term::get).patch(long_term::edit)),
        )
        .route("/v1/memory/prompt", only(post(prompt::prompt)))
        .route(
            "/v1/summary-views",
            only(post(views::create).get(views::list)),
        )
        .route(
            "/v1/summary-views/{id}",
            only(get(views::get).merge(delete(views::delete))),
        )
        .route("/v1/summary-views/{id}/run", only(post(views::run)))
        .route(
            "/v1/summary-views/{id}/partitions",
            only(get(views::partitions)),
        )
        .route(
            "/v1/summary-views/{id}/partitions/run",
            only(post(views::run_partition)),
        )
        .route("/v1/tasks/{id}", only(get(tasks::get)))
        .route("/v1", nowhere())
        .route("/v1/", nowhere())
        .route("/v1/{*path}", nowhere())
        .with_state(server)
}

/// Adds a 405 response in this API's error format for other methods.
fn only(methods: MethodRouter<Arc<dyn Server>>) -> MethodRouter<Arc<dyn Server>> {
    methods.fallback(|request: Request| async move {
        refuse(
            request,
            StatusCode::METHOD_NOT_ALLOWED,
            "Method Not Allowed",
        )
    })
}

/// Responds 404 in this API's error format.
fn nowhere() -> MethodRouter<Arc<dyn Server>> {
    any(|request: Request| async move { refuse(request, StatusCode::NOT_FOUND, "Not Found") })
}

fn refuse(request: Request, status: StatusCode, text: &'static str) -> Response<Body> {
    let (asker, _) = Asker::of(request);
    asker.refuse(Refusal::text(status, text))
}
