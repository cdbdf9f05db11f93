//! Whether the process lives, and whether it can serve.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use engine::view::House;

use crate::site::Site;

/// `GET /healthz`: the process answers.
pub async fn healthz() -> impl IntoResponse {
    "ok\n"
}

/// `GET /readyz`: the log can be read, it took the last commit, lists and search can be asked, and the server
/// is not stopping.
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
        Ok(_) => (StatusCode::OK, "ready\n"),
        Err(error) => {
            tracing::error!(detail = error.detail, "the log cannot be read");
            (StatusCode::SERVICE_UNAVAILABLE, "the log cannot be read\n")
        }
    }
}
