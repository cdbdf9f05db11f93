//! `GET /v1/health`: the server answers, and what time it is there. Open to everybody.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use serde_json::json;

use super::Server;
use super::asker::respond;

/// The server's time in milliseconds.
pub async fn show(State(server): State<Arc<dyn Server>>) -> Response<Body> {
    respond(&json!({ "now": server.now().0 }))
}
