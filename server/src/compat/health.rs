//! `GET /v1/health`: the server answers, and what time it is there. Open to everybody.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use serde_json::json;

use super::asker::respond;
use crate::site::Site;

/// The server's time in milliseconds.
pub async fn show(State(site): State<Arc<Site>>) -> Response<Body> {
    respond(&json!({ "now": site.clock.now().0 }))
}
