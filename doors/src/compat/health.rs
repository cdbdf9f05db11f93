//! `GET /v1/health`: returns the server's time. Needs no authentication.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use serde_json::json;

use super::Server;
use super::asker::respond;

/// Responds with the server's time in milliseconds since 1970.
pub async fn show(State(server): State<Arc<dyn Server>>) -> Response<Body> {
    respond(&json!({ "now": server.now().0 }))
}
