//! Health checks and metrics.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use doors::http::{RequestContext, reply};
use kernel::ports::index::Index as _;
use kernel::view::Services;
use kernel::{Code, Error};

use crate::config::Readers;
use crate::metrics::render;
use crate::site::Site;

/// `GET /healthz`: the process responds.
pub async fn healthz() -> impl IntoResponse {
    "ok\n"
}

/// `GET /readyz`: the log can be read and took the last commit, lists and search are available, and the server is not
/// stopping. A server with a full disk is still ready, and says so.
pub async fn readyz(State(site): State<Arc<Site>>) -> impl IntoResponse {
    if site.stop.is_cancelled() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    if !site.hub.can_write() {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "the log cannot be written\n",
        );
    }
    if !site.hub.can_find().await {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "the index is being built again\n",
        );
    }
    match site.hub.log().head().await {
        // Reads and erasures still work, and claimed work can continue.
        Ok(_) if !site.quotas.has_room() => (
            StatusCode::OK,
            "ready, but without room: nothing new is written\n",
        ),
        Ok(_) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::error!(detail = error.detail, "the log cannot be read");
            (StatusCode::SERVICE_UNAVAILABLE, "the log cannot be read\n")
        }
    }
}

/// `GET /metrics`: for authenticated callers, or for everyone if so configured.
pub async fn metrics(
    State(site): State<Arc<Site>>,
    Extension(context): Extension<RequestContext>,
) -> Response<Body> {
    if site.config.metrics == Readers::Known && context.actor.is_none() {
        let error = Error::new(
            Code::Unauthenticated,
            "Metrics are for those who are known: send a token of any role, or let everybody read them \
             with --metrics-open.",
        );
        return reply::problem(error, &context.request);
    }
    // An index that is being rebuilt returns no count; the last one stays.
    if let Ok(waiting) = site.index.unembedded(0).await {
        site.embedding.waits(waiting.total);
    }
    let text = render(
        &site.metrics,
        &site.hub.gauges(),
        site.connections.tally(),
        &site.quotas,
        &site.embedding,
    );
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; version=0.0.4"),
    );
    response
}
