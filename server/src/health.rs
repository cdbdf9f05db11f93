//! Health checks and metrics.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use doors::http::{RequestContext, reply};
use kernel::actor::Actor;
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

/// `GET /readyz`: whether the server is ready.
pub async fn readyz(State(site): State<Arc<Site>>) -> impl IntoResponse {
    match readiness(&site).await {
        Ok(health) => (StatusCode::OK, format!("{health}\n")),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")),
    }
}

/// Checks that the log can be read and took the last commit, that lists and search are available, and that the server is
/// not stopping. A server with a full disk is still ready, and says so.
///
/// # Errors
/// Returns the reason why the server is not ready.
pub async fn readiness(site: &Site) -> Result<&'static str, &'static str> {
    if site.stop.is_cancelled() {
        return Err("stopping");
    }
    if !site.hub.can_write() {
        return Err("the log cannot be written");
    }
    if !site.hub.can_find().await {
        return Err("the index is being built again");
    }
    match site.hub.log().head().await {
        // Reads and erasures still work, and claimed work can continue.
        Ok(_) if !site.quotas.has_room() => Ok("ready, but without room: nothing new is written"),
        Ok(_) => Ok("ready"),
        Err(error) => {
            tracing::error!(detail = error.detail, "the log cannot be read");
            Err("the log cannot be read")
        }
    }
}

/// `GET /metrics`: for authenticated callers, or for everyone if so configured. The numbers include other users', so
/// tokens that are bound to a user or a namespace are refused.
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
    let is_bound = |actor: &Actor| actor.tenant().is_some();
    if site.config.metrics == Readers::Known && context.actor.as_ref().is_some_and(is_bound) {
        let error = Error::forbidden(
            "Metrics are about all users, and your token is bound to a user or a namespace: send another one.",
        );
        return reply::problem(error, &context.request);
    }
    // An index that is being rebuilt returns no count; the last one stays.
    if let Ok(waiting) = site.index.list_unembedded(0).await {
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
